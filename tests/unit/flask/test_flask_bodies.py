from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import flask
import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from schemac.flask_bodies import body_of, respond
from schemac.wire.exchange import (
    ACKNOWLEDGED_HEADERS,
    FIXED_HEADERS,
    NEVER_STORED,
    HttpReply,
    TooLargeError,
    UnreadableError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

BODIES: list[tuple[bytes | tuple[bytes, ...], bytes]] = [
    (b"", b""),
    (b'{"a":1}', b'{"a":1}'),
    ((b'{"a":', b"1}"), b'{"a":1}'),
]


@pytest.mark.parametrize("method", ["POST", "HEAD"])
@pytest.mark.parametrize(("body", "whole"), BODIES)
def test_the_usual_answer_is_what_flask_makes_of_it(
    body: bytes | tuple[bytes, ...], whole: bytes, method: str
) -> None:
    made = respond(HttpReply(200, FIXED_HEADERS, body))
    usual = flask.Response(whole, 200, FIXED_HEADERS)
    environ = EnvironBuilder(method=method).get_environ()
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


class Dripping(io.BytesIO):
    """Gives three bytes at a time, as some servers give what has arrived."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(3 if size is None or size < 0 else min(size, 3))


class Broken(io.BytesIO):
    def read(self, size: int | None = -1, /) -> bytes:
        raise OSError(f"the client is gone, with {size} bytes to come")


def posted(stream: io.BytesIO, length: int, **more: object) -> flask.Request:
    environ = EnvironBuilder(method="POST").get_environ()
    environ.update({"wsgi.input": stream, "CONTENT_LENGTH": str(length), **more})
    return flask.Request(environ)


@pytest.fixture
def app() -> Iterator[flask.Flask]:
    app = flask.Flask("bodies")
    with app.app_context():
        yield app


@pytest.mark.parametrize("stream", [io.BytesIO, Dripping])
@pytest.mark.usefixtures("app")
def test_a_body_is_read_to_its_length_and_is_there_for_others(stream: type[io.BytesIO]) -> None:
    under = stream(b'{"a":1} and the next request')
    request = posted(under, 7)
    assert body_of(request, 100) == b'{"a":1}'
    assert (request.get_data(), request.stream.read()) == (b'{"a":1}', b"")
    assert request.get_json(force=True) == {"a": 1}
    assert io.BytesIO.read(under) == b" and the next request"


@pytest.mark.parametrize("stream", [io.BytesIO(b'{"a"'), Dripping(b'{"a"'), Broken(b'{"a":1}')])
@pytest.mark.usefixtures("app")
def test_a_body_that_does_not_arrive_whole_cannot_be_read(stream: io.BytesIO) -> None:
    with pytest.raises(UnreadableError):
        body_of(posted(stream, 7), 100)


class OddError(Exception):
    """What a server thought up."""


@pytest.mark.parametrize("kind", [OSError, ValueError, EOFError, OddError, GeneratorExit])
@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.usefixtures("app")
def test_whatever_a_server_raises_the_body_cannot_be_read(
    kind: type[BaseException],
    chunked: bool,  # noqa: FBT001 - one of two
) -> None:
    class Failing(io.BytesIO):
        def read(self, _size: int | None = -1, /) -> bytes:
            raise kind

        readinto = read  # type: ignore[assignment] # it reads nothing either

    stated = {"wsgi.input_terminated": True, "CONTENT_LENGTH": ""} if chunked else {}
    with pytest.raises(UnreadableError):
        body_of(posted(Failing(), 7, **stated), 100)


def test_the_limit_of_the_app_holds(app: flask.Flask) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 6
    stream = io.BytesIO(b'{"a":1}')
    with pytest.raises(TooLargeError):
        body_of(posted(stream, 7), 100)
    assert stream.tell() == 0


@pytest.mark.parametrize("kind", [flask.Request, type("Own", (flask.Request,), {})])
def test_a_limit_of_the_request_holds(app: flask.Flask, kind: type[flask.Request]) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 100
    request = kind(posted(io.BytesIO(b'{"a":1}'), 7).environ)
    request.max_content_length = 6
    with pytest.raises(TooLargeError):
        body_of(request, 100)
    request = kind(posted(io.BytesIO(b'{"a":1}'), 7).environ)
    request.max_content_length = 7
    assert body_of(request, 100) == b'{"a":1}'


def test_a_request_class_with_a_limit_keeps_it(app: flask.Flask) -> None:
    class Small(flask.Request):
        max_content_length = 6  # as an application may say it

    app.config["MAX_CONTENT_LENGTH"] = 100
    with pytest.raises(TooLargeError):
        body_of(Small(posted(io.BytesIO(b'{"a":1}'), 7).environ), 100)


@pytest.mark.parametrize("length", ["007", "0" * 30 + "7", "0" * 9000 + "7", "\u0667"])
@pytest.mark.usefixtures("app")
def test_a_length_is_read_however_it_is_written(length: str) -> None:
    request = posted(io.BytesIO(b'{"a":1}'), 7, CONTENT_LENGTH=length)
    assert body_of(request, 100) == b'{"a":1}'


@pytest.mark.usefixtures("app")
def test_what_was_read_before_is_given() -> None:
    request = posted(io.BytesIO(b'{"a":1}'), 7)
    assert request.get_data() == b'{"a":1}'
    assert body_of(request, 100) == b'{"a":1}'


@pytest.mark.usefixtures("app")
def test_a_stream_that_was_taken_before_is_gone() -> None:
    request = posted(io.BytesIO(b'{"a":1}'), 7)
    assert request.stream.read(4) == b'{"a"'
    assert body_of(request, 100) == b":1}"


@pytest.mark.usefixtures("app")
def test_what_a_request_class_makes_of_its_body_is_the_body() -> None:
    class Shouting(flask.Request):
        def get_data(self, *_: object, **__: object) -> Any:
            return b"SHOUTED"

    environ = posted(io.BytesIO(b"whisper"), 7).environ
    assert body_of(Shouting(environ), 100) == b"SHOUTED"


@pytest.mark.usefixtures("app")
def test_a_body_whose_stream_the_server_ends_is_read_to_its_length() -> None:
    ended = {"wsgi.input_terminated": True}
    assert body_of(posted(io.BytesIO(b'{"a":1}'), 7, **ended), 100) == b'{"a":1}'
    with pytest.raises(UnreadableError):
        body_of(posted(io.BytesIO(b'{"a":1}'), 8, **ended), 100)


@pytest.mark.usefixtures("app")
def test_a_body_in_chunks_is_read_to_its_end_whatever_its_length_is_said_to_be() -> None:
    chunked = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    assert body_of(posted(io.BytesIO(b'{"a":1}'), 3, **chunked), 100) == b'{"a":1}'


@pytest.mark.parametrize(
    ("body", "status", "expected"),
    [
        (["text", "öl"], 200, [b"text", "öl".encode()]),
        ([b"a", b"b"], 204, []),
        (iter([b"a", b"b"]), 200, [b"a", b"b"]),
    ],
)
def test_whatever_an_app_puts_in_place_of_a_body_is_sent_as_flask_does(
    body: Any, status: int, expected: list[bytes]
) -> None:
    answer = respond(HttpReply(200, FIXED_HEADERS, b"{}"))
    answer.response, answer.status_code = body, status
    sent, line, _ = run_wsgi_app(answer, EnvironBuilder(method="POST").get_environ())
    assert (list(sent), line[:3]) == (expected, str(status))


def test_what_is_to_happen_when_an_answer_closes_happens() -> None:
    closed: list[int] = []
    answer = respond(HttpReply(200, FIXED_HEADERS, b"{}"))
    answer.call_on_close(lambda: closed.append(1))
    sent = answer(EnvironBuilder(method="POST").get_environ(), lambda *_: lambda _: None)
    assert (b"".join(sent), closed) == (b"{}", [])
    sent.close()  # type: ignore[attr-defined] # servers look for it
    assert closed == [1]


def test_acknowledgements_are_what_flask_makes_of_them() -> None:
    ours = respond(HttpReply(202, ACKNOWLEDGED_HEADERS, b""))
    sent, status, headers = run_wsgi_app(ours, EnvironBuilder(method="POST").get_environ())
    assert (b"".join(sent), status, list(headers)) == (
        b"",
        "202 ACCEPTED",
        [NEVER_STORED, ("Content-Length", "0")],
    )
