"""Diagnostics in, workflow commands out: annotations on the lines of a pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.catalog import CATALOG, severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.diagnostics.model import Diagnostic
    from schemac.source import Span

__all__ = ["render_github"]


def render_github(diagnostics: Sequence[Diagnostic]) -> str:
    """Render one workflow command a diagnostic; "" for none."""
    return "".join(_command(found) + "\n" for found in diagnostics)


def _command(found: Diagnostic) -> str:
    properties = [*_where(found.span), ("title", _title(found.code))]
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties)
    parts = [found.message, *found.notes]
    if found.hint is not None:
        parts.append(f"hint: {found.hint}")
    return f"::{severity(found).value} {listed}::{_data(chr(10).join(parts))}"


def _where(span: Span | None) -> list[tuple[str, str]]:
    """GitHub refuses columns where the lines differ, so those are left out there."""
    if span is None:
        return []
    begin, finish = span.begin, span.finish
    lines = [("file", span.source.name), ("line", str(begin.line)), ("endLine", str(finish.line))]
    if begin.line != finish.line:
        return lines
    return [*lines, ("col", str(begin.column)), ("endColumn", str(finish.column))]


def _title(code: str) -> str:
    entry = CATALOG.get(code)
    return code if entry is None else f"{code} {entry.name}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
