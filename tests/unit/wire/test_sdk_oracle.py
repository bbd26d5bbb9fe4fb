"""The SDK's own kernel, given the same message, gives the same answer."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import mcp_types as types
import pytest
from mcp.server.caching import CacheHint
from mcp.server.connection import Connection
from mcp.server.lowlevel import Server
from mcp.server.runner import modern_error_data, serve_one
from mcp.shared.exceptions import MCPError
from mcp.shared.inbound import InboundLadderRejection, classify_inbound_request
from mcp.shared.transport_context import TransportContext
from mcp_types import methods
from mcp_types.jsonrpc import JSONRPCRequest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from schemac.runtime.errors import InvalidArgumentsError, UnknownToolError
from schemac.wire.about import About
from schemac.wire.dispatch import Dispatcher
from schemac.wire.eras import spoken_by_header

if TYPE_CHECKING:
    from collections.abc import Mapping

MODERN = "2026-07-28"
VERSIONS = [*HANDSHAKE_PROTOCOL_VERSIONS, MODERN]
TOOL: dict[str, Any] = {
    "name": "greet",
    "title": "Greet",
    "description": "Say hello.",
    "inputSchema": {
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
    },
    "outputSchema": {"type": "object", "properties": {"text": {"type": "string"}}},
    "annotations": {"readOnlyHint": True},
    "_meta": {"schemac/deferred": True},
}
CLIENT = {"name": "c", "version": "1"}
INIT = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": CLIENT}


@dataclass
class Outcome:
    content: list[dict[str, object]]
    structured: dict[str, object] | None
    is_error: bool = False
    meta: Mapping[str, object] | None = None


class Listing:
    fragments: tuple[bytes, ...] = (json.dumps(TOOL).encode(),)
    mark: str | None = None

    def enclosed(self, before: bytes, after: bytes) -> tuple[bytes, ...]:
        return (before + self.fragments[0] + after,)


class FakeSurface:
    def listing(self, *_: object) -> Listing:
        return Listing()

    def visit(self, *_: object) -> Any:
        raise NotImplementedError

    def call_tool(
        self, name: str, arguments: Mapping[str, object] | None, *_: object, **__: object
    ) -> Any:
        if name != "greet":
            raise UnknownToolError(name)
        if not isinstance(arguments, dict):
            raise InvalidArgumentsError("no object")
        if not arguments:
            return Outcome([{"type": "text", "text": "/name: required"}], None, is_error=True)
        value: dict[str, object] = {"text": f"Hello {arguments['name']}"}
        return Outcome([{"type": "text", "text": json.dumps(value)}], value)


async def list_tools(_: Any, __: Any) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[types.Tool.model_validate(TOOL)])


async def call_tool(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
    try:
        outcome = FakeSurface().call_tool(params.name, params.arguments or {})
    except UnknownToolError as error:
        raise MCPError(code=-32602, message=str(error)) from None
    return types.CallToolResult(
        content=outcome.content, structured_content=outcome.structured, is_error=outcome.is_error
    )


HINT = CacheHint(ttl_ms=9, scope="private")
SERVER: Server[Any] = Server(
    "hall",
    version="1",
    instructions="Be kind.",
    on_list_tools=list_tools,
    on_call_tool=call_tool,
    cache_hints={"tools/list": HINT, "server/discover": HINT},
)


@dataclass
class Exchange:
    """The least a kernel needs to know of a transport."""

    request_id: int = 1
    message_metadata: None = None
    can_send_request: bool = False
    transport: TransportContext = field(
        default_factory=lambda: TransportContext(kind="test", can_send_request=False)
    )

    async def notify(self, *_: object) -> None:
        return None

    async def progress(self, *_: object) -> None:
        return None


def theirs(method: str, params: dict[str, Any] | None, version: str) -> Any:
    async def run() -> dict[str, Any]:
        if version == MODERN:
            verdict = classify_inbound_request({"method": method, "params": params})
            if isinstance(verdict, InboundLadderRejection):
                raise MCPError(verdict.code, verdict.message, verdict.data)
        connection = Connection.from_envelope(version, None, None)
        exchange: Any = Exchange()
        return await serve_one(
            SERVER, exchange, method, params, connection=connection, lifespan_state={}
        )

    try:
        return {"result": asyncio.run(run())}
    except Exception as error:  # noqa: BLE001 - this is how the SDK words what was raised
        data = modern_error_data(error)
        return {"error": data.model_dump(exclude_none=True)}


def ours(method: str, params: dict[str, Any] | None, version: str) -> Any:
    about = About("hall", "1", "Be kind.", client_ttl_ms=9)
    request = JSONRPCRequest(jsonrpc="2.0", id=1, method=method, params=params)
    reply = Dispatcher(FakeSurface, about).reply(request, spoken_by_header(version), None, None)
    answer = json.loads(reply.body or b"")
    del answer["jsonrpc"], answer["id"]
    return answer


def same(method: str, params: dict[str, Any] | None, version: str) -> Any:
    mine, other = ours(method, params, version), theirs(method, params, version)
    # The SDK names an empty set of experiments; nobody needs to hear of it.
    other.get("result", {}).get("capabilities", {}).pop("experimental", None)
    assert mine == other
    if "result" in mine:
        methods.validate_server_result(method, version, mine["result"])
    return mine


def enveloped(params: dict[str, Any], version: str) -> dict[str, Any]:
    if version != MODERN:
        return params
    meta = {
        types.PROTOCOL_VERSION_META_KEY: MODERN,
        types.CLIENT_CAPABILITIES_META_KEY: {},
        types.CLIENT_INFO_META_KEY: CLIENT,
    }
    return {**params, "_meta": meta}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("tools/list", {}),
        ("tools/call", {"name": "greet", "arguments": {"name": "Ada"}}),
        ("tools/call", {"name": "greet", "arguments": {}}),
        ("tools/call", {"name": "greet"}),
        ("tools/call", {"name": "greet", "arguments": None}),
        ("tools/call", {"name": "nobody", "arguments": {}}),
        ("tools/call", {"name": "greet", "arguments": []}),
        ("tools/call", {"name": "greet", "arguments": ""}),
        ("tools/call", {"name": "greet", "arguments": False}),
        ("tools/call", {"name": 5, "arguments": "x"}),
        ("tools/call", {"name": 5}),
        ("tools/call", {}),
        ("tools/list", {"cursor": 5}),
        ("server/discover", {}),
        ("initialize", INIT),
        ("initialize", {"protocolVersion": 5}),
        ("ping", {}),
        ("prompts/list", {}),
        ("prompts/get", {}),
        ("prompts/get", {"name": "x"}),
        ("resources/list", {}),
        ("logging/setLevel", {"level": "info"}),
        ("logging/setLevel", {"level": "loud"}),
        ("completion/complete", {}),
        ("tools/no-such", {}),
        ("", {}),
    ],
)
def test_the_same_message_gets_the_same_answer(
    method: str, params: dict[str, Any], version: str
) -> None:
    same(method, enveloped(params, version), version)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("method", ["ping", "tools/list", "tools/call", "initialize"])
def test_absent_parameters_get_the_same_answer(method: str, version: str) -> None:
    for _ in range(2):  # what was good once is not judged again
        same(method, None, version)


@pytest.mark.parametrize(
    "meta",
    [
        None,
        [],
        {},
        {types.PROTOCOL_VERSION_META_KEY: MODERN},
        {types.PROTOCOL_VERSION_META_KEY: 5, types.CLIENT_CAPABILITIES_META_KEY: {}},
        {types.PROTOCOL_VERSION_META_KEY: "1999", types.CLIENT_CAPABILITIES_META_KEY: {}},
        {types.PROTOCOL_VERSION_META_KEY: MODERN, types.CLIENT_CAPABILITIES_META_KEY: 5},
        {
            types.PROTOCOL_VERSION_META_KEY: MODERN,
            types.CLIENT_CAPABILITIES_META_KEY: {},
            "role": "admin",
        },
    ],
)
def test_envelopes_are_judged_alike(meta: Any) -> None:
    same("tools/list", {"_meta": meta}, MODERN)


def test_the_negotiated_version_is_the_same() -> None:
    for requested in (*HANDSHAKE_PROTOCOL_VERSIONS, MODERN, "x", ""):
        answer = same("initialize", {**INIT, "protocolVersion": requested}, "2025-03-26")
        assert answer["result"]["protocolVersion"] in HANDSHAKE_PROTOCOL_VERSIONS
