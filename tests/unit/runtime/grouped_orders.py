"""Tools on orders in categories, and how their domain is grouped."""

from __future__ import annotations

from schemac import Grants, Handler, Registry
from schemac.runtime.grouping import Grouped

__all__ = ["ADMIN", "GROUPED", "DropOrder", "registry"]

ADMIN = Grants(requires={"admin"}, user="Bo")


class ListOrders(Handler):
    """List orders.

    More about it.
    """

    #: (?limit: Integer, ?all: bool @requires(:admin)) -> { got: Hash[String, untyped] }
    def call(self, **given: object) -> object:
        return {"got": given}


class DropOrder(Handler):
    """Drop an order."""

    #: (id: String) -> { ok: true }
    def call(self, *, id: str) -> object:  # noqa: A002, ARG002 - the parameter's name
        return {"ok": True}


class Worded(Handler):
    """Never used."""

    def description(self) -> str:
        return f"Bills of {self.user}.\nAnd more."

    #: () -> { ok: true }
    def call(self) -> object:
        return {"ok": True}


def registry() -> Registry:
    made = Registry()
    made.add(
        ListOrders,
        category="orders",
        summary="All about orders.",
        read_only=True,
        destructive=False,
        open_world=False,
    )
    made.add(
        DropOrder,
        requires="admin",
        category="orders",
        summary="Hidden words.",
        read_only=False,
        destructive=True,
        open_world=False,
    )
    made.add(DropOrder, name="drop_all", requires="admin", category="admin")
    made.add(Worded, category="bills", destructive=False)
    made.add(DropOrder, name="stray", description="Stray.\nMore.", requires="admin")
    return made


GROUPED = {"default": Grouped()}
