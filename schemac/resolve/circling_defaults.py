"""Bound generics in, those whose defaults lead back to themselves out (SC206).

A use that leaves an argument out stands for one with the default of it, in which there may be such
uses in turn.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from schemac.diagnostics.model import Diagnostic, Label
from schemac.ir.types import NameType
from schemac.resolve.cycles import components
from schemac.resolve.trees import nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.resolve.scope import Declared, Table

    _Default: TypeAlias = tuple[int, int]
    """The number of a generic, and that of the parameter."""

__all__ = ["mark_circling"]

_DEEPEST = 50
"""Defaults that may follow from each other; they are looked at one inside the other."""


def mark_circling(table: Table) -> tuple[Diagnostic, ...]:
    """Report defaults without end, mark their generics as broken, and take the defaults away."""
    uses = dict(_uses(table))
    numbers = {default: at for at, default in enumerate(uses)}
    leads = [
        [numbers[to] for use in found for to in _left_out(use, table) if to in numbers]
        for found in uses.values()
    ]
    wrong = _wrong(leads)
    found: list[Diagnostic] = []
    for default, why in ((each, wrong[at]) for each, at in numbers.items() if at in wrong):
        if why:
            onward = [
                (any(numbers.get(to) in wrong for to in _left_out(use, table)), use)
                for use in uses[default]
                if any(to in numbers for to in _left_out(use, table))
            ]
            _, use = max(onward, key=itemgetter(0))
            found.append(_report(table[default[0]], default[1], use, why))
    for number, _ in (each for each, at in numbers.items() if at in wrong):
        declared = table[number]
        declared.broken = declared.hollow = True
        declared.defaults = (None,) * len(declared.defaults)
    return tuple(found)


def _uses(table: Table) -> Iterator[tuple[_Default, list[NameType]]]:
    """Give the generics that each default uses."""
    for declared in table.declared:
        for at, default in enumerate(declared.defaults):
            if default is not None:
                names = (node for node in nodes(default) if isinstance(node, NameType))
                yield (declared.number, at), [node for node in names if node.name.isdecimal()]


def _left_out(use: NameType, table: Table) -> Iterator[_Default]:
    """Give the defaults that a use takes."""
    number = int(use.name)
    count = len(table[number].declaration.parameters)
    yield from ((number, at) for at in range(len(use.arguments), count))


def _wrong(leads: Sequence[Sequence[int]]) -> dict[int, str]:
    """Say what is wrong with defaults; "" where that follows from what is said of another one."""
    depths = [0] * len(leads)
    wrong: dict[int, str] = {}
    for group in components(leads):
        members = set(group)
        beyond = (to for node in group for to in leads[node] if to not in members)
        depth = 1 + max((depths[to] for to in beyond), default=0)
        for node in group:
            depths[node] = depth
        if len(group) > 1 or group[0] in leads[group[0]]:
            wrong.update(dict.fromkeys(group, "leads back to itself: it has no end"))
        elif depth > _DEEPEST:
            is_first = depth == _DEEPEST + 1
            wrong[group[0]] = f"leads through more than {_DEEPEST} others" if is_first else ""
    return wrong


def _report(declared: Declared, at: int, use: NameType, why: str) -> Diagnostic:
    name = declared.declaration.parameters[at].name
    label = Label(declared.declaration.name_span, f"`{declared.name}` has it")
    hint = "give the argument there, or choose another default"
    return Diagnostic("SC206", f"the default of `{name}` {why}", use.span, (label,), hint=hint)
