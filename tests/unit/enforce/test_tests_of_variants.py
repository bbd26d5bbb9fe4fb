"""Nodes in, tests of exact values out: what is asked once, what is passed on, what is a literal."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from schemac.enforce.fits import Fits, same_literal, scalar_check
from schemac.enforce.types import Types
from schemac.plan.nodes import NO_CONSTRAINTS, Constraints, Node, Ref, TupleOf
from tests.unit.enforce.shapes import (
    BOOLEAN,
    INTEGER,
    STRING,
    const,
    items,
    map_of,
    maybe,
    named,
    record,
    union,
)

NAMED = named(pair=record(a=INTEGER, _b=STRING), tree=record(_kids=items(Ref(1))))
TYPES = Types(NAMED)


@pytest.mark.parametrize("kind", ["string", "integer", "number", "boolean", "null", "bytes"])
def test_a_scalar_without_bounds_is_not_asked_of_the_validator(kind: Any) -> None:
    assert scalar_check(kind, NO_CONSTRAINTS) is scalar_check(kind, NO_CONSTRAINTS)


def test_a_scalar_with_a_bound_is() -> None:
    check = scalar_check("string", Constraints(min=2))
    assert [check("a"), check("ab"), check(12)] == [False, True, False]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1, True),
        (1, 1.0, True),
        (1.5, 1, False),
        (True, 1, False),
        (1, True, False),
        (0.0, False, False),
        (False, 0, False),
        (True, True, True),
        (True, False, False),
        ("a", "a", True),
        ("1", 1, False),
        (1, "1", False),
        (None, None, True),
        (None, False, False),
        (Decimal(1), 1, False),
        (1, Decimal(1), False),
        (1.0, 1 + 0j, False),
    ],
)
def test_a_literal_is_told_from_all_other_values(one: object, other: object, same: bool) -> None:  # noqa: FBT001 - an answer
    assert same_literal(one, other) is same


def test_undeclared_keys_are_let_through_unless_it_is_said_otherwise() -> None:
    assert Fits(TYPES).check(Ref(0))({"a": 1, "c": 2}, {}) is True
    assert Fits(TYPES, closed=False).check(Ref(0))({"a": 1, "c": 2}, {}) is True
    assert Fits(TYPES, closed=True).check(Ref(0))({"a": 1, "c": 2}, {}) is False


def test_the_test_of_a_named_type_is_made_once() -> None:
    fits = Fits(TYPES)
    assert fits.check(Ref(0)) is fits.check(Ref(0))
    assert fits.check(Ref(1)) is fits.check(Ref(1))
    assert fits.check(Ref(0)) is not fits.check(Ref(1))


INNER = union(record(a=INTEGER), BOOLEAN)
SETTLED = {"a": "not looked at"}
SOUND = {(TYPES.number(INNER), id(SETTLED)): SETTLED}


@pytest.mark.parametrize(
    ("node", "inside"),
    [
        (INNER, SETTLED),
        (items(INNER), [SETTLED, True]),
        (TupleOf((BOOLEAN, INNER)), [True, SETTLED]),
        (map_of(INNER), {"k": SETTLED}),
        (map_of(INNER, union(const("k"), const("l"))), {"l": SETTLED}),
        (record(x=INNER), {"x": SETTLED}),
        (union(STRING, items(INNER)), [SETTLED]),
        (maybe(record(x=map_of(INNER))), {"x": {"k": SETTLED}}),
    ],
)
def test_what_is_settled_is_known_wherever_it_stands(node: Node, inside: object) -> None:
    check = Fits(TYPES).check(node)
    assert check(inside, SOUND) is True
    assert check(inside, {}) is False
