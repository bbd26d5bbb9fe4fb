"""Parsed Python in, its classes and functions with their lines out.

A comment belongs to no node, so where one stands is told from lines and columns.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from schemac.syntax.around import scope_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.source import Source

__all__ = [
    "Definition",
    "Function",
    "Layout",
    "Place",
    "Statement",
    "is_overload",
    "layout",
]

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Definition: TypeAlias = ast.ClassDef | Function
Statement: TypeAlias = ast.stmt | ast.ExceptHandler | ast.pattern


@dataclass(eq=False, slots=True)
class Place:
    """A class or function, or the module (`node` is None), and what stands directly in it.

    `first` is the line of its first decorator, `last` that of its last statement. Definitions
    inside a function are listed by the module, and `parent` is still the function. `column` counts
    a tab as Python does, up to the next multiple of eight.
    """

    node: Definition | None
    parent: Place | None
    qualname: str
    first: int
    last: int
    column: int
    classes: list[Place] = field(default_factory=list)
    functions: list[Place] = field(default_factory=list)

    @property
    def is_function(self) -> bool:
        """Whether it is a `def` or an `async def`."""
        return isinstance(self.node, Function)

    @property
    def is_class(self) -> bool:
        """Whether it is a `class`."""
        return isinstance(self.node, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class Layout:
    """All places of a module in order of their lines, the module first; and its statements.

    `heads` maps the lines right above which an annotation is a function's to that function.
    """

    tree: ast.Module
    places: tuple[Place, ...]
    statements: tuple[Statement, ...]
    heads: dict[int, Place]
    _starts: tuple[int, ...]
    _lines: tuple[int, ...]

    def place_of(self, line: int, column: int) -> Place:
        """Find the innermost place that a comment on `line`, set in by `column`, stands in."""
        chain = self.around(line)
        for place in chain:
            if place.last >= line:
                return place
            after = bisect_right(self._lines, place.last)
            alone = after == len(self._lines) or self._lines[after] > line
            if alone and column > place.column:
                return place
        return chain[-1]

    def place_around(self, line: int) -> Place:
        """Find the innermost place that a statement on `line` is in, definitions aside."""
        return next(place for place in self.around(line + 1) if place.last >= line)

    def head_of(self, first: int, last: int, column: int) -> Place | None:
        """Find the function right above which comments on these lines stand, set in by `column`.

        In a class that ends there they are the class's: they are set in deeper than the `def`.
        """
        head = self.heads.get(last + 1)
        if head is None or column <= head.column:
            return head
        place = scope_of(self.place_of(first, column))
        return head if place is scope_of(head.parent or self.places[0]) else None

    def headed_by(self, line: int) -> Place | None:
        """Find the class or function whose head, from `class` or `def` to the body, has `line`."""
        place = self.places[bisect_right(self._starts, line) - 1]
        is_head = place.node is not None and line < place.node.body[0].lineno
        return place if is_head or (place.node and line == place.node.lineno) else None

    def statement_at(self, line: int) -> Statement | None:
        """Find the statement that begins last before `line`."""
        at = bisect_left(self._lines, line)
        return self.statements[at - 1] if at else None

    def statement_on(self, line: int) -> Statement:
        """Find the first statement that begins on a line on which one does."""
        return self.statements[bisect_left(self._lines, line)]

    def statement_below(self, line: int) -> Statement | None:
        """Find the statement that begins first below `line`."""
        at = bisect_right(self._lines, line)
        return self.statements[at] if at < len(self.statements) else None

    def definition_below(self, first: int, last: int) -> Place | None:
        """Find the class, or function that is no method, that comments on these lines are above.

        They may stand among its decorators, too.
        """
        after = bisect_right(self._starts, last)
        place = self.places[after] if after < len(self.places) else None
        if place is None or (place.is_function and place.parent and place.parent.is_class):
            return None
        if place.first <= first:
            return place
        following = bisect_right(self._lines, last)
        is_next = following < len(self._lines) and self.statements[following] is place.node
        return place if is_next else None

    def around(self, line: int) -> list[Place]:
        """Give the place that begins last before `line`, and those around it, inner first."""
        found: Place | None = self.places[max(bisect_left(self._starts, line) - 1, 0)]
        chain = []
        while found is not None:
            chain.append(found)
            found = found.parent
        return chain


def is_overload(node: Statement | None) -> bool:
    """Whether a function is marked as one of `typing.overload`, which never runs."""
    if not isinstance(node, Function):
        return False
    names = (getattr(item, "attr", getattr(item, "id", "")) for item in node.decorator_list)
    return "overload" in names


def layout(tree: ast.Module, source: Source) -> Layout:
    """Lay a module out."""
    tabbed = source if "\t" in source.text else None
    module = Place(None, None, "", 0, 1 << 60, -1)
    places = [module]
    statements: list[Statement] = []
    pending: list[tuple[Statement, Place]] = [(node, module) for node in reversed(tree.body)]
    while pending:
        node, place = pending.pop()
        statements.append(node)
        if isinstance(node, Definition):
            place = _placed(node, place, module, tabbed)
            places.append(place)
        pending.extend((child, place) for child in reversed(list(_bodies(node))))
    return Layout(
        tree,
        tuple(places),
        tuple(statements),
        _heads(places),
        tuple(0 if place.node is None else place.node.lineno for place in places),
        tuple(map(_first_line, statements)),
    )


def _placed(node: Definition, parent: Place, module: Place, tabbed: Source | None) -> Place:
    prefix = parent.qualname + (".<locals>." if parent.is_function else ".")
    qualname = node.name if parent.node is None else prefix + node.name
    last = node.end_lineno or node.lineno
    column = node.col_offset
    if tabbed is not None:
        column = len(tabbed.line(node.lineno)[:column].expandtabs())
    place = Place(node, parent, qualname, _first_line(node), last, column)
    owner = module if parent.is_function else parent
    (owner.classes if isinstance(node, ast.ClassDef) else owner.functions).append(place)
    return place


def _first_line(node: Statement) -> int:
    if isinstance(node, Definition):
        return min([node.lineno, *(item.lineno for item in node.decorator_list)])
    return node.lineno


def _heads(places: list[Place]) -> dict[int, Place]:
    heads: dict[int, Place] = {}
    for place in places:
        if isinstance(place.node, Function):
            heads[place.node.lineno] = place
            heads.update({item.lineno: place for item in place.node.decorator_list})
    return heads


def _bodies(node: Statement) -> Iterator[Statement]:
    """Give the statements directly inside a compound statement, in order of their lines."""
    for name in ("body", "handlers", "cases", "orelse", "finalbody"):
        for child in getattr(node, name, ()):
            if isinstance(child, ast.match_case):
                yield child.pattern
                yield from child.body
            elif isinstance(child, Statement):
                yield child
