"""Requests that bear one id, against the protocol: each is taken back once."""

from __future__ import annotations

from io import BytesIO

import pytest
from mcp_types.jsonrpc import JSONRPCNotification, JSONRPCRequest

from schemac.stdio_lines import Out


@pytest.mark.parametrize(
    ("told", "owed"),
    [("r", 1), ("rc", 0), ("rcc", 0), ("rr", 2), ("rrc", 1), ("rrcc", 1), ("rcrc", 0), ("c", 0)],
)
def test_a_request_is_taken_back_once(told: str, owed: int) -> None:
    out = Out(BytesIO())
    cancelled = JSONRPCNotification(
        jsonrpc="2.0", method="notifications/cancelled", params={"requestId": 1}
    )
    for each in told:
        out.note(JSONRPCRequest(jsonrpc="2.0", id=1, method="ping") if each == "r" else cancelled)
    assert sum(out._owed.values()) == owed
