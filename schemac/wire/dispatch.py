"""A JSON-RPC message in, its answer out: both protocol eras, no server, no framework.

Versions, shapes and codes are those of the official package; the caller's tools come from the
surface. Nothing is compiled for a method that does not need it.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from mcp_types.jsonrpc import (
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
)
from pydantic import ValidationError

from schemac.enforce.foreign import foreign
from schemac.enforce.journal import journal
from schemac.runtime.errors import InvalidArgumentsError, UnknownDomainError, UnknownToolError
from schemac.wire.answers import initialized, listed
from schemac.wire.asking import Asked
from schemac.wire.calls import call_tool
from schemac.wire.eras import spoken_by_message
from schemac.wire.ladder import Ladder
from schemac.wire.paging import no_such_cursor
from schemac.wire.replies import (
    NOTHING,
    Failure,
    Reply,
    WireError,
    failed,
    internal,
    invalid_params,
    invalid_request,
    method_not_found,
    succeeded,
    succeeded_in_parts,
)
from schemac.wire.resources import resource, resource_list, resource_templates
from schemac.wire.validity import Validity, telling, unfit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.runtime.pipeline import ProgressSink
    from schemac.wire.about import About
    from schemac.wire.asking import ToolSurface
    from schemac.wire.eras import Spoken
    from schemac.wire.paging import Pager

__all__ = ["Dispatcher", "Message", "envelope", "logged_failure", "spoken_in"]

_log = journal("schemac.wire")

Message = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError

_NOT_ONE_MESSAGE = "the body must be a single JSON-RPC request or notification object"


def envelope(value: object) -> Message:
    """Read the JSON-RPC frame of a JSON value. Raises WireError for a batch or a broken frame."""
    if not isinstance(value, dict):
        raise WireError(invalid_request(_NOT_ONE_MESSAGE))
    try:
        is_request = "method" in value and "id" in value
        return (JSONRPCRequest if is_request else _model(value)).model_validate(value)
    except ValidationError:
        raise WireError(invalid_request(_NOT_ONE_MESSAGE)) from None


def _model(value: dict[str, object]) -> type[Message]:
    """Choose for what is no request by the members that are there.

    So a broken request is never taken for less.
    """
    if "method" in value:
        return JSONRPCNotification
    if "result" in value:
        return JSONRPCResponse
    return JSONRPCError if "error" in value else JSONRPCRequest


class Dispatcher:
    """Answers messages for one service. Thread-safe.

    Of requests it remembers which parameters were in good form, never those of a call's tool.

    `surface` is asked for when a method needs the tools, so that a reload shows and so that
    `initialize`, `ping` and notifications compile nothing.
    """

    def __init__(
        self, surface: Callable[[], ToolSurface], about: About, pager: Pager | None = None
    ) -> None:
        self._surface = surface
        self._about = about
        self._pager = pager
        self._ladder = Ladder()
        self._validity = Validity()
        self._methods: dict[str, Callable[[Asked], Reply]] = {
            "initialize": self._initialize,
            "ping": self._ping,
            "server/discover": self._discover,
            "tools/list": self._list,
            "tools/call": self._call,
        }
        if about.resources:
            self._methods["resources/list"] = self._resource_list
            self._methods["resources/templates/list"] = self._resource_templates
            self._methods["resources/read"] = self._resource

    def reply(
        self,
        message: Message,
        spoken: Spoken,
        context: object,
        domain: str | None,
        *,
        headers: Mapping[str, str] | None = None,
        progress: ProgressSink | None = None,
    ) -> Reply:
        """Answer one framed message. Never raises for what the message holds."""
        if not isinstance(message, JSONRPCRequest):
            return NOTHING
        try:
            told = telling(message, spoken.version)
            if spoken.era == "modern":
                spoken = self._ladder.climb(message.method, told, spoken, headers)
                if spoken.version != told.version:
                    told = telling(message, spoken.version)
            asked = Asked(
                message.id,
                message.method,
                message.params or {},
                context,
                domain,
                spoken,
                headers,
                progress,
            )
            self._validity.check(message, told)
            handler = self._methods.get(message.method)
            if handler is None:
                raise WireError(method_not_found(message.method))  # noqa: TRY301 - answered below
            return handler(asked)
        except WireError as error:
            return failed(message.id, error.failure)
        except (UnknownToolError, UnknownDomainError) as error:
            return failed(message.id, invalid_params(str(error)))
        except InvalidArgumentsError:
            return failed(message.id, unfit())
        except foreign():  # it is logged, and the caller is told an id
            return failed(message.id, logged_failure(message.method))

    def _initialize(self, asked: Asked) -> Reply:
        return succeeded_in_parts(asked.id, (initialized(asked, self._about),))

    def _ping(self, asked: Asked) -> Reply:
        return succeeded_in_parts(asked.id, (b"{}",))

    def _discover(self, asked: Asked) -> Reply:
        return succeeded_in_parts(asked.id, (self._about.discovery,))

    def _list(self, asked: Asked) -> Reply:
        return listed(asked, self._surface(), self._about, self._pager)

    def _call(self, asked: Asked) -> Reply:
        return call_tool(asked, self._surface(), self._about)

    def _resource_list(self, asked: Asked) -> Reply:
        _no_cursor(asked)
        result = resource_list(asked, self._surface(), self._about.resources)
        return succeeded(asked.id, self._about.for_era(asked, result, cacheable=True))

    def _resource_templates(self, asked: Asked) -> Reply:
        _no_cursor(asked)
        result = resource_templates(self._about.resources)
        return succeeded(asked.id, self._about.for_era(asked, result, cacheable=True))

    def _resource(self, asked: Asked) -> Reply:
        result = resource(asked, self._surface(), self._about.resources)
        return succeeded(asked.id, self._about.for_era(asked, result, cacheable=True))


def _no_cursor(asked: Asked) -> None:
    """Refuse a cursor where everything fits on one page: it cannot be one of ours."""
    if asked.params.get("cursor") is not None:
        raise WireError(no_such_cursor())


def spoken_in(message: Message) -> Spoken:
    """Tell the era of a message that came without headers."""
    if not isinstance(message, JSONRPCRequest):
        return spoken_by_message("", None)
    return spoken_by_message(message.method, message.params)


def logged_failure(doing: str) -> Failure:
    """Log the exception being handled under a new correlation id, and say no more than the id."""
    correlation_id = secrets.token_hex(8)
    _log.exception("internal error in %s (correlation id %s)", doing, correlation_id)
    return internal(correlation_id)
