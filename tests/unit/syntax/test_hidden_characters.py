"""Characters that nobody sees are told wherever they stand; those that are seen are not."""

from __future__ import annotations

import json
import unicodedata

import pytest

from schemac.ir.tag_text import quote
from schemac.resolve.discover import discover
from schemac.source import Source
from schemac.syntax.hidden import hidden_characters
from schemac.syntax.module import read_module

SHOWS_NOTHING = [
    *("\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u200b\u200e"),
    *("\u200f\u202a\u202e\u2060\u2064\u2065\u2066\u2069\u206a\u206f\u2800\u3164\ufeff\uffa0"),
    *("\ufff0\ufff8\ufff9\U0001bca0\U0001d173\U000e0000\U000e0001\U000e0020\U000e007f\U000e0fff"),
    *("\x00\x08\x1f\x7f\x85\x9f\u200c\u200d\ufe00\ufe0f\U000e0100\U000e01ef"),
]
IS_SEEN = [
    "Gr\u00f6\u00dfe",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\u0915\u094d\u200d\u0937",
    "\u2764\ufe0f\u200d\U0001f525",
    "\U0001f469\u200d\U0001f4bb",
    "1\ufe0f\u20e3",
    "\u845b\U000e0100",
    "\u2600\ufe0e",
    "\u65e5\u672c\u8a9e a\tb\n",
]
DOUBLED = ["\u00e9\u200d\u200d\u00e9", "\U0001f600\ufe0f\ufe0e", "\u845b\U000e0100\U000e0101"]


def found_in(text: str) -> list[str]:
    source = Source("a.sig", text)
    return [each.span.text for each in hidden_characters(source) if each.span is not None]


@pytest.mark.parametrize("char", SHOWS_NOTHING)
@pytest.mark.parametrize(
    "text", ["type a = String @requires(!:leg{}acy)", "type a{} = nil", "# {}"]
)
def test_what_shows_nothing_is_told(char: str, text: str) -> None:
    assert found_in(text.format(char)) == [char]


@pytest.mark.parametrize("text", DOUBLED)
def test_a_second_one_shows_nothing(text: str) -> None:
    assert found_in(text)


@pytest.mark.parametrize("text", IS_SEEN)
def test_what_is_seen_is_fine(text: str) -> None:
    assert found_in(f'type a = "{text}" @desc({text})') == []


def test_all_of_unicode_that_takes_no_room_is_told() -> None:
    """Format characters that show nothing; the others are signs before numbers and the like."""
    shown = [*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD]
    shown += range(0x13430, 0x13440)
    every = {number for number in range(0x110000) if unicodedata.category(chr(number)) == "Cf"}
    assert not {number for number in every if not found_in(f"a{chr(number)}b")} - set(shown)


@pytest.mark.parametrize(
    "arguments",
    ['requires="a{}"', 'requires=["b", "!a{}"]', 'gates={{"feature": "!a{}"}}'],
)
def test_those_in_the_gates_of_a_decorator_are_told(arguments: str) -> None:
    text = f'@tool("t", {arguments.format(chr(0x3164))})\nclass T: ...\n'
    tools, told = discover(read_module(Source("app.py", text))[0])
    assert (tools, [each.code for each in told]) == ((), ["SC111"])
    escaped = f'@tool("t", {arguments.format("/u3164")})\nclass T: ...\n'.replace("/u", "\\u")
    assert len(discover(read_module(Source("app.py", escaped))[0])[0]) == 1


@pytest.mark.parametrize("char", SHOWS_NOTHING)
def test_they_are_printed_as_escapes(char: str) -> None:
    written = quote(f"a{char}{char}b")
    assert found_in(written) == []
    assert json.loads(written) == f"a{char}{char}b"


def test_printing_loses_nothing() -> None:
    for text in (*IS_SEEN, *DOUBLED):
        written = quote(text)
        assert found_in(written) == []
        assert json.loads(written) == text
