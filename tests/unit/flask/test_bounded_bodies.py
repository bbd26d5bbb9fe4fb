"""Bodies whose length is not what it is said to be in, no more than may be read out."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import flask
import pytest
from werkzeug.test import EnvironBuilder

from schemac.flask_bodies import body_of

if TYPE_CHECKING:
    from collections.abc import Iterator


def posted(stream: io.BytesIO, length: int, **more: object) -> flask.Request:
    environ = EnvironBuilder(method="POST").get_environ()
    environ.update({"wsgi.input": stream, "CONTENT_LENGTH": str(length), **more})
    return flask.Request(environ)


@pytest.fixture
def app() -> Iterator[flask.Flask]:
    app = flask.Flask("bodies")
    with app.app_context():
        yield app


class Own(flask.Request):
    """Flask's own, under another name."""


@pytest.mark.parametrize("kind", [flask.Request, Own])
@pytest.mark.parametrize("length", ["", "0", "3", "99", "100"])
@pytest.mark.parametrize("taken", [False, True])
@pytest.mark.usefixtures("app")
def test_a_body_in_chunks_is_bounded_whatever_its_length_is_said_to_be(
    kind: type[flask.Request],
    length: str,
    taken: bool,  # noqa: FBT001 - one of two
) -> None:
    endless = io.BytesIO(b"x" * 100_000)
    chunked = {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    request = kind(posted(endless, 0, **chunked, CONTENT_LENGTH=length).environ)
    if taken:
        assert request.stream is not None
    assert len(body_of(request, 100)) == 100
    assert endless.tell() <= 65_536 + 101


@pytest.mark.parametrize("length", ["3", "99"])
@pytest.mark.usefixtures("app")
def test_a_stream_that_a_middleware_has_put_in_is_bounded(length: str) -> None:
    endless = io.BytesIO(b"x" * 100_000)
    ended = {"wsgi.input_terminated": True, "CONTENT_LENGTH": length}
    body = body_of(Own(posted(endless, 0, **ended).environ), 100)
    assert len(body) <= 100
    assert endless.tell() <= 65_536 + 101


@pytest.mark.usefixtures("app")
def test_what_an_app_has_left_of_a_stream_is_the_body() -> None:
    request = posted(io.BytesIO(b'12{"a":1}'), 9)
    assert request.stream.read(2) == b"12"
    assert body_of(request, 100) == b'{"a":1}'
    assert request.get_data() == b'{"a":1}'
