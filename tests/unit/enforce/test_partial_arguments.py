"""Arguments that do not fit in, what the projector leaves of them for the validator out."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest

from schemac.enforce.outcomes import EnforceOptions
from schemac.enforce.project.incoming import Incoming
from schemac.enforce.project.outgoing import Outgoing
from schemac.enforce.project.walk import Misfit, Walk
from schemac.plan.model import Shape
from schemac.plan.nodes import Node, Nothing, Ref, TupleOf
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    INTEGER,
    NUMBER,
    STRING,
    accepted,
    giving,
    into_refused,
    items,
    map_of,
    maybe,
    named,
    projected,
    record,
    refused,
    taking,
    union,
)


def taken(node: Node, value: object, **options: Any) -> tuple[object, str | None, dict[str, int]]:
    """Give what the input projector makes, where it found it unfit, and what it cut."""
    walk = Walk(1 << 20)
    types = options.pop("types", {})
    out = Incoming(Shape(node, types), EnforceOptions(**options)).project()(value, walk)
    return out, walk.unfit, dict(walk.cuts)


INNER = record(x=INTEGER, _y=STRING)
NODE = record(
    a=STRING,
    b=INNER,
    _c=maybe(INTEGER),
    _d=items(INNER),
    _e=NUMBER,
    _f=maybe(INNER),
    g=maybe(STRING),
)


@pytest.mark.parametrize(
    ("value", "out", "cuts"),
    [
        ({}, {}, {}),
        ({"b": {"x": 1, "q": 2}}, {"b": {"x": 1}}, {"/b/*": 1}),
        ({"b": {"q": 2}, "z": 1}, {"b": {}}, {"/b/*": 1, "/*": 1}),
        ({"z": 1, "y": 1}, {}, {"/*": 2}),
        ({"a": "s", "_c": 1, "c": None}, {"a": "s", "c": None}, {"/*": 1}),
        ({"c": 1.0}, {"c": 1}, {}),
        ({"c": 2, "e": 1.5}, {"c": 2, "e": 1.5}, {}),
        ({"d": None, "e": None, "f": None}, {"f": None}, {}),
        ({"d": [{"x": 1, "q": 1}], "g": None}, {"d": [{"x": 1}], "g": None}, {"/d/*/*": 1}),
        ({"f": {"x": 1, "q": 1}, "g": "s"}, {"f": {"x": 1}, "g": "s"}, {"/f/*": 1}),
        ({"a": None, "g": None}, {"a": None, "g": None}, {}),
        ({"g": "s", "a": "t"}, {"a": "t", "g": "s"}, {}),
    ],
)
def test_what_lacks_required_names_is_cut_too(
    value: dict[str, object], out: object, cuts: dict[str, int]
) -> None:
    made, unfit, found = taken(NODE, value)
    assert made == out
    assert isinstance(made, dict)
    assert list(made) == [name for name in "abcdefg" if name in made]
    assert unfit is None
    assert found == cuts


def test_undeclared_keys_stay_where_they_are_refused() -> None:
    out, unfit, cuts = taken(NODE, {"b": {"q": 2}, "z": {"s": 1}}, undeclared="reject")
    assert out == {"b": {"q": None}, "z": None}
    assert (unfit, cuts) == (None, {})
    assert refused(taking(NODE, undeclared="reject"), {"b": {"q": 2}}) == [
        "/a: required, expected a string",
        '/b/q: no such field, leave it out; the fields are "x" and "y"',
        "/b/x: required, expected an integer",
        "/g: required, expected a string or null",
    ]


@pytest.mark.parametrize(
    ("value", "out"), [({"q": 1}, {}), ([1], []), (5, 5), ("s", "s"), (None, None)]
)
def test_nothing_is_left_where_no_value_is_declared(value: object, out: object) -> None:
    node = record(a=Nothing(), _b=Nothing())
    assert taken(node, {"a": value}) == ({"a": out}, "/a", {})
    made = taken(node, {"a": 1, "b": value})
    assert made[1] == "/a"
    assert into_refused(Nothing(), value) == ["/v: no value is accepted here"]


def nested(wrap: Any, levels: int, inner: Any) -> Any:
    return reduce(lambda made, _: wrap(made), range(levels), inner)


WRAPS: list[tuple[Any, Any]] = [
    (items, lambda inner: [inner]),
    (map_of, lambda inner: {"k": inner}),
    (lambda inner: TupleOf((inner,)), lambda inner: [inner]),
    (lambda inner: record(a=inner), lambda inner: {"a": inner}),
    (lambda inner: maybe(items(inner)), lambda inner: [inner]),
    (lambda inner: union(record(a=inner), record(b=BOOLEAN)), lambda inner: {"a": inner}),
]


@pytest.mark.parametrize(("type_", "value"), WRAPS)
@pytest.mark.parametrize("levels", [1, 2, 15, 16, 17, 33])
def test_what_stands_deep_is_cut_like_what_does_not(type_: Any, value: Any, levels: int) -> None:
    inner, given = record(x=INTEGER), {"x": 1, "hidden": 2}
    node = record(v=nested(type_, levels, inner))
    full, cut = ({"v": nested(value, levels, each)} for each in (given, {"x": 1}))
    assert accepted(taking(node), full) == cut
    assert projected(giving(node), full) == cut
    assert projected(giving(node, output_depth=levels + 2), full) == cut
    assert accepted(taking(node, depth=levels + 2), full) == cut
    lines = refused(taking(node, depth=levels + 1), full)
    assert len(lines) == 1
    assert f"nested deeper than {levels + 1} levels" in lines[0] or "expected" in lines[0]


def deepest(node: Node, value: object, depth: int) -> tuple[str, str]:
    with pytest.raises(Misfit) as caught:
        Incoming(Shape(node, {}), EnforceOptions(depth=depth)).project()(value, Walk(1 << 20))
    with pytest.raises(Misfit) as other:
        Outgoing(Shape(node, {}), depth).project()(value, Walk(1 << 20))
    assert caught.value.args == other.value.args
    return caught.value.pointer, caught.value.keyword


@pytest.mark.parametrize(("type_", "value"), WRAPS[:4])
def test_the_first_level_that_is_too_deep_is_told(type_: Any, value: Any) -> None:
    step = "/a" if type_(INTEGER) == record(a=INTEGER) else "/*"
    for levels in (1, 2, 3):
        node = nested(type_, levels + 1, INTEGER)
        assert deepest(node, nested(value, levels + 1, 1), levels) == (step * levels, "depth")


def test_scalars_below_the_deepest_level_have_the_wrong_type() -> None:
    assert deepest(items(items(INTEGER)), [1], 1) == ("/*", "type")


def test_names_may_lead_deep() -> None:
    types = named(list=record(_next=Ref(0), _v=ANY))
    value: dict[str, Any] = nested(lambda inner: {"next": inner}, 7, {})
    assert accepted(taking(Ref(0), types, depth=8), value) == value
    assert projected(giving(Ref(0), types, output_depth=8), value) == value
    assert refused(taking(Ref(0), types, depth=7), value) == [
        "/next" * 7 + ": nested deeper than 7 levels"
    ]


def test_keys_that_are_no_text_are_refused_wherever_they_stand() -> None:
    odd: dict[Any, Any] = {1: 2}
    whole = ["(root): expected a JSON value"]
    inside = ["/v: expected a JSON value"]
    assert refused(taking(record(a=STRING), undeclared="reject"), odd) == whole
    assert refused(taking(record(_a=STRING), undeclared="reject"), odd) == whole
    assert refused(taking(record(v=record(a=STRING)), undeclared="reject"), {"v": odd}) == inside
    assert refused(taking(record(v=record(_a=STRING)), undeclared="reject"), {"v": odd}) == inside


def test_strings_for_each_kind_of_scalar_where_that_is_wanted() -> None:
    kinds = ((INTEGER, "12", 12), (NUMBER, "1.5", 1.5), (BOOLEAN, "true", True))
    for node, text, value in kinds:
        assert taken(node, text, coerce="lax") == (value, None, {})
        assert taken(node, text) == (text, None, {})
        assert taken(items(node), [text], coerce="lax") == ([value], None, {})
        assert taken(TupleOf((node, STRING)), [text, text, 1], coerce="lax") == (
            [value, text, None],
            None,
            {},
        )
