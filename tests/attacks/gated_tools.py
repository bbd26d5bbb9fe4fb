"""Tools with gates in many places, and what their handlers were given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac import Handler, Registry, Service

if TYPE_CHECKING:
    from schemac.runtime.surface import Surface

__all__ = ["Public", "names", "nothing_seen", "schema_of", "seen", "surface"]


class Show(Handler):
    """Show an applicant."""

    #: type plain = { kind: "plain", name: String, ?pay: Integer @requires(:pay) }
    #: type rich = { kind: "rich", name: String, notes: String }
    #: type output = plain | rich @requires(:notes)

    #: (id: String, ?force: bool @requires(:force) @feature(:beta)) -> output
    def call(self, *, id: str, force: bool = False) -> object:  # noqa: A002 - the parameter's name
        seen.append((id, force))
        return {"kind": "plain", "name": id, "pay": 5}


class Public(Handler):
    """Say hello."""

    #: () -> { ok: true }
    def call(self) -> object:
        return {"ok": True}


class OnlyGated(Handler):
    """Has no variant left without its gate."""

    #: type output = { kind: "a", secret: String } @requires(:notes)

    #: () -> output
    def call(self) -> object:
        return {"kind": "a", "secret": "s"}


class Wrong(Handler):
    """Returns a variant that few may see."""

    #: type plain = { kind: "plain" }
    #: type rich = { kind: "rich", secret: String }
    #: type output = plain | rich @requires(:notes)

    #: () -> output
    def call(self) -> object:
        return {"kind": "rich", "secret": "the secret"}


seen: list[object] = []


def surface() -> Surface:
    registry = Registry()
    registry.add(Show)
    registry.add(Public)
    registry.add(OnlyGated)
    registry.add(Wrong)
    registry.add(Public, name="admin_tool", requires="admin")
    registry.add(Public, name="tiered", gates={"tier": "gold"})
    registry.add(Public, name="negated", gates={"feature": "!legacy"})
    registry.add(Public, name="either", requires="admin | other")
    return Service(registry, predicates=["tier"]).surface


def nothing_seen() -> None:
    seen.clear()


def names(surface: Surface, context: object) -> list[object]:
    return [tool["name"] for tool in surface.list_tools(context)]


def schema_of(surface: Surface, context: object) -> list[str]:
    (tool,) = [tool for tool in surface.list_tools(context) if tool["name"] == "show"]
    found: Any = tool["inputSchema"]
    return list(found["properties"])
