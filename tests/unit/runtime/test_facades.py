"""A domain that is grouped lists a facade for each category, in place of its tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Registry
from schemac.runtime.errors import FacadeNameCollisionError, UncategorizedToolError
from schemac.runtime.grouping import FacadeInfo, Grouped
from tests.unit.runtime import grouped_orders
from tests.unit.runtime.grouped_orders import ADMIN, GROUPED, DropOrder

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

registry = pytest.fixture(grouped_orders.registry)


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
