"""Tools put on a shelf by name; callables that mint more of them when the registry is read."""

from __future__ import annotations

import inspect
from functools import partial
from typing import TYPE_CHECKING

from schemac.runtime.errors import DuplicateToolError

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.definition import ToolDefinition

__all__ = ["Producers", "Shelf"]


class Shelf:
    """Definitions by name, in order. `version` grows with each change. Its owner holds a lock."""

    def __init__(self) -> None:
        self.version = 0
        self._tools: dict[str, ToolDefinition] = {}
        self._minter: dict[str, int] = {}
        self._minting: int | None = None
        self._fresh: set[str] = set()

    def put(self, definition: ToolDefinition) -> None:
        """Put a tool on the shelf. Raises DuplicateToolError, naming both places."""
        name = definition.name
        before = self._tools.get(name)
        if before is not None and not self._replaces(definition, before):
            raise DuplicateToolError(
                f"two tools are called `{name}`: one at {before.place}, one at {definition.place}"
            )
        self._tools[name] = definition
        if self._minting is not None:
            self._minter[name] = self._minting
            self._fresh.add(name)
        self.version += 1

    def _replaces(self, definition: ToolDefinition, before: ToolDefinition) -> bool:
        """Say whether it is the same tool again: a module loaded twice, or a producer rerun."""
        if self._minting is not None and self._minter.get(before.name) == self._minting:
            return before.name not in self._fresh or before.handler is definition.handler
        return before.handler is not definition.handler and _written_once(before, definition)

    def mint(self, number: int, work: Callable[[], object]) -> None:
        """Run a producer: what it minted before and not now goes, and a failure changes nothing."""
        tools, minter = dict(self._tools), dict(self._minter)
        outer = self._minting, self._fresh
        self._minting, self._fresh = number, set()
        try:
            work()
        except BaseException:
            self._tools, self._minter = tools, minter
            raise
        else:
            for name in [name for name, by in minter.items() if by == number]:
                if name not in self._fresh:
                    del self._tools[name], self._minter[name]
        finally:
            self._minting, self._fresh = outer
            self.version += 1

    def all(self) -> tuple[ToolDefinition, ...]:
        """Give the tools in order."""
        return tuple(self._tools.values())


def _written_once(one: ToolDefinition, other: ToolDefinition) -> bool:
    """Say whether both are one definition at the top of one file, seen twice."""
    a, b = one.source, other.source
    return (
        a is not None
        and b is not None
        and a.first_line is not None
        and "<locals>" not in a.qualname
        and (a.file, a.qualname, a.first_line) == (b.file, b.qualname, b.first_line)
    )


class Producers:
    """The producers of a shelf, and which of them have yet to run."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._all: list[Callable[..., object]] = []
        self._due: set[int] = set()
        self._running = False

    def add(self, producer: Callable[..., object]) -> None:
        """Add a producer; adding it twice is adding it once."""
        if producer not in self._all:
            self._all.append(producer)
            self._due.add(len(self._all) - 1)
            self._shelf.version += 1

    def forget(self) -> None:
        """Make every producer due again."""
        self._due = set(range(len(self._all)))
        self._shelf.version += 1

    def run(self, registry: object) -> None:
        """Run those that are due, in order. One that raises stays due, and so do those after it."""
        if self._running:
            return
        self._running = True
        try:
            for number, producer in enumerate(tuple(self._all)):
                if number in self._due:
                    given = (registry,) if _takes_one(producer) else ()
                    self._shelf.mint(number, partial(producer, *given))
                    self._due.discard(number)
        finally:
            self._running = False


def _takes_one(producer: Callable[..., object]) -> bool:
    try:
        parameters = inspect.signature(producer).parameters.values()
    except (TypeError, ValueError):
        return False
    return any(
        parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        and parameter.default is parameter.empty
        for parameter in parameters
    )
