"""Attacks 22, 24, 29, 31, 32 and 48: messages that are not what they seem."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.served import ADMIN, MEMBER, calls, make_app

if TYPE_CHECKING:
    from flask.testing import FlaskClient

MODERN = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}
ADVANCE = {"name": "advance_step", "arguments": {"applicant_id": "a"}}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return make_app().test_client()


@pytest.fixture(autouse=True)
def _no_calls_yet() -> None:
    calls.clear()


def post(client: FlaskClient, body: bytes | str, token: str = MEMBER, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(
        "/mcp",
        data=body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}", **named},
    )


def old(method: str, params: Any, request_id: Any = 1) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})


def new(client: FlaskClient, method: str, params: dict[str, Any], **headers: str | None) -> Any:
    given = {"Mcp_Protocol_Version": MODERN, "Mcp_Method": method, "Mcp_Name": params.get("name")}
    named = {name: value for name, value in {**given, **headers}.items() if value is not None}
    return post(client, old(method, {**params, "_meta": META}), **named)


@pytest.mark.parametrize(
    "body",
    [
        f"[{old('tools/call', ADVANCE)}]",
        f"[{old('tools/call', ADVANCE)},{old('tools/call', ADVANCE, 2)}]",
        "[]",
        old("tools/call", ADVANCE, None),
        old("tools/call", ADVANCE, 1.5),
        old("tools/call", ADVANCE, request_id=True),
        old("tools/call", ADVANCE, {"a": 1}),
        old("tools/call", [ADVANCE]),
        old("tools/call", ADVANCE).replace('"2.0"', '"2.1"'),
        old("tools/call", ADVANCE).replace('"method"', '"Method"'),
        old("tools/call", ADVANCE).replace('"id": 1', '"id": 1, "id": 2'),
        old("tools/call", ADVANCE).replace('"params"', '"params": {}, "params"'),
        old("tools/call", ADVANCE).replace('"a"', '"a", "applicant_id": "b"'),
        old("tools/call", ADVANCE).replace('"a"', "NaN"),
        old("tools/call", ADVANCE).replace('"a"', "1e999"),
        old("tools/call", ADVANCE).replace('"a"', "9" * 5000),
        old("tools/call", ADVANCE).replace('"a"', '"\\ud800"'),
        old("tools/call", ADVANCE).replace('"a"', "[" * 1000 + "]" * 1000),
        old("tools/call", ADVANCE).replace('"a"', "[" * 200_000),
        old("tools/call", ADVANCE) + old("tools/call", ADVANCE),
        "\ufeff" + old("tools/call", ADVANCE),
    ],
)
def test_31_a_broken_message_calls_nothing_and_is_400(client: FlaskClient, body: str) -> None:
    for version in ("2025-11-25", MODERN):
        response = post(client, body, Mcp_Protocol_Version=version)
        answer = response.get_json()
        assert response.status_code == 400
        assert answer["id"] is None
        assert answer["error"]["code"] in (-32700, -32600)
    assert calls == []


def test_31_a_huge_id_comes_back_whole(client: FlaskClient) -> None:
    for request_id in (10**300, -1, 0, "", "x" * 10_000, "\u2028\x00é"):
        answer = post(client, old("ping", {}, request_id)).get_json()
        assert answer == {"jsonrpc": "2.0", "id": request_id, "result": {}}


def test_31_a_notification_that_looks_like_a_call_calls_nothing(client: FlaskClient) -> None:
    body = json.dumps({"jsonrpc": "2.0", "method": "tools/call", "params": ADVANCE})
    for version in ("2025-11-25", MODERN):
        response = post(client, body, Mcp_Protocol_Version=version)
        assert (response.status_code, response.data) == (202, b"")
    assert calls == []


def test_31_methods_that_do_not_exist(client: FlaskClient) -> None:
    for method in ("tools/CALL", "tools/call ", "rpc.discover", "__class__", "tools/call\x00", ""):
        answer = post(client, old(method, ADVANCE)).get_json()
        assert answer["error"] == {"code": -32601, "message": "Method not found", "data": method}
    assert calls == []


def test_31_words_about_policy_in_meta_change_nothing(client: FlaskClient) -> None:
    meta = {
        "role": "admin",
        "requires": ["backward_routing"],
        "context": {"user": "admin"},
        "io.modelcontextprotocol/clientInfo": {"name": "admin", "version": "1"},
    }
    arguments = {"applicant_id": "a", "stage_id": "s", "_meta": meta, "requires": "admin"}
    params = {"name": "advance_step", "arguments": arguments, "_meta": meta, "role": "admin"}
    result = post(client, old("tools/call", params)).get_json()["result"]
    assert "audit_trail" not in result["structuredContent"]
    assert calls == [("advance_step", {"applicant_id": "a", "stage_id": None})]
    tools = post(client, old("tools/list", {"_meta": meta})).get_json()["result"]["tools"]
    assert tools == post(client, old("tools/list", {})).get_json()["result"]["tools"]


def test_32_headers_that_disagree_with_the_body(client: FlaskClient) -> None:
    call = {"name": "in_a_region", "arguments": {"region": "eu"}}
    fine: dict[str, str | None] = {"Mcp_Param_Region": "eu"}
    assert new(client, "tools/call", call, **fine).status_code == 200
    assert len(calls) == 1
    wrong: list[dict[str, str | None]] = [
        {"Mcp_Name": "advance_step"},
        {"Mcp_Name": "In_A_Region"},
        {"Mcp_Name": "=?base64?!?="},
        {"Mcp_Name": None},
        {"Mcp_Method": "tools/list"},
        {"Mcp_Method": "tools/call, tools/call"},
        {"Mcp_Method": None},
        {"Mcp_Protocol_Version": "2027-01-01"},
        {"Mcp_Protocol_Version": f"{MODERN}, {MODERN}"},
        {"Mcp_Param_Region": "us"},
        {"Mcp_Param_Region": "eu, eu"},
        {"Mcp_Param_Region": "=?base64?ZXU?="},
        {"Mcp_Param_Region": None},
    ]
    for headers in wrong:
        response = new(client, "tools/call", call, **{**fine, **headers})
        assert response.status_code == 400, headers
        assert response.get_json()["error"]["code"] == -32020, headers
    assert len(calls) == 1


def test_32_the_header_of_a_hidden_parameter_is_an_unknown_header(client: FlaskClient) -> None:
    call = {"name": "in_a_region", "arguments": {"region": "eu"}}
    answers = {
        new(client, "tools/call", call, Mcp_Param_Region="eu", **extra).data
        for extra in ({}, {"Mcp_Param_Tier": "gold"}, {"Mcp_Param_Nobody": "gold"})
    }
    assert len(answers) == 1


def test_32_origins_that_are_not_ours(client: FlaskClient) -> None:
    for origin in ("https://evil.example", "null", "", "http://localhost:1", "http://localhost@e"):
        response = post(client, old("tools/call", ADVANCE), Origin=origin)
        assert response.status_code == 403
        assert response.get_json()["id"] is None
    assert post(client, old("ping", {}), Origin="http://localhost").status_code == 200
    assert calls == []


@pytest.mark.parametrize("method", ["tools/call", "tools/list"])
def test_48_hidden_and_unknown_differ_in_nothing(client: FlaskClient, method: str) -> None:
    """Same status, same headers, same bytes but for the name that was sent."""

    def seen(name: str, **kind: str) -> tuple[int, dict[str, str], bytes]:
        params = {"name": name, "arguments": {"to": "x", "text": "y"}}
        response = (
            post(client, old(method, params), **kind) if not kind else new(client, method, params)
        )
        headers = {key: value for key, value in response.headers if key != "Date"}
        return response.status_code, headers, response.data.replace(name.encode(), b"NAME")

    for kind in ({}, {"era": "modern"}):
        hidden, unknown = seen("send_sms", **kind), seen("send_smt", **kind)
        assert hidden == unknown
    assert calls == []


def test_the_same_tool_is_there_for_those_who_may(client: FlaskClient) -> None:
    params = {"name": "send_sms", "arguments": {"to": "x", "text": "y"}}
    result = post(client, old("tools/call", params), token=ADMIN).get_json()["result"]
    assert result["structuredContent"] == {"sent": True}
    assert "secret" not in json.dumps(result)


def test_46_nothing_about_a_hidden_tool_is_in_any_answer(client: FlaskClient) -> None:
    asked = [
        old("tools/list", {}),
        old("tools/call", {"name": "send_sm", "arguments": {}}),
        old("tools/call", {"name": "advance_step", "arguments": {}}),
        old("resources/list", {}),
        old("resources/read", {"uri": "schemac://surface"}),
        old("resources/read", {"uri": "schemac://tool/send_sm"}),
        old("prompts/get", {"name": "send_sm"}),
    ]
    for body in asked:
        text = post(client, body).text
        assert "send_sms" not in text
        assert not re.search("stage_id|audit_trail|backward_routing|Tier", text)


def test_29_a_body_too_large_is_never_parsed(client: FlaskClient) -> None:
    body = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"' + b"a" * 2**20 + b'"}}'
    response = post(client, body)
    assert (response.status_code, response.get_json()["id"]) == (413, None)
    chunked = {"wsgi.input_terminated": True, "CONTENT_LENGTH": ""}
    response = client.post(
        "/mcp",
        data=body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {MEMBER}"},
        environ_overrides=chunked,
    )
    assert (response.status_code, response.get_json()["id"]) == (413, None)


def test_29_compressed_bodies_are_never_opened(client: FlaskClient) -> None:
    for encoding in ("gzip", "deflate", "br", "gzip, identity"):
        assert post(client, old("ping", {}), Content_Encoding=encoding).status_code == 415


def test_47_listings_are_never_kept_by_anybody_else(client: FlaskClient) -> None:
    response = post(client, old("tools/list", {}))
    assert response.headers["Cache-Control"] == "private, no-store"
    assert "ETag" not in response.headers
    answer = new(client, "tools/list", {}).get_json()["result"]
    assert (answer["ttlMs"], answer["cacheScope"]) == (0, "private")


def test_47_a_cursor_of_one_caller_is_nothing_to_another() -> None:
    client = make_app(page_size=2).test_client()
    mine = post(client, old("tools/list", {}), token=ADMIN).get_json()["result"]["nextCursor"]
    answer = post(client, old("tools/list", {"cursor": mine}), token=ADMIN).get_json()
    assert len(answer["result"]["tools"]) == 2
    answer = post(client, old("tools/list", {"cursor": mine})).get_json()
    assert answer["error"] == {"code": -32602, "message": "Invalid cursor"}


@pytest.mark.parametrize("zeros", [1, 20, 4300, 9000])
def test_29_zeros_before_a_length_change_nothing(client: FlaskClient, zeros: int) -> None:
    body = old("ping", {}).encode()
    for more, status in ((0, 200), (1 << 30, 413)):
        length = "0" * zeros + str(len(body) + more)
        response = client.post(
            "/mcp",
            data=body,
            content_type="application/json",
            headers={"Authorization": f"Bearer {MEMBER}"},
            environ_overrides={"CONTENT_LENGTH": length},
        )
        assert response.status_code == status
