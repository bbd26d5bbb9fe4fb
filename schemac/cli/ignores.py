"""Files and their diagnostics in, what no comment `# schemac: ignore[…]` silences out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.diagnostics.catalog import CATALOG, severity
from schemac.diagnostics.model import Diagnostic, Severity
from schemac.diagnostics.suggest import did_you_mean
from schemac.resolve.disk import DISK
from schemac.resolve.files import read_source
from schemac.syntax.comments import comment_lines
from schemac.syntax.extract import annotation_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from schemac.resolve.disk import Disk
    from schemac.source import Source, Span

__all__ = ["Ignore", "find_ignores", "without_ignored"]

_COMMENT = re.compile(r"#[ \t]*schemac:[ \t]*ignore\b(?:[ \t]*\[([^\]\r\n]*)\])?")
_CODE = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Ignore:
    """A comment that silences warnings on its line: the codes with their places."""

    path: str
    line: int
    codes: tuple[tuple[str, Span], ...]
    span: Span


def find_ignores(files: Iterable[tuple[Path, str]], disk: Disk = DISK) -> tuple[Ignore, ...]:
    """Find the comments of files, each given with its name as people see it."""
    found: list[Ignore] = []
    for path, shown in files:
        source, _ = read_source(path, shown, disk=disk)
        if source is not None and _COMMENT.search(source.text):
            found += _in_file(source, python=path.suffix in {".py", ".pyw"})
    return tuple(found)


def without_ignored(
    diagnostics: Sequence[Diagnostic], ignores: Sequence[Ignore]
) -> tuple[Diagnostic, ...]:
    """Take out the warnings that are ignored on their line; add what an ignore is in vain."""
    wanted = {(each.path, each.line, code) for each in ignores for code, _ in each.codes}
    used: set[tuple[str, int, str]] = set()
    kept: list[Diagnostic] = []
    for found in diagnostics:
        key = _key(found)
        if key in wanted and severity(found) is Severity.WARNING:
            used.add(key)
        else:
            kept.append(found)
    for each in ignores:
        kept += _in_vain(each, used)
    return tuple(kept)


def _key(found: Diagnostic) -> tuple[str, int, str]:
    if found.span is None:
        return ("", 0, found.code)
    return (found.span.source.name, found.span.begin.line, found.code)


def _in_vain(ignore: Ignore, used: set[tuple[str, int, str]]) -> Iterator[Diagnostic]:
    if not ignore.codes:
        hint = "name the codes: `# schemac: ignore[SC307]`"
        yield Diagnostic(
            "SC007", "an ignore that names no code silences nothing", ignore.span, hint=hint
        )
    for code, span in ignore.codes:
        if (ignore.path, ignore.line, code) not in used:
            yield _unused(code, span)


def _unused(code: str, span: Span) -> Diagnostic:
    entry = CATALOG.get(code)
    if entry is None:
        meant = did_you_mean(code, CATALOG)
        hint = f"did you mean `{meant}`?" if meant else None
        return Diagnostic("SC007", f"`{code}` is no code", span, hint=hint)
    if entry.severity is Severity.ERROR:
        text = f"`{code}` is an error, and errors cannot be ignored"
        return Diagnostic("SC007", text, span)
    text = f"there is no `{code}` on this line to ignore"
    return Diagnostic("SC007", text, span, hint="delete it")


def _in_file(source: Source, *, python: bool) -> Iterator[Ignore]:
    lines = _comment_lines(source) if python else None
    for found in _COMMENT.finditer(source.text):
        line = source.position(found.start()).line
        if lines is not None and line not in lines:
            continue
        start = found.start(1)
        codes = tuple(
            (code.group(), source.span(start + code.start(), start + code.end()))
            for code in _CODE.finditer(found.group(1) or "")
        )
        yield Ignore(source.name, line, codes, source.span(found.start(), found.end()))


def _comment_lines(source: Source) -> frozenset[int]:
    """Give the lines of a Python file with a comment on them, in annotated docstrings too."""
    blocks, _ = annotation_blocks(source)
    docs = (line for block in blocks for line in range(block.first, block.last + 1))
    return frozenset((*comment_lines(source), *docs))
