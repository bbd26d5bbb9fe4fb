from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Handler, Registry
from schemac.runtime.errors import (
    FacadeNameCollisionError,
    InvalidArgumentsError,
    UncategorizedToolError,
    UnknownToolError,
)
from schemac.runtime.grouping import FacadeInfo, Grouped

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

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


@pytest.fixture
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


def test_a_grouped_domain_lists_one_flat_facade_for_each_category(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry, domains=GROUPED, categories={"bills": "About bills."})
    assert surface.list_tools(Grants(user="Al")) == [
        {
            "name": "bills_tools",
            "description": "About bills.\n- worded — Bills of Al.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "tool_name": {"type": "string", "enum": ["worded"]},
                    "arguments": {"type": "object"},
                },
                "required": ["tool_name", "arguments"],
            },
            "annotations": {"destructiveHint": False},
            "_meta": {"tool-input-schemas": {"worded": {"type": "object", "properties": {}}}},
        },
        {
            "name": "orders_tools",
            "description": "All about orders.\n- list_orders — List orders.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "tool_name": {"type": "string", "enum": ["list_orders"]},
                    "arguments": {"type": "object"},
                },
                "required": ["tool_name", "arguments"],
            },
            "annotations": {
                "readOnlyHint": True,
                "destructiveHint": False,
                "openWorldHint": False,
            },
            "_meta": {
                "tool-input-schemas": {
                    "list_orders": {
                        "type": "object",
                        "properties": {"limit": {"type": "integer"}},
                    }
                }
            },
        },
    ]


def test_a_facade_shows_more_to_those_who_may_more(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry, domains=GROUPED)
    listed = {tool["name"]: tool for tool in surface.list_tools(ADMIN)}
    assert list(listed) == ["admin_tools", "bills_tools", "orders_tools", "uncategorized_tools"]
    orders: Any = listed["orders_tools"]
    assert orders["description"] == (
        "All about orders.\n- list_orders — List orders.\n- drop_order — Drop an order."
    )
    assert orders["annotations"] == {"destructiveHint": True, "openWorldHint": False}
    assert list(orders["_meta"]["tool-input-schemas"]) == ["list_orders", "drop_order"]
    assert listed["admin_tools"]["annotations"] == {"destructiveHint": True}
    assert listed["uncategorized_tools"]["description"] == "- stray — Stray."


def test_the_bytes_are_shared_where_no_text_is_one_callers(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry, domains=GROUPED)
    assert not surface.listing(ADMIN).shared
    calm = surface_of(registry.select(exclude=["worded"]), domains=GROUPED)
    assert calm.listing(ADMIN) is calm.listing(Grants(requires={"admin"}, user="x"))


def test_lazy_schemas_and_another_suffix(registry: Registry, surface_of: SurfaceOf) -> None:
    surface = surface_of(registry, domains={"default": Grouped(suffix="hire", schemas="lazy")})
    tools = surface.list_tools(None)
    assert [(tool["name"], "_meta" in tool) for tool in tools] == [
        ("bills_hire", False),
        ("orders_hire", False),
    ]


def test_other_domains_stay_flat(registry: Registry, surface_of: SurfaceOf) -> None:
    registry.add(DropOrder, name="flat", domains=["ops"])
    surface = surface_of(registry, domains=GROUPED)
    assert [tool["name"] for tool in surface.list_tools(None, "ops")] == ["flat"]
    assert surface.facades("ops", ADMIN) == ()


def test_a_call_through_a_facade_is_the_ordinary_call(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry, domains=GROUPED)

    def call(context: object, **arguments: object) -> Any:
        return surface.call_tool("orders_tools", arguments, context)

    sent = {"limit": 1, "all": True}
    assert call(None, tool_name="list_orders", arguments=sent).structured == {"got": {"limit": 1}}
    assert call(ADMIN, tool_name="list_orders", arguments=sent).structured == {"got": sent}
    text = json.dumps(sent)
    assert call(ADMIN, tool_name="list_orders", arguments=text).structured == {"got": sent}
    assert call(ADMIN, tool_name="list_orders", arguments=None).structured == {"got": {}}
    refused = call(ADMIN, tool_name="drop_order", arguments={})
    assert (refused.kind, refused.text.startswith("/id: ")) == ("invalid", True)
    assert surface.call_tool("list_orders", {"limit": 2}, None).structured == {"got": {"limit": 2}}


