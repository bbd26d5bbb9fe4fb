"""A plan and dialects in, a warning for everything that their clients would not be told out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from schemac.cli.dialect_losses import SIDES, lost, told_objects
from schemac.diagnostics.model import Diagnostic
from schemac.emit.dialects import DIALECTS, tool_losses
from schemac.resolve.disk import DISK
from schemac.resolve.files import read_source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from schemac.cli.dialect_losses import Lost
    from schemac.emit.dialects import Loss
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Origin
    from schemac.resolve.disk import Disk
    from schemac.source import Source, Span

__all__ = ["Places", "dialect_warnings", "in_dialect"]

_WORD = re.compile(r"\w+|.|\Z")


def in_dialect(
    told: dict[str, Any], name: str, span: Span | None = None
) -> tuple[dict[str, Any] | None, tuple[Diagnostic, ...]]:
    """Rewrite the schemas of a tool object, and warn of what is lost; None where it is refused."""
    result: dict[str, Any] | None = dict(told)
    losses: list[Lost] = [
        ("tool", loss) for loss in tool_losses(name, told["name"], told["description"])
    ]
    for key, side in SIDES:
        schema = DIALECTS[name](told[key], side)
        losses += [(side, loss) for loss in schema.losses]
        result = None if result is None or schema.refused else {**result, key: schema.schema}
    return result, _warnings(told["name"], name, losses, span)


def dialect_warnings(
    plan: Plan, names: Sequence[str], root: Path, disk: Disk = DISK
) -> tuple[Diagnostic, ...]:
    """Rewrite what callers are told, whoever they are, and report what is lost.

    Places are those in the schema of who holds every grant; in another's where that has nothing.
    """
    places = Places(root, disk)
    found: list[Diagnostic] = []
    for tool in plan.tools if names else ():
        objects = told_objects(plan, tool)
        span = places.span(tool.origin) if objects else None
        for name in names:
            found += _warnings(tool.name, name, lost(tool, objects, name), span)
    return tuple(found)


def _warnings(
    tool: str, name: str, losses: Sequence[Lost], span: Span | None
) -> tuple[Diagnostic, ...]:
    return tuple(
        Diagnostic(loss.code, _worded(tool, name, part, loss), span) for part, loss in losses
    )


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
