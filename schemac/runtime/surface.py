"""A registry, its contracts and settings in; listings and enforced calls for any caller out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from schemac.runtime.errors import InvalidArgumentsError, UnknownDomainError, UnknownToolError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from schemac.runtime.contracts import ContractSource
    from schemac.runtime.facade import FacadeInfo
    from schemac.runtime.outcomes import CallOutcome
    from schemac.runtime.registry import Registry
    from schemac.runtime.settings import SurfaceSettings

__all__ = [
    "InvalidArgumentsError",
    "Listing",
    "ProgressSink",
    "Surface",
    "UnknownDomainError",
    "UnknownToolError",
    "Visit",
]


class ProgressSink(Protocol):
    """Where a handler's progress goes, and where it learns that nobody waits any more."""

    def report(self, current: float, total: float | None, message: str | None) -> None:
        """Pass one step on to the client."""

    @property
    def cancelled(self) -> bool:
        """Whether the client is gone."""


class Listing:
    """A caller's listing: JSON tool objects as bytes, in order.

    `shared` says that other callers with the same decisions get the very same object, so that
    bytes made of it may be kept with it; a listing with texts or values of one caller is not.
    """

    fragments: tuple[bytes, ...]
    shared: bool

    def joined(self) -> bytes:
        """Give the fragments with commas between, as they stand inside `"tools":[…]`."""
        raise NotImplementedError


class Visit:
    """One request: its context, its domain, the program it began with, and answers taken once.

    A context manager; at its end the request's event loop, if one was needed, is closed.
    """

    def __enter__(self) -> Visit:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        raise NotImplementedError

    def listing(self) -> Listing:
        """Give the caller's listing."""
        raise NotImplementedError

    def tool(self, name: str) -> dict[str, object]:
        """Give one tool object as listed, by its own name. Raises UnknownToolError."""
        raise NotImplementedError

    def call(
        self,
        name: str,
        arguments: Mapping[str, object] | None,
        *,
        meta: Mapping[str, object] | None = None,
        progress: ProgressSink | None = None,
        admit: Callable[[Mapping[str, object]], None] | None = None,
    ) -> CallOutcome:
        """Run one enforced call. Raises UnknownToolError, InvalidArgumentsError.

        `admit` is first shown the caller's input schema of the tool, and may raise.
        """
        raise NotImplementedError


class Surface:
    """The tools of a registry as callers see them. Thread-safe."""

    def __init__(
        self, registry: Registry, contracts: ContractSource, settings: SurfaceSettings | None = None
    ) -> None:
        self.registry = registry
        self.contracts = contracts
        self.settings = settings

    def domains(self) -> tuple[str, ...]:
        """Give the names of all domains: the default one, configured ones, those of tools."""
        raise NotImplementedError

    def has_domain(self, domain: str | None) -> bool:
        """Say whether the domain is served; None is the default one, always."""
        raise NotImplementedError

    def visit(self, context: object, domain: str | None = None) -> Visit:
        """Begin a request. Raises UnknownDomainError."""
        raise NotImplementedError

    def listing(self, context: object, domain: str | None = None, era: str = "modern") -> Listing:
        """Give the caller's listing (the same bytes in every era)."""
        raise NotImplementedError

    def list_tools(self, context: object, domain: str | None = None) -> list[dict[str, object]]:
        """Give the caller's tools as MCP tool objects."""
        raise NotImplementedError

    def call_tool(  # noqa: PLR0913 - the call's data, each named
        self,
        name: str,
        arguments: Mapping[str, object] | None,
        context: object,
        domain: str | None = None,
        *,
        meta: Mapping[str, object] | None = None,
        progress: ProgressSink | None = None,
        admit: Callable[[Mapping[str, object]], None] | None = None,
    ) -> CallOutcome:
        """Run one enforced call. Raises UnknownToolError, UnknownDomainError."""
        raise NotImplementedError

    def facades(self, domain: str | None = None, context: object = None) -> tuple[FacadeInfo, ...]:
        """Give the facades of a grouped domain that the caller sees; () for another domain."""
        raise NotImplementedError
