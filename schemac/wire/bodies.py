"""A request in, the bytes of its body out; media types and sizes are judged on the way."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from schemac.wire.exchange import JSON, RefusedError, TooLargeError, UnreadableError
from schemac.wire.headers import accepts, media_type
from schemac.wire.replies import Failure, invalid_request, parse_error

if TYPE_CHECKING:
    from schemac.wire.exchange import HttpRequest

__all__ = ["read_body"]

_USUAL_ACCEPT = frozenset({"application/json, text/event-stream", "application/json", "*/*"})
_UNSUPPORTED = int(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
_NOT_JSON = invalid_request("Content-Type must be application/json")
_ENCODED = invalid_request("the body must not be encoded")
_UNWANTED = invalid_request("the client must accept application/json")
_TOO_LARGE = invalid_request("the body is too large")


def read_body(request: HttpRequest, limit: int) -> bytes:
    """Read the body of at most `limit` bytes. Raises RefusedError, in the order of refusals."""
    headers = request.usual or request.headers
    if (
        headers.get("content-type") != JSON
        or headers.get("accept") not in _USUAL_ACCEPT
        or headers.get("content-encoding") is not None
    ):
        _check_media(request)
    announced = headers.get("content-length")
    if announced is not None:
        _check_length(announced, limit)
    try:
        body = request.read(limit + 1)
    except TooLargeError:
        raise _too_large() from None
    except UnreadableError:
        raise _bad(parse_error("the body could not be read")) from None
    if len(body) > limit:
        raise _too_large()
    return body


def _check_media(request: HttpRequest) -> None:
    """Judge by what headers mean, in the order of refusals."""
    headers = request.headers
    kind = headers.get("content-type")
    if media_type(kind) != JSON:
        raise RefusedError(_UNSUPPORTED, _NOT_JSON)
    encoding = headers.get("content-encoding")
    if encoding is not None and encoding.strip().lower() not in ("", "identity"):
        raise RefusedError(_UNSUPPORTED, _ENCODED)
    wanted = headers.get("accept")
    if not accepts(wanted, JSON):
        raise RefusedError(int(HTTPStatus.NOT_ACCEPTABLE), _UNWANTED)


def _check_length(announced: str, limit: int) -> None:
    """Judge a length that is announced before a byte is read."""
    if not (announced.isascii() and announced.isdigit()):
        raise _bad(invalid_request("Content-Length must be a number"))
    digits = announced.lstrip("0") or "0"
    if len(digits) > len(str(limit)) or int(digits) > limit:
        raise _too_large()


def _too_large() -> RefusedError:
    return RefusedError(int(HTTPStatus.REQUEST_ENTITY_TOO_LARGE), _TOO_LARGE)


def _bad(failure: Failure) -> RefusedError:
    return RefusedError(int(HTTPStatus.BAD_REQUEST), failure)
