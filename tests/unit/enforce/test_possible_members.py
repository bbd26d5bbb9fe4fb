"""Which members of a union a value may be of, by its strings, its literals and its type."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.enforce.fits import Fits
from schemac.enforce.project.coerce import coerced, coerced_among
from schemac.enforce.project.unions import Choice, build_choice, json_types, plain_types
from schemac.enforce.project.walk import ABSENT
from schemac.enforce.read import LONGEST_INTEGER
from schemac.enforce.types import Types
from schemac.plan.nodes import Constraints, Nothing, Ref, Scalar, TupleOf
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    BYTES,
    DATE,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    const,
    items,
    map_of,
    maybe,
    named,
    record,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.nodes import NamedType, Node, Union


def choice_of(
    node: Union, types: Mapping[int, NamedType] | None = None, *, tagged: bool = True
) -> Choice:
    known = Types(types or {})
    return build_choice(
        node, known, Fits(known), lambda _: lambda value, _walk: value, tagged=tagged
    )


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("true", "boolean", True),
        ("1", "boolean", True),
        ("false", "boolean", False),
        ("0", "boolean", False),
        ("True", "boolean", ABSENT),
        ("", "boolean", ABSENT),
        ("12", "integer", 12),
        ("-0", "integer", 0),
        ("012", "integer", ABSENT),
        ("1.0", "integer", ABSENT),
        ("1e2", "integer", ABSENT),
        ("12", "number", 12),
        ("1.5", "number", 1.5),
        ("-1.5E+2", "number", -150.0),
        ("1e999", "number", ABSENT),
        ("-1e999", "number", ABSENT),
        (".5", "number", ABSENT),
        ("1 ", "number", ABSENT),
        ("NaN", "number", ABSENT),
        ("1", "string", ABSENT),
        ("9" * LONGEST_INTEGER, "integer", int("9" * LONGEST_INTEGER)),
        ("9" * (LONGEST_INTEGER + 1), "integer", ABSENT),
        ("9" * (LONGEST_INTEGER + 1), "number", ABSENT),
    ],
)
def test_strings_read_as_scalars(text: str, kind: str, value: object) -> None:
    found = coerced(text, kind)
    assert (type(found), found) == (type(value), value)


SMALL = Scalar("integer", Constraints(max=9))


@pytest.mark.parametrize(
    ("members", "text", "value"),
    [
        ((INTEGER, NULL), "5", 5),
        ((INTEGER, NULL), "x", "x"),
        ((BOOLEAN, DATE), "no", "no"),
        ((NUMBER, NULL), "1.5", 1.5),
        ((SMALL, BOOLEAN), "5", 5),
        ((SMALL, BOOLEAN), "1", "1"),
        ((SMALL, BOOLEAN), "10", "10"),
        ((SMALL, BOOLEAN), "true", True),
        ((const(3), BOOLEAN), "3", 3),
        ((const(3), const(4)), "4", 4),
        ((const(3), const(4)), "5", "5"),
        ((const("3"), DATE), "3", "3"),
        ((record(a=STRING), DATE), "3", "3"),
    ],
)
def test_strings_read_for_the_one_member_that_takes_them(
    members: tuple[Node, ...], text: str, value: object
) -> None:
    found = coerced_among(text, choice_of(union(*members)).alternatives)
    assert (type(found), found) == (type(value), value)


A = record(kind=const("a"), x=INTEGER)
B = record(kind=const("b"), x=INTEGER)


def test_literals_say_which_members_are_possible() -> None:
    choice = choice_of(union(A, B, record(y=INTEGER), STRING))

    def possible(value: dict[str, object]) -> list[int]:
        return [each.index for each in choice.candidates(value)]

    def meant(value: dict[str, object]) -> int | None:
        found = choice.meant(value)
        return None if found is None else found.index

    assert possible({"kind": "a"}) == [0, 2]
    assert possible({"kind": "b"}) == [1, 2]
    assert possible({"kind": "c"}) == [2]
    assert possible({}) == [2]
    assert possible({"kind": ["a"]}) == [0, 1, 2]
    assert meant({"kind": "c"}) == 2
    assert meant({"kind": "a"}) is None
    two = choice_of(union(A, B))
    assert [each.index for each in two.candidates({"kind": "b"})] == [1]
    assert [each.index for each in two.candidates({"kind": 1})] == []
    found = two.meant({"kind": "b"})
    assert found is not None
    assert found.index == 1
    assert two.meant({"kind": "c"}) is None
    untagged = choice_of(union(A, B), tagged=False)
    assert [each.index for each in untagged.candidates({"kind": "b"})] == [0, 1]


def test_literals_of_every_kind_tell_members_apart() -> None:
    one = record(k=union(const(1), NULL), v=STRING)
    yes = record(k=const(value=True), v=STRING)
    text = record(k=Ref(0), v=STRING)
    half = record(k=const(1.5), v=STRING)
    loose = record(k=maybe(STRING), v=STRING)
    never = record(k=union(Nothing(), const("n")), v=STRING)
    node = union(one, yes, text, half, loose, never)
    choice = choice_of(node, named(letters=union(const("a"), const("b"))))

    def possible(value: object) -> list[int]:
        return [each.index for each in choice.candidates({"k": value})]

    assert possible(1) == [0, 4]
    assert possible(1.0) == [0, 4]
    assert possible(None) == [0, 4]
    assert possible(value=True) == [1, 4]
    assert possible("a") == [2, 4]
    assert possible("b") == [2, 4]
    assert possible("n") == [4, 5]
    assert possible(1.5) == [3, 4]
    assert possible(value=False) == [4]
    optional = choice_of(union(record(_k=const(1)), record(_k=const(2))))
    assert len(optional.candidates({"k": 1})) == 2


def test_types_on_the_wire() -> None:
    assert json_types(INTEGER) == (int, float)
    assert json_types(NUMBER) == (int, float)
    assert json_types(BOOLEAN) == (bool,)
    assert json_types(NULL) == (type(None),)
    assert json_types(DATE) == json_types(STRING) == json_types(const("a")) == (str,)
    assert json_types(const(value=True)) == (bool,)
    assert json_types(A) == json_types(map_of(STRING)) == (dict,)
    assert json_types(items(STRING)) == json_types(TupleOf(())) == (list,)
    assert json_types(ANY) == (type(None), bool, int, float, str, list, dict)
    assert json_types(Nothing()) == ()


def test_types_that_need_no_work() -> None:
    assert plain_types((STRING,)) == (str,)
    assert plain_types((STRING, NULL)) == (str,)
    assert plain_types((NULL, STRING)) == (str,)
    assert plain_types((NULL,)) == ()
    assert plain_types((INTEGER,)) == (int,)
    assert plain_types((NUMBER,)) == (int, float)
    assert plain_types((NUMBER, INTEGER)) == (int,)
    assert plain_types((NUMBER, const(1))) == (int,)
    assert plain_types((const(1),)) == (int,)
    assert plain_types((const(1.5),)) == (int, float)
    assert plain_types((STRING, BOOLEAN)) == (str, bool)
    assert plain_types((BYTES,)) == ()
    assert plain_types((BYTES,), bytes_too=True) == (str,)
    assert plain_types((STRING, BYTES)) == ()
    assert plain_types((STRING, A)) == ()
    assert plain_types((ANY,)) == ()


def test_types_that_every_member_takes_as_they_are() -> None:
    choice = choice_of(union(STRING, BYTES, INTEGER, NULL, A))
    assert choice.direct() == {int, type(None)}
    assert choice.direct(bytes_too=True) == {str, int, type(None)}
    assert choice_of(union(STRING, A)).direct() == {str}
    assert [each.index for each in choice.of_types(dict)] == [4]
    assert [each.index for each in choice.of_types(str, dict)] == [0, 1, 4]
    assert choice.of_types(list) == ()
