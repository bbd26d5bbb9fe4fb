"""Finished types in, the literals that each brings into a union out."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from schemac.plan.nodes import NO_META, Const, Ref, Union
from schemac.plan.sameness import literal_key
from schemac.planner.numbers import compact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.ir.types import LiteralType
    from schemac.plan.nodes import Node
    from schemac.planner.table import Entry

__all__ = ["MOST_VALUES", "NamedValues", "Value", "value_of", "written"]

Value: TypeAlias = str | int | float
"""Equal where two literals are equal as JSON: a number, or a text with a quote before it, or a word
for a boolean. (Texts know their hash, tuples do not: it is asked for in every union.)
"""

MOST_VALUES = 512
"""Values of one name that are looked at: a chain of unions, each in the next, stays linear."""


class _Values(NamedTuple):
    """Each value once, in order. `is_one` of a name for one literal, which is one in any words."""

    keys: tuple[Value, ...]
    is_one: bool


class _Part(NamedTuple):
    """A literal or a name; `is_whole` where words stand on it or around it."""

    node: Const | Ref
    is_whole: bool


_NONE = _Values((), is_one=False)


class NamedValues:
    """Knows the literals of named types, which it looks for as it is asked, each type once."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._known: dict[int, _Values] = {}

    def brought(self, target: int, *, is_whole: bool) -> tuple[Value, ...]:
        """Give the values that a use brings, those of one with words (`is_whole`) if it is one."""
        self._look(target)
        values = self._known[target]
        return values.keys if values.is_one or not is_whole else ()

    def _look(self, target: int) -> None:
        """Look into a type and those it consists of, inner ones first, however long the chain."""
        todo = [target]
        entered: set[int] = set()
        while todo:
            number = todo[-1]
            if number in self._known:
                todo.pop()
            elif number in entered:
                self._known[number] = self._gathered(self._entries[number].body)
            else:
                entered.add(number)
                todo.extend(
                    part.node.target
                    for part in _parts(self._entries[number].body)
                    if isinstance(part.node, Ref) and part.node.target not in entered
                )

    def _gathered(self, body: Node | None) -> _Values:
        parts = list(_parts(body))
        if len(parts) == 1 and _is_alone(body):
            return self._of(parts[0])
        keys: dict[Value, None] = {}
        for part in parts:
            keys.update(dict.fromkeys(self._of(part).keys))
        return _Values(tuple(islice(keys, MOST_VALUES)), is_one=False)

    def _of(self, part: _Part) -> _Values:
        if isinstance(part.node, Const):
            return _Values((_value(*literal_key(part.node)),), is_one=True)
        # A name that leads back to itself without end was reported: it brings nothing.
        values = self._known.get(part.node.target, _NONE)
        return values if values.is_one or not part.is_whole else _NONE


def value_of(literal: LiteralType) -> Value:
    """Give the value of a literal as written."""
    return _value(literal.kind, literal.value)


def written(value: Value) -> str:
    """Give the value as JSON, for people to read."""
    if isinstance(value, str):
        return compact(value[1:]) or "" if value.startswith('"') else value
    return compact(value) or ""


def _value(kind: str, value: str | float | None) -> Value:
    if isinstance(value, str):
        return f'"{value}'
    return value if value is not None and kind != "boolean" else str(value).lower()


def _is_alone(body: Node | None) -> bool:
    """Tell whether nothing stands beside what a body consists of."""
    while isinstance(body, Union) and len(body.members) == 1:
        body = body.members[0].type
    return isinstance(body, Const | Ref)


def _parts(body: Node | None) -> Iterator[_Part]:
    """Give the literals and names that a body opens into in a union."""
    todo = [(body, False)]
    while todo:
        node, is_whole = todo.pop()
        is_whole = is_whole or (node is not None and node.meta != NO_META)
        if isinstance(node, Const | Ref):
            yield _Part(node, is_whole)
        elif isinstance(node, Union) and (not is_whole or len(node.members) == 1):
            todo.extend((member.type, is_whole) for member in reversed(node.members))
