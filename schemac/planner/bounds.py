"""A node and constraint tags in, the node with its constraints out.

SC302 where the type does not take a tag, SC309 where two contradict each other, SC312 where a
length or count is none. Names are judged at the end, when it is known what they name.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeAlias

from schemac.diagnostics.suggest import did_you_mean
from schemac.plan.layers import close, constrain, describe, join_constraints
from schemac.plan.nodes import (
    NO_META,
    Anything,
    Const,
    Constraints,
    ListOf,
    MapOf,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.planner.judged import FORMATS, NO_TAGS
from schemac.planner.table import UseCheck, ValueCheck

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from schemac.plan.nodes import Node
    from schemac.planner.findings import Findings, Scope
    from schemac.planner.judged import Bound, Judged
    from schemac.planner.table import Ledger

__all__ = ["Bounds", "Leaf", "family", "is_empty", "single"]

Family: TypeAlias = str
Leaf: TypeAlias = "tuple[Family, Constraints | None]"
"""What kind of value, and its constraints where it can have some."""

_RANGE = ("string", "integer", "number", "list", "map")
_NUMBERS = ("integer", "number")
_TAKES: Mapping[str, tuple[Family, ...]] = {
    "min": _RANGE,
    "max": _RANGE,
    "exclusive_min": _NUMBERS,
    "exclusive_max": _NUMBERS,
    "multiple_of": _NUMBERS,
    "pattern": ("string",),
    "format": ("string",),
    "media_type": ("string", "bytes"),
    "encoding": ("string",),
    "unique": ("list",),
    "closed": ("record",),
}
_SINGLE = ("pattern", "format", "multiple_of", "media_type", "encoding")
_COUNTED = ("string", "list", "map")
_PLURALS: Mapping[Family, str] = {
    "string": "strings",
    "integer": "integers",
    "number": "numbers",
    "list": "lists",
    "map": "maps",
    "record": "records",
    "bytes": "bytes",
}
_NAMES: Mapping[Family, str] = {
    "literal": "a literal",
    "anything": "`untyped`",
    "nothing": "`bot`",
    "null": "null",
    "integer": "an integer",
    "bytes": "bytes",
}


def family(node: Node) -> Family:
    """Give what kind of value a node is that is neither a union nor a name."""
    match node:
        case Scalar():
            return node.kind
        case Const():
            return "literal"
        case ListOf():
            return "list"
        case MapOf():
            return "map"
        case TupleOf():
            return "tuple"
        case Record():
            return "record"
        case Anything():
            return "anything"
        case Nothing() | Union() | Ref():
            return "nothing"


def single(bound: Bound) -> Constraints:
    """Give a constraint as `Constraints` of its own."""
    given: dict[str, Any] = {bound.name: bound.value}
    return Constraints(**given)


def is_empty(kind: Family, bounds: Constraints) -> bool:
    """Tell whether no value lies within the bounds."""
    if kind == "integer":
        return _is_empty_of_integers(bounds)
    low = [bound for bound in (bounds.min, bounds.exclusive_min) if bound is not None]
    high = [bound for bound in (bounds.max, bounds.exclusive_max) if bound is not None]
    if not low or not high:
        return False
    if max(low) == min(high):
        return bounds.exclusive_min == max(low) or bounds.exclusive_max == min(high)
    return max(low) > min(high)


def _is_empty_of_integers(bounds: Constraints) -> bool:
    low = [] if bounds.min is None else [math.ceil(bounds.min)]
    high = [] if bounds.max is None else [math.floor(bounds.max)]
    if bounds.exclusive_min is not None:
        low.append(math.floor(bounds.exclusive_min) + 1)
    if bounds.exclusive_max is not None:
        high.append(math.ceil(bounds.exclusive_max) - 1)
    return bool(low and high) and max(low) > min(high)


class Bounds:
    """Puts what tags say of a type on its node."""

    def __init__(self, findings: Findings, ledger: Ledger) -> None:
        self._findings = findings
        self._ledger = ledger

    def apply(self, node: Node, judged: Judged, scope: Scope) -> Node:
        """Give the node with bounds and words; its names and examples are left to be checked."""
        if judged is NO_TAGS:
            return node
        leaves = tuple(_leaves(node))
        targets = tuple(part.target for part in _named(node))
        known = self.fitting(judged.bounds, leaves, scope, has_names=bool(targets))
        node = _bounded(node, known)
        for target in dict.fromkeys(targets):
            if known:
                self._ledger.uses.append(UseCheck(target, known, scope))
        if not targets:
            self.warn(known, scope)
        self._check_examples(node, judged, scope)
        return node if judged.meta == NO_META else describe(node, judged.meta)

    def fitting(
        self,
        bounds: tuple[Bound, ...],
        leaves: tuple[Leaf, ...],
        scope: Scope,
        *,
        has_names: bool = False,
    ) -> tuple[Bound, ...]:
        """Give the bounds that the leaves take; report the others, and what is left empty."""
        judged = [leaf for leaf in leaves if leaf[0] != "null"]
        if not judged and not has_names:
            judged = list(leaves)
        kept = tuple(bound for bound in bounds if self._fits(bound, judged, scope))
        self._check_ranges(kept, judged, scope)
        self._check_unique(kept, judged, scope)
        return kept

    def warn(self, bounds: tuple[Bound, ...], scope: Scope) -> None:
        """Warn of formats that JSON Schema does not define, on types that take a format."""
        for bound in bounds:
            if bound.name == "format" and bound.value not in FORMATS:
                meant = did_you_mean(str(bound.value), FORMATS)
                self._findings.report(
                    scope,
                    "SC304",
                    f"`{bound.value}` is no format that JSON Schema defines",
                    bound.tag.argument.span,
                    hint=None if meant is None else f"did you mean `{meant}`?",
                )

    def _fits(self, bound: Bound, leaves: list[Leaf], scope: Scope) -> bool:
        takes = _TAKES[bound.name]
        for kind, constraints in leaves:
            if kind not in takes:
                self._misplaced(bound, kind, scope)
                return False
            if kind in _COUNTED and bound.name in ("min", "max") and not _is_count(bound.value):
                self._findings.report(
                    scope,
                    "SC312",
                    f"`@{bound.tag.name}` on {_PLURALS[kind]} takes an integer, 0 or above",
                    bound.tag.argument.span,
                )
                return False
            if bound.name in _SINGLE and _is_second(bound, constraints):
                self._findings.report(
                    scope, "SC309", f"this type has `@{bound.tag.name}` already", bound.tag.span
                )
                return False
        return True

    def _check_ranges(self, bounds: tuple[Bound, ...], leaves: list[Leaf], scope: Scope) -> None:
        ranged = [bound for bound in bounds if bound.name in _RANGE_NAMES]
        if not ranged:
            return
        for kind, constraints in leaves:
            own = constraints or Constraints()
            # What is empty by itself was told where it was written.
            if not is_empty(kind, own) and is_empty(kind, _joined(own, ranged)):
                last = ranged[-1].tag.span
                written = " ".join(last.text.replace("#:", " ").split())
                text = f"with `{written}` no value is within the bounds"
                self._findings.report(scope, "SC309", text, last)
                return

    def _check_unique(self, bounds: tuple[Bound, ...], leaves: list[Leaf], scope: Scope) -> None:
        unique = [bound for bound in bounds if bound.name == "unique"]
        if not unique or any(bound.name == "max" for bound in bounds):
            return
        if any(constraints is not None and constraints.max is None for _, constraints in leaves):
            self._findings.report(
                scope,
                "SC316",
                "nothing bounds the list whose items are to be unique",
                unique[0].tag.span,
                hint="put `@max(n)` on it",
            )

    def _misplaced(self, bound: Bound, kind: Family, scope: Scope) -> None:
        takes = [_PLURALS[taken] for taken in _TAKES[bound.name] if taken != "integer"]
        applies = takes[0] if len(takes) == 1 else f"{', '.join(takes[:-1])} and {takes[-1]}"
        self._findings.report(
            scope,
            "SC302",
            f"`@{bound.tag.name}` does not apply to {_NAMES.get(kind, f'a {kind}')}",
            bound.tag.span,
            hint=f"it applies to {applies}",
        )

    def _check_examples(self, node: Node, judged: Judged, scope: Scope) -> None:
        for text, tag in judged.examples:
            self._ledger.values.append(ValueCheck(node, text, "example", tag, scope))


_RANGE_NAMES = ("min", "max", "exclusive_min", "exclusive_max")


def _bounded(node: Node, bounds: tuple[Bound, ...]) -> Node:
    for bound in bounds:
        node = close(node) if bound.name == "closed" else constrain(node, single(bound))
    return node


def _joined(constraints: Constraints, bounds: list[Bound]) -> Constraints:
    for bound in bounds:
        constraints = join_constraints(constraints, single(bound))
    return constraints


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_second(bound: Bound, constraints: Constraints | None) -> bool:
    return constraints is not None and getattr(constraints, bound.name) is not None


def _leaves(node: Node) -> Iterator[Leaf]:
    todo = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, Union):
            todo.extend(reversed([member.type for member in part.members]))
        elif isinstance(part, Scalar | ListOf | MapOf):
            yield family(part), part.constraints
        elif not isinstance(part, Ref):
            yield family(part), None


def _named(node: Node) -> Iterator[Ref]:
    todo = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, Union):
            todo.extend(reversed([member.type for member in part.members]))
        elif isinstance(part, Ref):
            yield part
