from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from schemac.runtime.errors import Forbidden, Unauthorized, UnknownDomainError
from schemac.runtime.settings import Limits
from schemac.wire.about import About
from schemac.wire.callers import broken_caller, refused_caller, refused_with_status
from schemac.wire.dispatch import Dispatcher
from schemac.wire.exchange import HttpReply, HttpRequest
from schemac.wire.http import Endpoint
from schemac.wire.lines import folded

if TYPE_CHECKING:
    from collections.abc import Callable

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
MODERN = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}


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


@pytest.mark.parametrize("method", ["GET", "DELETE", "HEAD", "PUT", "PATCH", "TRACE", "post"])
def test_other_methods_are_405(method: str) -> None:
    reply = endpoint().refusal(request(method=method))
    assert reply is not None
    assert reply.status == 405
    assert dict(reply.headers)["Allow"] == "POST, OPTIONS"
    assert answer(reply)["error"]["code"] == -32600
    assert answer(reply)["id"] is None


def test_options_is_a_bare_yes() -> None:
    reply = endpoint().refusal(request(method="OPTIONS"))
    assert reply is not None
    assert (reply.status, reply.body) == (204, b"")
    assert dict(reply.headers) == {"Allow": "POST, OPTIONS", "Cache-Control": "private, no-store"}


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        (None, "evil.example", True),
        ("http://localhost:5000", "localhost:5000", True),
        ("http://LOCALHOST:5000", "localhost:5000", True),
        ("http://127.0.0.1:5000", "127.0.0.1:5000", True),
        ("http://[::1]:5000", "[::1]:5000", True),
        ("http://localhost", "localhost", True),
        ("http://localhost:80", "localhost", True),
        ("https://localhost", "localhost", False),
        ("http://localhost:5001", "localhost:5000", False),
        ("http://localhost", "localhost:5000", False),
        ("http://evil.example", "evil.example", False),
        ("http://evil.example", "localhost", False),
        ("http://localhost:5000@evil.example", "localhost:5000", False),
        ("http://localhost:5000/", "localhost:5000", False),
        ("http://localhost:5000, http://localhost:5000", "localhost:5000", False),
        ("http://localhost.evil.example", "localhost", False),
        ("http://127.0.0.1.evil.example", "127.0.0.1", False),
        ("null", "localhost:5000", False),
        ("", "localhost:5000", False),
        ("file://", "localhost:5000", False),
        ("http://localhost:99999", "localhost:99999", False),
        ("https://app.example", "evil.example", True),
        ("https://app.example:8443", "evil.example", False),
    ],
)
def test_origins(origin: str | None, host: str, allowed: bool) -> None:  # noqa: FBT001 - a table
    where = endpoint(allowed_origins=frozenset({"https://app.example"}))
    reply = where.refusal(request(origin=origin, host=host))
    assert (reply is None) == allowed
    if reply is not None:
        assert reply.status == 403
        assert answer(reply)["id"] is None


def test_a_trusted_host_may_be_its_own_origin() -> None:
    lines = [("Host", "app.example"), ("Origin", "https://app.example")]
    for trusted in (True, False):
        seen = asked(lines, lambda _: PING, scheme="https", trusts_host=partial(bool, trusted))
        assert (endpoint().refusal(seen) is None) == trusted


@pytest.mark.parametrize(
    "value", ["application/json", "Application/JSON", "application/json; charset=utf-8"]
)
def test_json_is_taken(value: str) -> None:
    assert ask(content_type=value) == (200, {"jsonrpc": "2.0", "id": 1, "result": {}})


@pytest.mark.parametrize(
    "value",
    [None, "", "text/plain", "application/jsonx", "application/json, text/plain", "json", "a/b"],
)
def test_other_content_types_are_415(value: str | None) -> None:
    status, body = ask(content_type=value)
    assert (status, body["error"]["code"], body["id"]) == (415, -32600, None)


@pytest.mark.parametrize(
    ("value", "status"),
    [(None, 200), ("identity", 200), ("gzip", 415), ("deflate", 415), ("identity, gzip", 415)],
)
def test_encoded_bodies_are_415(value: str | None, status: int) -> None:
    assert ask(content_encoding=value)[0] == status


