"""Findings in, plain JSON data out, and back; texts stay in their files and are read from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from schemac.diagnostics.model import Diagnostic, Fix, Label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from schemac.source import Source, Span

__all__ = ["Sources", "read_findings", "written_findings"]

_T = TypeVar("_T")
_G = TypeVar("_G")


class Sources:
    """The texts that spans are in, by number, in order of first use."""

    def __init__(self) -> None:
        self._numbers: dict[Source, int] = {}

    def __iter__(self) -> Iterator[Source]:
        return iter(self._numbers)

    def span(self, span: Span) -> list[int]:
        """Write a span: the number of its text, where it begins, and where it ends."""
        number = self._numbers.setdefault(span.source, len(self._numbers))
        return [number, span.start, span.end]


def written_findings(findings: Sequence[Diagnostic], sources: Sources) -> list[dict[str, Any]]:
    """Write findings; the texts of their spans are entered into the sources."""
    return [
        {
            "code": one.code,
            "message": one.message,
            "span": _unless_none(one.span, sources.span),
            "labels": [[sources.span(label.span), label.text] for label in one.labels],
            "notes": list(one.notes),
            "hint": one.hint,
            "fix": _unless_none(one.fix, lambda fix: [sources.span(fix.span), fix.replacement]),
            "tool": one.tool,
            "lenient": one.lenient,
        }
        for one in findings
    ]


def read_findings(written: object, sources: Sequence[Source]) -> tuple[Diagnostic, ...]:
    """Read them back. Raises TypeError, ValueError, LookupError for what was not written so."""
    return tuple(_finding(_of(dict, each), sources) for each in _of(list, written))


def _finding(one: dict[str, object], sources: Sequence[Source]) -> Diagnostic:
    def span(written: object) -> Span:
        number, start, end = (_of(int, each) for each in _of(list, written))
        source = sources[number]
        if number < 0 or not 0 <= start <= end <= len(source.text):
            raise ValueError(written)
        return source.span(start, end)

    def pair(written: object) -> tuple[Span, str]:
        place, text = _of(list, written)
        return span(place), _of(str, text)

    return Diagnostic(
        _of(str, one["code"]),
        _of(str, one["message"]),
        _unless_none(one["span"], span),
        tuple(Label(*pair(each)) for each in _of(list, one["labels"])),
        tuple(_of(str, each) for each in _of(list, one["notes"])),
        _unless_none(one["hint"], lambda hint: _of(str, hint)),
        _unless_none(one["fix"], lambda fix: Fix(*pair(fix))),
        _unless_none(one["tool"], lambda tool: _of(str, tool)),
        _of(bool, one["lenient"]),
    )


def _unless_none(value: _G | None, then: Callable[[_G], _T]) -> _T | None:
    return None if value is None else then(value)


def _of(wanted: type[_T], value: object) -> _T:
    if type(value) is not wanted:
        raise TypeError(value)
    return value
