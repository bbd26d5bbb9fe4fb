"""A plan and dialects in, a warning for everything that their clients would not be told out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from schemac.cli.tool_object import tool_object
from schemac.diagnostics.model import Diagnostic
from schemac.emit.dialects import DIALECTS, tool_losses
from schemac.resolve.disk import DISK
from schemac.resolve.files import read_source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from schemac.emit.dialects import Loss
    from schemac.plan.gates import Answer, Side
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Origin
    from schemac.resolve.disk import Disk
    from schemac.source import Source, Span

__all__ = ["Places", "dialect_warnings", "in_dialect"]

_SIDES: tuple[tuple[str, Side], ...] = (("inputSchema", "input"), ("outputSchema", "output"))
_WORD = re.compile(r"\w+|.|\Z")


def in_dialect(
    told: dict[str, Any], name: str, span: Span | None = None
) -> tuple[dict[str, Any] | None, tuple[Diagnostic, ...]]:
    """Rewrite the schemas of a tool object, and warn of what is lost; None where it is refused."""
    result: dict[str, Any] | None = dict(told)
    losses = [("tool", loss) for loss in tool_losses(name, told["name"], told["description"])]
    for key, side in _SIDES:
        schema = DIALECTS[name](told[key], side)
        losses += [(side, loss) for loss in schema.losses]
        result = None if result is None or schema.refused else {**result, key: schema.schema}
    words = ((loss.code, _worded(told["name"], name, part, loss)) for part, loss in losses)
    return result, tuple(Diagnostic(code, text, span) for code, text in words)


def dialect_warnings(
    plan: Plan, names: Sequence[str], root: Path, disk: Disk = DISK
) -> tuple[Diagnostic, ...]:
    """Rewrite what a caller with every grant is told, and report what is lost."""
    places = Places(root, disk)
    answers: dict[int, Answer] = dict.fromkeys(range(len(plan.atoms)), 1)
    found: list[Diagnostic] = []
    for tool in plan.tools:
        told = tool_object(plan, tool, answers)
        if told is not None:
            span = places.span(tool.origin)
            for name in names:
                found += in_dialect(told, name, span)[1]
    return tuple(found)


def _worded(tool: str, name: str, part: str, loss: Loss) -> str:
    """Say in one line what a dialect loses of a tool."""
    where = f" at `{loss.pointer}`" if loss.pointer and part != "tool" else ""
    of = f"`{tool}`" if part == "tool" else f"the {part} of `{tool}`"
    if loss.code == "SC501":
        return f"`{name}` cannot say {of}: {loss.reason}"
    return f"`{name}` does not carry `{loss.keyword}` of {of}{where}: {loss.reason}"


class Places:
    """Where tools were declared, read off their files."""

    def __init__(self, root: Path, disk: Disk = DISK) -> None:
        self._root = root
        self._disk = disk
        self._sources: dict[str, Source | None] = {}

    def span(self, origin: Origin | None) -> Span | None:
        """Give the word at a place; None where its file cannot be read."""
        if origin is None:
            return None
        if origin.file not in self._sources:
            file = self._root / origin.file
            self._sources[origin.file] = read_source(file, origin.file, disk=self._disk)[0]
        source = self._sources[origin.file]
        if source is None or origin.line > len(source.line_starts):
            return None
        start = min(source.offset(origin.line, origin.column), len(source.text))
        found = _WORD.match(source.text, start)
        return source.span(start, start if found is None else found.end())
