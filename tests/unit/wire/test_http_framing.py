"""Requests that are refused for their method, origin, headers or length, in this order."""

from __future__ import annotations

from functools import partial

import pytest

from tests.unit.wire.endpoints import PING, answer, ask, asked, endpoint, request


@pytest.mark.parametrize("method", ["GET", "DELETE", "HEAD", "PUT", "PATCH", "TRACE", "post"])
def test_other_methods_are_405(method: str) -> None:
    reply = endpoint().refusal(request(method=method))
    assert reply is not None
    assert reply.status == 405
    assert dict(reply.headers)["Allow"] == "POST, OPTIONS"
    assert answer(reply)["error"]["code"] == -32600
    assert answer(reply)["id"] is None


def test_options_is_a_bare_yes() -> None:
    reply = endpoint().refusal(request(method="OPTIONS"))
    assert reply is not None
    assert (reply.status, reply.body) == (204, b"")
    assert dict(reply.headers) == {"Allow": "POST, OPTIONS", "Cache-Control": "private, no-store"}


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        (None, "evil.example", True),
        ("http://localhost:5000", "localhost:5000", True),
        ("http://LOCALHOST:5000", "localhost:5000", True),
        ("http://127.0.0.1:5000", "127.0.0.1:5000", True),
        ("http://[::1]:5000", "[::1]:5000", True),
        ("http://localhost", "localhost", True),
        ("http://localhost:80", "localhost", True),
        ("https://localhost", "localhost", False),
        ("http://localhost:5001", "localhost:5000", False),
        ("http://localhost", "localhost:5000", False),
        ("http://evil.example", "evil.example", False),
        ("http://evil.example", "localhost", False),
        ("http://localhost:5000@evil.example", "localhost:5000", False),
        ("http://localhost:5000/", "localhost:5000", False),
        ("http://localhost:5000, http://localhost:5000", "localhost:5000", False),
        ("http://localhost.evil.example", "localhost", False),
        ("http://127.0.0.1.evil.example", "127.0.0.1", False),
        ("null", "localhost:5000", False),
        ("", "localhost:5000", False),
        ("file://", "localhost:5000", False),
        ("http://localhost:99999", "localhost:99999", False),
        ("https://app.example", "evil.example", True),
        ("https://app.example:8443", "evil.example", False),
    ],
)
def test_origins(origin: str | None, host: str, allowed: bool) -> None:  # noqa: FBT001 - a table
    where = endpoint(allowed_origins=frozenset({"https://app.example"}))
    reply = where.refusal(request(origin=origin, host=host))
    assert (reply is None) == allowed
    if reply is not None:
        assert reply.status == 403
        assert answer(reply)["id"] is None


def test_a_trusted_host_may_be_its_own_origin() -> None:
    lines = [("Host", "app.example"), ("Origin", "https://app.example")]
    for trusted in (True, False):
        seen = asked(lines, lambda _: PING, scheme="https", trusts_host=partial(bool, trusted))
        assert (endpoint().refusal(seen) is None) == trusted


@pytest.mark.parametrize(
    "value", ["application/json", "Application/JSON", "application/json; charset=utf-8"]
)
def test_json_is_taken(value: str) -> None:
    assert ask(content_type=value) == (200, {"jsonrpc": "2.0", "id": 1, "result": {}})


@pytest.mark.parametrize(
    "value",
    [None, "", "text/plain", "application/jsonx", "application/json, text/plain", "json", "a/b"],
)
def test_other_content_types_are_415(value: str | None) -> None:
    status, body = ask(content_type=value)
    assert (status, body["error"]["code"], body["id"]) == (415, -32600, None)


@pytest.mark.parametrize(
    ("value", "status"),
    [(None, 200), ("identity", 200), ("gzip", 415), ("deflate", 415), ("identity, gzip", 415)],
)
def test_encoded_bodies_are_415(value: str | None, status: int) -> None:
    assert ask(content_encoding=value)[0] == status


@pytest.mark.parametrize(
    ("value", "status"),
    [
        (None, 200),
        ("", 200),
        ("*/*", 200),
        ("application/*", 200),
        ("application/json, text/event-stream", 200),
        ("text/html, application/json;q=0.5", 200),
        ("text/event-stream", 406),
        ("application/json;q=0", 406),
        ("application/json;q=0, */*", 406),
        ("application/*;q=0.0, */*;q=1", 406),
        ("text/html;q=x, image/png", 406),
    ],
)
def test_an_accept_without_json_is_406(value: str | None, status: int) -> None:
    assert ask(accept=value)[0] == status


def test_a_body_over_the_limit_is_413_whether_announced_or_not() -> None:
    body = PING + b" " * 61
    assert len(body) == 101
    assert ask(body)[0] == 413
    assert ask(body[:100])[0] == 200
    for announced in ("101", "1" + "0" * 5000):
        seen = asked(
            [("Content-Type", "application/json"), ("Content-Length", announced)], _never_read
        )
        assert endpoint().reply(seen, None, None).status == 413


def _never_read(_: int) -> bytes:
    raise AssertionError


@pytest.mark.parametrize("length", ["-1", "1_0", "٣", "x", "1, 1"])
def test_a_length_that_is_no_number_is_400(length: str) -> None:
    assert ask(content_length=length)[0] == 400


def test_refusals_come_in_order() -> None:
    where = endpoint()
    bad = {
        "content_type": "text/plain",
        "accept": "text/html",
        "content_length": "9999",
    }
    seen = [where.reply(request(b"{", **bad), None, "nowhere").status]
    for gone in ("content_type", "accept", "content_length"):
        seen.append(where.reply(request(b"{", **bad), None, "staff").status)
        del bad[gone]
    seen.append(where.reply(request(b"{", **bad), None, "staff").status)
    assert seen == [404, 415, 406, 413, 400]
