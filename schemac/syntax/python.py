"""Python text in, its syntax tree or the one diagnostic that says why there is none out."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic

if TYPE_CHECKING:
    from schemac.source import Source, Span

__all__ = ["parse_python"]


def parse_python(source: Source) -> tuple[ast.Module | None, tuple[Diagnostic, ...]]:
    """Parse a module; nothing in it is run, and nothing in it can make this raise."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source.text), ()
    except SyntaxError as error:
        span, text = _place(source, error), str(error.msg)
    except ValueError as error:
        span, text = _nul(source), str(error)
    except (RecursionError, MemoryError):
        span, text = source.span(0, 0), "it is nested too deeply"
    message = f"Python cannot read this file: {text}"
    return None, (Diagnostic("SC003", message, span, notes=_note()),)


def _note() -> tuple[str, ...]:
    return ("no annotation of the file is read until Python can read it",)


def _place(source: Source, error: SyntaxError) -> Span:
    if not error.lineno:
        return _nul(source)
    line = min(max(error.lineno, 1), len(source.line_starts))
    start = source.line_starts[line - 1]
    length = len(source.line(line))
    begin = min(max((error.offset or 1) - 1, 0), length)
    end = begin + 1
    if error.end_lineno == error.lineno and error.end_offset:
        end = max(error.end_offset - 1, end)
    return source.span(start + begin, start + max(min(end, length), begin))


def _nul(source: Source) -> Span:
    at = max(source.text.find("\0"), 0)
    return source.span(at, min(at + 1, len(source.text)) if "\0" in source.text else at)
