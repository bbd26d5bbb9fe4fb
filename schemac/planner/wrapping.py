"""An output's type in, whether its views are wrapped out; None where that depends on the caller."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Literal, TypeAlias

from schemac.plan.decisions import is_open
from schemac.plan.gates import Never
from schemac.plan.nodes import MapOf, Nothing, Record, Ref, Union
from schemac.planner.gates import asked_in, every, on_side, some
from schemac.planner.steps import run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.plan.gates import Answer, Gate
    from schemac.plan.nodes import Node
    from schemac.planner.steps import Steps
    from schemac.planner.table import Entry
    from schemac.planner.visibility import Visibility

__all__ = ["wraps"]

_MAX_ATOMS = 6
_ANSWERS: tuple[Answer, ...] = (0, 1, 2)
_Kind = Literal["object", "other", "null"]
_Found: TypeAlias = "dict[_Kind, Gate | None]"


def wraps(node: Node, entries: Sequence[Entry], visibility: Visibility) -> bool | None:
    """Tell whether an output is wrapped: whether a caller's view admits anything but objects."""
    found = run(_Kinds(entries, visibility.is_null, lambda _: None).of(node))
    if "object" in found and len(found) > 1:
        # Only where both kinds are written does it matter who sees which.
        visibility.gave_up = False
        found = run(_Kinds(entries, visibility.is_null, visibility.of).of(node))
        if visibility.gave_up:
            return None
    if found.keys() <= {"object"}:
        return False
    if "object" not in found:
        return True
    others = [found["other"]] if "other" in found else []
    seen = some(found["object"], *others)
    wrapped = some(*others, *(every(gate, seen) for kind, gate in found.items() if kind == "null"))
    return _constant(seen, wrapped)


class _Kinds:
    """Says what a type can be, and under which gate it is that; each name is looked at once."""

    def __init__(
        self,
        entries: Sequence[Entry],
        is_null: Callable[[Node], bool],
        left: Callable[[Node], Gate | None],
    ) -> None:
        self._entries = entries
        self._is_null = is_null
        self._left = left
        self._known: dict[int, _Found] = {}

    def of(self, node: Node) -> Steps[_Found]:
        """Give the kinds, without those that nobody ever sees."""
        if isinstance(node, Ref):
            found: _Found = yield self._named(node.target)
            return found
        if isinstance(node, Union):
            gates: dict[_Kind, list[Gate | None]] = {}
            for member in node.members:
                inner: _Found = yield self.of(member.type)
                if "null" in inner:
                    # Where no more than null is left of a member, it is hidden as a whole.
                    inner = inner | {"null": every(inner["null"], self._left(member.type))}
                for kind, gate in _under(member.gate, inner).items():
                    gates.setdefault(kind, []).append(gate)
            return {kind: some(*each) for kind, each in gates.items()}
        if self._is_null(node):
            return {"null": None}
        is_object = isinstance(node, Record | MapOf | Nothing)
        return _under(self._left(node), {"object" if is_object else "other": None})

    def _named(self, target: int) -> Steps[_Found]:
        if target not in self._known:
            self._known[target] = {}
            entry = self._entries[target]
            inner: _Found = yield self.of(entry.body or Nothing())
            self._known[target] = _under(entry.gate, inner)
        return self._known[target]


def _under(gate: Gate | None, found: _Found) -> _Found:
    both = {kind: on_side(every(gate, inner), "output") for kind, inner in found.items()}
    return {kind: each for kind, each in both.items() if not isinstance(each, Never)}


def _constant(seen: Gate | None, wrapped: Gate | None) -> bool | None:
    """Tell what `wrapped` is wherever something is seen, None where it is not always the same."""
    if wrapped is None or wrapped == seen:
        return True
    atoms = tuple(dict.fromkeys((*asked_in(seen), *asked_in(wrapped))))
    if len(atoms) > _MAX_ATOMS:
        return None
    outcomes: set[bool] = set()
    for chosen in product(_ANSWERS, repeat=len(atoms)):
        answers = dict(zip(atoms, chosen, strict=True))
        if is_open(seen, answers, "output"):
            outcomes.add(is_open(wrapped, answers, "output"))
    return outcomes.pop() if len(outcomes) == 1 else (None if outcomes else True)
