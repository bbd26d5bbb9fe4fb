from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from schemac.runtime.errors import InvalidArgumentsError, UnknownToolError
from schemac.wire.about import About
from schemac.wire.dispatch import Dispatcher, envelope, spoken_in
from schemac.wire.eras import spoken_by_header
from schemac.wire.replies import WireError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.runtime.admission import Admit

ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
STAMP = {"io.modelcontextprotocol/serverInfo": {"name": "hall", "version": "1.2"}}
TOOL = {"name": "greet", "inputSchema": {"type": "object", "properties": {}}}


@dataclass
class Outcome:
    content: list[dict[str, object]]
    structured: dict[str, object] | None = None
    is_error: bool = False
    meta: Mapping[str, object] | None = None


@dataclass
class Listing:
    fragments: tuple[bytes, ...]
    mark: str | None = None

    def enclosed(self, before: bytes, after: bytes) -> tuple[bytes, ...]:
        return (before + b",".join(self.fragments) + after,)


@dataclass
class FakeSurface:
    calls: list[Any] = field(default_factory=list)
    listings: int = 0
    broken: bool = False

    def listing(self, context: object, domain: str | None, era: str) -> Listing:  # noqa: ARG002
        self.listings += 1
        if self.broken:
            raise RuntimeError("secret of the listing")
        return Listing((json.dumps(TOOL).encode(), b'{"name":"other"}'))

    def visit(self, context: object, domain: str | None) -> Any:
        raise NotImplementedError

    def call_tool(
        self,
        name: str,
        arguments: Mapping[str, object] | None,
        context: object,
        domain: str | None,
        *,
        meta: Mapping[str, object] | None = None,  # noqa: ARG002
        progress: object = None,  # noqa: ARG002
        admit: Admit | None = None,
    ) -> Outcome:
        if name not in ("greet", "tools"):
            raise UnknownToolError(name)
        if not isinstance(arguments, dict):
            raise InvalidArgumentsError("no object")
        if admit is not None:
            schema = {
                "type": "object",
                "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
            }
            admit(schema, arguments, through_facade=name == "tools")
        if self.broken:
            raise RuntimeError("secret of the call")
        self.calls.append((name, arguments, context, domain))
        return Outcome([{"type": "text", "text": '{"ok":true}'}], {"ok": True})


@pytest.fixture
def surface() -> FakeSurface:
    return FakeSurface()


@pytest.fixture
def dispatcher(surface: FakeSurface) -> Dispatcher:
    return Dispatcher(lambda: surface, About("hall", "1.2", "Be kind.", client_ttl_ms=5))


def ask(dispatcher: Dispatcher, message: dict[str, object], **extra: Any) -> Any:
    framed = envelope(message)
    reply = dispatcher.reply(framed, spoken_in(framed), "ctx", None, **extra)
    assert reply.body is not None
    answer = json.loads(reply.body)
    assert answer["jsonrpc"] == "2.0"
    assert answer["id"] == message["id"]
    assert reply.code == answer.get("error", {}).get("code")
    return answer.get("result", answer.get("error"))


def old(method: str, **params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}


def new(method: str, **params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": "a", "method": method, "params": {"_meta": ENVELOPE, **params}}


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
