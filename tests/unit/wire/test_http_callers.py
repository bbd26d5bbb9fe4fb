"""Callers whom a context refuses, over HTTP."""

from __future__ import annotations

import pytest

from schemac.runtime.errors import Forbidden, Unauthorized
from schemac.wire.callers import broken_caller, refused_caller, refused_with_status
from tests.unit.wire.endpoints import MODERN, answer, request


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
