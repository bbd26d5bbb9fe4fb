"""Texts and gated names in, SC404 and SC412 out: a text that says what its readers may not see."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.ir.tags import TextArgument
from schemac.ir.types import Field, LiteralType
from schemac.planner.lints.visits import visits

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from schemac.ir.tags import Tag
    from schemac.planner.findings import Findings, Scope
    from schemac.planner.lints.visits import GateUse, Visit
    from schemac.source import Span

__all__ = ["GatedNames", "Text", "lint_names", "lint_values", "texts_of"]

_WORD = re.compile(r"\w+")
_MIN_LENGTH = 3
_QUOTING = ("desc", "title", "default", "example")


@dataclass(frozen=True, slots=True)
class Text:
    """Words that people read, the gates around them, and where they are."""

    words: str
    gates: frozenset[GateUse]
    span: Span


class GatedNames:
    """Names of fields, each with the gates of every place where it stands, by type."""

    def __init__(self) -> None:
        self._places: dict[str, dict[int, list[frozenset[GateUse]]]] = {}

    def add(self, visit: Visit, number: int) -> None:
        """Take the name of a field of a type."""
        if isinstance(visit.part, Field) and len(visit.part.name) >= _MIN_LENGTH:
            places = self._places.setdefault(visit.part.name, {})
            places.setdefault(number, []).append(frozenset(visit.all))

    def hidden(self, text: Text, numbers: Container[int]) -> Iterator[str]:
        """Give the names in a text that some of its readers can see in none of the types."""
        for word in dict.fromkeys(_WORD.findall(text.words)):
            found = self._places.get(word)
            if found is None:
                continue
            places = [place for number in found if number in numbers for place in found[number]]
            if places and all(place - text.gates for place in places):
                yield word


def lint_names(
    text: Text, names: GatedNames, numbers: Container[int], scope: Scope, findings: Findings
) -> None:
    """Warn where a text names a field that is under more gates than the text."""
    for name in names.hidden(text, numbers):
        findings.report(
            scope,
            "SC404",
            f"this text names `{name}`, which some of its readers may not see",
            text.span,
        )


def texts_of(visit: Visit) -> list[Text]:
    """Give the texts that stand on a part."""
    found: list[tuple[str, Span]] = []
    if isinstance(visit.part, Field) and visit.part.doc is not None:
        found.append((visit.part.doc, visit.part.name_span))
    found += [
        (tag.argument.text, tag.argument.span)
        for tag in visit.tags
        if tag.name in ("desc", "title") and isinstance(tag.argument, TextArgument)
    ]
    return [Text(words, frozenset(visit.all), span) for words, span in found] if found else []


def lint_values(visit: Visit, predicates: Sequence[str], scope: Scope, findings: Findings) -> None:
    """Warn where a text or value on a part quotes a literal inside it that has more gates."""
    quoting = [tag for tag in visit.tags if tag.name in _QUOTING] if visit.tags else ()
    if not quoting:
        return
    gated = _gated_values(visit, predicates)
    for tag in quoting if gated else ():
        for word in _quoted(tag):
            if word in gated:
                findings.report(
                    scope,
                    "SC412",
                    f"`@{tag.name}` quotes `{word}`, which is under a gate of its own",
                    tag.argument.span,
                    hint=f"say nothing of `{word}` here, or say it on what has the gate",
                )


def _gated_values(visit: Visit, predicates: Sequence[str]) -> Mapping[str, Span]:
    """Give the literals that are gated wherever they stand in the part."""
    around = visit.all
    places: dict[str, list[bool]] = {}
    spans: dict[str, Span] = {}
    for inner in visits((visit.core,), predicates, around):
        part = inner.part
        if isinstance(part, LiteralType) and part.kind == "string":
            places.setdefault(str(part.value), []).append(len(inner.outer) > len(around))
            spans.setdefault(str(part.value), part.span)
    return {text: spans[text] for text, gated in places.items() if all(gated)}


def _quoted(tag: Tag) -> tuple[str, ...]:
    argument = tag.argument
    if not isinstance(argument, TextArgument):
        return ()
    if tag.name in ("desc", "title"):
        return tuple(dict.fromkeys((*_WORD.findall(argument.text), argument.text)))
    return (argument.text.strip('"'),)
