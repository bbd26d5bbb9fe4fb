"""Parameters that were found good are judged once; what differs in anything is judged anew."""

from __future__ import annotations

from typing import Any

import pytest
from mcp_types import methods
from mcp_types.jsonrpc import JSONRPCRequest
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS

from schemac.wire import validity
from schemac.wire.replies import WireError
from schemac.wire.validity import telling, validate

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


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, Any]]:
    """Note what the package is asked."""
    noted: list[tuple[str, str, Any]] = []
    inner = methods.validate_client_request

    def noting(method: str, version: str, params: Any) -> None:
        noted.append((method, version, params))
        inner(method, version, params)

    monkeypatch.setattr(methods, "validate_client_request", noting)
    monkeypatch.setattr(validity, "_good", {})
    return noted


def judged(method: str, version: str, params: Any) -> int | None:
    """Give the code of the refusal, if it is one."""
    request = JSONRPCRequest(jsonrpc="2.0", id=1, method=method, params=params)
    try:
        validate(request, telling(request, version))
    except WireError as error:
        return error.failure.code
    return None


def test_the_same_is_judged_once(asked: list[Any]) -> None:
    for _ in range(3):
        assert judged("tools/list", "2025-11-25", None) is None
        assert judged("tools/list", "2025-11-25", {"cursor": "c"}) is None
        assert judged("tools/list", "2025-06-18", {"cursor": "c"}) is None
    assert len(asked) == 3


@pytest.mark.parametrize("other", [1, 1.0, True, None, ["1"], {"1": "1"}])
def test_what_looks_alike_is_judged_for_itself(other: object, asked: list[Any]) -> None:
    for cursor in ("1", other):
        for _ in range(2):
            verdict = -32602 if cursor not in ("1", None) else None
            assert judged("tools/list", "2025-11-25", {"cursor": cursor}) == verdict
    assert len(asked) == (2 if other is None else 3)


def test_what_is_refused_is_refused_each_time(asked: list[Any]) -> None:
    for _ in range(2):
        assert judged("tools/call", "2025-11-25", {"name": 5}) == -32602
        assert judged("tools/call", "2025-11-25", {"name": "t", "arguments": []}) == -32602
        assert judged("tools/none", "2025-11-25", {"arguments": {}}) == -32601
    assert len(asked) == 6


@pytest.mark.parametrize("version", KNOWN_PROTOCOL_VERSIONS)
@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_the_package_takes_any_object_as_arguments(
    version: str, arguments: Any, asked: list[Any]
) -> None:
    params = {"name": "t", "_meta": META}
    methods.validate_client_request("tools/call", version, {**params, "arguments": arguments})
    asked.clear()
    assert judged("tools/call", version, {**params, "arguments": {"first": 1}}) is None
    assert judged("tools/call", version, {**params, "arguments": arguments}) is None
    assert judged("tools/call", version, {**params, "name": 1, "arguments": arguments}) == -32602
    assert len(asked) == 2


def test_only_so_much_is_kept() -> None:
    for number in range(2000):
        assert judged("tools/list", "2025-11-25", {"cursor": str(number)}) is None
    assert judged("tools/list", "2025-11-25", {"cursor": "x" * 5000}) is None
    assert len(validity._good) == 2000 - 1024
    assert max(len(key[2]) for key in validity._good) < 100
