"""What a message has to be before a method sees it, and what comes of one that is not."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from schemac.wire.dispatch import Dispatcher, envelope
from schemac.wire.eras import spoken_by_header
from schemac.wire.replies import WireError
from tests.unit.wire import fake_surface
from tests.unit.wire.fake_surface import ENVELOPE, FakeSurface, ask, new, old

if TYPE_CHECKING:
    from collections.abc import Callable


surface = pytest.fixture(fake_surface.surface)
dispatcher = pytest.fixture(fake_surface.dispatcher)


def test_the_modern_envelope_is_required(dispatcher: Dispatcher) -> None:
    modern = spoken_by_header("2026-07-28")
    reply = dispatcher.reply(envelope(old("tools/list")), modern, None, None)
    assert reply.code == -32602
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
    error = ask(dispatcher, old("tools/list", _meta=meta))
    assert error["code"] == -32602
    assert "io.modelcontextprotocol/clientCapabilities" in error["message"]


def test_a_version_that_is_not_served_is_told_which_is(dispatcher: Dispatcher) -> None:
    meta = {**ENVELOPE, "io.modelcontextprotocol/protocolVersion": "2030-01-01"}
    assert ask(dispatcher, old("tools/list", _meta=meta)) == {
        "code": -32022,
        "message": "Unsupported protocol version",
        "data": {"supported": ["2026-07-28"], "requested": "2030-01-01"},
    }


def test_notifications_and_responses_are_not_answered(
    dispatcher: Dispatcher, surface: FakeSurface
) -> None:
    for message in (
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "tools/call", "params": {"name": "greet"}},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
    ):
        reply = dispatcher.reply(envelope(message), spoken_by_header(None), None, None)
        assert (reply.body, reply.code) == (None, None)
    assert surface.calls == []


@pytest.mark.parametrize(
    "value",
    [
        [],
        [{"jsonrpc": "2.0", "id": 1, "method": "ping"}],
        "ping",
        None,
        1,
        {},
        {"jsonrpc": "1.0", "id": 1, "method": "ping"},
        {"id": 1, "method": "ping"},
        {"jsonrpc": "2.0", "id": None, "method": "ping"},
        {"jsonrpc": "2.0", "id": 1.0, "method": "ping"},
        {"jsonrpc": "2.0", "id": True, "method": "ping"},
        {"jsonrpc": "2.0", "id": [1], "method": "ping"},
        {"jsonrpc": "2.0", "id": 1},
        {"jsonrpc": "2.0", "id": 1, "method": 5},
        {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []},
        {"jsonrpc": "2.0", "method": "x", "params": "y"},
        {"jsonrpc": "2.0", "result": {}},
    ],
)
def test_a_broken_frame_is_an_invalid_request(value: object) -> None:
    with pytest.raises(WireError) as caught:
        envelope(value)
    assert caught.value.failure.code == -32600


def test_a_huge_id_comes_back_as_it_was(dispatcher: Dispatcher) -> None:
    assert ask(dispatcher, {"jsonrpc": "2.0", "id": 10**400, "method": "ping"}) == {}


@pytest.mark.parametrize("make", [old, new])
def test_an_internal_error_says_an_id_and_nothing_else(
    dispatcher: Dispatcher,
    surface: FakeSurface,
    make: Callable[..., dict[str, object]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    surface.broken = True
    for method, params in (("tools/list", {}), ("tools/call", {"name": "greet"})):
        caplog.clear()
        error = ask(dispatcher, make(method, **params))
        assert (error["code"], error["message"]) == (-32603, "Internal error")
        assert error["data"]["correlationId"] in caplog.text
        assert "secret" not in json.dumps(error)
        assert "secret" in caplog.text


def test_parameter_headers_must_agree_with_the_arguments(dispatcher: Dispatcher) -> None:
    message = new("tools/call", name="greet", arguments={"region": "eu"})
    base = {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "greet",
    }
    good = {**base, "mcp-param-region": "eu", "mcp-param-nobody": "x"}
    assert ask(dispatcher, message, headers=good)["isError"] is False
    for bad in (base, {**base, "mcp-param-region": "us"}, {**good, "mcp-name": "x"}):
        assert ask(dispatcher, message, headers=bad)["code"] == -32020
