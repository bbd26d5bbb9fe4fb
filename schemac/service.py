"""A registry and settings in, the product without a server out: list, call, answer messages."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, overload

from schemac.contract_sources import contract_source
from schemac.enforce.foreign import foreign
from schemac.enforce.kinds import kind_name
from schemac.enforce.read import ReadError, holds_half_pairs, read_message
from schemac.runtime.errors import InvalidArgumentsError
from schemac.runtime.registry import Registry
from schemac.runtime.results import Result
from schemac.runtime.surface import Surface
from schemac.wire.about import About
from schemac.wire.dispatch import Dispatcher, envelope, spoken_in
from schemac.wire.paging import Pager
from schemac.wire.replies import Failure, Reply, WireError, dump, failed, invalid_request
from schemac.wire.settings import Settings, read_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.runtime.facade import FacadeInfo
    from schemac.runtime.outcomes import CallOutcome

__all__ = ["Service", "Surroundings"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an adapter knows and no setting says.

    `name` tells several services of one process apart; `sender` is the sender of signals.
    `secrets` gives the keys that cursors are signed with, oldest first; without it they hold in
    this process only. `debug` and `testing` may be callables, which are asked at each request.
    """

    name: str = "schemac"
    server_name: str | None = None
    sender: object = None
    debug: bool | Callable[[], bool] = False
    testing: bool | Callable[[], bool] = False
    secrets: Callable[[], Sequence[str]] | None = None


class Service:
    """The tools of a registry, for any caller. Thread-safe.

    Settings are those of the Flask blueprint. An unknown one is a TypeError with a suggestion.
    Nothing is compiled before the first listing or call, `eager=True` aside.
    """

    def __init__(self, registry: Registry, **settings: object) -> None:
        self._furnish(registry, read_settings(settings), Surroundings())

    @classmethod
    def furnished(
        cls, registry: Registry, settings: Settings, surroundings: Surroundings
    ) -> Service:
        """Make a service for an adapter, which has read the settings itself."""
        service = cls.__new__(cls)
        service._furnish(registry, settings, surroundings)  # noqa: SLF001 - of this very class
        return service

    def _furnish(self, registry: Registry, settings: Settings, surroundings: Surroundings) -> None:
        if not isinstance(registry, Registry):
            raise TypeError(f"a Service is made of a Registry, not of {kind_name(registry)}")
        self.registry = registry
        self.settings = settings
        self.about = About(
            settings.server_name or surroundings.server_name or surroundings.name,
            settings.server_version or _own_version(),
            settings.instructions,
            settings.client_ttl_ms,
            settings.resources,
        )
        shape = settings.for_surface(
            name=surroundings.name,
            server_name=self.about.name,
            eager=bool(settings.eager),
            debug=surroundings.debug,
            testing=surroundings.testing,
            sender=surroundings.sender,
            secrets=surroundings.secrets,
        )
        self.surface = Surface(registry, contract_source(settings), shape)
        self.dispatcher = Dispatcher(
            lambda: self.surface, self.about, _pager(settings, surroundings)
        )

    def list_tools(self, context: object, domain: str | None = None) -> list[dict[str, object]]:
        """Give the caller's tools as MCP tool objects. Raises UnknownDomainError."""
        return self.surface.list_tools(context, domain)

    def call_tool(
        self,
        name: str,
        arguments: Mapping[str, object] | None,
        context: object,
        domain: str | None = None,
    ) -> Result:
        """Run one enforced call; the payload is what a client would receive.

        Raises UnknownToolError where the caller has no such tool, whyever that is, else
        InvalidArgumentsError where the arguments are no mapping with texts as keys.
        """
        return _result(self.surface.call_tool(name, _read(arguments), context, domain))

    def facades(self, domain: str | None, context: object = None) -> tuple[FacadeInfo, ...]:
        """Give the facades of a grouped domain that the caller sees."""
        return self.surface.facades(domain, context)

    @overload
    def handle(self, message: str, context: object, domain: str | None = None) -> str | None: ...
    @overload
    def handle(
        self, message: dict[str, object], context: object, domain: str | None = None
    ) -> dict[str, object] | None: ...
    def handle(
        self, message: str | dict[str, object], context: object, domain: str | None = None
    ) -> str | dict[str, object] | None:
        """Answer one MCP message: text for text, an object for an object, None for a notification.

        The era is the modern one where the message carries its envelope. Never raises for what the
        message holds.
        """
        body = self._reply(message, context, domain).body
        if body is None:
            return None
        text = body.decode()
        if isinstance(message, str):
            return text
        answer: dict[str, object] = json.loads(text)
        return answer

    def _reply(self, message: object, context: object, domain: str | None) -> Reply:
        try:
            limits = self.settings.limits
            body = message.encode() if isinstance(message, str) else dump(message)
            framed = envelope(read_message(body, depth=limits.depth, size=limits.body))
        except ReadError as error:
            return failed(None, Failure(error.code, error.reason))
        except (TypeError, ValueError, RecursionError):
            return failed(None, invalid_request("the message is no JSON value"))
        except WireError as error:
            return failed(None, error.failure)
        return self.dispatcher.reply(framed, spoken_in(framed), context, domain)


def _read(
    arguments: Mapping[str, object] | None,
) -> Mapping[str, object] | InvalidArgumentsError | None:
    """Read any mapping once, as an object of a message would be, or give what is wrong with it.

    It is said where there is a tool to say it of. Anything but a mapping is refused there too.
    """
    if not isinstance(arguments, Mapping):
        return arguments
    try:
        read = dict(arguments.items())
    except foreign() as error:  # a mapping of the application may raise whatever it likes
        unreadable = InvalidArgumentsError("`arguments` cannot be read")
        unreadable.__cause__ = error
        return unreadable
    if not all(isinstance(key, str) for key in read):
        return InvalidArgumentsError("`arguments` must have texts as keys")
    if holds_half_pairs(read):
        return InvalidArgumentsError("`arguments` hold half a surrogate pair")
    return read


def _result(outcome: CallOutcome) -> Result:
    if outcome.kind == "ok":
        return Result("ok", outcome.structured)
    if outcome.kind == "denied":
        return Result("denied", None, outcome.text.removeprefix("denied: "))
    return Result("error", None, outcome.text)


def _pager(settings: Settings, surroundings: Surroundings) -> Pager | None:
    if settings.page_size is None:
        return None
    own = [secrets.token_hex(32)]
    return Pager(
        settings.page_size,
        surroundings.secrets or (lambda: own),
        f"schemac.cursor.{surroundings.name}",
        settings.listing_ttl,
    )


def _own_version() -> str:
    try:
        return version("schemac")
    except PackageNotFoundError:
        return "0"
