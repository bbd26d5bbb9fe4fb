"""Parameters that were found good are judged once; what differs in anything is judged anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from mcp_types import methods
from mcp_types.jsonrpc import JSONRPCRequest
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS

from schemac.wire.replies import WireError
from schemac.wire.validity import Validity, telling

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "n", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
ARGUMENTS: list[Any] = [
    {},
    {"": None},
    {"_meta": {"progressToken": []}, "name": 1, "arguments": {"arguments": []}},
    {"a": [1, 1.5, True, None, "x", {"b": [[]]}], "\ud83d\ude00": "\x00"},
]
NO_OBJECTS: list[Any] = [[], [1], "", "x", 0, 5, 1.5, False, True]


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, Any]]:
    """Note what the package is asked."""
    noted: list[tuple[str, str, Any]] = []
    inner = methods.validate_client_request

    def noting(method: str, version: str, params: Any) -> None:
        noted.append((method, version, params))
        inner(method, version, params)

    monkeypatch.setattr(methods, "validate_client_request", noting)
    return noted


@pytest.fixture
def validity() -> Validity:
    return Validity()


Judged = Callable[[str, str, Any], "int | None"]


@pytest.fixture
def judged(validity: Validity) -> Judged:
    return partial(_judged, validity)


def _judged(validity: Validity, method: str, version: str, params: Any) -> int | None:
    """Give the code of the refusal, if it is one."""
    request = JSONRPCRequest(jsonrpc="2.0", id=1, method=method, params=params)
    try:
        validity.check(request, telling(request, version))
    except WireError as error:
        return error.failure.code
    return None


def test_the_same_is_judged_once(judged: Judged, asked: list[Any]) -> None:
    for _ in range(3):
        assert judged("tools/list", "2025-11-25", None) is None
        assert judged("tools/list", "2025-11-25", {"cursor": "c"}) is None
        assert judged("tools/list", "2025-06-18", {"cursor": "c"}) is None
    assert len(asked) == 3


@pytest.mark.parametrize("other", [1, 1.0, True, None, ["1"], {"1": "1"}])
def test_what_looks_alike_is_judged_for_itself(
    judged: Judged, other: object, asked: list[Any]
) -> None:
    for cursor in ("1", other):
        for _ in range(2):
            verdict = -32602 if cursor not in ("1", None) else None
            assert judged("tools/list", "2025-11-25", {"cursor": cursor}) == verdict
    assert len(asked) == (2 if other is None else 3)


def test_what_is_refused_is_refused_each_time(judged: Judged, asked: list[Any]) -> None:
    for _ in range(2):
        assert judged("tools/call", "2025-11-25", {"name": 5}) == -32602
        assert judged("tools/none", "2025-11-25", {"arguments": {}}) == -32601
    assert len(asked) == 4


@pytest.mark.parametrize("version", KNOWN_PROTOCOL_VERSIONS)
@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_the_package_takes_any_object_as_arguments(
    judged: Judged, version: str, arguments: Any, asked: list[Any]
) -> None:
    params = {"name": "t", "_meta": META}
    methods.validate_client_request("tools/call", version, {**params, "arguments": arguments})
    asked.clear()
    assert judged("tools/call", version, {**params, "arguments": {"first": 1}}) is None
    assert judged("tools/call", version, {**params, "arguments": arguments}) is None
    assert judged("tools/call", version, {**params, "name": 1, "arguments": arguments}) == -32602
    assert len(asked) == 2


@pytest.mark.parametrize("version", KNOWN_PROTOCOL_VERSIONS)
@pytest.mark.parametrize("arguments", NO_OBJECTS)
def test_what_is_no_object_is_left_to_the_call(
    judged: Judged, version: str, arguments: Any
) -> None:
    params = {"name": "t", "_meta": META, "arguments": arguments}
    assert judged("tools/call", version, params) is None
    assert judged("tools/call", version, {**params, "name": 1}) == -32602


def test_services_remember_each_for_itself(asked: list[Any]) -> None:
    for _ in range(2):
        assert _judged(Validity(), "tools/list", "2025-11-25", {"cursor": "c"}) is None
    assert len(asked) == 2


def test_only_so_much_is_kept(judged: Judged, validity: Validity) -> None:
    for number in range(2000):
        assert judged("tools/list", "2025-11-25", {"cursor": str(number)}) is None
    assert judged("tools/list", "2025-11-25", {"cursor": "x" * 5000}) is None
    assert len(validity.good) == 2000 - 1024
    assert max(len(key[2]) for key in validity.good) < 100
