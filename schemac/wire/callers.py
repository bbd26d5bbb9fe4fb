"""A caller turned away by the application in, the status, the challenge and the code out.

All of this happens before the body is read, so no answer here knows the request's id.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from mcp.shared.inbound import MCP_PROTOCOL_VERSION_HEADER

from schemac.enforce.kinds import exact_text
from schemac.runtime.errors import Unauthorized
from schemac.runtime.results import clean_text
from schemac.wire.dispatch import logged_failure
from schemac.wire.eras import spoken_by_header
from schemac.wire.exchange import refused
from schemac.wire.refusals import challenge, words
from schemac.wire.replies import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schemac.runtime.errors import Forbidden
    from schemac.wire.exchange import HttpReply, HttpRequest

__all__ = ["broken_caller", "refused_caller", "refused_with_status"]

_LAST = 599
_UNAUTHORIZED_OF_OLD = -32002
"""What handshake-era clients know; the modern era reserves the number and never sends it."""


def refused_caller(
    request: HttpRequest, refusal: Unauthorized | Forbidden, metadata_url: str | None = None
) -> HttpReply:
    """Answer a caller whom the application's `context` turned away."""
    status = HTTPStatus.UNAUTHORIZED
    if not issubclass(type(refusal), Unauthorized):
        status = HTTPStatus.FORBIDDEN
    header = ("WWW-Authenticate", challenge(refusal, metadata_url))
    return refused(status, Failure(_caller_code(request, status), words(refusal)), header)


def refused_with_status(
    request: HttpRequest, status: int, message: object, headers: Iterable[tuple[str, str]] = ()
) -> HttpReply:
    """Answer with a status that the application chose instead of a caller.

    One that is no refusal, or that no body may go with, is a mistake of the application.
    """
    if not HTTPStatus.MULTIPLE_CHOICES <= status <= _LAST or status == HTTPStatus.NOT_MODIFIED:
        return refused(
            HTTPStatus.INTERNAL_SERVER_ERROR, logged_failure(f"the context callable ({status})")
        )
    text = exact_text(message)
    words = "Refused" if text is None else clean_text(text)
    kept = [(key, value) for key, value in headers if value.isascii() and value.isprintable()]
    return refused(status, Failure(_caller_code(request, status), words), *kept)


def broken_caller() -> HttpReply:
    """Answer when the application failed to say who is calling; it is logged."""
    return refused(HTTPStatus.INTERNAL_SERVER_ERROR, logged_failure("the context callable"))


def _caller_code(request: HttpRequest, status: int) -> int:
    """Give the code beside 401: the number older clients know, or the status itself."""
    old = spoken_by_header(request.headers.get(MCP_PROTOCOL_VERSION_HEADER)).era == "handshake"
    if status == HTTPStatus.UNAUTHORIZED and old:
        return _UNAUTHORIZED_OF_OLD
    return int(status)
