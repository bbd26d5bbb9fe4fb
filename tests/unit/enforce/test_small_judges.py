"""Nodes in, what the small helpers of enforcement make of them out: sizes, tests, uses."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest

from schemac.enforce.fits import Fits, is_base64, leaf_schema
from schemac.enforce.types import Types
from schemac.enforce.weights import least_size
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    Anything,
    Const,
    Constraints,
    Field,
    ListOf,
    MapOf,
    Node,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
)
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    BYTES,
    DATE,
    DATETIME,
    DECIMAL,
    DURATION,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    UUID_,
    const,
    items,
    map_of,
    maybe,
    named,
    record,
    set_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import ScalarKind

BOUNDS = Constraints(min=1, max=3)
NAMED = named(
    text=STRING,
    pair=record(a=INTEGER, _b=STRING),
    either=union(STRING, Ref(1)),
    alias=Ref(2, Constraints(max=5)),
    tree=record(_kids=items(Ref(4))),
    loop=record(_other=Ref(6)),
    other=maybe(items(Ref(5))),
    numbers=items(INTEGER),
    null=NULL,
)
TYPES = Types(NAMED)


@pytest.mark.parametrize(
    ("node", "size"),
    [
        (NULL, 4),
        (BOOLEAN, 4),
        (INTEGER, 1),
        (NUMBER, 1),
        (STRING, 2),
        (DATE, 2),
        (const("abc"), 1),
        (ANY, 1),
        (Nothing(), 1),
        (items(STRING), 2),
        (map_of(STRING), 2),
        (Record(()), 2),
        (TupleOf(()), 1),
        (TupleOf((STRING, BOOLEAN)), 1 + 3 + 5),
        (record(_a=STRING), 1),
        (record(abc=STRING), 1 + 7 + 2),
        (record(a=STRING, bc=INTEGER, _d=STRING), 1 + 5 + 2 + 6 + 1),
        (record(a=record(b=record(c=STRING))), 1 + 5 + 1 + 5 + 2),
        (record(a=TupleOf((record(b=STRING), INTEGER))), 1 + 5 + 1 + (1 + 2) + (1 + 1)),
        (TupleOf((TupleOf((TupleOf((STRING,)),)),)), 1 + 1 + 1 + 1 + 2),
        (maybe(STRING), 2),
        (maybe(INTEGER), 1),
        (union(BOOLEAN, NULL), 4),
        (union(record(abc=STRING), STRING), 2),
        (union(union(union(BOOLEAN, NULL), NULL), NULL), 1),
        (Ref(0), 2),
        (Ref(1), 1 + 5 + 1),
        (record(a=Ref(1)), 1 + 5 + (1 + 5 + 1)),
    ],
)
def test_the_least_that_a_value_takes(node: Node, size: int) -> None:
    assert least_size(node, TYPES) == size


@pytest.mark.parametrize(
    ("kind", "constraints", "schema"),
    [
        ("string", NO_CONSTRAINTS, {"type": "string"}),
        ("string", BOUNDS, {"type": "string", "minLength": 1, "maxLength": 3}),
        ("integer", BOUNDS, {"type": "integer", "minimum": 1, "maximum": 3}),
        (
            "number",
            Constraints(exclusive_min=0, exclusive_max=9, multiple_of=0.5, min=0, max=8),
            {
                "type": "number",
                "minimum": 0,
                "maximum": 8,
                "exclusiveMinimum": 0,
                "exclusiveMaximum": 9,
                "multipleOf": 0.5,
            },
        ),
        (
            "string",
            Constraints(pattern="^a", format="email"),
            {"type": "string", "pattern": "^a", "format": "email"},
        ),
        ("boolean", NO_CONSTRAINTS, {"type": "boolean"}),
        ("null", NO_CONSTRAINTS, {"type": "null"}),
        ("date", NO_CONSTRAINTS, {"type": "string", "format": "date"}),
        ("datetime", NO_CONSTRAINTS, {"type": "string", "format": "date-time"}),
        ("duration", NO_CONSTRAINTS, {"type": "string", "format": "duration"}),
        ("uuid", NO_CONSTRAINTS, {"type": "string", "format": "uuid"}),
        ("bytes", BOUNDS, {"type": "string", "minLength": 1, "maxLength": 3}),
        (
            "decimal",
            Constraints(pattern="^b"),
            {"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$"},
        ),
    ],
)
def test_what_the_validator_is_told_of_a_scalar(
    kind: ScalarKind, constraints: Constraints, schema: dict[str, object]
) -> None:
    assert leaf_schema(kind, constraints) == schema


def fits(node: Node, value: object, *, closed: bool = False, types: Any = TYPES) -> bool:
    return Fits(types, closed=closed).check(node)(value, {})


@pytest.mark.parametrize(
    ("node", "good", "bad"),
    [
        (STRING, ["", "é"], [None, 1, True, [], "\ud800"]),
        (Scalar("string", BOUNDS), ["a", "abc"], ["", "abcd", 1]),
        (INTEGER, [1, 1.0, 0], [True, 1.5, "1", None, math.inf]),
        (Scalar("integer", BOUNDS), [1, 3.0], [0, 4, 1.5, True]),
        (NUMBER, [1, 1.5], [True, "1", math.inf, math.nan, None]),
        (Scalar("number", Constraints(multiple_of=2)), [4, 2.0], [3, True]),
        (BOOLEAN, [True, False], [1, 0, None, "true"]),
        (NULL, [None], [False, 0, ""]),
        (DATE, ["2024-01-31"], ["2024-02-30", "x", 1]),
        (DATETIME, ["2024-01-31T00:00:00Z"], ["2024-01-31", 1]),
        (DURATION, ["P1D"], ["1D", 1]),
        (UUID_, ["00000000-0000-0000-0000-000000000001"], ["1", 1]),
        (DECIMAL, ["1.50", "-2"], ["1.", "x", 1.5]),
        (BYTES, ["", "YQ=="], ["a", "YQ", "Y Q==", 1]),
        (const("a"), ["a"], ["b", 1, None]),
        (const(1), [1, 1.0], [True, "1", 2]),
        (const(1.5), [1.5], [1, "1.5"]),
        (const(True), [True], [1, False, "true"]),
        (const(False), [False], [0, True, None]),
        (Anything(), [None, 1, {}, []], []),
        (Nothing(), [], [None, 1, {}, []]),
        (items(INTEGER), [[], [1]], [["a"], [1, "a"], {}, None, "a"]),
        (items(INTEGER, BOUNDS), [[1], [1, 2, 3]], [[], [1, 2, 3, 4]]),
        (items(INTEGER, Constraints(unique=True)), [[1, 2]], [[1, 1], [1, 1.0]]),
        (set_of(INTEGER), [[1, 2]], [[1, 1]]),
        (ListOf(INTEGER, is_set=True), [[1, 2]], [[1, 1]]),
        (map_of(INTEGER), [{}, {"a": 1}], [{"a": "b"}, [], None]),
        (MapOf(STRING, INTEGER, BOUNDS), [{"a": 1}], [{}, dict.fromkeys("abcd", 1)]),
        (map_of(INTEGER, const("k")), [{}, {"k": 1}], [{"l": 1}, {"k": 1, "l": 1}]),
        (map_of(INTEGER, Scalar("string", BOUNDS)), [{"abc": 1}], [{"abcd": 1}]),
        (TupleOf((INTEGER, STRING)), [[1, "a"]], [[1], [1, "a", 2], ["a", 1], {}]),
        (TupleOf(()), [[]], [[1], None]),
        (record(a=INTEGER, _b=STRING), [{"a": 1}, {"a": 1, "b": "x"}], [{}, {"a": "1"}, []]),
        (record(a=INTEGER), [{"a": 1, "z": 1}], [{"z": 1}, None]),
        (record(closed=True, a=INTEGER), [{"a": 1}], [{"a": 1, "z": 1}, {}]),
        (union(INTEGER, STRING), [1, "a"], [None, True, [], 1.5]),
        (union(record(a=INTEGER), items(STRING)), [{"a": 1}, ["a"]], [{}, [1], "a"]),
        (Ref(1), [{"a": 1}], [{}, 1]),
        (Ref(3), ["abcde", {"a": 1}], ["abcdef", {}, 1]),
        (Ref(4), [{}, {"kids": [{"kids": []}]}], [{"kids": [1]}, []]),
        (Ref(1, closed=True), [{"a": 1}], [{"a": 1, "z": 1}]),
    ],
)
def test_what_fits(node: Node, good: list[object], bad: list[object]) -> None:
    assert [value for value in good if not fits(node, value)] == []
    assert [value for value in bad if fits(node, value)] == []
    inside = record(v=node)
    assert [value for value in good if not fits(inside, {"v": value})] == []
    assert [value for value in bad if fits(inside, {"v": value})] == []


def test_what_fits_where_undeclared_keys_are_refused() -> None:
    node = record(a=INTEGER, _b=record(_c=INTEGER))
    assert fits(node, {"a": 1, "b": {"c": 1}}, closed=True)
    assert not fits(node, {"a": 1, "z": 1}, closed=True)
    assert not fits(node, {"a": 1, "b": {"z": 1}}, closed=True)
    assert not fits(items(union(node, STRING)), [{"a": 1, "z": 1}], closed=True)
    assert fits(node, {"a": 1, "b": {"z": 1}})


def test_fields_that_others_need() -> None:
    node = Record(
        (
            Field("a", INTEGER, required=False),
            Field("b", INTEGER, required=False, depends_on=("a", "gone")),
        )
    )
    assert fits(node, {})
    assert fits(node, {"b": 1})
    assert fits(node, {"a": 1, "b": 1})
    assert not fits(node, {"a": 1})


def test_what_a_union_was_settled_to_is_not_tested_again() -> None:
    node = union(record(a=INTEGER), record(b=INTEGER))
    types = Types({})
    check = Fits(types).check(node)
    value = {"z": 1}
    assert not check(value, {})
    assert check(value, {(types.number(node), id(value)): value})
    assert not check(value, {(types.number(node) + 1, id(value)): value})
    held = Fits(types).check(items(node))
    assert held([value], {(types.number(node), id(value)): value})
    assert not held([value], {})


def test_base64() -> None:
    assert is_base64("")
    assert is_base64("YWJj")
    for text in ("a", "YQ=", "YQ==\n", "Y-Q_", "é"):
        assert not is_base64(text)


def test_literals_are_constants_of_one_kind() -> None:
    assert fits(Const("number", "1.0"), 1)
    assert fits(Const("integer", "1"), 1.0)
