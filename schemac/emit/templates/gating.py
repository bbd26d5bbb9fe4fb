"""Gates in, the doors of a template out: what is the same for everybody is decided here."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, assert_never

from schemac.plan.decisions import evaluate
from schemac.plan.gates import Asked, Every, Inverse, Never, OnSide, Some

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from schemac.emit.templates.parts import Door
    from schemac.plan.gates import Gate, Side

__all__ = ["Doors", "atoms_of", "doors_of"]

Doors: TypeAlias = "tuple[Door, ...]"


def doors_of(gates: Iterable[Gate | None], side: Side) -> Doors | None:
    """Give the doors of gates that must all be open; None where they never are."""
    doors: list[Door] = []
    for gate in gates:
        if isinstance(gate, Asked):
            doors.append(gate.atom)
        elif gate is not None and any(True for _ in atoms_of(gate)):
            doors.append(gate)
        elif evaluate(gate, {}, side) != 1:
            return None
    return tuple(dict.fromkeys(doors))


def atoms_of(gate: Gate | int) -> Iterator[int]:
    """Give the atoms that a gate asks."""
    match gate:
        case int():
            yield gate
        case Asked():
            yield gate.atom
        case Inverse():
            yield from atoms_of(gate.inner)
        case Every() | Some():
            for part in gate.parts:
                yield from atoms_of(part)
        case OnSide() | Never():
            return
        case _:
            assert_never(gate)
