"""What comments and docstrings of one place declare in, what stands in both out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic, Label

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.source import Span
    from schemac.syntax.parser import Parsed

__all__ = ["first_of_each"]


def first_of_each(
    comments: Sequence[Parsed], docstrings: Sequence[Parsed]
) -> tuple[list[Parsed], list[str], tuple[Diagnostic, ...]]:
    """Take out of the docstrings what the comments declare too, and report it there.

    The names of types that stand in both are given too, "" for a description: nobody can say
    which of the two is meant.
    """
    known = {title: span for read in comments for title, span in _titles(read)}
    repeated = [
        (title, span) for read in docstrings for title, span in _titles(read) if title in known
    ]
    kept = [_without(read, {span for _, span in repeated}) for read in docstrings]
    names = list(dict.fromkeys(name for read in docstrings for name in _doubtful(read, known)))
    return kept, names, tuple(_twice(title, span, known[title]) for title, span in repeated)


def _doubtful(read: Parsed, known: Mapping[str, Span]) -> Iterator[str]:
    """Give the names of what is declared in both; a second import of a file changes nothing."""
    for declared in read.types:
        if f"`type {declared.name}`" in known:
            yield declared.name
    if read.descriptions and "the description" in known:
        yield ""


def _titles(read: Parsed) -> Iterator[tuple[str, Span]]:
    """Give what to call each declaration, and where it stands."""
    for declared in read.types:
        yield f"`type {declared.name}`", declared.name_span
    for brought in read.imports:
        names = "" if brought.names is None else " ".join(each.name for each in brought.names)
        yield f"the import of `{brought.path}`" + (names and f" ({names})"), brought.path_span
    for description in read.descriptions:
        yield "the description", description.span


def _without(read: Parsed, spans: set[Span]) -> Parsed:
    if not spans:
        return read
    return replace(
        read,
        types=tuple(each for each in read.types if each.name_span not in spans),
        imports=tuple(each for each in read.imports if each.path_span not in spans),
        descriptions=tuple(each for each in read.descriptions if each.span not in spans),
    )


def _twice(title: str, span: Span, first: Span) -> Diagnostic:
    text = f"{title} stands in a comment and in the docstring"
    label = Label(first, "the one in the comment")
    return Diagnostic("SC109", text, span, (label,), hint="keep one of them")