@pytest.mark.parametrize(
    ("value", "status"),
    [
        (None, 200),
        ("", 200),
        ("*/*", 200),
        ("application/*", 200),
        ("application/json, text/event-stream", 200),
        ("text/html, application/json;q=0.5", 200),
        ("text/event-stream", 406),
        ("application/json;q=0", 406),
        ("application/json;q=0, */*", 406),
        ("application/*;q=0.0, */*;q=1", 406),
        ("text/html;q=x, image/png", 406),
    ],
)
def test_an_accept_without_json_is_406(value: str | None, status: int) -> None:
    assert ask(accept=value)[0] == status


def test_a_body_over_the_limit_is_413_whether_announced_or_not() -> None:
    body = PING + b" " * 61
    assert len(body) == 101
    assert ask(body)[0] == 413
    assert ask(body[:100])[0] == 200
    for announced in ("101", "1" + "0" * 5000):
        seen = asked(
            [("Content-Type", "application/json"), ("Content-Length", announced)], _never_read
        )
        assert endpoint().reply(seen, None, None).status == 413


def _never_read(_: int) -> bytes:
    raise AssertionError


@pytest.mark.parametrize("length", ["-1", "1_0", "٣", "x", "1, 1"])
def test_a_length_that_is_no_number_is_400(length: str) -> None:
    assert ask(content_length=length)[0] == 400


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff",
        b"\xef\xbb\xbf" + PING,
        PING.decode().encode("utf-16"),
        b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1e999,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":' + b"1" * 5000 + b',"method":"ping"}',
        b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}}',
        b"[" * 100_000,
    ],
)
def test_what_cannot_be_read_is_400(body: bytes) -> None:
    for version in (None, "2025-11-25", MODERN):
        status, answered = ask(body, endpoint(limits=Limits(10**6)), mcp_protocol_version=version)
        assert status == 400
        assert answered["id"] is None
        assert answered["error"]["code"] in (-32700, -32600)


@pytest.mark.parametrize("body", [b"[]", b"[" + PING + b"]", b"1", b"null", b'"x"', b"{}"])
def test_what_is_no_single_message_is_400(body: bytes) -> None:
    for version in (None, MODERN):
        status, answered = ask(body, mcp_protocol_version=version)
        assert (status, answered["error"]["code"], answered["id"]) == (400, -32600, None)


def test_refusals_come_in_order() -> None:
    where = endpoint()
    bad = {
        "content_type": "text/plain",
        "accept": "text/html",
        "content_length": "9999",
    }
    seen = [where.reply(request(b"{", **bad), None, "nowhere").status]
    for gone in ("content_type", "accept", "content_length"):
        seen.append(where.reply(request(b"{", **bad), None, "staff").status)
        del bad[gone]
    seen.append(where.reply(request(b"{", **bad), None, "staff").status)
    assert seen == [404, 415, 406, 413, 400]


def test_notifications_are_202_and_empty() -> None:
    body = b'{"jsonrpc":"2.0","method":"tools/call","params":{"name":"x"}}'
    for version in (None, "2025-06-18", MODERN):
        reply = endpoint().reply(request(body, mcp_protocol_version=version), None, None)
        assert (reply.status, reply.body) == (202, b"")
        assert dict(reply.headers) == {"Cache-Control": "private, no-store"}


def test_a_notification_of_a_version_nobody_serves_is_told_so() -> None:
    body = b'{"jsonrpc":"2.0","method":"notifications/cancelled"}'
    status, answered = ask(body, mcp_protocol_version="2031-01-01")
    assert (status, answered["error"]["code"]) == (400, -32022)
    assert answered["error"]["data"] == {"supported": [MODERN], "requested": "2031-01-01"}


def test_a_posted_response_is_taken_by_the_older_eras_only() -> None:
    body = b'{"jsonrpc":"2.0","id":1,"result":{}}'
    assert endpoint().reply(request(body), None, None).status == 202
    assert ask(body, mcp_protocol_version=MODERN)[0] == 400