def test_a_name_must_be_advertised_to_this_caller(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry, domains=GROUPED)
    names: Any
    for names in (
        "drop_order",
        "drop_all",
        "worded",
        "orders_tools",
        "nothing",
        "",
        None,
        5,
        ["x"],
    ):
        outcome = surface.call_tool("orders_tools", {"tool_name": names, "arguments": {}}, None)
        assert outcome.is_error
        assert outcome.text == "/tool_name: one of list_orders"
    assert surface.call_tool("orders_tools", {"arguments": {}}, ADMIN).text == (
        "/tool_name: one of list_orders, drop_order"
    )


def test_a_facade_without_a_permitted_tool_is_an_unknown_tool_whatever_is_sent(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry, domains=GROUPED)
    sent: Any
    for sent in ({}, {"tool_name": "drop_all", "arguments": {}}, {"x": 1}, [], None):
        with pytest.raises(UnknownToolError, match=r"^Unknown tool: admin_tools$"):
            surface.call_tool("admin_tools", sent, None)


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        (
            {"tool_name": "list_orders", "arguments": {}, "limit": "secret", "x": 1},
            "`limit`, `x`: put the tool's own arguments inside `arguments`",
        ),
        ({"tool_name": "list_orders", "arguments": "{"}, "/arguments: the text is not valid JSON"),
        ({"tool_name": "list_orders", "arguments": '{"a":1,"a":2}'}, "/arguments: the text is not"),
        ({"tool_name": "list_orders", "arguments": [1]}, "/arguments: an object is required"),
        ({"tool_name": "list_orders", "arguments": "[1]"}, "/arguments: an object is required"),
        ({"tool_name": "list_orders"}, "/arguments: an object is required"),
    ],
)
def test_what_is_wrong_beside_the_name_is_said_so_that_it_can_be_mended(
    sent: dict[str, object], text: str, registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry, domains=GROUPED)
    outcome = surface.call_tool("orders_tools", sent, None)
    assert outcome.kind == "invalid"
    assert outcome.text.startswith(text)
    assert "secret" not in outcome.text


def test_ignored_keys_may_stand_beside(registry: Registry, surface_of: SurfaceOf) -> None:
    surface = surface_of(registry, domains=GROUPED, ignored_input_keys=("trace",))
    sent = {"tool_name": "list_orders", "arguments": {}, "trace": 1}
    assert surface.call_tool("orders_tools", sent, None).kind == "ok"


def test_arguments_of_a_facade_that_are_no_object_are_refused(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry, domains=GROUPED)
    wrong: Any = [1]
    with pytest.raises(InvalidArgumentsError):
        surface.call_tool("orders_tools", wrong, None)


def test_facades_can_be_looked_at(registry: Registry, surface_of: SurfaceOf) -> None:
    surface = surface_of(registry, domains=GROUPED, categories={"orders": "Central."})
    assert surface.facades() == (
        FacadeInfo("bills_tools", "bills", "", ("worded",)),
        FacadeInfo("orders_tools", "orders", "Central.", ("list_orders",)),
    )
    assert surface.facades("default", ADMIN)[2].tools == ("list_orders", "drop_order")


def test_a_name_that_is_a_tools_is_an_error(registry: Registry, surface_of: SurfaceOf) -> None:
    registry.add(DropOrder, name="orders_tools", requires="admin")
    with pytest.raises(FacadeNameCollisionError, match="`orders_tools`"):
        surface_of(registry, domains=GROUPED).listing(None)
    with pytest.raises(FacadeNameCollisionError):
        surface_of(registry, domains=GROUPED, eager=True)


def test_a_tool_without_a_category_may_be_an_error(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry, domains={"default": Grouped(uncategorized="error")})
    with pytest.raises(UncategorizedToolError, match="`stray`"):
        surface.listing(None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"suffix": "Tools"},
        {"suffix": ""},
        {"suffix": "a b"},
        {"schemas": "x"},
        {"uncategorized": 1},
    ],
)
def test_a_wrong_grouping_is_an_error(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Grouped(**wrong)
