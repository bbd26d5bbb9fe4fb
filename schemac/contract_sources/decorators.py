"""A planned tool and the registered one in, what of its decorator is not what was planned, out."""

from __future__ import annotations

import json
import sys
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from schemac.plan.declaration import InlineAnnotations
from schemac.planner.numbers import compact
from schemac.syntax.docstrings import first_paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.plan.declaration import ToolDeclaration
    from schemac.plan.model import ToolPlan

__all__ = ["decorator_differences", "is_worded_by_docstring", "planned_text", "told_change"]

_WORDS = ("title", "category", "summary", "undeclared")
_JSON = ("icons", "meta")
_FLAGS = ("deferred", "internal")
_SHOWN = 40
_plain_parts = attrgetter(*_WORDS, *_FLAGS, *_JSON, "hints", "domains")


def decorator_differences(planned: ToolPlan, declared: ToolDeclaration) -> tuple[str, ...]:
    """Say what differs, each as `name (there → here)`. A docstring in a file is no part of it."""
    found: list[str] = []
    if _plain_parts(planned) != _plain_parts(declared):
        found += _plain(planned, declared)
    if planned.examples or declared.examples:
        found += _examples(planned, declared)
    return (*found, *_description(planned, declared))


def told_change(name: str, there: object, here: object) -> str:
    """Say that a value was another one when the plan was made."""
    return f"`{name}` ({_shown(there)} → {_shown(here)})"


def is_worded_by_docstring(planned: ToolPlan, declared: ToolDeclaration) -> bool:
    """Whether neither annotations nor Python gave the description of either."""
    return not (
        _is_annotated(planned)
        or planned.dynamic
        or declared.dynamic
        or declared.description is not None
    )


def _plain(planned: ToolPlan, declared: ToolDeclaration) -> Iterator[str]:
    for name in (*_WORDS, *_FLAGS):
        there, here = getattr(planned, name), getattr(declared, name)
        if there != here:
            yield told_change(name, there, here)
    for name in _JSON:
        there, here = getattr(planned, name), getattr(declared, name)
        if there != here:
            yield told_change(name, _value(there), _value(here))
    if planned.hints != declared.hints:
        hinted, hints = dict(planned.hints), dict(declared.hints)
        for name in dict.fromkeys([*hinted, *hints]):
            if hinted.get(name) is not hints.get(name):
                yield told_change(name, hinted.get(name), hints.get(name))
    if planned.domains != declared.domains:
        yield told_change("domains", planned.domains or None, declared.domains or None)


def _value(text: str | None) -> object:
    return None if text is None else json.loads(text)


def _examples(planned: ToolPlan, declared: ToolDeclaration) -> Iterator[str]:
    there = [(one.name, one.input, one.output, one.error) for one in planned.examples]
    here = [_example(text, wraps=planned.wraps) for text in declared.examples]
    if there != here:
        yield (
            f"`examples` ({len(there)} → {len(here)})" if len(there) != len(here) else "`examples`"
        )


def _example(text: str, *, wraps: bool) -> tuple[object, ...]:
    given: dict[str, Any] = json.loads(text)
    output = compact(given["output"]) if "output" in given else None
    if wraps and output is not None:
        output = f'{{"data":{output}}}'
    error = compact(given["error"]) if "error" in given else None
    return (given.get("name"), compact(given["input"]), output, error)


def _description(planned: ToolPlan, declared: ToolDeclaration) -> Iterator[str]:
    """Say whether another text describes the tool. What annotations give is in their digest."""
    if _is_annotated(planned):
        return
    there, here = planned_text(planned), declared.description
    asks = declared.dynamic and here is None
    if planned.dynamic != asks:
        was = "a method" if planned.dynamic else _shown(there)
        now = "a method" if asks else "no method" if here is None else _shown(here)
        yield f"`description` ({was} → {now})"
    elif here is not None and here != there:
        yield told_change("description", there, here)
    elif isinstance(declared.handler, InlineAnnotations) and here is None and not asks:
        here = first_paragraph(declared.handler.docstring)
        # Optimized Python (-OO) keeps no docstrings, and that is no change of them.
        if here != there and _keeps_docstrings():
            yield told_change("description", there, here)


def planned_text(planned: ToolPlan) -> str | None:
    """Give the description that does not depend on the caller."""
    return planned.descriptions[0].text if planned.descriptions else None


def _keeps_docstrings() -> bool:
    return sys.flags.optimize < 2  # noqa: PLR2004 - the level that drops them


def _is_annotated(planned: ToolPlan) -> bool:
    return any(member.origin is not None for member in planned.descriptions)


def _shown(value: object) -> str:
    if value is None:
        return "none"
    text = json.dumps(value, ensure_ascii=False)
    return f"`{text}`" if len(text) <= _SHOWN else f"`{text[: _SHOWN - 1]}…`"
