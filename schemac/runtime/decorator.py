"""A name and arguments in, a decorator out, which also shows the tool of that name."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from types import FrameType

    from schemac.plan.declaration import HandlerLocation
    from schemac.runtime.definition import ToolDefinition
    from schemac.runtime.options import ToolOptions

__all__ = ["Registering", "ToolDecorator"]

T = TypeVar("T")


class Registering(Protocol):
    """Where tools are registered."""

    def declare(
        self, target: T, name: str | None, options: ToolOptions, *, frame: FrameType | None = None
    ) -> T:
        """Register a class or function, and give it back."""

    def get(self, name: str) -> ToolDefinition | None:
        """Give the tool of that name; None without one."""


class ToolDecorator:
    """What `registry.tool(…)` gives: a decorator, and the registered tool of that name to look at.

    Its attributes `name`, `gates`, `domains`, `category`, `annotations`, `handler` and `source`
    are those of the definition; a LookupError where no tool has the name.
    """

    def __init__(self, registry: Registering, name: str | None, options: ToolOptions) -> None:
        self._registry = registry
        self._name = name
        self._options = options

    def __call__(self, target: T) -> T:
        """Register the class or function, and give it back as it is."""
        frame = sys._getframe(1)  # noqa: SLF001 - where the class body's code is found
        return self._registry.declare(target, self._name, self._options, frame=frame)

    @property
    def definition(self) -> ToolDefinition:
        """The registered tool. Raises LookupError."""
        found = None if self._name is None else self._registry.get(self._name)
        if found is None:
            raise LookupError(f"no tool named {self._name!r} is registered")
        return found

    @property
    def name(self) -> str:
        """The tool's name."""
        return self.definition.name

    @property
    def gates(self) -> tuple[tuple[str, str], ...]:
        """The tool's gates: (predicate, flag expression), all of which must be open."""
        return self.definition.gates

    @property
    def domains(self) -> tuple[str, ...]:
        """The tool's domains; () for the default one."""
        return self.definition.domains

    @property
    def category(self) -> str | None:
        """The tool's category."""
        return self.definition.category

    @property
    def annotations(self) -> dict[str, bool]:
        """The MCP annotations that were set."""
        return self.definition.annotations

    @property
    def handler(self) -> object:
        """The class, object or function."""
        return self.definition.handler

    @property
    def source(self) -> HandlerLocation | None:
        """Where the author's code is."""
        return self.definition.source
