"""The program's types in, who names whom out: which recurse, and whom an error touches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.walk import holders, targets
from schemac.resolve.cycles import cyclic
from schemac.resolve.program import is_hole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from schemac.ir.types import Type
    from schemac.resolve.program import Program, ResolvedTool

__all__ = ["Names"]


class Names:
    """The graph of names in a program."""

    def __init__(self, program: Program) -> None:
        self._edges = [targets(named.body) for named in program.types]
        groups = [frozenset(group) for group in cyclic(self._edges)]
        self._groups = {number: group for group in groups for number in group}
        self.recursive = frozenset(self._groups)
        holed = (number for number, named in enumerate(program.types) if _has_hole(named.body))
        self._holed = self.touched(holed)

    def touched(self, broken: Iterable[int]) -> frozenset[int]:
        """Give the types that reach one of the broken ones, these included."""
        users: list[list[int]] = [[] for _ in self._edges]
        for number, edges in enumerate(self._edges):
            for target in edges:
                users[target].append(number)
        found: set[int] = set()
        todo = list(broken)
        while todo:
            number = todo.pop()
            if number not in found:
                found.add(number)
                todo.extend(users[number])
        return frozenset(found)

    def has_hole(self, written: Type) -> bool:
        """Tell whether a type that could not be looked up stands in a type, at any depth."""
        return _has_hole(written) or bool(self._holed.intersection(targets(written)))

    def group_of(self, number: int) -> frozenset[int]:
        """Give the types that a recursive one reaches and that reach it, itself included."""
        return self._groups.get(number, frozenset())

    def reached_by(self, tool: ResolvedTool) -> tuple[int, ...]:
        """Give the types that a tool names and those that they name in turn."""
        return self._reached(self.of_tool(tool))

    def reached_from(self, written: Type) -> tuple[int, ...]:
        """Give the types that a type names and those that they name in turn."""
        return self._reached(targets(written))

    def _reached(self, numbers: Iterable[int]) -> tuple[int, ...]:
        found: dict[int, None] = {}
        todo = list(numbers)
        while todo:
            number = todo.pop()
            if number not in found:
                found[number] = None
                todo.extend(self._edges[number])
        return tuple(found)

    @staticmethod
    def of_tool(tool: ResolvedTool) -> tuple[int, ...]:
        """Give the types that a tool names itself."""
        parts = [tool.output, *(field.type for field in tool.parameters or ())]
        if tool.input is not None:
            parts.append(tool.input)
        return tuple(dict.fromkeys(target for part in parts for target in targets(part)))


def _has_hole(root: Type) -> bool:
    return any(is_hole(node) for node in holders(root))
