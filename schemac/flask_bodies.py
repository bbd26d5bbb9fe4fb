"""Bodies between Flask and the wire: those of requests in, responses out."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import flask
from werkzeug.datastructures import Headers
from werkzeug.exceptions import RequestEntityTooLarge

from schemac.enforce.foreign import foreign
from schemac.wire.exchange import (
    ACKNOWLEDGED_HEADERS,
    FIXED_HEADERS,
    TooLargeError,
    UnreadableError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from _typeshed.wsgi import StartResponse, WSGIEnvironment

    from schemac.wire.exchange import HttpReply

__all__ = ["body_of", "respond"]

_BYTES = frozenset({bytes})
_LONGEST = 20
"""Digits of a length; a longer one is too large already when it is cut there."""

_OWN_LIMIT = "_max_content_length"
_TOUCHED = frozenset({"_cached_data", "stream", _OWN_LIMIT})
"""What a request has once its body was read, or once somebody has a say in how it is."""

_REQUEST = flask.Request if _OWN_LIMIT in vars(flask.Request) else None
"""Flask's requests, as long as they keep a limit of their own where one is looked for here."""


def body_of(request: flask.Request, most: int) -> bytes:
    """Read the body, under the app's own limit too. What the app has read already is given.

    One of a known length is read in one go, and the request is left as `get_data` would leave it:
    no server gives more than that, whether it ends the stream itself or not. Where anything else
    may stand between the request and its server, it is `get_data` itself.
    Raises TooLargeError, UnreadableError.
    """
    environ, known = request.environ, vars(request)
    announced = environ.get("CONTENT_LENGTH") or ""
    length = int(announced.lstrip("0")[:_LONGEST] or "0") if announced.isdecimal() else most
    if length >= most:
        return _bounded(request, most)
    if (
        type(request) is not _REQUEST
        or not _TOUCHED.isdisjoint(known)
        or "HTTP_TRANSFER_ENCODING" in environ
        or request.shallow
    ):
        # A server that ends the stream itself may end it later than it was announced.
        return _bounded(request, most)
    app: flask.Flask = flask.current_app._get_current_object()  # type: ignore[attr-defined] # noqa: SLF001 - documented for proxies
    limit = app.config["MAX_CONTENT_LENGTH"]
    if limit is not None and length > limit:
        raise TooLargeError
    known["stream"] = io.BytesIO()
    body = known["_cached_data"] = _read(environ["wsgi.input"].read, length)
    return body


def _bounded(request: flask.Request, most: int) -> bytes:
    """Read a body of a length that is not known or not sure, or larger than it may be."""
    known = vars(request)
    if "_cached_data" in known:
        return _given(request)
    if "stream" in known:
        return _rest(request, most)
    limit = request.max_content_length
    request.max_content_length = most if limit is None else min(limit, most)
    body = _given(request)
    if limit is not None and limit < most and len(body) >= limit and not request.content_length:
        raise TooLargeError
    return body


def _rest(request: flask.Request, most: int) -> bytes:
    """Read what the app has left of a stream that it took, which hears of no other limit now."""
    pieces, left = [b"-"], most
    try:
        while left and pieces[-1]:
            pieces.append(request.stream.read(left))
            left -= len(pieces[-1])
    except RequestEntityTooLarge:
        raise TooLargeError from None
    except foreign():  # the same
        raise UnreadableError from None
    body = vars(request)["_cached_data"] = b"".join(pieces[1:])
    return body


def _read(read: Callable[[int], bytes], length: int) -> bytes:
    """Read so many bytes, in pieces where a server gives pieces."""
    try:
        body = read(length)
        if len(body) == length:
            return body
        pieces, left = [body], length - len(body)
        while left and pieces[-1]:
            pieces.append(read(left))
            left -= len(pieces[-1])
    except foreign():  # servers have exceptions of their own for what does not arrive
        raise UnreadableError from None
    if left:
        raise UnreadableError
    return b"".join(pieces)


def _given(request: flask.Request) -> bytes:
    try:
        return request.get_data()
    except RequestEntityTooLarge:
        raise TooLargeError from None
    except foreign():  # the same
        raise UnreadableError from None


(_LINES,) = vars(Headers())
"""The one thing that headers are made of: their lines."""


class _Answer(flask.Response):
    """A response that says all by itself: nobody adds a type to it that it does not name."""

    default_mimetype = None

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer. In a usual one there is nothing to encode, to close, or to make absolute."""
        body, status = self.response, self.status
        if (
            status not in _PATTERNS_BY_STATUS
            or type(body) is not list
            or not _BYTES.issuperset(map(type, body))
            or self._on_close
            or environ["REQUEST_METHOD"] != "POST"
        ):
            return super().__call__(environ, start_response)
        headers = self.headers
        lines = vars(headers)[_LINES] if type(headers) is Headers else headers.to_wsgi_list()
        start_response(status, [*lines])
        return body


class _Pattern:
    """One kind of usual answer, from which others are made: faster than by what makes responses.

    A response is its attributes, of which only the lists change.
    """

    def __init__(self, status: int, headers: tuple[tuple[str, str], ...]) -> None:
        answer = _Answer(b"", status, headers)
        self._headers = headers
        self.status = answer.status
        self._kept: dict[str, Any] = {**vars(answer)}
        lists = {name for name, kept in self._kept.items() if type(kept) is list}
        self._other_lists = lists - {"response", "_on_close"}

    def made(self, body: tuple[bytes, ...]) -> _Answer:
        """Make the answer with a body in pieces."""
        headers = Headers.__new__(Headers)
        length = str(sum(map(len, body)))
        vars(headers)[_LINES] = [*self._headers, ("Content-Length", length)]
        answer = _Answer.__new__(_Answer)
        own = {**self._kept, "headers": headers, "response": [*body], "_on_close": []}
        for name in self._other_lists:  # none that we know of
            own[name] = []
        answer.__dict__ = own
        return answer


_USUAL: tuple[tuple[int, tuple[tuple[str, str], ...]], ...] = (
    (200, FIXED_HEADERS),
    (202, ACKNOWLEDGED_HEADERS),
)
_PATTERNS = {usual: _Pattern(*usual) for usual in _USUAL}
_PATTERNS_BY_STATUS = frozenset(pattern.status for pattern in _PATTERNS.values())


def respond(reply: HttpReply) -> flask.Response:
    """Make the response, finished, so that an app's error handlers have no part in it."""
    body = reply.body
    pattern = _PATTERNS.get((reply.status, reply.headers))
    if pattern is not None and isinstance(body, bytes | tuple):
        return pattern.made(body if isinstance(body, tuple) else (body,))
    return _Answer(b"".join(body) if isinstance(body, tuple) else body, reply.status, reply.headers)