def modern(method: str, **changes: str | None) -> tuple[int, Any]:
    body = json.dumps(
        {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": META}}
    ).encode()
    headers: dict[str, Any] = {"mcp_protocol_version": MODERN, "mcp_method": method}
    status, answered = ask(body, endpoint(limits=Limits(1000)), **{**headers, **changes})
    return status, answered.get("error", {}).get("code")


def test_statuses_of_the_modern_era_follow_the_table() -> None:
    assert modern("server/discover") == (200, None)
    assert modern("no/such") == (404, -32601)
    assert modern("ping") == (404, -32601)
    assert modern("tools/call", mcp_name="x") == (400, -32602)
    assert modern("server/discover", mcp_method=None) == (400, -32020)
    assert modern("server/discover", mcp_method="tools/list") == (400, -32020)
    assert modern("server/discover", mcp_protocol_version="2027-01-01") == (400, -32020)
    assert modern("tools/list") == (200, -32603)


def test_statuses_of_the_older_eras_are_200() -> None:
    body = b'{"jsonrpc":"2.0","id":1,"method":"no/such"}'
    status, answered = ask(body, mcp_protocol_version="2025-11-25")
    assert (status, answered["error"]["code"]) == (200, -32601)


def test_a_doubled_routing_header_is_refused() -> None:
    body = json.dumps(
        {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": META}}
    ).encode()
    lines = [
        ("Content-Type", "application/json"),
        ("MCP-Protocol-Version", MODERN),
        ("Mcp-Method", "server/discover"),
        ("mcp-method", "server/discover"),
    ]
    seen = asked(lines, lambda most: body[:most])
    reply = endpoint(limits=Limits(1000)).reply(seen, None, None)
    assert (reply.status, answer(reply)["error"]) == (
        400,
        {"code": -32020, "message": "mcp-method header appears more than once"},
    )


@pytest.mark.parametrize(
    ("version", "code"), [(None, -32002), ("2025-11-25", -32002), (MODERN, 401)]
)
def test_an_unknown_caller_is_challenged(version: str | None, code: int) -> None:
    refusal = Unauthorized(realm='the "hall"', scope="a b", error="invalid_token")
    reply = refused_caller(
        request(mcp_protocol_version=version), refusal, "https://x/.well-known/y"
    )
    assert reply.status == 401
    assert answer(reply) == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": code, "message": "Unauthorized"},
    }
    assert dict(reply.headers)["WWW-Authenticate"] == (
        'Bearer realm="the \\"hall\\"", scope="a b", error="invalid_token", '
        'resource_metadata="https://x/.well-known/y"'
    )


def test_a_challenge_stays_one_line() -> None:
    refusal = Unauthorized(scheme="Basic\r\nX: y", error_description="é\r\nSet-Cookie: a=b")
    reply = refused_caller(request(), refusal)
    assert dict(reply.headers)["WWW-Authenticate"] == (
        'Bearer error_description="???Set-Cookie: a=b"'
    )


def test_a_caller_out_of_place_is_told_what_is_missing() -> None:
    reply = refused_caller(request(), Forbidden(scope="hall:write"))
    assert reply.status == 403
    assert dict(reply.headers)["WWW-Authenticate"] == (
        'Bearer error="insufficient_scope", scope="hall:write"'
    )
    assert answer(reply)["error"] == {"code": 403, "message": "Forbidden"}


def test_other_refusals_of_a_context_keep_their_status() -> None:
    reply = refused_with_status(request(), 429, "Too many", [("Retry-After", "3")])
    assert (reply.status, dict(reply.headers)["Retry-After"]) == (429, "3")
    assert answer(reply)["error"] == {"code": 429, "message": "Too many"}


def test_a_broken_context_is_a_500_with_an_id(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise KeyError("the secret")  # noqa: TRY301 - as a context callable would
    except KeyError:
        reply = broken_caller()
    error = answer(reply)["error"]
    assert (reply.status, error["code"], error["message"]) == (500, -32603, "Internal error")
    assert error["data"]["correlationId"] in caplog.text
    assert "the secret" in caplog.text
