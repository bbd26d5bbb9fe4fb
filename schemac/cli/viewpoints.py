"""A plan and a tool in, answers of callers who are told all there is of it between them out."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, assert_never

from schemac.plan.gates import Asked, Every, Inverse, Never, OnSide, Some
from schemac.plan.nodes import Ref
from schemac.plan.walk import gates_on, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import TypeAlias

    from schemac.plan.gates import Answer, Gate
    from schemac.plan.model import Plan, ToolPlan

    Answers: TypeAlias = Mapping[int, Answer]

__all__ = ["viewpoints"]

_MOST_DENIED = 4
"""So many flags that open something by their absence are taken in all their combinations."""


def viewpoints(plan: Plan, tool: ToolPlan) -> tuple[Answers, ...]:
    """Give who holds every grant, then who lacks what hides something, then who holds none."""
    denied = sorted({atom for gate in _gates(plan, tool) for atom in _denied(gate)})
    chosen = [_with(tool.vocabulary, lacking) for lacking in _lacking(denied)]
    chosen.append(_with(tool.vocabulary, tool.vocabulary))
    return tuple(each for at, each in enumerate(chosen) if each not in chosen[:at])


def _with(atoms: Sequence[int], lacking: Sequence[int]) -> Answers:
    return {atom: 0 if atom in lacking else 1 for atom in atoms}


def _lacking(denied: Sequence[int]) -> Iterator[Sequence[int]]:
    """Give what callers lack: nothing first, then all combinations or, of many, one and all but."""
    if len(denied) <= _MOST_DENIED:
        for held in product((True, False), repeat=len(denied)):
            yield [atom for atom, is_held in zip(denied, held, strict=True) if not is_held]
        return
    yield ()
    yield denied
    for one in denied:
        yield (one,)
        yield [atom for atom in denied if atom != one]


def _gates(plan: Plan, tool: ToolPlan) -> Iterator[Gate]:
    """Give the gates of the tool and of all that is in it, those of examples and defaults too."""
    yield from (gate for gate in (tool.gate, *(text.gate for text in tool.descriptions)) if gate)
    todo, met = [tool.input, tool.output], set[int]()
    while todo:
        for node in walk(todo.pop()):
            yield from gates_on(node)
            if isinstance(node, Ref) and node.target not in met:
                met.add(node.target)
                named = plan.types[node.target]
                todo.append(named.body)
                if named.gate is not None:
                    yield named.gate


def _denied(gate: Gate) -> Iterator[int]:
    """Give the atoms of which a no may open the gate."""
    todo = [(gate, True)]
    while todo:
        part, is_plain = todo.pop()
        match part:
            case Asked(atom):
                if not is_plain:
                    yield atom
            case Inverse(inner):
                todo.append((inner, not is_plain))
            case Every(parts) | Some(parts):
                todo.extend((inner, is_plain) for inner in parts)
            case OnSide() | Never():
                pass
            case _:
                assert_never(part)
