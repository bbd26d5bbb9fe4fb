"""Diagnostics in, one JSON document out; `findings.schema.json` beside this file describes it."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from schemac.diagnostics.catalog import CATALOG, severity
from schemac.report.summary import counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.diagnostics.model import Diagnostic, Fix, Label
    from schemac.source import Span

__all__ = ["VERSION", "findings_schema", "render_json"]

VERSION = 1
"""Raised when a reader of the document would have to change."""


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """Render all diagnostics as an indented document, also where there are none."""
    errors, warnings = counts(diagnostics)
    document = {
        "version": VERSION,
        "errors": errors,
        "warnings": warnings,
        "diagnostics": [_finding(found) for found in diagnostics],
    }
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def findings_schema() -> dict[str, Any]:
    """Give the JSON Schema of the document."""
    text = files("schemac.report").joinpath("findings.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _finding(found: Diagnostic) -> dict[str, Any]:
    entry = CATALOG.get(found.code)
    return {
        "code": found.code,
        "name": None if entry is None else entry.name,
        "severity": severity(found).value,
        "message": found.message,
        "location": None if found.span is None else _location(found.span),
        "labels": [_label(label) for label in found.labels],
        "notes": list(found.notes),
        "hint": found.hint,
        "fix": None if found.fix is None else _fix(found.fix),
    }


def _location(span: Span) -> dict[str, Any]:
    begin, finish = span.begin, span.finish
    return {
        "path": span.source.name,
        "start": {"line": begin.line, "column": begin.column},
        "end": {"line": finish.line, "column": finish.column},
    }


def _label(label: Label) -> dict[str, Any]:
    return {"text": label.text, "location": _location(label.span)}


def _fix(fix: Fix) -> dict[str, Any]:
    return {"replacement": fix.replacement, "location": _location(fix.span)}
