"""A request with every fault at once: each refusal comes in its turn, so none tells of a later."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.served import MEMBER, calls, make_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient

VERSION = "2025-11-25"
MODERN = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return make_app(limits={"body": 4096}).test_client()


def message(**changed: Any) -> str:
    said: dict[str, Any] = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "advance_step", "arguments": {"applicant_id": "a"}},
    }
    return json.dumps({**said, **changed})


PARAMS = {"name": "advance_step", "arguments": {"applicant_id": 5}}
BODIES = {
    "parse": "{",
    "envelope": message(jsonrpc="1.0", method="no/such", params={"name": "no"}),
    "method": message(method="no/such", params={"name": "no", "arguments": []}),
    "object": message(params={"name": "send_sms", "arguments": []}),
    "tool": message(params={"name": "send_sms", "arguments": {"to": 5}}),
    "arguments": message(params=PARAMS),
    "nothing": message(),
}
STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("405", {"method": "POST"}),
    ("403", {"Origin": None}),
    ("401", {"Authorization": f"Bearer {MEMBER}"}),
    ("404", {"path": "/mcp"}),
    ("415", {"Content-Type": "application/json"}),
    ("415", {"Content-Encoding": None}),
    ("406", {"Accept": None}),
    ("413", {"padding": ""}),
    ("400 -32700", {"body": BODIES["envelope"]}),
    ("400 -32600", {"body": BODIES["method"]}),
    ("200 -32601", {"body": BODIES["object"]}),
    ("200 -32602 Invalid request parameters", {"body": BODIES["tool"]}),
    ("200 -32602 Unknown tool: send_sms", {"body": BODIES["arguments"]}),
    ("200 error /applicant_id: expected a string, got 5", {"body": BODIES["nothing"]}),
)
ALL_WRONG: dict[str, Any] = {
    "method": "PUT",
    "path": "/mcp/nowhere",
    "body": BODIES["parse"],
    "padding": " " * 5000,
    "Origin": "https://evil.example",
    "Authorization": "Bearer nobody",
    "Content-Type": "text/plain",
    "Content-Encoding": "gzip",
    "Accept": "text/html",
    "Mcp-Protocol-Version": VERSION,
}


def seen(client: FlaskClient, asked: dict[str, Any]) -> str:
    plain = ("method", "path", "body", "padding")
    headers = {key: each for key, each in asked.items() if key not in plain and each is not None}
    data = asked["body"] + asked["padding"]
    response = client.open(asked["path"], method=asked["method"], data=data, headers=headers)
    if response.status_code not in (200, 400):
        return str(response.status_code)
    answer = response.get_json()
    if "error" in answer:
        error = answer["error"]
        words = f" {error['message']}" if error["code"] == -32602 else ""
        return f"{response.status_code} {error['code']}{words}"
    result = answer["result"]
    assert ("structuredContent" in result) is not result["isError"]
    return f"200 {'error' if result['isError'] else 'ok'} {result['content'][0]['text']}"


def test_refusals_come_in_the_order_of_the_table(client: FlaskClient) -> None:
    calls.clear()
    asked, found = dict(ALL_WRONG), []
    for expected, mended in STEPS:
        found.append((expected, seen(client, asked)))
        asked |= mended
    assert [answer for _, answer in found] == [expected for expected, _ in found]
    assert calls == []
    assert seen(client, asked).startswith('200 ok {"success":true')
    assert len(calls) == 1


@pytest.mark.parametrize("step", range(len(STEPS)))
def test_a_fault_that_comes_later_changes_no_byte_of_a_refusal(
    client: FlaskClient, step: int
) -> None:
    """The refusal at each step is the same whether or not more is wrong behind it."""
    late = dict(ALL_WRONG)
    for _, mended in STEPS[:step]:
        late |= mended
    alone = dict(late)
    own = STEPS[step][1]
    for _, mended in STEPS[step + 1 :]:
        alone |= {key: each for key, each in mended.items() if key not in own and key != "body"}
    assert seen(client, alone) == seen(client, late) == STEPS[step][0]


def test_in_the_modern_era_the_routing_headers_come_before_the_tool(client: FlaskClient) -> None:
    params = {"name": "send_sms", "arguments": {"to": 5}, "_meta": META}
    asked = {
        "method": "POST",
        "path": "/mcp",
        "body": message(params=params),
        "padding": "",
        "Authorization": f"Bearer {MEMBER}",
        "Content-Type": "application/json",
        "Mcp-Protocol-Version": MODERN,
        "Mcp-Method": "tools/call",
        "Mcp-Name": "advance_step",
    }
    assert seen(client, asked) == "400 -32020"
    asked["Mcp-Name"] = "send_sms"
    assert seen(client, asked) == "400 -32602 Unknown tool: send_sms"
