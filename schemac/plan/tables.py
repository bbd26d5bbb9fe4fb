"""Rows of gates, fields and nodes in, gates and nodes out, each made of earlier ones only."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING, Any, Literal, get_args

from schemac.plan.field_rows import FieldRows
from schemac.plan.format import DEEPEST_NODE, LARGEST
from schemac.plan.gate_rows import GateRows
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    NO_META,
    Anything,
    Const,
    Constraints,
    Example,
    ListOf,
    MapOf,
    Member,
    Meta,
    Nothing,
    Record,
    Ref,
    Saying,
    Scalar,
    ScalarKind,
    TupleOf,
    Union,
)
from schemac.plan.places import Places
from schemac.plan.rows import Row, all_in, all_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Node, Origin

__all__ = ["Tables"]

_KINDS: tuple[ScalarKind, ...] = get_args(ScalarKind)
_LITERAL_KINDS: tuple[Literal["string", "integer", "number", "boolean"], ...] = (
    "string",
    "integer",
    "number",
    "boolean",
)
_LITERALS = {"string": str, "integer": int, "number": int | float, "boolean": bool}


class Tables:
    """The gates and nodes of a plan, by the numbers of their rows.

    `weight` is how many nodes there are in all roots, shared ones counted at each use.
    """

    def __init__(self, document: Row, *, atoms: int, types: int) -> None:
        """Take the tables out of a document."""
        self.weight = 0
        self._types = types
        rows = document.items("nodes")
        self._places = Places(document.texts("files"), rows)
        self._gates = GateRows(document.items("gates"), atoms=atoms)
        self._fields = FieldRows(document.items("fields"), self._gates, nodes=len(rows))
        # Most numbers are read here: all at once, and one by one only where some are amiss.
        self._has_fields = all_in(all_of(rows, "fields"), range(len(self._fields)))
        self._has_members = all_in(all_of(rows, "members"), range(len(rows)))
        self._nodes: list[Node] = []
        self._depths: list[int] = []
        self._sizes: list[int] = []
        for number, value in enumerate(rows):
            row = Row(value, f"node {number}")
            self._nodes.append(self._node(row))
            row.end()

    def root(self, row: Row, key: str) -> Node:
        """Take a node by its number."""
        number = self._index(row, key)
        self.weight += self._sizes[number]
        return self._nodes[number]

    def maybe_root(self, row: Row, key: str) -> Node | None:
        """Take a node by its number, None if it is not there."""
        number = row.maybe_index(key, len(self._nodes))
        if number is None:
            return None
        self.weight += self._sizes[number]
        return self._nodes[number]

    def gate(self, row: Row) -> Gate | None:
        """Take the gate of a row, None if it has none."""
        return self._gates.of(row)

    def origin(self, row: Row) -> Origin | None:
        """Take the place where a row's subject was written."""
        return self._places.of(row)

    def _index(self, row: Row, key: str) -> int:
        return row.index(key, len(self._nodes))

    def _inside(self, row: Row, numbers: Sequence[int]) -> Sequence[Node]:
        """Give what is directly inside; note depth and size: sharing makes neither harmless."""
        try:
            depth = 1 + max(map(self._depths.__getitem__, numbers), default=0)
        except IndexError:
            row.points_nowhere()
        size = 1 + sum(map(self._sizes.__getitem__, numbers))
        if depth > DEEPEST_NODE:
            row.fail("is nested too deeply")
        if size > LARGEST:
            row.fail("is too large")
        self._depths.append(depth)
        self._sizes.append(size)
        return [self._nodes[number] for number in numbers]

    def _node(self, row: Row) -> Node:
        kind, meta = row.text("is"), self._meta(row)
        match kind:
            case "record":
                return self._record(row, meta)
            case "union":
                return self._union(row, meta)
            case "list" | "tuple" | "map":
                return self._container(kind, row, meta)
        self._depths.append(1)
        self._sizes.append(1)
        match kind:
            case "ref":
                target = row.index("type", self._types)
                return Ref(target, _constraints(row), row.flag("closed"), meta)
            case "scalar":
                return Scalar(row.choice("kind", _KINDS), _constraints(row), meta)
            case "const":
                return _const(row, meta)
            case "anything":
                return Anything(meta)
            case "nothing":
                return Nothing(meta)
            case _:
                return row.fail("is of an unknown kind")

    def _container(self, kind: Literal["list", "tuple", "map"], row: Row, meta: Meta) -> Node:
        if kind == "tuple":
            numbers = row.numbers("items", len(self._nodes))
            return TupleOf(tuple(self._inside(row, numbers)), meta)
        if kind == "list":
            (item,) = self._inside(row, [self._index(row, "item")])
            return ListOf(item, row.flag("set"), _constraints(row), meta)
        key, value = self._inside(row, [self._index(row, "key"), self._index(row, "value")])
        return MapOf(key, value, _constraints(row), meta)

    def _record(self, row: Row, meta: Meta) -> Record:
        fields = self._fields
        numbers = row.numbers("fields", len(fields), are_checked=self._has_fields)
        if len(set(map(fields.names.__getitem__, numbers))) < len(numbers):
            row.fail("has two fields of one name")
        inside = self._inside(row, [fields.types[number] for number in numbers])
        made = fields.made(numbers, inside, self._places.each(row, len(numbers)))
        return Record(made, row.flag("closed"), meta)

    def _union(self, row: Row, meta: Meta) -> Union:
        numbers = row.numbers("members", len(self._nodes), are_checked=self._has_members)
        if not numbers:
            row.fail("has no members")
        gates = self._gates.each(row, len(numbers)) or repeat(None)
        origins = self._places.each(row, len(numbers))
        return Union(tuple(map(Member, self._inside(row, numbers), gates, origins)), meta)

    def _meta(self, row: Row) -> Meta:
        words = row.row("meta")
        if words is None:
            return NO_META
        said = [Row(part, words.place) for part in words.items("sayings")]
        meta = self._words(words)
        return replace(meta, sayings=tuple(map(self._saying, said))) if said else meta

    def _saying(self, row: Row) -> Saying:
        gate = self._gates.of(row)
        return Saying(self._words(row), gate)

    def _words(self, words: Row) -> Meta:
        """Take the words of a row, which holds nothing else."""
        gated = self._gates.gated
        examples = tuple(Example(*gated(part, words)) for part in words.items("examples"))
        title, description = words.maybe_text("title"), words.maybe_text("description")
        meta = Meta(title, description, examples, words.flag("deprecated"))
        words.end()
        return meta


def _const(row: Row, meta: Meta) -> Const:
    text = row.json_text("text")
    kind = row.choice("kind", _LITERAL_KINDS)
    value: Any = json.loads(text)
    if not isinstance(value, _LITERALS[kind]) or isinstance(value, bool) != (kind == "boolean"):
        row.fail("holds a literal of another kind")
    return Const(kind, text, meta)


def _constraints(row: Row) -> Constraints:
    bounds = row.row("bounds")
    if bounds is None:
        return NO_CONSTRAINTS
    constraints = Constraints(
        min=bounds.number("min"),
        max=bounds.number("max"),
        exclusive_min=bounds.number("exclusive_min"),
        exclusive_max=bounds.number("exclusive_max"),
        multiple_of=bounds.number("multiple_of"),
        pattern=bounds.maybe_text("pattern"),
        format=bounds.maybe_text("format"),
        media_type=bounds.maybe_text("media_type"),
        encoding=bounds.maybe_text("encoding"),
        unique=bounds.flag("unique"),
    )
    bounds.end()
    return constraints
