"""Defaults and examples that their types refuse in, what is said about what was meant, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

TYPES = """
type state = "low" | "normal" | ("high" @requires(:a))
type again = nil | state
type few = Integer @min(0) @max(50)
"""


@pytest.mark.parametrize("tag", ["default", "example"])
@pytest.mark.parametrize(
    ("type_", "value", "hint"),
    [
        ("String", "5", 'write `@{}("5")`'),
        (":a | :b", '":b"', 'write `@{}("b")`'),
        ("state", "norml", "did you mean `normal`?"),
        ("again", "norml", "did you mean `normal`?"),
        ("state?", "other", 'it takes `"low"`, `"normal"`, `"high"`'),
        ("1 | 2 | nil", "3", "it takes `1`, `2`"),
        (
            "|".join(map(str, range(12))),
            "12",
            "it takes `0`, `1`, `2`, `3`, `4`, `5`, `6`, `7` and others",
        ),
        ("few", "100", "`@max(50)` leaves it out"),
        ("few", "-1", "`@min(0)` leaves it out"),
        ("String @max(2)", "abcd", "`@max(2)` leaves it out"),
        ("Array[Integer] @max(1)", "[1,2]", "`@max(1)` leaves it out"),
        ("Set[Integer]", "[1,1]", "`@unique()` leaves it out"),
        ("Integer | Date", "x", None),
        ("Integer", "x", None),
        ("{ a: Integer }", "{}", None),
        ("few", '"x"', None),
    ],
)
def test_what_was_meant(
    planned: Callable[..., Planned], type_: str, value: str, hint: str | None, tag: str
) -> None:
    found = planned(f"{TYPES}type output = {{ ?v: ({type_}) @{tag}({value}) }}")
    (refused,) = (each for each in found.diagnostics if each.code == "SC310")
    assert refused.hint == (None if hint is None else hint.format(tag))
