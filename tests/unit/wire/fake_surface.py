"""A surface that answers what it is told to, and messages to a dispatcher over it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from schemac.runtime.errors import InvalidArgumentsError, UnknownToolError
from schemac.wire.about import About
from schemac.wire.dispatch import Dispatcher, envelope, spoken_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.runtime.admission import Admit

__all__ = ["ENVELOPE", "TOOL", "FakeSurface", "ask", "dispatcher", "new", "old", "surface"]

ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
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


def surface() -> FakeSurface:
    return FakeSurface()


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
