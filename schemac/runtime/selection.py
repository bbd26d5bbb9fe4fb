"""Tool definitions in, the ones that a narrower registry has out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from schemac.runtime.names import checked_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schemac.runtime.definition import ToolDefinition

__all__ = ["Selection"]


@dataclass(frozen=True, slots=True)
class Selection:
    """What to choose, by names as they are before `prefix` is put before them."""

    include: tuple[str, ...] | None
    exclude: tuple[str, ...]
    read_only: bool | None
    prefix: str

    @classmethod
    def of(
        cls,
        include: str | Sequence[str] | None,
        exclude: str | Sequence[str],
        read_only: bool | None,  # noqa: FBT001 - one of three, given by name where people call
        prefix: str,
    ) -> Selection:
        """Make a selection of what a caller may write, a single pattern included."""
        return cls(
            None if include is None else _listed(include), _listed(exclude), read_only, prefix
        )

    def choose(self, tools: Iterable[ToolDefinition]) -> tuple[ToolDefinition, ...]:
        """Give the chosen ones, in order, under their new names."""
        return tuple(self._renamed(tool) for tool in tools if self._has(tool))

    def _has(self, tool: ToolDefinition) -> bool:
        name = tool.name
        if any(fnmatchcase(name, pattern) for pattern in self.exclude):
            return False
        if self.read_only is not None and tool.read_only is not self.read_only:
            return False
        if tool.internal:
            return self.include is not None and name in self.include
        return self.include is None or any(fnmatchcase(name, pattern) for pattern in self.include)

    def _renamed(self, tool: ToolDefinition) -> ToolDefinition:
        return replace(tool, name=checked_name(self.prefix + tool.name)) if self.prefix else tool


def _listed(patterns: str | Sequence[str]) -> tuple[str, ...]:
    return (patterns,) if isinstance(patterns, str) else tuple(patterns)
