from __future__ import annotations

import flask
import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from schemac.flask_bodies import respond
from schemac.wire.exchange import FIXED_HEADERS, NEVER_STORED, HttpReply

BODIES: list[tuple[bytes | tuple[bytes, ...], bytes]] = [
    (b"", b""),
    (b'{"a":1}', b'{"a":1}'),
    ((b'{"a":', b"1}"), b'{"a":1}'),
]


@pytest.mark.parametrize(("body", "whole"), BODIES)
def test_the_usual_answer_is_what_flask_makes_of_it(
    body: bytes | tuple[bytes, ...], whole: bytes
) -> None:
    made = respond(HttpReply(200, FIXED_HEADERS, body))
    usual = flask.Response(whole, 200, FIXED_HEADERS)
    environ = EnvironBuilder().get_environ()
    ours, theirs = run_wsgi_app(made, environ), run_wsgi_app(usual, environ)
    assert (b"".join(ours[0]), ours[1], list(ours[2])) == (
        b"".join(theirs[0]),
        theirs[1],
        list(theirs[2]),
    )
    assert vars(made).keys() == vars(usual).keys()
    assert made.get_data() == whole


def test_an_answer_that_an_app_changes_changes_no_other() -> None:
    closed: list[int] = []
    first = respond(HttpReply(200, FIXED_HEADERS, b"{}"))
    first.headers["X-Own"] = "1"
    first.headers["Content-Type"] = "text/html"
    first.status_code = 418
    first.call_on_close(lambda: closed.append(1))
    first.set_data(b"other")
    second = respond(HttpReply(200, FIXED_HEADERS, b"{}"))
    assert list(second.headers) == [*FIXED_HEADERS, ("Content-Length", "2")]
    assert (second.status, second.get_data()) == ("200 OK", b"{}")
    second.close()
    assert closed == []
    first.close()
    assert closed == [1]


def test_what_an_app_sets_is_sent() -> None:
    answer = respond(HttpReply(200, FIXED_HEADERS, (b"[1,", b"2]")))
    answer.headers["X-Own"] = "1"
    answer.set_data(b"changed")
    body, status, headers = run_wsgi_app(answer, EnvironBuilder().get_environ())
    assert (b"".join(body), status, headers["X-Own"], headers["Content-Length"]) == (
        b"changed",
        "200 OK",
        "1",
        "7",
    )


@pytest.mark.parametrize("status", [202, 204])
def test_an_answer_without_a_body_has_no_type(status: int) -> None:
    answer = respond(HttpReply(status, (NEVER_STORED,), b""))
    _, _, headers = run_wsgi_app(answer, EnvironBuilder().get_environ())
    assert "Content-Type" not in headers
    assert headers["Cache-Control"] == "private, no-store"


def test_a_stream_is_sent_as_it_comes() -> None:
    answer = respond(HttpReply(200, FIXED_HEADERS, iter([b"a", b"b"])))
    body, status, headers = run_wsgi_app(answer, EnvironBuilder().get_environ())
    assert (list(body), status) == ([b"a", b"b"], "200 OK")
    assert "Content-Length" not in headers
