"""An output's type in, whether its views are wrapped out; None where that depends on the caller."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Literal

from schemac.plan.decisions import is_open
from schemac.plan.gates import Never
from schemac.plan.nodes import MapOf, Nothing, Record, Ref, Union
from schemac.planner.gates import asked_in, every, on_side, some

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Answer, Gate
    from schemac.plan.nodes import Node
    from schemac.planner.table import Entry
    from schemac.planner.visibility import Visibility

__all__ = ["wraps"]

_MAX_ATOMS = 6
_ANSWERS: tuple[Answer, ...] = (0, 1, 2)
_Kind = Literal["object", "other", "null"]


def wraps(node: Node, entries: Sequence[Entry], visibility: Visibility) -> bool | None:
    """Tell whether an output is wrapped: whether a caller's view admits anything but objects."""
    found = _members(node, entries, visibility)
    objects = _conditions(found, "object")
    others = _conditions(found, "other")
    nulls = _conditions(found, "null")
    if not others and not nulls:
        return False
    if not objects:
        return True
    seen = some(*objects, *others)
    wrapped = some(*others, *(every(gate, seen) for gate in nulls))
    return _constant(seen, wrapped)


def _conditions(found: Sequence[tuple[_Kind, Gate | None]], kind: _Kind) -> list[Gate | None]:
    return [gate for was, gate in found if was == kind and not isinstance(gate, Never)]


def _members(
    node: Node, entries: Sequence[Entry], visibility: Visibility
) -> list[tuple[_Kind, Gate | None]]:
    found: dict[tuple[_Kind, Gate | None], None] = {}
    seen: set[tuple[int, Gate | None]] = set()
    todo: list[tuple[Node, Gate | None]] = [(node, None)]
    while todo:
        part, gate = todo.pop()
        if isinstance(part, Union):
            todo.extend((member.type, every(gate, member.gate)) for member in part.members)
        elif isinstance(part, Ref):
            gate = every(gate, entries[part.target].gate)
            if (part.target, gate) not in seen:
                seen.add((part.target, gate))
                todo.append((entries[part.target].body or Nothing(), gate))
        elif visibility.is_null(part):
            found["null", on_side(gate, "output")] = None
        else:
            kind: _Kind = "object" if isinstance(part, Record | MapOf | Nothing) else "other"
            found[kind, on_side(every(gate, visibility.of(part)), "output")] = None
    return list(found)


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
