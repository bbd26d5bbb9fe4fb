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
    detail = " ".join(dict.fromkeys(each for each in _quoted(new) if each not in known))
    findings.change(None, "", "text-changed", detail, who)


def expose_texts(
    old: ToolPlan,
    new: ToolPlan,
    sights: tuple[Sight, Sight],
    seen: tuple[Formula, Formula],
    findings: Findings,
    within: Sighting | None,
) -> None:
    """Note descriptions that were there and may be read by more; a new one is no old secret."""
    before = {each.text: each.may for each in _texts(old, sights[0])}
    for text, may, _ in _texts(new, sights[1]):
        if text and text in before:
            read = (all_of((seen[0], before[text])), all_of((seen[1], may)))
            findings.exposure(None, "", "description", text, read, within)


def _quoted(tool: ToolPlan) -> Iterator[str]:
    """Give what a tool is told with as an author writes it, but for icons and `meta`."""
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
    return (*words, tool.icons, tool.meta, tool.deferred, tool.internal, examples)
