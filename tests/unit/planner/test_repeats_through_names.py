"""SC307 where a literal stands twice, and one of the places is a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

NAMES = """\
type a = "x" | "y"
type b = a
type c = "y" | 3 | "x" | 4 | 5
type maybe = b?
type deep = maybe | "z"
type gated = a @requires(:q)
type g[T] = T | "g"
type one = "x"
type worded_one = "x" @desc(One.)
type worded = ("x" | "y") @desc(Two.)
## Two.
type documented = "x" | "y"
type renamed = worded
type around = (worded @feature(:f))
type recursive = "x" | { ?next: recursive }
type flag = true | false
type met = a & ("y" | "z")
"""

REPEATS = [
    ('a | "x"', ['"x"']),
    ('"x" | a', ["a"]),
    ('b | "x"', ['"x"']),
    ('maybe | "x"', ['"x"']),
    ('(b | nil) | "x"', ['"x"']),
    ('b? | "x"', ['"x"']),
    ('deep | "x" | "z"', ['"x"', '"z"']),
    ("a | c", ["c"]),
    ("a | a", ["a"]),
    ("a | b | c", ["b", "c"]),
    ("c | 3.0 | 4e0", ["3.0", "4e0"]),
    ("(a | 1) | (2 | c)", ["c"]),
    ('"x" | (a | ("q" | c))', ["a", "c"]),
    ('gated | "x"', ['"x"']),
    ('(a @feature(:f)) | "x"', ['"x"']),
    ('("x" @feature(:f)) | a', ["a"]),
    ('recursive | "x"', ['"x"']),
    ("flag | true", ["true"]),
    ('met | "y"', ['"y"']),
    ('met | "x"', []),
    ('g["x"] | "x" | "g"', ['"x"', '"g"']),
    ("g[a] | a", ["a"]),
    ('g["q"] | a', []),
    # A literal with words is one with that value, a union with words is one variant.
    ('one | "x"', ['"x"']),
    ("worded_one | one", ["one"]),
    ('(one @desc(Said.)) | "x"', ['"x"']),
    ('worded | "x"', []),
    ('documented | "x"', []),
    ('renamed | "x"', []),
    ('around | "x"', []),
    ('(a @desc(Said.)) | "x"', []),
    ('((a | 1) @title(Said.)) | "x"', []),
    ('"x" | ((a | 1) @title(Said.))', []),
    ("worded | worded", []),
    # What covers a literal is no repeat, nor is what is inside.
    ("String | a", []),
    ('Array[a] | "x"', []),
    ('{ k: a } | "x"', []),
    ("c | true | false", []),
    ('a | "X" | "3" | 6', []),
]


@pytest.mark.parametrize(("written", "places"), REPEATS)
@pytest.mark.parametrize("around", ["{{ v: {} }}", "{{ ?v: Array[{}] }}", "{{ v: [{}, Integer] }}"])
def test_a_repeat_is_told_at_the_member_that_repeats(
    planned: Planner, around: str, written: str, places: list[str]
) -> None:
    found = planned(f"{NAMES}type output = {around.format(written)}")
    assert [text for code, text in found.found if code == "SC307"] == places
    assert found.errors == []


def test_a_repeat_is_told_in_a_parameter_and_in_a_key(planned: Planner) -> None:
    signature = '(?s: a | "x", m: Hash[a | "z" | b, flag])'
    found = planned(f"{NAMES}type output = {{ ok: true }}", signature)
    assert found.found == [("SC307", '"x"'), ("SC307", "b")]


@pytest.mark.parametrize(
    ("written", "message", "labels"),
    [
        ('a | "x"', 'this union has `"x"` already', [("a", '`a` brings `"x"`')]),
        ('"x" | a', '`a` brings `"x"`, which this union has already', [('"x"', '`"x"` is here')]),
        (
            "a | c",
            '`c` brings `"y"` and `"x"`, which this union has already',
            [("a", '`a` brings `"y"` and `"x"`')],
        ),
        (
            '"x" | 3.0 | "y" | 4 | 5 | c',
            '`c` brings `"y"`, `3`, `"x"` and 2 more, which this union has already',
            [('"y"', '`"y"` is here'), ("3.0", "`3` is here"), ('"x"', '`"x"` is here')],
        ),
        ("flag | true", "this union has `true` already", [("flag", "`flag` brings `true`")]),
        ("3 | 3.0", "this union has `3.0` already", [("3", "it is the same value")]),
    ],
)
def test_a_repeat_is_told_with_the_first_place(
    planned: Planner, written: str, message: str, labels: list[tuple[str, str]]
) -> None:
    (found,) = planned(f"{NAMES}type output = {{ v: {written} }}").diagnostics
    assert (found.code, found.message) == ("SC307", message)
    assert [(label.span.text, label.text) for label in found.labels] == labels
    assert found.notes == ()


def test_long_values_are_told_by_their_beginning(planned: Planner) -> None:
    (found,) = planned(
        f'type a = "{"x" * 99}" | 1\ntype output = {{ v: "{"x" * 99}" | a }}'
    ).diagnostics
    assert found.message == f'`a` brings `"{"x" * 38}…`, which this union has already'


def test_a_repeat_in_a_generic_is_told_once_with_an_instance(planned: Planner) -> None:
    found = planned(
        'type a = "x" | "y"\ntype g[T] = { w: T | "x" }\n'
        'type output = { v: g[a], w: g[a], u: g["q"], z: g["x"], n: g[a?] }'
    )
    (first,) = found.diagnostics
    assert (first.code, first.span and first.span.text) == ("SC307", '"x"')
    assert first.notes == ("in `g[a]`",)
    assert [label.text for label in first.labels] == ['`a` brings `"x"`', "`g[a]` is used here"]


def test_unions_that_lead_back_to_themselves_bring_what_they_say(planned: Planner) -> None:
    found = planned(
        'type l = "x" | { ?next: r }\ntype r = "y" | { ?other: l }\n'
        'type output = { v: l | r | "y" }'
    )
    assert [text for code, text in found.found if code == "SC307"] == ['"y"']


@pytest.mark.parametrize("count", [300, 1500])
def test_a_chain_of_unions_is_told_at_every_step(planned: Planner, count: int) -> None:
    lines = ['type a0 = "v0" | "v1"', *(f'type a{n} = a{n - 1} | "v1"' for n in range(1, count))]
    found = planned("\n".join([*lines, f"type output = {{ v: a{count - 1} }}"]))
    assert found.found == [("SC307", '"v1"')] * (count - 1)


def test_the_first_512_values_of_a_name_are_looked_at(planned: Planner) -> None:
    values = " | ".join(f'"w{n}"' for n in range(2000))
    found = planned(
        f"type a = {values}\n"
        'type output = { v: a | "w511", w: a | "w512", u: "w1999" | "w1999", z: "w0" | a }'
    )
    assert found.found == [("SC307", '"w511"'), ("SC307", '"w1999"'), ("SC307", "a")]
