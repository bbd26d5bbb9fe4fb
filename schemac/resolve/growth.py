"""Bound generics in, those that would have instances without end out (SC206).

A parameter *flows* into another where a use passes it on. Passed on alone it stays as it is; passed
on inside something larger it grows. A circle of flows in which one grows never ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic, Label
from schemac.ir.types import Group, NameType
from schemac.resolve.cycles import components
from schemac.resolve.program import is_hole
from schemac.resolve.trees import fold, nodes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.ir.types import Type
    from schemac.resolve.scope import Declared, Table

__all__ = ["mark_growing"]

_Flows = dict[str, bool]
"""Parameters in a type; True where the parameter is all of it."""


@dataclass(frozen=True, slots=True)
class _Edge:
    source: tuple[int, str]
    target: tuple[int, str]
    grows: bool
    use: NameType


def mark_growing(table: Table) -> tuple[Diagnostic, ...]:
    """Report generics that grow as they recurse and mark them as broken."""
    edges = [edge for declared in table.declared for edge in _edges(declared, table)]
    numbers: dict[tuple[int, str], int] = {}
    for edge in edges:
        numbers.setdefault(edge.source, len(numbers))
        numbers.setdefault(edge.target, len(numbers))
    graph: list[list[int]] = [[] for _ in numbers]
    for edge in edges:
        graph[numbers[edge.source]].append(numbers[edge.target])
    group = [0] * len(numbers)
    for at, members in enumerate(components(graph)):
        for member in members:
            group[member] = at
    growing: dict[int, _Edge] = {}
    circles: set[int] = set()
    for edge in edges:
        at = group[numbers[edge.source]]
        if edge.grows and at == group[numbers[edge.target]]:
            circles.add(at)
            growing.setdefault(at, edge)
    for (number, _), node in numbers.items():
        if group[node] in circles:
            table[number].broken = table[number].hollow = True
    return tuple(_report(edge, table) for edge in growing.values())


def _report(edge: _Edge, table: Table) -> Diagnostic:
    inside, used = table[edge.source[0]], table[edge.target[0]]
    message = f"`{used.name}` is used with ever larger arguments: it has no end"
    label = Label(inside.declaration.name_span, f"`{inside.name}` recurses here")
    hint = "pass the parameter on as it is"
    return Diagnostic("SC206", message, edge.use.span, (label,), hint=hint)


def _edges(declared: Declared, table: Table) -> Iterator[_Edge]:
    if not declared.generic:
        return
    for written in (declared.body, *declared.defaults):
        if written is not None:
            for node in nodes(written):
                if isinstance(node, NameType) and node.name.isdecimal():
                    yield from _passed(declared, node, table[int(node.name)])


def _passed(declared: Declared, use: NameType, target: Declared) -> Iterator[_Edge]:
    names = [parameter.name for parameter in target.declaration.parameters]
    flows: dict[str, _Flows] = {}
    for at, name in enumerate(names):
        if at < len(use.arguments):
            flows[name] = _flows(use.arguments[at])
        else:
            default = target.defaults[at] if at < len(target.defaults) else None
            flows[name] = {} if default is None else _through(_flows(default), flows)
        for parameter, whole in flows[name].items():
            source = (declared.number, parameter)
            yield _Edge(source, (target.number, name), not whole, use)


def _through(default: _Flows, given: dict[str, _Flows]) -> _Flows:
    """Give what flows into an argument left out, by way of those its default names."""
    out: _Flows = {}
    for name, whole in default.items():
        for parameter, alone in given.get(name, {}).items():
            out[parameter] = out.get(parameter, True) and whole and alone
    return out


def _flows(argument: Type) -> _Flows:
    def combine(node: Type, parts: Sequence[_Flows]) -> _Flows:
        if isinstance(node, NameType) and not node.name.isdecimal():
            return {} if is_hole(node) else {node.name: True}
        if isinstance(node, Group):
            return parts[0]
        return {name: False for part in parts for name in part}

    return fold(argument, combine)
