"""A file in, its text with laid out annotations and what could not be read out."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from schemac.source import Source
from schemac.syntax.continuations import continues
from schemac.syntax.cut import cut
from schemac.syntax.extract import annotation_blocks
from schemac.syntax.format.declarations import lay_out
from schemac.syntax.module import read_module, read_signature_file
from schemac.syntax.parser import parse_block

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.diagnostics.model import Diagnostic
    from schemac.ir.builtins import Spelling
    from schemac.syntax.blocks import Block
    from schemac.syntax.cut import Mode

__all__ = ["format_source"]

_LINE = re.compile(r"([ \t\f]*)#(?::|[ \t]*@rbs\b|)")
_OPENED = re.compile(r"([ \t\f]*)[rRuU]?(?:\"\"\"|''')[ \t\f]*(?=#:)")
"""The beginning of a docstring whose first line is an annotation."""
_ESCAPED = re.compile(r"\\[\s\S]")
_PLAIN = re.compile(r"[ \t\f]*#(?!:|[ \t]*@rbs\b)(.*)")
_BREAK = re.compile(r"\r\n|\n|\r")
_TRAILING = re.compile(r"[ \t\f]+(?=[\r\n])")
_DEEP = 60


def format_source(
    source: Source, *, spelling: Spelling | None = None
) -> tuple[str, tuple[Diagnostic, ...]]:
    """Lay out the annotations of a file; a declaration with a mistake stays as it is.

    A name that ends in `.py` is a Python module, any other a signature file. The diagnostics are
    those of reading the file.
    """
    if PurePath(source.name).suffix != ".py":
        text = _pieces(source.text, "signature_file", spelling, "")
        return text, read_signature_file(source)[1]
    text = _module(source, spelling)
    return text, read_module(source)[1]


def _module(source: Source, spelling: Spelling | None) -> str:
    """Lay out the blocks of a module; older ones may join others when they become `#:` blocks."""
    blocks, _ = annotation_blocks(source)
    text = source.text
    for block in reversed(blocks):
        text = _replace(source, text, block, spelling)
    if text != source.text and any(block.kind == "rbs" for block in blocks):
        return _module(Source(source.name, text), spelling)
    return text


def _replace(source: Source, text: str, block: Block, spelling: Spelling | None) -> str:
    """Put the new lines of a block in place of the old ones."""
    start = source.offset(block.first, 1)
    opened = _OPENED.match(source.text, start) if block.kind == "docstring" else None
    start = start if opened is None else opened.end()
    end = _end(source, block)
    old = [_LINE.match(line) for line in _BREAK.split(source.text[start:end])]
    marked = [found for found in old if found is not None]
    if len(marked) < len(old):
        return text
    if block.kind == "rbs" and (
        parse_block(block.text, mode="block")[1] or _strays_behind(source, block.last)
    ):
        return text
    indent = marked[0][1]
    if opened is not None:
        indent = marked[1][1] if len(marked) > 1 else opened[1]
    newline = _first_break(source.text, start)
    new = _pieces(block.text.text, "block", spelling, " ")
    if block.kind == "docstring" and not _is_verbatim(block, marked, new):
        return text
    lines = [f"{indent}#:{line}".rstrip(" \t") for line in new.split("\n")]
    if opened is not None:
        lines[0] = lines[0].removeprefix(indent)
    if block.kind == "rbs":
        lines = _apart(source, block, indent, lines)
    return text[:start] + newline.join(lines) + text[end:]


def _is_verbatim(block: Block, marked: Sequence[re.Match[str]], new: str) -> bool:
    """Whether a block means what is written there, and its new text will: no escape changes it."""
    old = block.text.text
    written = "\n".join(found.string[found.end() :] for found in marked)
    is_same = "\\" not in written or written.rstrip(" \t\f") == old.rstrip(" \t\f")
    return is_same and _ESCAPED.findall(old) == _ESCAPED.findall(new)


def _apart(source: Source, block: Block, indent: str, lines: list[str]) -> list[str]:
    """Keep an older block apart from those around it by an empty line: one block is one meaning."""
    marker = f"{indent}#:"
    above = block.first > 1 and source.line(block.first - 1).startswith(marker)
    last = block.last == len(source.line_starts)
    below = not last and source.line(block.last + 1).startswith(marker)
    return [*([""] if above else []), *lines, *([""] if below else [])]


def _end(source: Source, block: Block) -> int:
    """Give where a block ends; the quotes that end a docstring may stand behind it on its line."""
    start = source.offset(block.last, 1)
    length = len(block.text.text)
    end = start + len(source.line(block.last))
    inside = block.text.span(length, length).start
    return end if inside == end else start + len(source.text[start:inside].rstrip(" \t\f"))


def _strays_behind(source: Source, number: int) -> bool:
    """Whether a plain comment behind an older block looks as if it went on with it.

    That is a finding, and behind a `#:` block it would be none: the author has to mend it first.
    """
    for after in range(number + 1, len(source.line_starts) + 1):
        found = _PLAIN.match(source.line(after))
        if found is None:
            return False
        if continues(found[1].strip()):
            return True
    return False


def _pieces(text: str, mode: Mode, spelling: Spelling | None, margin: str) -> str:
    """Lay out each declaration of a text, and keep what stands between them."""
    parts: list[str] = []
    for piece in cut(text, mode):
        written = text[piece.start : piece.end]
        laid_out = None
        if piece.kind in {"declaration", "signature"} and piece.depth <= _DEEP:
            laid_out = lay_out(written, mode, spelling)
        if laid_out is None:
            parts.append(written)
            continue
        if parts and (parts[-1].rstrip(" \t")[-1:] or "\n") in "\r\n":
            parts[-1] = parts[-1].rstrip(" \t")
        lines, rest = laid_out
        newline = _first_break(written.lstrip())
        body = newline.join(f"{margin}{line}" if line else "" for line in lines)
        parts.append(f"{_lead(written)}{body}{_TRAILING.sub('', rest)}")
    return "".join(parts)


def _first_break(text: str, start: int = 0) -> str:
    """Give the line break that what is laid out has already, so that a second time gives it too."""
    found = _BREAK.search(text, start)
    return found[0] if found else "\n"


def _lead(written: str) -> str:
    """Give the line breaks that a text begins with."""
    blank = written[: len(written) - len(written.lstrip())]
    return "".join(_BREAK.findall(blank))
