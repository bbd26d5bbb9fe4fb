"""Errors and tools in, which tools each error concerns out.

A mistake in what a tool is declared with in Python concerns that tool. One in a class concerns the
tools whose handlers are that class, inherit from it or stand in it; one outside of all classes and
functions those of the file; one in a signature file its users.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from schemac.plan.declaration import InlineAnnotations
from schemac.syntax.places import layout
from schemac.syntax.python import parse_python

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.diagnostics.model import Diagnostic
    from schemac.plan.declaration import ToolDeclaration
    from schemac.plan.model import Plan
    from schemac.source import Source, Span
    from schemac.syntax.places import Layout, Place

__all__ = ["concerned"]


def concerned(
    declarations: Sequence[ToolDeclaration], plan: Plan, errors: Sequence[Diagnostic]
) -> dict[str, tuple[Diagnostic, ...]]:
    """Give the errors that concern each tool, where there are some."""
    if not errors:
        return {}
    finder = _Finder(plan)
    found = {
        each.name: tuple(one for one in errors if finder.concerns(one, each))
        for each in declarations
    }
    return {name: own for name, own in found.items() if own}


class _Finder:
    """Tells where errors stand; each file is read once."""

    def __init__(self, plan: Plan) -> None:
        self._layouts: dict[str, Layout | None] = {}
        self._paths: dict[str, Path] = {}
        self._used = {
            tool.name: [plan.sources[at].name for at in tool.handler.signatures]
            for tool in plan.tools
        }

    def concerns(self, one: Diagnostic, declaration: ToolDeclaration) -> bool:
        """Say whether an error concerns a tool."""
        if one.tool is not None:
            return one.tool == declaration.name
        if one.span is None:
            return False
        source, handler = one.span.source, declaration.handler
        if isinstance(handler, InlineAnnotations):
            if source.name == declaration.name:
                return True
        else:
            path = self._path(source.name)
            names = [
                place.qualname
                for place in (handler, *declaration.bases)
                if self._path(place.file) == path
            ]
            if names:
                return self._holds(one.span, names)
        return any(_is_named(source.name, used) for used in self._used.get(declaration.name, ()))

    def _holds(self, span: Span, names: Sequence[str]) -> bool:
        around = [place.qualname for place in self._around(span)]
        if not around:
            return True
        return any(name in around or name.startswith(f"{around[0]}.") for name in names)

    def _around(self, span: Span) -> Iterator[Place]:
        """Give the classes and functions that an error stands in or above, inner first."""
        laid_out = self._layout(span.source)
        if laid_out is None:
            return
        line = span.begin.line
        text = span.source.line(line)
        column = len(text[: len(text) - len(text.lstrip())].expandtabs())
        place = _below(laid_out, span.source, line, column) or _headed(laid_out, line)
        if place is None:
            place = laid_out.place_of(line, column)
            if place.node is not None and place.first > line:
                place = place.parent
        while place is not None and place.node is not None:
            yield place
            place = place.parent

    def _layout(self, source: Source) -> Layout | None:
        if source.name not in self._layouts:
            tree, _ = parse_python(source)
            self._layouts[source.name] = None if tree is None else layout(tree, source)
        return self._layouts[source.name]

    def _path(self, name: str) -> Path:
        if name not in self._paths:
            self._paths[name] = Path(name).resolve()
        return self._paths[name]


def _below(laid_out: Layout, source: Source, first: int, column: int) -> Place | None:
    """Find the function right above which the comment on a line, set in by `column`, stands."""
    line = first
    while line <= len(source.line_starts) and source.line(line).lstrip().startswith("#"):
        line += 1
        if line in laid_out.heads:
            return laid_out.head_of(first, line - 1, column)
    return None


def _headed(laid_out: Layout, line: int) -> Place | None:
    """Find the class or function whose head, from its first decorator to its body, a line is in."""
    found = None
    for place in laid_out.places:
        if place.node is not None and place.first <= line:
            inside = line < place.node.body[0].lineno or line == place.node.lineno
            found = place if inside else found
    return found


def _is_named(shown: str, used: str) -> bool:
    """Whether a file that people are shown is one that a plan names, which is relative."""
    plain = shown.replace("\\", "/")
    return plain == used or plain.endswith(f"/{used.removeprefix('schemac:')}")
