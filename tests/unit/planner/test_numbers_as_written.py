from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.plan.codec import decode, encode
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool

_DIGITS = st.text("0123456789", min_size=1, max_size=25)
_NUMBERS = st.builds(
    lambda sign, whole, fraction, exponent: f"{sign}{int(whole)}{fraction}{exponent}",
    st.sampled_from(["", "-", "+"]),
    _DIGITS,
    st.one_of(st.just(""), _DIGITS.map(".{}".format)),
    st.one_of(st.just(""), st.integers(-330, 330).map("e{}".format), st.just("E+2")),
)
_PLACES = [
    ("{}", "const", "SC112"),
    ("Float @min({})", "minimum", "SC312"),
    ("Float @exclusive_max({})", "exclusiveMaximum", "SC312"),
    ("Float @example({})", "examples", "SC312"),
    ("[Float, Float] @example([1.5, {}])", "examples", "SC312"),
]


def _told(written: str, word: str) -> tuple[str, tuple[str, ...]]:
    """Give what the schema of a field says behind a word, and the codes of all findings."""
    annotations = InlineAnnotations(f"(a: {written}) -> nil", None, None, "Doc.")
    found = compile_tools([ToolDeclaration("t", annotations)])
    codes = tuple(one.code for one in found.diagnostics)
    if not found.plan.tools:
        return "", codes
    view = view_tool(found.plan, found.plan.tools[0], {})
    assert view is not None
    schema = emit_schema(view.input)
    read = decode(encode(found.plan))
    again = view_tool(read, read.tools[0], {})
    assert again is not None
    assert dumps(emit_schema(again.input)) == dumps(schema)
    return dumps(schema["properties"]["a"].get(word)), codes


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("3", "3"),
        ("3.0", "3.0"),
        ("1e2", "100.0"),
        ("1E+2", "100.0"),
        ("1.50", "1.5"),
        ("-0.0", "-0.0"),
        ("+2.5", "2.5"),
        ("1e22", "1e+22"),
        ("12345678901234567890123", "12345678901234567890123"),
        ("100000000000000000000000.0", "1e+23"),
        ("1.7976931348623157e308", "1.7976931348623157e+308"),
        ("5e-324", "5e-324"),
        ("0e99999999999999999999", "0.0"),
    ],
)
def test_kind_and_value_are_as_written_everywhere(written: str, told: str) -> None:
    assert _told(written, "const") == (told, ())
    plain = written.lstrip("+")
    assert _told(f"Float @min({written})", "minimum") == (told, ())
    assert _told(f"Float @exclusive_max({written})", "exclusiveMaximum") == (told, ())
    assert _told(f"Float @example({plain})", "examples") == (f"[{told}]", ())
    assert _told(f"[Float] @example([{plain}])", "examples") == (f"[[{told}]]", ())


@pytest.mark.parametrize(
    "written",
    [
        "0.1000000000000000055",
        "123456789012345678901.5",
        "9007199254740993.0",
        "1e-400",
        "-1e-400",
        "4.9e-324",
        "1e400",
        "-1.8e308",
    ],
)
@pytest.mark.parametrize(("type_", "word", "code"), _PLACES)
def test_what_readers_would_take_for_another_is_an_error(
    written: str, type_: str, word: str, code: str
) -> None:
    assert _told(type_.format(written), word) == ("", (code,))


@pytest.mark.parametrize(
    ("tag", "message", "hint"),
    [
        ("@min(0.1000000000000000055)", "JSON readers take for `0.1`", "write `0.1`"),
        ("@max(1e999)", "is larger than any number JSON readers know", None),
        ("@default(1e999)", "is larger than any number JSON readers know", None),
    ],
)
def test_the_finding_says_what_it_would_be(tag: str, message: str, hint: str | None) -> None:
    annotations = InlineAnnotations(f"(?a: Float {tag}) -> nil", None, None, "Doc.")
    (found,) = compile_tools([ToolDeclaration("t", annotations)]).diagnostics
    assert found.message.endswith(f"which {message}")
    assert found.hint == hint


def test_texts_that_look_like_numbers_are_quoted() -> None:
    assert _told('String @example("0.1000000000000000055")', "examples") == (
        '["0.1000000000000000055"]',
        (),
    )
    assert _told("String @example(v0.1000000000000000055)", "examples")[1] == ()


@given(written=_NUMBERS)
@example(written="0.30000000000000004")
@example(written="0.300000000000000044")
def test_a_number_is_told_as_it_is_or_not_at_all(written: str) -> None:
    told, codes = _told(written, "const")
    if codes:
        assert (told, codes) == ("", ("SC112",))
        assert any(mark in written for mark in ".eE")
        assert Decimal(repr(float(written))) != Decimal(written)
    else:
        assert Decimal(told) == Decimal(written)
        assert any(mark in told for mark in ".e") == any(mark in written for mark in ".eE")
