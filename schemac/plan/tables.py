"""Rows of gates and nodes in, gates and nodes out, each made of earlier ones only."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, get_args

from schemac.plan.format import DEEPEST_GATE, DEEPEST_NODE, LARGEST
from schemac.plan.gates import Asked, Every, Inverse, Never, OnSide, Some
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    NO_META,
    Anything,
    Const,
    Constraints,
    Default,
    Example,
    Field,
    ListOf,
    MapOf,
    Member,
    Meta,
    Nothing,
    Origin,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    TupleOf,
    Union,
)
from schemac.plan.rows import Row, as_list, as_text, json_value
from schemac.plan.walk import children

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate, Side
    from schemac.plan.nodes import Node

__all__ = ["Tables"]

_KINDS: tuple[ScalarKind, ...] = get_args(ScalarKind)
_SIDES: tuple[Side, ...] = ("input", "output")
_LITERAL_KINDS: tuple[Literal["string", "integer", "number", "boolean"], ...] = (
    "string",
    "integer",
    "number",
    "boolean",
)
_FAR = 2**53
_PLAIN_FIELD = frozenset({"name", "type", "gate", "optional", "at"})
_A_FIELD = Row({}, "a field")
_LITERALS = {"string": str, "integer": int, "number": int | float, "boolean": bool}


class Tables:
    """The gates and nodes of a plan, by the numbers of their rows."""

    def __init__(self, *, atoms: int, types: int, files: Sequence[str]) -> None:
        self._atoms = atoms
        self._types = types
        self._files = files
        self._gates: list[Gate] = []
        self._gate_depths: list[int] = []
        self._nodes: list[Node] = []
        self._depths: dict[int, int] = {}
        self._sizes: dict[int, int] = {}

    def read_gates(self, rows: Sequence[object]) -> None:
        """Read the table of gates."""
        for number, row in enumerate(rows):
            place = f"gate {number}"
            kind, *parts = as_list(row, place) or [""]
            self._gates.append(self._gate(as_text(kind, place), parts, Row({}, place)))

    def read_nodes(self, rows: Sequence[object]) -> None:
        """Read the table of nodes."""
        for number, value in enumerate(rows):
            row = Row(value, f"node {number}")
            node = self._node(row)
            row.end()
            self._weigh(node, row)
            self._nodes.append(node)

    def node(self, row: Row, key: str) -> Node:
        """Take a node by its number."""
        return self._nodes[row.index(key, len(self._nodes))]

    def gate(self, row: Row) -> Gate | None:
        """Take the gate of a row, None if it has none."""
        number = row.maybe_index("gate", len(self._gates))
        return None if number is None else self._gates[number]

    def origin(self, row: Row) -> Origin | None:
        """Take the place where a row's subject was written."""
        at = row.items("at")
        return self._origin(at, row) if at else None

    def _origin(self, at: list[Any], row: Row) -> Origin:
        file, line, column = as_list(at, row.place, 3)
        if type(line) is int and 0 <= line < _FAR and type(column) is int and 0 <= column < _FAR:
            return Origin(self._files[row.checked_index(file, len(self._files))], line, column)
        return row.fail("points to a row that is not there")

    def size(self, node: Node) -> int:
        """Give how many nodes there are in a node, shared ones counted at each use."""
        return self._sizes[id(node)]

    def _weigh(self, node: Node, row: Row) -> None:
        """Note depth and size; sharing makes neither harmless."""
        inner = children(node)
        depth = 1 + max((self._depths[id(part)] for part in inner), default=0)
        size = 1 + sum(self._sizes[id(part)] for part in inner)
        if depth > DEEPEST_NODE:
            row.fail("is nested too deeply")
        if size > LARGEST:
            row.fail("is too large")
        self._depths[id(node)] = depth
        self._sizes[id(node)] = size

    def _gate(self, kind: str, parts: Sequence[object], row: Row) -> Gate:
        depth = 1
        if kind in {"inverse", "every", "some"}:
            numbers = [row.checked_index(part, len(self._gates)) for part in parts]
            inner = tuple(self._gates[number] for number in numbers)
            depth += max((self._gate_depths[number] for number in numbers), default=0)
            if depth > DEEPEST_GATE:
                row.fail("is nested too deeply")
        self._gate_depths.append(depth)
        match kind:
            case "asked" if len(parts) == 1:
                return Asked(row.checked_index(parts[0], self._atoms))
            case "inverse" if len(parts) == 1:
                return Inverse(inner[0])
            case "every":
                return Every(inner)
            case "some":
                return Some(inner)
            case "side" if len(parts) == 1:
                return OnSide(Row({"side": parts[0]}, row.place).choice("side", _SIDES))
            case "never" if not parts:
                return Never()
            case _:
                return row.fail("is of an unknown kind")

    def _node(self, row: Row) -> Node:  # noqa: C901, PLR0911 - a case a node
        meta = self._meta(row)
        match row.text("is"):
            case "scalar":
                return Scalar(row.choice("kind", _KINDS), _constraints(row), meta)
            case "const":
                return _const(row, meta)
            case "anything":
                return Anything(meta)
            case "nothing":
                return Nothing(meta)
            case "list":
                item = self.node(row, "item")
                return ListOf(item, row.flag("set"), _constraints(row), meta)
            case "tuple":
                numbers = row.items("items")
                limit = len(self._nodes)
                items = (self._nodes[row.checked_index(number, limit)] for number in numbers)
                return TupleOf(tuple(items), meta)
            case "map":
                key, value = self.node(row, "key"), self.node(row, "value")
                return MapOf(key, value, _constraints(row), meta)
            case "record":
                return self._record(row, meta)
            case "union":
                members = tuple(self._member(part, row.place) for part in row.items("members"))
                return Union(members, meta) if members else row.fail("has no members")
            case "ref":
                target = row.index("type", self._types)
                return Ref(target, _constraints(row), row.flag("closed"), meta)
            case _:
                return row.fail("is of an unknown kind")

    def _record(self, row: Row, meta: Meta) -> Record:
        fields = tuple(self._field(part, row.place) for part in row.items("fields"))
        if len({field.name for field in fields}) < len(fields):
            row.fail("has two fields of one name")
        return Record(fields, row.flag("closed"), meta)

    def _field(self, value: object, place: str) -> Field:
        return self._plain_field(value) or self._any_field(value, place)

    def _plain_field(self, value: object) -> Field | None:
        """Read a field as nearly all are; None where a closer look is due.

        This is most of what there is to read, so it is read without the detours of `Row`.
        """
        if type(value) is not dict or not _PLAIN_FIELD.issuperset(value):
            return None
        get = value.get
        name, number, optional, at = get("name"), get("type"), get("optional", False), get("at")
        if type(name) is not str or type(optional) is not bool or type(at) is not list:
            return None
        if type(number) is not int or not 0 <= number < len(self._nodes) or not at:
            return None
        gate = get("gate")
        if gate is not None:
            if type(gate) is not int or not 0 <= gate < len(self._gates):
                return None
            gate = self._gates[gate]
        origin = self._origin(at, _A_FIELD)
        return Field(name, self._nodes[number], not optional, gate, origin=origin)

    def _any_field(self, value: object, place: str) -> Field:
        row = Row(value, f"a field of {place}")
        name, node, gate = row.text("name"), self.node(row, "type"), self.gate(row)
        required, origin = not row.flag("optional"), self.origin(row)
        if row.is_spent:
            return Field(name, node, required, gate, origin=origin)
        field = Field(
            name,
            node,
            required,
            gate,
            deprecated=row.flag("deprecated"),
            read_only=row.flag("read_only"),
            write_only=row.flag("write_only"),
            default=self._default(row),
            default_for=row.maybe_text("default_for"),
            depends_on=row.texts("depends_on"),
            header=row.maybe_text("header"),
            origin=origin,
        )
        row.end()
        return field

    def _member(self, value: object, place: str) -> Member:
        row = Row(value, f"a member of {place}")
        member = Member(self.node(row, "type"), self.gate(row), self.origin(row))
        row.end()
        return member

    def _default(self, row: Row) -> Default | None:
        parts = row.items("default")
        return Default(*self._gated(parts, row)) if parts else None

    def _gated(self, value: object, row: Row) -> tuple[str, Gate | None]:
        """Read a JSON text and the number of its gate."""
        text, number = as_list(value, row.place, 2)
        json_value(as_text(text, row.place), row.place)
        if number is None:
            return text, None
        return text, self._gates[row.checked_index(number, len(self._gates))]

    def _meta(self, row: Row) -> Meta:
        words = row.row("meta")
        if words is None:
            return NO_META
        examples = tuple(Example(*self._gated(part, words)) for part in words.items("examples"))
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
