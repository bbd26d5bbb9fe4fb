"""The package's ladder is climbed once for what is the same in body and headers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from mcp.shared.inbound import InboundModernRoute, classify_inbound_request
from mcp_types.jsonrpc import JSONRPCRequest

from schemac.wire import ladder
from schemac.wire.eras import Spoken
from schemac.wire.ladder import Ladder
from schemac.wire.replies import WireError
from schemac.wire.validity import telling

VERSION = "2026-07-28"
MODERN = Spoken("modern", VERSION)
META: dict[str, Any] = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
}
HEADERS = {
    "mcp-protocol-version": VERSION,
    "mcp-method": "tools/call",
    "mcp-name": "t",
    "x-other": "1",
}


@pytest.fixture(autouse=True)
def climbed(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Note how often the package's own ladder is climbed."""
    noted: list[Any] = []

    def noting(body: Any, *, headers: Any) -> Any:
        noted.append(body)
        return classify_inbound_request(body, headers=headers)

    monkeypatch.setattr(ladder, "classify_inbound_request", noting)
    return noted


@pytest.fixture
def one() -> Ladder:
    return Ladder()


Code = Callable[["dict[str, Any] | None", "Mapping[str, str] | None"], "int | None"]


@pytest.fixture
def code(one: Ladder) -> Code:
    return partial(_code, one)


def _code(
    one: Ladder, params: dict[str, Any] | None, headers: Mapping[str, str] | None
) -> int | None:
    request = JSONRPCRequest(jsonrpc="2.0", id=1, method="tools/call", params=params)
    try:
        spoken = one.climb(request.method, telling(request, VERSION), MODERN, headers)
    except WireError as error:
        return error.failure.code
    assert spoken == MODERN
    return None


def params(name: str = "t", version: object = VERSION) -> dict[str, Any]:
    meta = {**META, "io.modelcontextprotocol/protocolVersion": version}
    return {"name": name, "_meta": meta, "arguments": {"secret": "x" * 5000}}


def test_the_same_is_judged_once_whatever_other_headers_and_arguments_there_are(
    code: Code, one: Ladder, climbed: list[Any]
) -> None:
    assert code(params(), HEADERS) is None
    assert code(params(), {**HEADERS, "x-other": "2"}) is None
    assert code({**params(), "arguments": {}}, HEADERS) is None
    assert len(climbed) == 1
    assert "secret" not in str(one.good)


@pytest.mark.parametrize("name", ["mcp-protocol-version", "mcp-method", "mcp-name"])
@pytest.mark.parametrize("value", ["other", "", None])
def test_a_header_that_differs_is_judged_anew(code: Code, name: str, value: str | None) -> None:
    assert code(params(), HEADERS) is None
    headers = {key: text for key, text in {**HEADERS, name: value}.items() if text is not None}
    assert code(params(), headers) == -32020
    assert code(params(), HEADERS) is None


def test_a_body_that_differs_is_judged_anew(code: Code, climbed: list[Any]) -> None:
    assert code(params(), HEADERS) is None
    assert code(params("u"), HEADERS) == -32020
    assert code({"name": "t"}, HEADERS) == -32602
    assert code(None, HEADERS) == -32602
    assert code(params(version=20260728), HEADERS) == -32020
    assert code(params(version="1999-01-01"), HEADERS) == -32020
    assert len(climbed) == 6


def test_without_headers_nothing_is_remembered(code: Code, climbed: list[Any]) -> None:
    assert code(params(), HEADERS) is None
    assert code(params("u"), None) is None
    assert code(params("u"), None) is None
    assert code(params("u"), HEADERS) == -32020
    assert len(climbed) == 4


def test_a_ladder_that_looks_at_all_headers_is_climbed_each_time(
    code: Code, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def looking(body: Any, *, headers: Any) -> InboundModernRoute:
        del body
        asked.append(sorted(headers))
        return InboundModernRoute(VERSION, None, {})

    monkeypatch.setattr(ladder, "classify_inbound_request", looking)
    assert code(params(), HEADERS) is None
    assert code(params(), HEADERS) is None
    assert asked == [sorted(HEADERS)] * 2


def test_services_remember_each_for_itself(climbed: list[Any]) -> None:
    for _ in range(2):
        assert _code(Ladder(), params(), HEADERS) is None
    assert len(climbed) == 2


def test_only_so_much_is_kept(code: Code, one: Ladder) -> None:
    for number in range(2000):
        assert code(params(f"t{number}"), {**HEADERS, "mcp-name": f"t{number}"}) is None
    long = "t" * 5000
    assert code(params(long), {**HEADERS, "mcp-name": long}) is None
    assert len(one.good) == 2000 - 1024
