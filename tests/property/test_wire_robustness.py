"""Whatever a client sends, the framing answers with a message of its own."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from schemac.wire.exchange import HttpRequest
from schemac.wire.lines import folded
from tests.e2e.served import CALLERS, MEMBER, make_app

if TYPE_CHECKING:
    from schemac.flask import Mount

MODERN = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}
TOOLS = ["advance_step", "send_sms", "in_a_region", "go_wrong", "staff_only", "nobody", ""]
METHODS = [
    "initialize",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "prompts/get",
    "notifications/initialized",
    "notifications/cancelled",
]
STATUSES = {200, 202, 400, 404, 406, 413, 415}


@cache
def mount() -> Mount:
    found: Mount = make_app(page_size=3).extensions["schemac"]["schemac"]
    return found


scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8)
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=6) | st.just("_meta"), inner, max_size=3)
    ),
    max_leaves=8,
)
params = st.one_of(
    values,
    st.fixed_dictionaries(
        {},
        optional={
            "_meta": st.just(META) | values,
            "name": st.sampled_from(TOOLS) | values,
            "arguments": values
            | st.fixed_dictionaries(
                {},
                optional={
                    "applicant_id": values,
                    "region": st.sampled_from(["eu", "us"]) | values,
                    "how": st.sampled_from(["told", "denied", "broken"]),
                },
            ),
            "cursor": values,
            "uri": st.sampled_from(["schemac://surface", "schemac://tool/x"]) | values,
            "protocolVersion": st.sampled_from([MODERN, "2025-11-25"]) | values,
            "capabilities": values,
            "clientInfo": values,
        },
    ),
)
messages = st.one_of(
    values,
    st.fixed_dictionaries(
        {"jsonrpc": st.just("2.0"), "method": st.sampled_from(METHODS) | st.text(max_size=8)},
        optional={"id": st.integers() | st.text(max_size=5) | values, "params": params},
    ),
)
bodies = st.one_of(
    st.binary(max_size=40),
    messages.map(lambda message: json.dumps(message).encode()),
    messages.map(lambda message: json.dumps(message).encode()[:-1]),
)
words = st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=12)
headers = st.fixed_dictionaries(
    {},
    optional={
        "Content-Type": st.just("application/json") | words,
        "Accept": st.sampled_from(["*/*", "application/json", "text/event-stream"]) | words,
        "Content-Encoding": st.just("identity") | words,
        "Content-Length": st.sampled_from(["5", "99999999"]) | words,
        "MCP-Protocol-Version": st.sampled_from([MODERN, "2025-11-25", "1999"]) | words,
        "Mcp-Method": st.sampled_from(METHODS) | words,
        "Mcp-Name": st.sampled_from(TOOLS) | words,
        "Mcp-Param-Region": st.sampled_from(["eu", "=?base64?ZXU=?="]) | words,
    },
)
usual = st.just({"Content-Type": "application/json"})


def asked(body: bytes, lines: dict[str, str]) -> HttpRequest:
    named, doubled = folded(list(lines.items()))
    return HttpRequest("POST", "http", named, lambda most: body[:most], doubled=doubled)


def judge(status: int, body: Any) -> None:
    assert status in STATUSES
    if not isinstance(body, bytes):
        body = b"".join(body).rpartition(b"data: ")[2]
    if not body:
        assert status == 202
        return
    answer = json.loads(body)
    assert answer["jsonrpc"] == "2.0"
    assert ("result" in answer) != ("error" in answer)
    assert "secret of" not in body.decode()
    if "error" in answer:
        assert answer["error"]["code"] != -32603


@settings(max_examples=150, deadline=None)
@given(bodies, usual | headers, st.sampled_from([None, "staff", "nowhere"]))
def test_every_request_gets_an_answer(
    body: bytes, lines: dict[str, str], domain: str | None
) -> None:
    reply = mount().endpoint.reply(asked(body, lines), CALLERS[MEMBER], domain)
    judge(reply.status, reply.body)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(METHODS), params, st.booleans())
def test_every_request_in_good_form_gets_an_answer(
    method: str,
    given_params: Any,
    modern: bool,  # noqa: FBT001 - hypothesis gives it by position
) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": given_params}
    lines = {"Content-Type": "application/json"}
    if modern:
        name = given_params.get("name") if isinstance(given_params, dict) else None
        lines |= {"MCP-Protocol-Version": MODERN, "Mcp-Method": method, "Mcp-Name": str(name)}
    reply = mount().endpoint.reply(
        asked(json.dumps(message).encode(), lines), CALLERS[MEMBER], None
    )
    judge(reply.status, reply.body)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=30) | words)
def test_every_origin_is_judged(origin: str) -> None:
    refusal = mount().endpoint.refusal(asked(b"", {"Origin": origin, "Host": "localhost:5000"}))
    assert (refusal is None) == (origin.lower() == "http://localhost:5000")
