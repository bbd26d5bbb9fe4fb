"""The files that tools come from in, the table of a plan's sources out, each once."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from schemac.plan.declaration import HandlerLocation
from schemac.plan.model import HandlerRef

if TYPE_CHECKING:
    from schemac.plan.model import SourceFile
    from schemac.resolve.program import ResolvedTool

__all__ = ["Sources"]


class Sources:
    """Numbers files in order of first use."""

    def __init__(self) -> None:
        self._numbers: dict[SourceFile, int] = {}

    def handler(self, tool: ResolvedTool, parameters: tuple[str, ...]) -> HandlerRef:
        """Give what the plan says of a tool's handler."""
        lineage = tuple(
            (name, None if file is None else self._number(file)) for name, file in tool.lineage
        )
        signatures = tuple(map(self._number, tool.signatures))
        return HandlerRef(_path(tool), parameters, tool.digest, lineage, signatures)

    def all(self) -> tuple[SourceFile, ...]:
        """Give the files by number."""
        return tuple(self._numbers)

    def _number(self, file: SourceFile) -> int:
        return self._numbers.setdefault(file, len(self._numbers))


def _path(tool: ResolvedTool) -> str:
    """Give the import path; of a file that was only read, the one that its folders make."""
    handler = tool.declaration.handler
    if not isinstance(handler, HandlerLocation):
        return handler.path or tool.declaration.name
    return f"{handler.module or _module(tool) or handler.file}:{handler.qualname}"


def _module(tool: ResolvedTool) -> str:
    file = tool.lineage[0][1] if tool.lineage else None
    if file is None:
        return ""
    parts = PurePosixPath(file.name).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
