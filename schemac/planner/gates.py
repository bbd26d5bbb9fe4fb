"""Gates in, simpler gates out: the algebra of gates, and atoms numbered as they are met."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from schemac.plan.gates import Asked, Atom, Every, Inverse, Never, OnSide, Some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.plan.gates import Gate, Side

__all__ = ["Atoms", "asked_in", "every", "inverse", "is_larger", "on_side", "some"]


_SEVERAL = 2
_DEEPEST = 100


class Atoms:
    """Atoms, each once, in order of first appearance."""

    def __init__(self) -> None:
        self._numbers: dict[Atom, int] = {}

    def number(self, atom: Atom) -> int:
        """Give the atom's number, a new one where it is met for the first time."""
        return self._numbers.setdefault(atom, len(self._numbers))

    def all(self) -> tuple[Atom, ...]:
        """Give the atoms by number."""
        return tuple(self._numbers)


def every(*gates: Gate | None) -> Gate | None:
    """Give the gate that is open where all of them are; nested and repeated parts are merged."""
    parts: dict[Gate, None] = {}
    for gate in gates:
        if isinstance(gate, Every):
            parts.update(dict.fromkeys(gate.parts))
        elif gate is not None:
            parts[gate] = None
    if len(parts) < _SEVERAL:
        return next(iter(parts), None)
    if Never() in parts or (OnSide("input") in parts and OnSide("output") in parts):
        return Never()
    return Every(tuple(parts))


def some(*gates: Gate | None) -> Gate | None:
    """Give the gate that is open where one of them is; none at all is never open.

    What all of them ask is asked once, or gates would double with each level of names.
    """
    parts: dict[Gate, None] = {}
    for gate in gates:
        if gate is None:
            return None
        if isinstance(gate, Some):
            parts.update(dict.fromkeys(gate.parts))
        elif not isinstance(gate, Never):
            parts[gate] = None
    if OnSide("input") in parts and OnSide("output") in parts:
        return None
    if len(parts) > 1:
        return _factored(tuple(parts))
    return next(iter(parts), Never())


def _factored(gates: tuple[Gate, ...]) -> Gate | None:
    """Give the gate that is open where one of two or more is, with what they share in front."""
    asked = [dict.fromkeys(gate.parts if isinstance(gate, Every) else (gate,)) for gate in gates]
    shared = [part for part in asked[0] if all(part in other for other in asked[1:])]
    if not shared:
        return Some(gates)
    rests = (every(*(part for part in parts if part not in shared)) for parts in asked)
    return every(*shared, some(*rests))


def inverse(gate: Gate | None) -> Gate | None:
    """Give the gate that is open where this one is a clear no."""
    match gate:
        case None | Never():
            return Never()
        case OnSide("input"):
            return OnSide("output")
        case OnSide("output"):
            return OnSide("input")
        case _:
            return Inverse(gate)


def on_side(gate: Gate | None, side: Side) -> Gate | None:
    """Give the gate as it is on one side, with no word about sides left in it."""
    match gate:
        case None | Asked() | Never():
            return gate
        case OnSide(only):
            return None if only == side else Never()
        case Inverse(inner):
            settled = on_side(inner, side)
            if isinstance(settled, Never) and not isinstance(inner, Never):
                return None
            return inverse(settled)
        case Every(parts):
            return every(*(on_side(part, side) for part in parts))
        case Some(parts):
            return some(*(on_side(part, side) for part in parts))
        case _:
            assert_never(gate)


def is_larger(gate: Gate | None, size: int) -> bool:
    """Tell whether a gate has more parts than that, each counted where it stands.

    So has one that nests deeper than Python compares.
    """
    todo = [] if gate is None else [(gate, 0)]
    count = 0
    while todo and count <= size:
        part, depth = todo.pop()
        count += 1
        if depth > _DEEPEST:
            return True
        if isinstance(part, Inverse):
            todo.append((part.inner, depth + 1))
        elif isinstance(part, Every | Some):
            todo.extend((each, depth + 1) for each in part.parts)
    return count > size


def asked_in(gate: Gate | None) -> Iterator[int]:
    """Give the atoms that a gate asks, in the order written."""
    match gate:
        case None | Never() | OnSide():
            return
        case Asked(atom):
            yield atom
        case Inverse(inner):
            yield from asked_in(inner)
        case Every(parts) | Some(parts):
            for part in parts:
                yield from asked_in(part)
        case _:
            assert_never(gate)
