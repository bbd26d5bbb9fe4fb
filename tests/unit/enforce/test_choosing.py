"""Projectors of unions on their own, without the validator behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from schemac.enforce.fits import Fits
from schemac.enforce.outcomes import EnforceOptions
from schemac.enforce.project.coerce import coerced, coerced_among
from schemac.enforce.project.incoming import Incoming
from schemac.enforce.project.outgoing import Outgoing
from schemac.enforce.project.unions import Choice, build_choice, json_types, plain_types
from schemac.enforce.project.walk import ABSENT, Misfit, Walk
from schemac.enforce.read import LONGEST_INTEGER
from schemac.enforce.types import Types
from schemac.plan.model import Shape
from schemac.plan.nodes import Const, Constraints, ListOf, Nothing, Record, Ref, Scalar, TupleOf
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

MUCH = 1_000_000


def choice_of(
    node: Union, types: Mapping[int, NamedType] | None = None, *, tagged: bool = True
) -> Choice:
    known = Types(types or {})
    return build_choice(
        node, known, Fits(known), lambda _: lambda value, _walk: value, tagged=tagged
    )


def taken(node: Node, value: object, **options: Any) -> tuple[object, str | None, dict[str, int]]:
    """Give what the input projector makes, where it found it unfit, and what it cut."""
    walk = Walk(MUCH)
    out = Incoming(Shape(node, {}), EnforceOptions(**options)).project()(value, walk)
    return out, walk.unfit, dict(walk.cuts)


def given(node: Node, value: object, types: Any = None) -> tuple[object, dict[str, int]]:
    walk = Walk(MUCH)
    return Outgoing(Shape(node, types or {}), 64).project()(value, walk), dict(walk.cuts)


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


@pytest.mark.parametrize(
    ("node", "value", "out", "cuts"),
    [
        (union(A, B), {"kind": "c", "x": 1}, {"kind": "c", "x": 1}, {}),
        (union(A, items(INTEGER)), 5, 5, {}),
        (union(items(INTEGER), items(BOOLEAN)), ["s"], ["s"], {}),
        (union(INTEGER, BOOLEAN), {"a": 1}, {"a": 1}, {}),
        (union(INTEGER, BOOLEAN), [1], [1], {}),
        (union(A, B), object, None, {}),
    ],
)
def test_what_no_variant_takes_makes_the_whole_input_unfit(
    node: Node, value: object, out: object, cuts: dict[str, int]
) -> None:
    """The validator would refuse it too; this does not count on that."""
    assert taken(node, value) == (out, "", cuts)
    assert taken(record(v=node), {"v": value}) == (
        {"v": out},
        "/v",
        {"/v" + place: count for place, count in cuts.items()},
    )


def test_an_object_that_none_takes_is_cut_to_the_variant_its_literals_name() -> None:
    value = {"kind": "b", "x": "s", "y": 1}
    cut = {"kind": "b", "x": "s"}
    # with one candidate the validator speaks about it
    assert taken(union(A, B), value) == (cut, None, {"/*": 1})
    assert taken(union(B, items(INTEGER)), value) == (cut, None, {"/*": 1})
    # raw literals may be strings that stand for others, so all are tried
    assert taken(union(A, B), value, coerce="lax") == (cut, "", {"/*": 1})
    other = {**value, "kind": "c"}
    assert taken(union(A, B), other, coerce="lax") == (other, "", {})


def test_the_first_unfit_place_is_the_one_told() -> None:
    node = record(a=union(A, B), b=union(A, B))
    assert taken(node, {"a": 1, "b": 2})[1] == "/a"
    assert taken(node, {"a": {"kind": "a", "x": 1}, "b": 2})[1] == "/b"
    assert taken(node, {"a": {"kind": "a", "x": 1}, "b": {"kind": "b", "x": 1}})[1] is None


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


def test_the_member_that_keeps_most_then_the_first() -> None:
    few, many = record(a=STRING), record(a=STRING, _b=STRING, _c=STRING)
    assert given(union(few, many), {"a": "s", "b": "t", "x": 1}) == (
        {"a": "s", "b": "t"},
        {"/*": 1},
    )
    assert given(union(few, many), {"a": "s", "x": 1}) == ({"a": "s"}, {"/*": 1})
    first, second = record(_a=STRING, _b=STRING), record(_a=STRING, _c=STRING)
    assert given(union(first, second), {"a": "s", "c": "t", "b": "u"}) == (
        {"a": "s", "b": "u"},
        {"/*": 1},
    )
    assert given(union(second, first), {"a": "s", "c": "t", "b": "u"}) == (
        {"a": "s", "c": "t"},
        {"/*": 1},
    )
    # only keys of the record itself count; lists count nothing, so the first that fits is taken
    inner = record(a=STRING), record(a=STRING, b=STRING)
    assert given(union(items(inner[0]), items(inner[1])), [{"a": "s", "b": "t"}]) == (
        [{"a": "s"}],
        {"/*/*": 1},
    )
    assert given(union(record(v=inner[0]), record(v=inner[1])), {"v": {"a": "s", "b": "t"}}) == (
        {"v": {"a": "s"}},
        {"/v/*": 1},
    )
    empty = Record(())
    assert given(union(empty, items(STRING)), {"x": 1}) == ({}, {"/*": 1})


def test_a_union_in_a_union_is_counted_once() -> None:
    inner = union(record(k=STRING, v=INTEGER), record(k=STRING))
    outer = union(record(u=Ref(0), w=INTEGER), record(u=Ref(0)))
    types = named(inner=inner)
    value = {"u": {"k": "s", "v": "no", "x": 1}, "y": 2}
    assert given(outer, value, types) == ({"u": {"k": "s"}}, {"/u/*": 2, "/*": 1})
    walk = Walk(MUCH)
    project = Outgoing(Shape(ListOf(outer), types), 64).project()
    assert project([value, value], walk) == [{"u": {"k": "s"}}, {"u": {"k": "s"}}]
    assert walk.cuts == {"/*/u/*": 4, "/*/*": 2}
    assert (walk.trying, walk.prefix, walk.depth, walk.seen, walk.sound) == (0, "", 0, {}, {})


def test_the_winner_alone_is_paid_for() -> None:
    lists = union(record(a=items(INTEGER), z=STRING), record(a=items(INTEGER)))
    walk = Walk(100)
    value = {"a": list(range(20))}
    assert Outgoing(Shape(lists, {}), 64).project()(value, walk) == value
    assert walk.left == 100 - 20 * 2
    assert walk.entries == 100
    with pytest.raises(Misfit) as misfit:
        Outgoing(Shape(record(v=lists), {}), 64).project()({"v": {"a": [1] * 51}}, Walk(100))
    assert misfit.value.keyword == "size"


def test_entries_are_paid_for_by_the_winner_too() -> None:
    inner = map_of(Ref(0))
    types = named(leaf=record(_n=INTEGER))
    value = {"a": {str(number): {"n": 1} for number in range(7)}}
    walk, alone = Walk(1000), Walk(1000)
    node = union(record(a=inner, z=STRING), record(a=inner))
    Outgoing(Shape(node, types), 64).project()(value, walk)
    Outgoing(Shape(record(a=inner), types), 64).project()(value, alone)
    assert alone.entries == 1000 - 7
    assert (walk.left, walk.entries) == (alone.left, alone.entries)


def test_one_object_in_two_unions_is_settled_for_each() -> None:
    one = union(record(k=STRING), record(k=STRING, _x=STRING))
    other = union(record(v=INTEGER), record(v=INTEGER, _y=STRING))
    node = union(record(a=one, b=other, z=STRING), record(a=one, b=other))
    shared = {"k": "s", "v": 1}
    value = {"a": shared, "b": shared}
    assert given(node, value) == ({"a": {"k": "s"}, "b": {"v": 1}}, {"/a/*": 1, "/b/*": 1})


class Row(NamedTuple):
    k: str
    v: int


def test_every_source_of_values_finds_its_members() -> None:
    node = union(record(k=STRING), record(k=STRING, v=INTEGER), items(INTEGER), items(STRING))
    assert given(node, Row("s", 1))[0] == {"k": "s", "v": 1}
    assert given(node, frozenset({2, 1}))[0] == [1, 2]
    assert given(node, iter(["a"]))[0] == ["a"]
    for refused in (print, object, 5):
        with pytest.raises(Misfit) as misfit:
            given(node, refused)
        assert (misfit.value.pointer, misfit.value.keyword) == ("", "anyOf")


def test_constants_are_compared_with_their_type() -> None:
    node = union(record(k=Const("integer", "1"), _a=STRING), record(k=const(value=True)))
    assert given(node, {"k": True, "a": "s"}) == ({"k": True}, {"/*": 1})
    assert given(node, {"k": 1, "a": "s"}) == ({"k": 1, "a": "s"}, {})
