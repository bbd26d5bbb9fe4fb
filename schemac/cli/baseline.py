"""Warnings in, those that a baseline file does not hold yet out.

A warning is known by its file, its code and its message, not by its line, so that unrelated edits
do not bring old ones back.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

import click

from schemac.cli.output import named
from schemac.diagnostics.catalog import severity
from schemac.diagnostics.model import Severity
from schemac.regular import read_regular_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from schemac.diagnostics.model import Diagnostic

__all__ = ["read_baseline", "without_known", "write_baseline"]

Known: TypeAlias = "Counter[tuple[str, str, str]]"

_VERSION = 1


def read_baseline(file: Path) -> Known:
    """Read a baseline. Raises click.ClickException (status 2) for what is none."""
    try:
        content = json.loads(read_regular_text(file))
        if content["version"] != _VERSION:
            raise _broken(file, "it is of another version")
        rows = [
            (row["path"], row["code"], row["message"], row["count"]) for row in content["known"]
        ]
    except OSError as error:
        raise _broken(file, (error.strerror or "it cannot be read").lower()) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _broken(file, "it is not what `--write-baseline` writes") from None
    known: Known = Counter()
    for path, code, message, count in rows:
        if isinstance(count, int):
            known[str(path), str(code), str(message)] += count
    return known


def write_baseline(file: Path, diagnostics: Iterable[Diagnostic]) -> int:
    """Write the warnings down, and give how many there are."""
    known: Known = Counter(_key(found) for found in diagnostics if _is_warning(found))
    rows = [
        {"path": path, "code": code, "message": message, "count": count}
        for (path, code, message), count in sorted(known.items())
    ]
    text = json.dumps({"version": _VERSION, "known": rows}, indent=2, ensure_ascii=False)
    try:
        file.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise _broken(file, (error.strerror or "it cannot be written").lower()) from None
    return known.total()


def without_known(
    diagnostics: Sequence[Diagnostic], known: Known
) -> tuple[tuple[Diagnostic, ...], int]:
    """Take out as many warnings as the baseline holds; give also how many of its are gone."""
    left = Counter(known)
    kept = []
    for found in diagnostics:
        key = _key(found)
        if _is_warning(found) and left[key] > 0:
            left[key] -= 1
        else:
            kept.append(found)
    return tuple(kept), left.total()


def _is_warning(found: Diagnostic) -> bool:
    return severity(found) is Severity.WARNING


def _key(found: Diagnostic) -> tuple[str, str, str]:
    path = "" if found.span is None else found.span.source.name
    return (path, found.code, found.message)


class _BaselineError(click.ClickException):
    exit_code = 2


def _broken(file: Path, why: str) -> click.ClickException:
    return _BaselineError(f"the baseline {named(file)} cannot be used: {why}")
