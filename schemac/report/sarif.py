"""Diagnostics in, a SARIF 2.1.0 log out: for code scanning services."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import PurePath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from schemac.diagnostics.catalog import CATALOG, severity
from schemac.diagnostics.model import Severity
from schemac.diagnostics.page import page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.diagnostics.catalog import CatalogEntry
    from schemac.diagnostics.model import Diagnostic, Fix, Label
    from schemac.source import Span

__all__ = ["render_sarif"]

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render_sarif(diagnostics: Sequence[Diagnostic]) -> str:
    """Render all diagnostics as one run, also where there are none."""
    used = sorted({found.code for found in diagnostics})
    index = {code: at for at, code in enumerate(used)}
    driver = {
        "name": "schemac",
        "version": version("schemac"),
        "rules": [_rule(code, CATALOG.get(code)) for code in used],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(found, index[found.code]) for found in diagnostics],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=True) + "\n"


def _rule(code: str, entry: CatalogEntry | None) -> dict[str, Any]:
    if entry is None:
        return {"id": code}
    rule: dict[str, Any] = {
        "id": code,
        "name": entry.name,
        "shortDescription": {"text": entry.summary},
        "defaultConfiguration": {"level": _level(entry.severity)},
    }
    text = page(code)
    if text is not None:
        rule["help"] = {"text": text, "markdown": text}
    return rule


def _level(bad: Severity) -> str:
    return "error" if bad is Severity.ERROR else "warning"


def _result(found: Diagnostic, rule: int) -> dict[str, Any]:
    lines = [found.message, *found.notes]
    if found.hint is not None:
        lines.append(f"Hint: {found.hint}")
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": _level(severity(found)),
        "message": {"text": "\n".join(lines)},
    }
    if found.span is not None:
        result["locations"] = [_location(found.span)]
    if found.labels:
        result["relatedLocations"] = [_related(label) for label in found.labels]
    if found.fix is not None:
        result["fixes"] = [_fix(found.fix)]
    return result


def _location(span: Span) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": _artifact(span), "region": _region(span)}}


def _related(label: Label) -> dict[str, Any]:
    return {**_location(label.span), "message": {"text": label.text}}


def _artifact(span: Span) -> dict[str, Any]:
    return {"uri": quote(_bytes(PurePath(span.source.name).as_posix()))}


def _bytes(name: str) -> bytes:
    """Give a file's name as the system has it: it need not be UTF-8."""
    try:
        return name.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return name.encode("utf-8", "surrogatepass")


def _region(span: Span) -> dict[str, Any]:
    begin, finish = span.begin, span.finish
    return {
        "startLine": begin.line,
        "startColumn": begin.column,
        "endLine": finish.line,
        "endColumn": finish.column,
    }


def _fix(fix: Fix) -> dict[str, Any]:
    replacement = {
        "deletedRegion": _region(fix.span),
        "insertedContent": {"text": fix.replacement},
    }
    change = {"artifactLocation": _artifact(fix.span), "replacements": [replacement]}
    return {"artifactChanges": [change]}
