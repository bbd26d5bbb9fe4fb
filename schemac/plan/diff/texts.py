"""A tool before and after in, who reads another text of it, and who may read more, out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from schemac.plan.diff.formula import CLOSED, OPEN, all_of, any_of, negated
from schemac.plan.diff.written import as_tag

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.plan.diff.findings import Findings, Sighting
    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.sight import Sight
    from schemac.plan.model import ToolPlan

__all__ = ["compare_texts", "expose_texts"]


_UNQUOTED = ("icons", "meta", "deferred")
"""What is told of a tool beside its words: that it is another is said, and not how."""


class _Text(NamedTuple):
    """A description: who may read it, and who does, as it is the first that is open to them."""

    text: str
    may: Formula
    does: Formula


def compare_texts(
    old: ToolPlan, new: ToolPlan, sights: tuple[Sight, Sight], who: Formula, findings: Findings
) -> None:
    """Note that texts changed; `who` sees the tool before and after."""
    olds, news = _texts(old, sights[0]), _texts(new, sights[1])
    if _others(old) == _others(new):
        who = all_of((who, _differing(olds, news)))
    known = set(_quoted(old))
    quoted = (each for each in _quoted(new) if each not in known)
    named = (name for name in _UNQUOTED if getattr(old, name) != getattr(new, name))
    detail = " ".join(dict.fromkeys((*quoted, *named)))
    findings.change(None, "", "text-changed", detail, who)


def expose_texts(
    old: ToolPlan,
    new: ToolPlan,
    sights: tuple[Sight, Sight],
    seen: tuple[Formula, Formula],
    findings: Findings,
    within: Sighting | None,
) -> None:
    """Note descriptions that were there and may be read by more; a new one is no old secret.

    One that stood behind others for everybody was read by nobody.
    """
    before = {each.text: each for each in _texts(old, sights[0])}
    for text, may, does in _texts(new, sights[1]):
        if text and text in before:
            was_read = before[text].does is not CLOSED
            was, now = (before[text].may, may) if was_read else (CLOSED, does)
            read = (all_of((seen[0], was)), all_of((seen[1], now)))
            findings.exposure(None, "", "description", text, read, within)


def _quoted(tool: ToolPlan) -> Iterator[str]:
    """Give the words that a tool is told with as an author writes them."""
    for each in tool.descriptions:
        yield as_tag("desc", each.text)
    for name in ("title", "category", "summary"):
        text = getattr(tool, name)
        if text:
            yield as_tag(name, text)
    for example in tool.examples:
        parts = (example.name, example.input, example.output, example.error)
        yield as_tag("example", " ".join(part for part in parts if part))


def _texts(tool: ToolPlan, sight: Sight) -> tuple[_Text, ...]:
    """Give each text once; none is the empty one."""
    found: dict[str, _Text] = {}
    earlier: Formula = CLOSED
    for text, may in (
        *((each.text, sight.gate(each.gate)) for each in tool.descriptions),
        ("", OPEN),
    ):
        known = found.get(text, _Text(text, CLOSED, CLOSED))
        does = all_of((may, negated(earlier)))
        found[text] = _Text(text, any_of((known.may, may)), any_of((known.does, does)))
        earlier = any_of((earlier, may))
    return tuple(found.values())


def _differing(olds: Sequence[_Text], news: Sequence[_Text]) -> Formula:
    return any_of(
        all_of((old.does, new.does)) for old in olds for new in news if old.text != new.text
    )


def _others(tool: ToolPlan) -> tuple[object, ...]:
    examples = tuple((each.name, each.input, each.output, each.error) for each in tool.examples)
    words = (tool.title, tool.dynamic, tool.category, tool.summary)
    return (*words, *(getattr(tool, name) for name in _UNQUOTED), examples)
