"""An HTTP request as plain data in, status, headers and body out: the framing of MCP over POST.

The order of refusals is fixed: method, origin, caller, domain, media types, size, text, frame,
method, tool, arguments. Nothing that a client sends makes anything here raise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

from mcp.shared.inbound import (
    ERROR_CODE_HTTP_STATUS,
    MCP_PROTOCOL_VERSION_HEADER,
    unsupported_protocol_version_rejection,
)
from mcp_types.jsonrpc import HEADER_MISMATCH, JSONRPCNotification, JSONRPCRequest

from schemac.enforce.foreign import foreign
from schemac.enforce.read import ReadError, read_message
from schemac.runtime.errors import UnknownDomainError
from schemac.wire.bodies import read_body
from schemac.wire.dispatch import envelope, logged_failure
from schemac.wire.eras import spoken_by_header
from schemac.wire.exchange import (
    ACKNOWLEDGED_HEADERS,
    EVENTS,
    FIXED_HEADERS,
    NEVER_STORED,
    HttpReply,
    RefusedError,
    refused,
)
from schemac.wire.headers import (
    Authority,
    accepts,
    authority,
    is_loopback,
    origin_authority,
)
from schemac.wire.progress import progress_token, with_progress
from schemac.wire.replies import (
    Failure,
    Reply,
    WireError,
    failed,
    invalid_request,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.pipeline import ProgressSink
    from schemac.runtime.settings import Limits
    from schemac.wire.dispatch import Dispatcher, Message
    from schemac.wire.eras import Spoken
    from schemac.wire.exchange import HttpRequest

__all__ = ["Endpoint", "host_believed"]

_STREAM_HEADERS = (("Content-Type", EVENTS), NEVER_STORED, ("X-Accel-Buffering", "no"))
_OK = int(HTTPStatus.OK)
_BAD_REQUEST = int(HTTPStatus.BAD_REQUEST)
_ALLOWED = ("Allow", "POST, OPTIONS")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The framing for one service.

    `meet` says whom to go on with where a caller asked for a domain: it raises UnknownDomainError
    where that is none, or none for this caller.
    """

    dispatcher: Dispatcher
    meet: Callable[[object, str | None], object]
    limits: Limits
    allowed_origins: frozenset[str] = frozenset()

    def refusal(self, request: HttpRequest) -> HttpReply | None:
        """Judge what comes before the caller is known: the HTTP method and the origin.

        `OPTIONS` gets a bare yes, to which an extension for CORS may add its headers.
        """
        if request.method == "POST":
            origin = (request.usual or request.headers).get("origin")
            if origin is None or self._origin_allowed(request, origin):
                return None
            return refused(HTTPStatus.FORBIDDEN, invalid_request("this origin is not allowed"))
        if request.method == "OPTIONS":
            return HttpReply(int(HTTPStatus.NO_CONTENT), (NEVER_STORED, _ALLOWED), b"")
        failure = invalid_request("only POST is served here")
        return refused(HTTPStatus.METHOD_NOT_ALLOWED, failure, _ALLOWED)

    def reply(self, request: HttpRequest, context: object, domain: str | None) -> HttpReply:
        """Answer a POST of a known caller."""
        try:
            caller = context if domain is None else self.meet(context, domain)
            return self._dispatched(self._message(request), request, caller, domain)
        except UnknownDomainError:
            return refused(HTTPStatus.NOT_FOUND, invalid_request("no such domain"))
        except RefusedError as error:
            return refused(error.status, error.failure)
        except foreign():  # it is logged, and the caller is told an id
            return refused(HTTPStatus.INTERNAL_SERVER_ERROR, logged_failure("an HTTP request"))

    def _origin_allowed(self, request: HttpRequest, origin: str) -> bool:
        if origin.lower() in self.allowed_origins:
            return True
        return origin_authority(origin) == _own(request) and host_believed(request)

    def _message(self, request: HttpRequest) -> Message:
        body = read_body(request, self.limits.body)
        try:
            return envelope(read_message(body, depth=self.limits.depth, size=self.limits.body))
        except ReadError as error:
            failure = Failure(error.code, error.reason)
            raise RefusedError(_BAD_REQUEST, failure) from None
        except WireError as error:
            raise RefusedError(_BAD_REQUEST, error.failure) from None

    def _dispatched(
        self, message: Message, request: HttpRequest, context: object, domain: str | None
    ) -> HttpReply:
        headers = request.headers
        spoken = spoken_by_header((request.usual or headers).get(MCP_PROTOCOL_VERSION_HEADER))
        if not isinstance(message, JSONRPCRequest):
            return _acknowledged(message, spoken, headers.get(MCP_PROTOCOL_VERSION_HEADER, ""))
        if request.doubled is not None and spoken.era == "modern":
            return _finished(_doubled(message, request.doubled), spoken)
        token = progress_token(message.params) if message.method == "tools/call" else None
        if token is not None and not accepts(headers.get("accept", "-"), EVENTS):
            token = None  # the client cannot read a stream
        if token is None:
            reply = self.dispatcher.reply(message, spoken, context, domain, headers=headers)
            return _finished(reply, spoken)

        def work(progress: ProgressSink) -> Reply:
            return self.dispatcher.reply(
                message, spoken, context, domain, headers=headers, progress=progress
            )

        streamed = with_progress(work, token, partial(_broken, message), request.bind)
        if isinstance(streamed, Reply):
            return _finished(streamed, spoken)
        return HttpReply(_OK, _STREAM_HEADERS, streamed)


def _broken(message: JSONRPCRequest) -> Reply:
    return failed(message.id, logged_failure("a call's thread"))


def _finished(reply: Reply, spoken: Spoken) -> HttpReply:
    headers = (*FIXED_HEADERS, *reply.headers) if reply.headers else FIXED_HEADERS
    pieces = reply.pieces or (b"",)
    status = _OK if reply.code is None else _status(reply.code, spoken)
    return HttpReply(status, headers, pieces if len(pieces) > 1 else pieces[0])


def host_believed(request: HttpRequest) -> bool:
    """Whether the request's `Host` names this machine, or one that the server's own list has."""
    own = _own(request)
    return own is not None and (is_loopback(own.host) or request.trusts_host())


def _own(request: HttpRequest) -> Authority | None:
    host = request.headers.get("host")
    return authority(host, request.scheme) if host is not None else None


def _acknowledged(message: Message, spoken: Spoken, version: str) -> HttpReply:
    """Take note of a message that asks for nothing; nothing here acts on one."""
    if spoken.era == "modern":
        if not isinstance(message, JSONRPCNotification):
            failure = invalid_request("a server of this version asks clients nothing")
            return refused(HTTPStatus.BAD_REQUEST, failure)
        unsupported = unsupported_protocol_version_rejection(version)
        if unsupported is not None:
            failure = Failure(unsupported.code, unsupported.message, unsupported.data)
            return refused(HTTPStatus.BAD_REQUEST, failure)
    return HttpReply(int(HTTPStatus.ACCEPTED), ACKNOWLEDGED_HEADERS, b"")


def _doubled(message: JSONRPCRequest, name: str) -> Reply:
    """Refuse a routing header that stands twice: readers of one copy would disagree."""
    return failed(message.id, Failure(HEADER_MISMATCH, f"{name} header appears more than once"))


def _status(code: int, spoken: Spoken) -> int:
    return _OK if spoken.era == "handshake" else ERROR_CODE_HTTP_STATUS.get(code, _OK)
