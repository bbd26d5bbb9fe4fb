"""A call through a facade: the ordinary call of a tool that the caller sees, or what is wrong."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from schemac.runtime.errors import InvalidArgumentsError, UnknownToolError
from tests.unit.runtime import grouped_orders
from tests.unit.runtime.grouped_orders import ADMIN, GROUPED

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac import Registry
    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

registry = pytest.fixture(grouped_orders.registry)


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
