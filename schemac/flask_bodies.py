"""Bodies between Flask and the wire: those of requests in, responses out."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import flask
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from schemac.wire.exchange import FIXED_HEADERS, TooLargeError, UnreadableError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment
    from werkzeug.datastructures import Headers

    from schemac.wire.exchange import HttpReply

__all__ = ["body_of", "respond"]

_OK = 200
_T = TypeVar("_T")


def body_of(request: flask.Request, most: int) -> bytes:
    """Read the body, under the app's own limit too. What the app has read already is given.

    Raises TooLargeError, UnreadableError.
    """
    announced = request.environ.get("CONTENT_LENGTH") or ""
    if announced.isdecimal() and int(announced) < most:  # then no more than that is read
        return _given(request)
    limit = request.max_content_length
    request.max_content_length = most if limit is None else min(limit, most)
    body = _given(request)
    if limit is not None and limit < most and len(body) >= limit and not request.content_length:
        raise TooLargeError
    return body


def _given(request: flask.Request) -> bytes:
    try:
        return request.get_data()
    except RequestEntityTooLarge:
        raise TooLargeError from None
    except HTTPException:
        raise UnreadableError from None


class _Answer(flask.Response):
    """A response that says all by itself: nobody adds a type to it that it does not name."""

    default_mimetype = None

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:
        """Give the headers. In a plain answer there is no place to make absolute."""
        return self.headers if self.status_code == _OK else super().get_wsgi_headers(environ)


_PATTERN = _Answer(b"", _OK, FIXED_HEADERS)
del _PATTERN.headers["Content-Length"]


def respond(reply: HttpReply) -> flask.Response:
    """Make the response, finished, so that an app's error handlers have no part in it."""
    body = reply.body
    if reply.status != _OK or reply.headers != FIXED_HEADERS:
        return _Answer(b"".join(body) if type(body) is tuple else body, reply.status, reply.headers)
    if isinstance(body, bytes):
        body = (body,)
    elif not isinstance(body, tuple):
        return _Answer(body, _OK, FIXED_HEADERS)
    made = _another(_PATTERN)
    made.headers = _another(_PATTERN.headers)
    made.headers.add("Content-Length", str(sum(map(len, body))))
    made.response = list(body)
    return made


def _another(pattern: _T) -> _T:
    """Copy an object and the lists that it keeps, which is all that changes in it."""
    made = object.__new__(type(pattern))
    vars(made).update(
        {name: [*kept] if type(kept) is list else kept for name, kept in vars(pattern).items()}
    )
    return made
