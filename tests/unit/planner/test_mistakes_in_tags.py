"""Tags that do not fit or do not exist are told, and never open anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

WRONG_TYPE = [
    ("bool @min(1)", "SC302", "@min(1)", "`@min` does not apply to a boolean"),
    ("nil @min(1)", "SC302", "@min(1)", "`@min` does not apply to null"),
    ('"a" @min(1)', "SC302", "@min(1)", "`@min` does not apply to a literal"),
    ("Date @min(1)", "SC302", "@min(1)", "`@min` does not apply to a date"),
    ("untyped @min(1)", "SC302", "@min(1)", "`@min` does not apply to `untyped`"),
    ("{ a: String } @max(2)", "SC302", "@max(2)", "`@max` does not apply to a record"),
    ("[String] @unique()", "SC302", "@unique()", "`@unique` does not apply to a tuple"),
    ("Integer @pattern(a)", "SC302", "@pattern(a)", "`@pattern` does not apply to an integer"),
    ("String @closed()", "SC302", "@closed()", "`@closed` does not apply to a string"),
    ("Hash[String, Integer] @strict()", "SC302", "@strict()", "`@strict` does not apply to a map"),
    ("(String | bool) @max(2)", "SC302", "@max(2)", "`@max` does not apply to a boolean"),
    ("String @min(-1)", "SC312", "-1", "`@min` on strings takes an integer, 0 or above"),
    ("Array[String] @max(1.5)", "SC312", "1.5", "`@max` on lists takes an integer, 0 or above"),
    ("Float @multiple_of(0)", "SC312", "0", "`@multiple_of` takes a number above 0"),
    ("Float @min(NaN)", "SC312", "NaN", "`@min` takes a number, not `NaN`"),
    (
        "Float @min(1e999)",
        "SC312",
        "1e999",
        "`@min` has `1e999`, which is larger than any number JSON readers know",
    ),
    ('Integer @min("1")', "SC312", '"1"', '`@min` takes a number, not `"1"`'),
    ("Integer @min()", "SC312", "@min()", "`@min` takes a number"),
    ("String @desc()", "SC312", "@desc()", "`@desc` needs a text"),
    ("Array[String] @unique(yes)", "SC312", "yes", "`@unique` takes no argument"),
    ("String @min(1) @min(2)", "SC309", "@min(2)", "`@min` stands here twice"),
    ("String @desc(a) @desc(b)", "SC309", "@desc(b)", "`@desc` stands here twice"),
    (
        "Integer @min(5) @max(1)",
        "SC309",
        "@max(1)",
        "with `@max(1)` no value is within the bounds",
    ),
    (
        "Integer @exclusive_min(1) @exclusive_max(2)",
        "SC309",
        "@exclusive_max(2)",
        "with `@exclusive_max(2)` no value is within the bounds",
    ),
    (
        "Float @min(1) @exclusive_max(1)",
        "SC309",
        "@exclusive_max(1)",
        "with `@exclusive_max(1)` no value is within the bounds",
    ),
    (
        "(String @pattern(a)) @pattern(b)",
        "SC309",
        "@pattern(b)",
        "this type has `@pattern` already",
    ),
    (
        "Array[String @default(a)]",
        "SC302",
        "@default(a)",
        "`@default` belongs to a field, and this is none",
    ),
    (
        "Array[String @header(X)]",
        "SC314",
        "@header(X)",
        "`@header` belongs to a parameter, and this is none",
    ),
    ("String @dsec(x)", "SC311", "@dsec", "`@dsec` is neither a tag nor a configured predicate"),
    (
        "String @tier(:gold)",
        "SC311",
        "@tier",
        "`@tier` is neither a tag nor a configured predicate",
    ),
    ("Hash[Integer, String]", "SC305", "Integer", "the keys of a map are strings"),
    ("Hash[String?, String]", "SC305", "String?", "the keys of a map are strings"),
    ("Hash[untyped, String]", "SC305", "untyped", "the keys of a map are strings"),
]


@pytest.mark.parametrize(
    ("written", "code", "text", "message"), WRONG_TYPE, ids=[case[0] for case in WRONG_TYPE]
)
def test_mistakes(planned: Planner, written: str, code: str, text: str, message: str) -> None:
    found = planned(f"type output = {{ v: {written} }}")
    assert found.found == [(code, text)]
    assert found.messages == [f"{code} {message}"]
    assert found.plan.tools == ()


def test_an_unknown_tag_comes_with_the_one_meant(planned: Planner) -> None:
    [found] = planned("type output = { v: String @dsec(x) }").diagnostics
    assert found.hint == "did you mean `@desc`?"
    assert found.fix is not None
    assert (found.fix.span.text, found.fix.replacement) == ("@dsec", "@desc")


def test_a_misspelt_predicate_is_never_an_open_door(planned: Planner) -> None:
    found = planned("type output = { v: String @reqires(:admin) }")
    assert found.found == [("SC311", "@reqires")]
    assert found.diagnostics[0].hint == "did you mean `@requires`?"
    assert found.plan.tools == ()
