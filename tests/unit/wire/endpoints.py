"""An endpoint without tools, and requests to it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from schemac.runtime.errors import UnknownDomainError
from schemac.runtime.settings import Limits
from schemac.wire.about import About
from schemac.wire.dispatch import Dispatcher
from schemac.wire.exchange import HttpReply, HttpRequest
from schemac.wire.http import Endpoint
from schemac.wire.lines import folded

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MODERN", "PING", "answer", "ask", "asked", "endpoint", "request"]

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
MODERN = "2026-07-28"


@dataclass
class NoTools:
    def listing(self, *_: object) -> Any:
        raise RuntimeError("there are none")

    def visit(self, *_: object) -> Any:
        raise RuntimeError("there are none")

    def call_tool(self, *_: object, **__: object) -> Any:
        raise RuntimeError("there are none")


def meet(context: object, domain: str | None) -> object:
    if domain not in (None, "staff"):
        raise UnknownDomainError(str(domain))
    return context


def endpoint(**changes: Any) -> Endpoint:
    given: dict[str, Any] = {
        "dispatcher": Dispatcher(NoTools, About("hall", "1")),
        "meet": meet,
        "limits": Limits(100),
    }
    return Endpoint(**{**given, **changes})


def request(body: bytes = PING, method: str = "POST", **headers: Any) -> HttpRequest:
    given = {"content_type": "application/json", "host": "localhost:5000", **headers}
    lines = [(name.replace("_", "-"), text) for name, text in given.items() if text is not None]
    return asked(lines, lambda most: body[:most], method)


def asked(
    lines: list[tuple[str, str]],
    read: Callable[[int], bytes],
    method: str = "POST",
    **more: Any,
) -> HttpRequest:
    headers, doubled = folded(lines)
    scheme = more.pop("scheme", "http")
    return HttpRequest(method, scheme, headers, read, doubled=doubled, **more)


def answer(reply: HttpReply) -> Any:
    assert isinstance(reply.body, bytes)
    assert dict(reply.headers)["Content-Type"] == "application/json"
    assert dict(reply.headers)["Cache-Control"] == "private, no-store"
    return json.loads(reply.body)


def ask(body: bytes = PING, where: Endpoint | None = None, **headers: Any) -> Any:
    reply = (where or endpoint()).reply(request(body, **headers), None, None)
    return reply.status, answer(reply)
