"""Arguments that try for more than the view shows: entries 13 to 30 and neighbours."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from schemac.enforce import Accepted, Refused
from schemac.enforce.validate import compile_pattern
from schemac.plan.nodes import Constraints, Field, Node, Record, Ref, Scalar
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    INTEGER,
    NUMBER,
    STRING,
    accepted,
    const,
    into,
    into_refused,
    items,
    map_of,
    maybe,
    named,
    record,
    refused,
    set_of,
    taking,
    union,
)

USER = record(name=STRING, _tags=items(record(label=STRING)))


@pytest.mark.parametrize("key", ["admin", "role", "__class__", "__proto__", "name ", "", "Name"])
@pytest.mark.parametrize("held", [True, None, 1, "x", [], {}, {"name": "x"}, [{"name": "x"}]])
def test_013_undeclared_keys_at_every_depth(key: str, held: object) -> None:
    sent = {"u": {"name": "n", key: held, "tags": [{"label": "l", key: held}]}, key: held}
    answer = taking(record(u=USER)).accept(sent)
    assert answer == Accepted(
        {"u": {"name": "n", "tags": [{"label": "l"}]}}, {"/*": 1, "/u/*": 1, "/u/tags/*/*": 1}
    )


def test_013_what_is_dropped_is_reported_without_its_name() -> None:
    answer = taking(record(u=USER)).accept({"u": {"name": "n", "SECRET": 1}})
    assert "SECRET" not in repr(answer)


def test_013_strict_mode_gives_hidden_and_unknown_the_same_error() -> None:
    enforcer = taking(record(u=USER), undeclared="reject")
    lines = [
        refused(enforcer, {"u": {"name": "n", key: held}})
        for key, held in (("hidden", True), ("hidden", {"deep": 1}), ("hidden", None))
    ]
    assert lines[0] == lines[1] == lines[2]
    [other] = refused(enforcer, {"u": {"name": "n", "absurd": True}})
    assert other == lines[0][0].replace("hidden", "absurd")


@pytest.mark.parametrize("held", [True, "yes", None, 0, {"admin": True}, ["x"], "{", 1e300])
def test_014_a_gated_key_has_no_effect_whatever_it_holds(held: object) -> None:
    node = record(_tags=items(STRING), p=record(_x=INTEGER))
    for mode in ("off", "lax"):
        enforcer = taking(node, coerce=mode)
        without = enforcer.accept({"p": {"x": 1}})
        assert isinstance(without, Accepted)
        for sent in (
            {"p": {"x": 1}, "admin": held},
            {"p": {"x": 1, "admin": held}},
            {"admin": held, "p": {"admin": held, "x": 1}},
        ):
            answer = enforcer.accept(sent)
            assert isinstance(answer, Accepted)
            assert answer.arguments == without.arguments


def test_014_a_hidden_key_does_not_choose_a_variant() -> None:
    either = record(v=union(record(_a=INTEGER), record(_b=INTEGER)))
    for hidden in ({}, {"c": 1}, {"c": {"b": 1}}, {"kind": "b"}):
        assert accepted(taking(either), {"v": {"a": 1, **hidden}}) == {"v": {"a": 1}}


@pytest.mark.parametrize(
    "name",
    [
        "\u0430dmin",
        "\uff41dmin",
        "adm\u0131n",
        "admin\u200b",
        "\u200dadmin",
        "admin ",
        " admin",
        "admin\n",
        "admin\0",
        "Admin",
        "\u202eadmin",
        "a\u0308dmin",
    ],
)
def test_016_look_alikes(name: str) -> None:
    node = record(_admin=BOOLEAN, _id=STRING)
    assert accepted(taking(node), {name: True, "id": "x"}) == {"id": "x"}
    assert refused(taking(node, undeclared="reject"), {name: True, "id": "x"})[0].endswith(
        'no such field, leave it out; the fields are "admin" and "id"'
    )


def test_016_declared_names_are_taken_exactly() -> None:
    composed, decomposed = "\u00e9", "e\u0301"
    node = Record((Field(composed, INTEGER, required=False),))
    assert accepted(taking(node), {composed: 1}) == {composed: 1}
    assert accepted(taking(node), {decomposed: 1}) == {}


@pytest.mark.parametrize("arguments", [[], [{}], "{}", "x", 5, 1.5, True, None])
def test_018_arguments_of_another_kind(arguments: Any) -> None:
    answer = taking(record(a=INTEGER)).accept(arguments)
    assert isinstance(answer, Refused)


def test_019_strings_that_hold_json() -> None:
    assert into(STRING, "123") == "123"
    assert into(STRING, '{"a":1}') == '{"a":1}'
    assert into(STRING, "null") == "null"
    assert into(maybe(STRING), "null") == "null"
    assert into(items(STRING), '["[1]"]') == ["[1]"]
    assert into(record(a=INTEGER), '{"a":1,"hidden":2}') == {"a": 1}
    assert len(into_refused(INTEGER, "123")) == 1
    assert len(into_refused(items(ANY), '"[1]"')) == 1
    assert len(into_refused(record(a=items(INTEGER)), '{"a":"[1]"}')) == 1
    assert len(into_refused(items(ANY), "[" * 65 + "]" * 65)) == 1
    assert len(into_refused(items(ANY), '[{"a":1,"a":2}]')) == 1


def test_020_null() -> None:
    node = record(_a=INTEGER, _b=maybe(INTEGER), c=maybe(INTEGER))
    assert accepted(taking(node), {"a": None, "b": None, "c": None}) == {"b": None, "c": None}
    assert refused(taking(record(a=INTEGER)), {"a": None}) == ["/a: expected an integer, got null"]
    assert into(items(maybe(INTEGER)), [None]) == [None]
    assert len(into_refused(items(INTEGER), [None])) == 1


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize(
    "node",
    [NUMBER, INTEGER, ANY, maybe(NUMBER), items(NUMBER), map_of(ANY), union(NUMBER, STRING)],
)
def test_021_no_number_from_within_the_process_either(node: Node, number: float) -> None:
    for value in (number, [number], {"a": number}):
        assert isinstance(taking(record(v=node)).accept({"v": value}), Refused)


@pytest.mark.parametrize(
    ("node", "value", "fits"),
    [
        (INTEGER, 1.0, True),
        (INTEGER, 1.5, False),
        (INTEGER, True, False),
        (INTEGER, 1e300, True),
        (BOOLEAN, 1, False),
        (BOOLEAN, 0.0, False),
        (const(1), True, False),
        (const(1), 1.0, True),
        (const(value=True), 1, False),
        (union(const(1), const("a")), True, False),
        (union(const(0), const("a")), False, False),
        (union(const(value=False), const("a")), 0, False),
        (const("1"), 1, False),
        (union(record(k=const(1)), record(k=const("x"))), {"k": True}, False),
    ],
)
def test_023_ones_and_truths(node: Node, value: object, fits: bool) -> None:  # noqa: FBT001 - a column
    answer = taking(record(v=node)).accept({"v": value})
    assert isinstance(answer, Accepted) is fits


def test_024_recursion_in_a_type() -> None:
    types = named(t=record(_n=Ref(0), _s=STRING))
    value: dict[str, Any] = {}
    for _ in range(62):
        value = {"n": value}
    enforcer = taking(record(v=Ref(0)), types)
    assert accepted(enforcer, {"v": value}) == {"v": value}
    for levels in (70, 250, 1_000, 50_000):
        value = {}
        for _ in range(levels):
            value = {"n": value}
        assert isinstance(enforcer.accept({"v": value}), Refused)


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^(.*a){12}$"])
def test_026_patterns_take_linear_time(pattern: str) -> None:
    node = Scalar("string", Constraints(pattern=pattern))
    started = time.process_time()
    for text in ("a" * 26 + "!", "a" * 5_000 + "!", "x" * 5_000):
        taking(record(v=node)).accept({"v": text})
        taking(record(v=union(record(s=node), record(s=STRING)))).accept({"v": {"s": text}})
    assert time.process_time() - started < 5


@pytest.mark.parametrize("pattern", [r"^(a+)+\1$", "^(?=(a+)+$)b", "^(?!a)+b", "(?<=(a+)+)b"])
def test_026_what_takes_longer_is_no_pattern(pattern: str) -> None:
    assert compile_pattern(pattern) is not None


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("^[a-z]$", "a", True),
        ("^[a-z]$", "a\n", False),
        (r"^\d$", "5", True),
        (r"^\d$", "\u0665", False),
        (r"^\w+$", "\u00e9", False),
        ("^a.c$", "a\nc", False),
        (r"^\p{L}$", "\u00e9", True),
        ("b", "abc", True),
    ],
)
def test_027_patterns_mean_what_ecma_means(pattern: str, text: str, fits: bool) -> None:  # noqa: FBT001 - a column
    node = Scalar("string", Constraints(pattern=pattern))
    assert isinstance(taking(record(v=node)).accept({"v": text}), Accepted) is fits


def test_028_unique_items_of_many_objects() -> None:
    node = items(record(a=INTEGER, b=STRING), Constraints(unique=True))
    rows = [{"a": i, "b": str(i)} for i in range(5_000)]
    started = time.process_time()
    assert len(into(node, rows)) == 5_000
    assert len(into_refused(node, [*rows, rows[0]])) == 1
    either = union(record(s=node), record(s=node, _t=STRING))
    assert len(into(either, {"s": rows})["s"]) == 5_000
    assert time.process_time() - started < 5


def test_028_items_that_are_equal_as_json() -> None:
    node = set_of(ANY)
    assert into(node, [1, True, "1", None, [1], {"a": 1}]) == [1, True, "1", None, [1], {"a": 1}]
    pairs: list[list[Any]] = [
        [1, 1.0],
        [{"a": 1, "b": 2}, {"b": 2, "a": 1.0}],
        [[], []],
        [None, None],
    ]
    for pair in pairs:
        assert len(into_refused(node, pair)) == 1


def test_029_many_items_and_keys() -> None:
    started = time.process_time()
    assert len(into(items(INTEGER), list(range(100_000)))) == 100_000
    assert into(record(_a=INTEGER), {f"k{i}": i for i in range(100_000)}) == {}
    assert len(into_refused(map_of(STRING), {f"k{i}": i for i in range(10_000)})) == 20
    assert time.process_time() - started < 10


def test_030_lengths_count_code_points() -> None:
    node = Scalar("string", Constraints(min=3, max=7))
    assert into(node, "\u200b" * 3) == "\u200b" * 3
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert len(family) == 5
    assert into(node, family) == family
    assert len(into_refused(node, "\U0001f468" * 2)) == 1


def test_neighbours_a_variant_does_not_lend_its_fields() -> None:
    either = record(v=union(record(k=const("a"), x=INTEGER), record(k=const("b"), y=INTEGER)))
    sent = {"v": {"k": "a", "x": 1, "y": 2, "z": 3}}
    assert accepted(taking(either), sent) == {"v": {"k": "a", "x": 1}}
    assert accepted(taking(either), json.loads(json.dumps(sent))) == {"v": {"k": "a", "x": 1}}
    assert isinstance(taking(either).accept({"v": {"k": ["a"], "x": 1}}), Refused)
    assert isinstance(taking(either).accept({"v": {"k": {"a": 1}, "x": 1}}), Refused)
    assert isinstance(taking(either).accept({"v": {"x": 1}}), Refused)
