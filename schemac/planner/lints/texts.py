"""Texts and gated names in, SC404 and SC412 out: a text that says what its readers may not see."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, assert_never

from schemac.diagnostics.model import Label
from schemac.ir.tags import TextArgument
from schemac.ir.types import Field, LiteralType
from schemac.planner.lints.visits import visits

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from schemac.ir.tags import Tag
    from schemac.planner.findings import Findings, Scope
    from schemac.planner.lints.visits import GateUse, Visit
    from schemac.source import Span

__all__ = ["GatedNames", "Text", "commented", "lint_names", "lint_values", "texts_of"]

_WORD = re.compile(r"\w+")
_QUOTED = re.compile(
    r"`[^`]{1,200}`|\"[^\"]{1,200}\"|(?<!\w)'[^']{1,200}'(?!\w)"
    "|\u201c[^\u201d]{1,200}\u201d|\u2018[^\u2019]{1,200}\u2019|«[^»]{1,200}»"
)
"""Quotations, of a length that keeps reading linear."""
_COMMENT = re.compile(r"[ \t\f]*(?:#:?[ \t\f]*)?##[^\r\n]*")
_MIN_LENGTH = 3
_QUOTING = ("desc", "title", "default", "example")


@dataclass(frozen=True, slots=True)
class Text:
    """Words that people read, the gates around them, and where they are.

    `side` says where to look for them if the span is that of what they describe: a `##` comment
    stands right above.
    """

    words: str
    gates: frozenset[GateUse]
    span: Span
    side: Literal["here", "above", "below", "comment"] = "here"


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
        quoted: frozenset[str] | None = None
        for word in dict.fromkeys(_WORD.findall(text.words)):
            found = self._places.get(word)
            if found is None:
                continue
            if word.isalpha() and word.islower():
                # It may be a word of any language; quoted it is a name.
                quoted = _quotations(text.words) if quoted is None else quoted
                if word not in quoted:
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
            labels=tuple(_named_at(name, text)),
        )


def _quotations(words: str) -> frozenset[str]:
    """Give the words that a text quotes."""
    return frozenset(
        word for each in _QUOTED.finditer(words) for word in _WORD.findall(each.group())
    )


def _named_at(name: str, text: Text) -> Iterator[Label]:
    """Give the place of a name in a text that stands elsewhere and is written as it is read."""
    host, at = text.span.source, text.span
    written = re.compile(r"\s+".join(map(re.escape, text.words.split())))
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    match text.side:
        case "here":
            return
        case "above":
            around = [*written.finditer(host.text, 0, at.start)][-1:]
        case "below":
            around = [each for each in (written.search(host.text, at.end),) if each]
        case "comment":
            around = _comment_above(at)
        case _:
            assert_never(text.side)
    for each in around:
        found = word.search(host.text, each.start(), each.end())
        if found is not None:
            yield Label(host.span(found.start(), found.end()), "it says so")


def _comment_above(at: Span) -> list[re.Match[str]]:
    """Give the `##` lines right above what they describe."""
    host, number = at.source, at.begin.line - 1
    found: list[re.Match[str]] = []
    while number:
        line = _COMMENT.match(host.text, host.offset(number, 1))
        if line is None:
            break
        found.insert(0, line)
        number -= 1
    return found


def texts_of(visit: Visit) -> list[Text]:
    """Give the texts that stand on a part."""
    found: list[Text] = []
    if isinstance(visit.part, Field) and visit.part.doc is not None:
        found.append(commented(visit.part.doc, visit.all, visit.part.name_span))
    found += [
        Text(tag.argument.text, frozenset(visit.all), tag.argument.span)
        for tag in visit.tags
        if tag.name in ("desc", "title") and isinstance(tag.argument, TextArgument)
    ]
    return found


def commented(words: str, gates: Sequence[GateUse], span: Span) -> Text:
    """Give the text of a `##` comment. No comment that silences a finding stands in another."""
    return Text(words, frozenset(gates), span, "comment")


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
