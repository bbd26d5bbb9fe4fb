"""Unions as written in, the literals that they have twice out: SC307.

A literal counts in groups and through names too. A union that stays whole, for it has words of
its own, is one variant: what a name brings of it is no repeat.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from schemac.diagnostics.model import Label
from schemac.ir.tags import TAGS
from schemac.ir.types import Group, LiteralType, OptionalType, Tagged, UnionType, Use
from schemac.planner.numbers import compact
from schemac.planner.values import NamedValues, value_of, written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.ir.types import Type
    from schemac.planner.findings import Findings, Scope
    from schemac.planner.table import Entry, Ledger
    from schemac.planner.values import Value

__all__ = ["report_repeats"]

_MOST_NAMED = 3
"""Values, or places, that one finding names."""
_LONGEST = 40
"""Letters of a value."""


class _Place(NamedTuple):
    """A member as written; `is_whole` where words stand on it or on a group around it."""

    node: LiteralType | Use
    is_whole: bool


def report_repeats(ledger: Ledger, entries: Sequence[Entry], findings: Findings) -> None:
    """Warn at each member that has what one before it has, once a member.

    Linear: of what a name brings, the first 512 values are looked at.
    """
    values = NamedValues(entries)
    covered: set[int] = set()
    outer: list[tuple[Scope, list[_Place]]] = []
    for union, scope in reversed(ledger.repeats):
        # Unions inside others were noted before them: they are judged as parts of these.
        if id(union) not in covered:
            outer.append((scope, list(_places(union, covered))))
    for scope, places in reversed(outer):
        _Union(entries, values, findings, scope).judge(places)


class _Union:
    """What one union has so far, and where each value stood first."""

    def __init__(
        self, entries: Sequence[Entry], values: NamedValues, findings: Findings, scope: Scope
    ) -> None:
        self._entries = entries
        self._values = values
        self._findings = findings
        self._scope = scope
        self._first: dict[Value, LiteralType | Use] = {}

    def judge(self, places: Sequence[_Place]) -> None:
        """Take the members in order."""
        for place in places:
            keys = self._keys(place)
            if self._first.keys().isdisjoint(keys):
                self._first.update(dict.fromkeys(keys, place.node))
                continue
            self._report(place.node, [key for key in keys if key in self._first])
            for key in keys:
                self._first.setdefault(key, place.node)

    def _keys(self, place: _Place) -> tuple[Value, ...]:
        if isinstance(place.node, LiteralType):
            return (value_of(place.node),)
        return self._values.brought(place.node.target, is_whole=place.is_whole)

    def _report(self, node: LiteralType | Use, repeats: list[Value]) -> None:
        if isinstance(node, LiteralType):
            message = f"this union has `{compact(node.value) or ''}` already"
        else:
            message = f"{self._brings(node, repeats)}, which this union has already"
        self._findings.report(
            self._scope, "SC307", message, node.span, labels=self._labels(node, repeats)
        )

    def _labels(self, node: LiteralType | Use, repeats: list[Value]) -> tuple[Label, ...]:
        places: dict[int, list[Value]] = {}
        firsts: dict[int, LiteralType | Use] = {}
        for key in repeats:
            first = self._first[key]
            firsts[id(first)] = first
            places.setdefault(id(first), []).append(key)
        told = islice(places.items(), _MOST_NAMED)
        return tuple(
            Label(firsts[at].span, self._label(node, firsts[at], keys)) for at, keys in told
        )

    def _label(self, node: LiteralType | Use, first: LiteralType | Use, keys: list[Value]) -> str:
        if isinstance(first, Use):
            return self._brings(first, keys)
        if isinstance(node, Use):
            return f"{_listed(keys)} is here"
        return "it is here" if first.span.text == node.span.text else "it is the same value"

    def _brings(self, use: Use, keys: list[Value]) -> str:
        return f"`{self._entries[use.target].name}` brings {_listed(keys)}"


def _listed(keys: list[Value]) -> str:
    shown = [f"`{_shortened(written(value))}`" for value in keys[:_MOST_NAMED]]
    if len(keys) > _MOST_NAMED:
        return f"{', '.join(shown)} and {len(keys) - _MOST_NAMED} more"
    return " and ".join((", ".join(shown[:-1]), shown[-1])) if len(shown) > 1 else shown[0]


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _places(union: UnionType, covered: set[int]) -> Iterator[_Place]:
    """Give the literals and names of a union, and note the unions in it that these are all of."""
    todo: list[tuple[Type, bool]] = [(union, False)]
    while todo:
        node, is_whole = todo.pop()
        if isinstance(node, LiteralType | Use):
            yield _Place(node, is_whole)
        elif isinstance(node, Tagged):
            todo.append((node.inner, is_whole or any(tag.name in TAGS for tag in node.tags)))
        elif isinstance(node, Group | OptionalType):
            todo.append((node.inner, is_whole))
        elif isinstance(node, UnionType):
            if not is_whole:
                covered.add(id(node))
            todo.extend((member, is_whole) for member in reversed(node.members))
