"""Findings about a block of comment lines in, the same out, with where the block ends if it counts.

A bracket that is never closed is often closed on a line that the author takes for one of the block.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.syntax.cut import HEAD

if TYPE_CHECKING:
    from schemac.diagnostics.model import Diagnostic
    from schemac.source import Source
    from schemac.syntax.blocks import Block

__all__ = ["with_ends"]

_COMMENT = re.compile(r"[ \t\f]*#(:?)")
_REACH = 3
"""Lines behind a block among which another line that looks like one of it is looked for."""


def with_ends(diagnostics: tuple[Diagnostic, ...], block: Block) -> tuple[Diagnostic, ...]:
    """Note where a block ends on what its last declaration leaves open."""
    if block.kind == "docstring" or not any(found.code == "SC102" for found in diagnostics):
        return diagnostics
    why = _why(block.text.span(0, 0).source, block)
    if why is None:
        return diagnostics
    starts = [found.start() for found in HEAD.finditer(block.text.text)]
    last = block.text.span(*[starts[-1] if starts else 0] * 2).start
    note = f"the block ends with line {block.last}: {why}"
    return tuple(
        replace(found, notes=(*found.notes, note)) if _is_open(found, last) else found
        for found in diagnostics
    )


def _is_open(found: Diagnostic, last: int) -> bool:
    return found.code == "SC102" and found.span is not None and found.span.start >= last


def _why(source: Source, block: Block) -> str | None:
    """Say what ends a block in front of a line that looks as if it went on with it."""
    lines = range(block.last + 1, min(block.last + _REACH, len(source.line_starts)) + 1)
    texts = [source.line(number) for number in lines]
    after = next((at for at, text in enumerate(texts) if _goes_on(text, block)), None)
    if after is None or any(text.strip() and not _COMMENT.match(text) for text in texts[:after]):
        return None
    if after == 0:
        return "the next line is set in differently" if block.kind == "comment" else None
    if any(not text.strip() for text in texts[:after]):
        return "a line without a comment marker stands between it and the next"
    return "a plain comment stands between it and the next"


def _goes_on(text: str, block: Block) -> bool:
    found = _COMMENT.match(text)
    return found is not None and (bool(found[1]) or block.kind == "rbs")
