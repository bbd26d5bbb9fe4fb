"""Keys that no shape declares are dropped and counted, or refused by name; some are ignored."""

from __future__ import annotations

from typing import Any

import pytest

from schemac.enforce import Accepted
from schemac.plan.nodes import Constraints, Scalar
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    INTEGER,
    POINT,
    STRING,
    accepted,
    const,
    into,
    into_refused,
    items,
    map_of,
    maybe,
    record,
    refused,
    taking,
    union,
)


def test_undeclared_keys_are_dropped_and_counted() -> None:
    answer = taking(record(p=POINT, rows=items(POINT), _m=map_of(POINT))).accept(
        {
            "p": {"x": 1, "secret": 1},
            "rows": [{"x": 1, "a": 1}, {"x": 1, "b": 1, "c": 1}],
            "m": {"bob": {"x": 1, "q": 1}},
            "admin": True,
            "also": None,
        }
    )
    assert answer == Accepted(
        {"p": {"x": 1}, "rows": [{"x": 1}, {"x": 1}], "m": {"bob": {"x": 1}}},
        {"/*": 2, "/p/*": 1, "/rows/*/*": 3, "/m/*/*": 1},
    )


@pytest.mark.parametrize(
    "name",
    [
        "\u0430dmin",
        "\uff41dmin",
        "admin\u200b",
        "admin ",
        "Admin",
        "ADMIN",
        "\ufeffadmin",
        "admin\0",
    ],
)
def test_look_alikes_are_undeclared(name: str) -> None:
    assert accepted(taking(record(_admin=BOOLEAN)), {name: True}) == {}


def test_names_of_python_reach_nothing() -> None:
    node = record(_self=STRING)
    sent = {"self": "a", "context": 1, "__class__": 2, "cls": 3, "__init__": 4}
    assert accepted(taking(node), sent) == {"self": "a"}


def test_null_for_what_may_be_absent_is_absence() -> None:
    node = record(_a=INTEGER, _b=maybe(INTEGER), _c=ANY, _d=POINT)
    sent = {"a": None, "b": None, "c": None, "d": None}
    assert accepted(taking(node), sent) == {"b": None, "c": None}
    nested = record(p=record(_a=INTEGER, b=INTEGER))
    assert accepted(taking(nested), {"p": {"a": None, "b": 1}}) == {"p": {"b": 1}}
    assert refused(taking(record(a=INTEGER)), {"a": None}) == ["/a: expected an integer, got null"]


def test_what_is_hidden_is_never_parsed_elided_or_coerced() -> None:
    node = record(_a=INTEGER)
    for hidden in ("{broken", None, "[" * 10_000, {"deep": "x" * 1000}, 10**400):
        assert accepted(taking(node, coerce="lax"), {"a": 1, "hidden": hidden}) == {"a": 1}


REJECTING: dict[str, Any] = {"undeclared": "reject"}


def test_rejecting_names_each_undeclared_key() -> None:
    node = record(a=INTEGER, _p=POINT)
    sent = {"a": 1, "p": {"x": 1, "z": {"s": 1}}, "hidden": "SECRET"}
    assert refused(taking(node, **REJECTING), sent) == [
        '/hidden: no such field, leave it out; the fields are "a" and "p"',
        '/p/z: no such field, leave it out; the fields are "x" and "label"',
    ]


def test_rejecting_inside_variants() -> None:
    either = record(v=union(record(a=INTEGER), record(a=INTEGER, b=INTEGER)))
    enforcer = taking(either, **REJECTING)
    assert accepted(enforcer, {"v": {"a": 1, "b": 2}}) == {"v": {"a": 1, "b": 2}}
    assert refused(enforcer, {"v": {"a": 1, "c": 2}}) == [
        '/v: expected an object with "a" or an object with "a" and "b", got an object'
    ]
    tagged = record(v=union(record(k=const("a")), record(k=const("b"), _x=ANY)))
    assert refused(taking(tagged, **REJECTING), {"v": {"k": "a", "x": 1}}) == [
        '/v/x: no such field, leave it out; the fields are "k"'
    ]


def test_rejecting_keys_of_a_map() -> None:
    node = map_of(INTEGER, union(const("x"), const("y")))
    assert into(node, {"x": 1, "z": 2}) == {"x": 1}
    assert into_refused(node, {"x": 1, "z": 2}, **REJECTING) == [
        '/v/z: expected as a key "x" or "y"'
    ]
    values: tuple[Any, ...] = ("s", None, [], {}, "3", "[1]")
    for value in values:
        for lax in ("off", "lax"):
            assert into_refused(node, {"x": 1, "z": value}, coerce=lax, **REJECTING) == [
                '/v/z: expected as a key "x" or "y"'
            ]
    patterned = map_of(INTEGER, Scalar("string", Constraints(pattern="^x")))
    assert into_refused(patterned, {"x": "s", "z": "s"}) == [
        '/v/x: expected an integer, got "s"',
        "/v/z: expected as a key a string of the declared form",
    ]
    assert into_refused(map_of(ANY, const("x")), {"x": 1, "z": 2}, **REJECTING) == [
        '/v/z: expected as a key "x"'
    ]


def test_ignored_keys() -> None:
    node = record(a=INTEGER, _p=record(_a=INTEGER))
    options: dict[str, Any] = {**REJECTING, "ignored_input_keys": frozenset({"meta", "a"})}
    enforcer = taking(node, **options)
    assert enforcer.accept({"a": 1, "meta": {"x": 1}}) == Accepted({"a": 1}, {"/*": 1})
    assert refused(enforcer, {"a": 1, "p": {"meta": 1}}) == [
        '/p/meta: no such field, leave it out; the fields are "a"'
    ]
    closed = taking(record(closed=True, a=INTEGER), ignored_input_keys=frozenset({"meta"}))
    assert accepted(closed, {"a": 1, "meta": 5}) == {"a": 1}
    assert refused(closed, {"a": 1, "beta": 5}) == [
        '/beta: no such field, leave it out; the fields are "a"'
    ]
