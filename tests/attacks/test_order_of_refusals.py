"""A request with every fault at once: each refusal comes in its turn, so none tells of a later."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from tests.attacks.modern_envelope import META, MODERN
from tests.e2e.served import MEMBER, calls, make_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

VERSION = "2025-11-25"


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
    "tool": message(params={"name": "send_sms", "arguments": []}),
    "object": message(params={"name": "advance_step", "arguments": []}),
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
    ("200 -32601", {"body": BODIES["tool"]}),
    ("200 -32602 Unknown tool: send_sms", {"body": BODIES["object"]}),
    ("200 -32602 Invalid request parameters", {"body": BODIES["arguments"]}),
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
    headers = {key: each for key, each in asked.items() if key[0].isupper() and each is not None}
    data = asked["body"] + asked["padding"]
    response = client.open(asked["path"], method=asked["method"], data=data, headers=headers)
    answer: dict[str, Any] = response.get_json(silent=True) or {}
    if response.status_code not in (200, 400, 404) or answer.get("id") is None:
        return str(response.status_code) + _code_of_400(response)
    if "error" in answer:
        error = answer["error"]
        words = f" {error['message']}" if error["code"] == -32602 else ""
        return f"{response.status_code} {error['code']}{words}"
    result = answer["result"]
    assert ("structuredContent" in result) is not result["isError"]
    return f"200 {'error' if result['isError'] else 'ok'} {result['content'][0]['text']}"


def _code_of_400(response: TestResponse) -> str:
    return f" {response.get_json()['error']['code']}" if response.status_code == 400 else ""


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


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a request, and how it is answered where nothing else is."""

    answer: str
    asked: dict[str, Any] = field(default_factory=dict)
    said: dict[str, Any] = field(default_factory=dict)
    params: dict[str, Any] = field(default_factory=dict)
    modern: str | None = None


FAULTS = {
    "method of HTTP": Fault("405", {"method": "PUT"}),
    "origin": Fault("403", {"Origin": "https://evil.example"}),
    "caller": Fault("401", {"Authorization": "Bearer nobody"}),
    "domain": Fault("404", {"path": "/mcp/nowhere"}),
    "type": Fault("415", {"Content-Type": "text/plain"}),
    "encoding": Fault("415", {"Content-Encoding": "gzip"}),
    "accept": Fault("406", {"Accept": "text/html"}),
    "size": Fault("413", {"padding": " " * 5000}),
    "parse": Fault("400 -32700", {"broken": True}),
    "envelope": Fault("400 -32600", said={"jsonrpc": "1.0"}),
    "method": Fault("200 -32601", said={"method": "no/such"}, modern="404 -32601"),
    "tool": Fault(
        "200 -32602 Unknown tool: send_sms",
        params={"name": "send_sms"},
        modern="400 -32602 Unknown tool: send_sms",
    ),
    "object": Fault(
        "200 -32602 Invalid request parameters",
        params={"arguments": ["a"]},
        modern="400 -32602 Invalid request parameters",
    ),
    "arguments": Fault(
        "200 error /applicant_id: expected a string, got 5",
        params={"arguments": {"applicant_id": 5}},
    ),
}
PAIRS = list(combinations(FAULTS, 2))


def with_faults(version: str, *faults: Fault) -> dict[str, Any]:
    """Make a request with these faults; of two for one place the later gives way."""
    asked: dict[str, Any] = {
        "method": "POST",
        "path": "/mcp",
        "padding": "",
        "Authorization": f"Bearer {MEMBER}",
        "Content-Type": "application/json",
        "Mcp-Protocol-Version": version,
    }
    said: dict[str, Any] = {"method": "tools/call"}
    params: dict[str, Any] = {"name": "advance_step", "arguments": {"applicant_id": "a"}}
    for fault in reversed(faults):
        asked |= fault.asked
        said |= fault.said
        params |= fault.params
    if version == MODERN:
        params["_meta"] = META
        asked |= {"Mcp-Method": said["method"], "Mcp-Name": params["name"]}
    text = message(**said, params=params)
    return {**asked, "body": text[:-1] if asked.pop("broken", False) else text}


def raw(client: FlaskClient, asked: dict[str, Any]) -> tuple[int, bytes]:
    headers = {key: each for key, each in asked.items() if key[0].isupper()}
    data = asked["body"] + asked["padding"]
    answer = client.open(asked["path"], method=asked["method"], data=data, headers=headers)
    return answer.status_code, answer.data


@pytest.mark.parametrize("version", [VERSION, MODERN])
@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_alone_has_its_answer(client: FlaskClient, version: str, name: str) -> None:
    fault = FAULTS[name]
    expected = fault.modern if version == MODERN and fault.modern else fault.answer
    assert seen(client, with_faults(version, fault)) == expected


@pytest.mark.parametrize("version", [VERSION, MODERN])
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_of_two_faults_the_first_is_answered_to_the_byte(
    client: FlaskClient, version: str, first: str, second: str
) -> None:
    calls.clear()
    both = with_faults(version, FAULTS[first], FAULTS[second])
    assert raw(client, both) == raw(client, with_faults(version, FAULTS[first]))
    assert calls == []
