"""Diagnostics in, the same with files named from the top of the checkout out, as forges do."""

from __future__ import annotations

import os
import posixpath
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from schemac.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.diagnostics.model import Diagnostic

__all__ = ["named_from_the_top"]

_SHIPPED = "schemac/sig/"


def named_from_the_top(diagnostics: Sequence[Diagnostic], base: Path) -> Sequence[Diagnostic]:
    """Name files, which are named from `base`, from the top of the checkout that it lies in.

    That is the workspace of GitHub, or else the folder with the repository. What is not below it
    keeps its name.
    """
    base = base.resolve()
    top = _top(base)
    if top is None or top == base:
        return diagnostics
    renaming = _Renaming(PurePath(os.path.relpath(base, top)).as_posix())
    return [renaming.diagnostic(each) for each in diagnostics]


class _Renaming:
    """Makes the sources of spans anew, each once."""

    def __init__(self, inside: str) -> None:
        self._inside = inside
        self._made: dict[Source, Source] = {}

    def diagnostic(self, found: Diagnostic) -> Diagnostic:
        fix = found.fix
        return replace(
            found,
            span=None if found.span is None else self._span(found.span),
            labels=tuple(replace(label, span=self._span(label.span)) for label in found.labels),
            fix=None if fix is None else replace(fix, span=self._span(fix.span)),
        )

    def _span(self, span: Span) -> Span:
        source = span.source
        if source not in self._made:
            self._made[source] = Source(self._name(source.name), source.text)
        return Span(self._made[source], span.start, span.end)

    def _name(self, name: str) -> str:
        """Leave what names no file of the checkout: a tool, a type that comes with the package."""
        if PurePath(name).is_absolute() or name.startswith(_SHIPPED) or not PurePath(name).suffix:
            return name
        return posixpath.normpath(f"{self._inside}/{PurePath(name).as_posix()}")


def _top(base: Path) -> Path | None:
    given = os.environ.get("GITHUB_WORKSPACE")
    if given and base.is_relative_to(Path(given).resolve()):
        return Path(given).resolve()
    return next((each for each in (base, *base.parents) if (each / ".git").exists()), None)
