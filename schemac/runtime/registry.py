"""Tools in, in order of registration; the registry that serving and checking read out."""

from __future__ import annotations

import sys
import threading
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Self, TypeAlias, TypeVar, cast, overload

from schemac.runtime.decorator import ToolDecorator
from schemac.runtime.definition import ToolDefinition, define
from schemac.runtime.errors import ContractError
from schemac.runtime.outlines import Outlines
from schemac.runtime.producers import Producers, Shelf
from schemac.runtime.selection import Selection

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextvars import Token
    from types import FrameType, TracebackType
    from typing import Unpack

    from schemac.runtime.options import ToolOptions
    from schemac.runtime.pipeline import Call, Middleware
    from schemac.runtime.results import Result

__all__ = [
    "IsolatedRegistry",
    "Registry",
    "SelectedRegistry",
    "ToolDecorator",
    "current_registry",
    "default_registry",
]

T = TypeVar("T")
ErrorMapper: TypeAlias = "Callable[[Exception, Call], Result]"


@dataclass(slots=True)
class Manners:
    """How the calls of a registry's tools are treated: shared with what is selected from it."""

    undeclared: Literal["drop", "reject"] | None
    error_mapper: ErrorMapper | None
    middleware: list[Middleware] = field(default_factory=list)


class Registry:
    """Tools, their middlewares, and the error mapper of their calls. Thread-safe.

    `undeclared` says what becomes of arguments that nobody declared, for tools that do not say.
    `error_mapper(exception, call) -> Result` may word exceptions that are no ToolError or Denied.
    """

    def __init__(
        self,
        *,
        undeclared: Literal["drop", "reject"] | None = None,
        error_mapper: ErrorMapper | None = None,
    ) -> None:
        self._manners = Manners(undeclared, error_mapper)
        self._lock = threading.RLock()
        self._outlines = Outlines()
        self._shelf = Shelf()
        self._producers = Producers(self._shelf)

    @property
    def undeclared(self) -> Literal["drop", "reject"] | None:
        """What becomes of arguments that nobody declared, for tools that do not say."""
        return self._manners.undeclared

    @property
    def middleware(self) -> list[Middleware]:
        """The middlewares of every tool, the first one outermost."""
        return self._manners.middleware

    @property
    def error_mapper(self) -> ErrorMapper | None:
        """What words exceptions that are no ToolError and no Denied."""
        return self._manners.error_mapper

    @error_mapper.setter
    def error_mapper(self, mapper: ErrorMapper | None) -> None:
        self._manners.error_mapper = mapper

    @staticmethod
    def isolated() -> IsolatedRegistry:
        """Give a registry for a test; inside `with`, `@tool` registers there."""
        return IsolatedRegistry()

    @overload
    def tool(
        self, target: str | None = None, /, **options: Unpack[ToolOptions]
    ) -> ToolDecorator: ...
    @overload
    def tool(self, target: T, /) -> T: ...
    def tool(self, target: object = None, /, **options: Unpack[ToolOptions]) -> object:
        """Register a class or function, as `schemac.tool` does; or look at the tool of a name."""
        if target is None or isinstance(target, str):
            return ToolDecorator(self, target, options)
        return self.declare(target, None, options, frame=sys._getframe(1))  # noqa: SLF001 - the same

    def add(
        self,
        target: object,
        *,
        name: str | None = None,
        signature: str | None = None,
        types: str | None = None,
        **options: Unpack[ToolOptions],
    ) -> ToolDefinition:
        """Register what is not yours, or was generated: a callable, a class, or an object.

        `signature` and `types` are its annotations as text; without both, its own file is read.
        Raises ContractError, DuplicateToolError.
        """
        inline = None if signature is None and types is None else (signature, types)
        return self._keep(define(target, name, options, inline=inline, outlines=self._outlines))

    def declare(
        self, target: T, name: str | None, options: ToolOptions, *, frame: FrameType | None = None
    ) -> T:
        """Register a decorated class or function, and give it back."""
        self._keep(define(target, name, options, frame=frame, outlines=self._outlines))
        return target

    def _keep(self, definition: ToolDefinition) -> ToolDefinition:
        with self._lock:
            self._shelf.put(definition)
        return definition

    def producer(self, producer: T) -> T:
        """Add a callable that mints tools when the registry is first read, and after a reload.

        It is called with the registry if it takes a positional argument, else with nothing. What
        it raises is raised by the read, and it is tried again at the next one.
        """
        if not callable(producer):
            raise ContractError("a producer must be callable")
        with self._lock:
            self._producers.add(cast("Callable[..., object]", producer))
        return producer

    def reload(self) -> None:
        """Let the producers mint anew at the next read."""
        with self._lock:
            self._producers.forget()

    def use(self, middleware: Middleware) -> Middleware:
        """Add a middleware `(call, call_next) -> Result` for every tool; the first is outermost."""
        if not callable(middleware):
            raise ContractError("a middleware must be a callable `(call, call_next) -> Result`")
        self.middleware.append(middleware)
        return middleware

    def tools(self) -> tuple[ToolDefinition, ...]:
        """Give all tools in order of registration; producers run first. Raises what they raise."""
        with self._lock:
            self._producers.run(self)
            return self._shelf.all()

    def get(self, name: str) -> ToolDefinition | None:
        """Give the tool of that name; None without one."""
        return next((tool for tool in self.tools() if tool.name == name), None)

    @property
    def version(self) -> int:
        """A number that grows whenever the tools change, or producers are due."""
        return self._shelf.version

    def select(
        self,
        *,
        include: str | Sequence[str] | None = None,
        exclude: str | Sequence[str] = (),
        read_only: bool | None = None,
        prefix: str = "",
    ) -> SelectedRegistry:
        """Give a narrower registry that follows this one.

        `include` and `exclude` are patterns (`orders_*`); an internal tool is in it only when
        `include` has its exact name. `prefix` is put before the names.
        """
        return SelectedRegistry(self, Selection.of(include, exclude, read_only, prefix))


class SelectedRegistry(Registry):
    """Part of another registry, whose middlewares and error mapper it shares. It takes no tools."""

    def __init__(self, source: Registry, selection: Selection) -> None:
        super().__init__()
        self._manners = source._manners  # noqa: SLF001 - both are registries
        self._source = source
        self._selection = selection

    def tools(self) -> tuple[ToolDefinition, ...]:
        """Give the selected tools, in order of registration."""
        return self._selection.choose(self._source.tools())

    @property
    def version(self) -> int:
        """The version of the registry it selects from."""
        return self._source.version

    def reload(self) -> None:
        """Let the producers of the registry it selects from mint anew."""
        self._source.reload()

    def producer(self, producer: T) -> T:
        """Refuse it: it would mint tools that this registry cannot take."""
        del producer
        raise ContractError(
            "a selection takes no tools, and so no producer: add it to the registry that was "
            "selected from"
        )

    def _keep(self, definition: ToolDefinition) -> ToolDefinition:
        raise ContractError(
            f"`{definition.name}` cannot be registered in a selection: register it in the registry "
            f"that was selected from"
        )


default_registry = Registry()
"""The registry of `schemac.tool`."""

_current: ContextVar[Registry] = ContextVar("schemac_registry", default=default_registry)


def current_registry() -> Registry:
    """Give the registry that `schemac.tool` registers in."""
    return _current.get()


class IsolatedRegistry(Registry):
    """A registry for a test: inside `with`, `@tool` registers there and nowhere else."""

    _token: Token[Registry] | None = None

    def __enter__(self) -> Self:
        self._token = _current.set(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._token is not None:
            _current.reset(self._token)
            self._token = None
