"""Each method of the protocol, in both eras: what it is given and what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.unit.wire import fake_surface
from tests.unit.wire.fake_surface import TOOL, FakeSurface, ask, new, old

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.wire.dispatch import Dispatcher


surface = pytest.fixture(fake_surface.surface)
dispatcher = pytest.fixture(fake_surface.dispatcher)
STAMP = {"io.modelcontextprotocol/serverInfo": {"name": "hall", "version": "1.2"}}


@pytest.mark.parametrize(
    ("requested", "given"),
    [
        ("2024-11-05", "2024-11-05"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ],
)
def test_initialize_negotiates_a_handshake_version(
    dispatcher: Dispatcher, surface: FakeSurface, requested: str, given: str
) -> None:
    client = {"name": "c", "version": "0"}
    message = old("initialize", protocolVersion=requested, capabilities={}, clientInfo=client)
    assert ask(dispatcher, message) == {
        "protocolVersion": given,
        "capabilities": {"tools": {"listChanged": False}},
        "serverInfo": {"name": "hall", "version": "1.2"},
        "instructions": "Be kind.",
    }
    assert (surface.listings, surface.calls) == (0, [])


def test_ping_is_answered_in_the_older_era_only(dispatcher: Dispatcher) -> None:
    assert ask(dispatcher, {"jsonrpc": "2.0", "id": 1, "method": "ping"}) == {}
    assert ask(dispatcher, new("ping")) == {
        "code": -32601,
        "message": "Method not found",
        "data": "ping",
    }


def test_discover_is_answered_in_the_modern_era_only(dispatcher: Dispatcher) -> None:
    assert ask(dispatcher, new("server/discover")) == {
        "resultType": "complete",
        "_meta": STAMP,
        "ttlMs": 5,
        "cacheScope": "private",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {"listChanged": False}},
        "instructions": "Be kind.",
    }
    assert ask(dispatcher, old("server/discover"))["code"] == -32601


def test_a_listing_is_joined_from_fragments(dispatcher: Dispatcher) -> None:
    tools = [TOOL, {"name": "other"}]
    assert ask(dispatcher, old("tools/list")) == {"tools": tools}
    assert ask(dispatcher, new("tools/list")) == {
        "resultType": "complete",
        "_meta": STAMP,
        "ttlMs": 5,
        "cacheScope": "private",
        "tools": tools,
    }


def test_a_call_answers_with_content_and_structure(
    dispatcher: Dispatcher, surface: FakeSurface
) -> None:
    result = {
        "content": [{"type": "text", "text": '{"ok":true}'}],
        "structuredContent": {"ok": True},
        "isError": False,
    }
    assert ask(dispatcher, old("tools/call", name="greet", arguments={"a": 1})) == result
    assert ask(dispatcher, new("tools/call", name="greet", arguments=None)) == {
        "resultType": "complete",
        "_meta": STAMP,
        **result,
    }
    assert surface.calls == [("greet", {"a": 1}, "ctx", None), ("greet", {}, "ctx", None)]


@pytest.mark.parametrize("make", [old, new])
def test_an_unknown_tool_is_named_as_it_was_called(
    dispatcher: Dispatcher, make: Callable[..., dict[str, object]]
) -> None:
    assert ask(dispatcher, make("tools/call", name="Gréet")) == {
        "code": -32602,
        "message": "Unknown tool: Gréet",
    }


@pytest.mark.parametrize("make", [old, new])
@pytest.mark.parametrize(
    "params",
    [{}, {"name": 5}, {"name": "greet", "arguments": "x"}, {"name": "greet", "arguments": [1]}],
)
def test_parameters_of_the_wrong_shape_are_refused(
    dispatcher: Dispatcher,
    surface: FakeSurface,
    make: Callable[..., dict[str, object]],
    params: dict[str, object],
) -> None:
    assert ask(dispatcher, make("tools/call", **params)) == {
        "code": -32602,
        "message": "Invalid request parameters",
        "data": "",
    }
    assert surface.calls == []


@pytest.mark.parametrize("method", ["prompts/list", "no/such", "", "tools/List"])
def test_other_methods_are_not_found(dispatcher: Dispatcher, method: str) -> None:
    expected = {"code": -32601, "message": "Method not found", "data": method}
    assert ask(dispatcher, old(method)) == expected
    assert ask(dispatcher, new(method)) == expected
