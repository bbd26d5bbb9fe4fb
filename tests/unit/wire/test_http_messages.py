"""What a body may say, and the status that its answer has."""

from __future__ import annotations

import json
from typing import Any

import pytest

from schemac.runtime.settings import Limits
from tests.unit.wire.endpoints import MODERN, PING, answer, ask, asked, endpoint, request

META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}


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
