from __future__ import annotations

import pytest

from schemac.ir.builtins import BUILTIN_NAMES, OTHER_SPELLING, SCALAR_NAMES, SCALARS
from schemac.ir.tag_text import cook, plain_quoted, quote, write_quoted, write_raw


@pytest.mark.parametrize(
    ("tag", "text", "written"),
    [
        ("desc", "a (b) c", "a (b) c"),
        ("desc", "a ( b", r"a \( b"),
        ("desc", ") a (", r"\) a \("),
        ("desc", r"a\b", r"a\b"),
        ("pattern", r"\(", r"\("),
        ("pattern", "(a)", "(a)"),
        ("pattern", "[(]", None),
        ("desc", '"all quoted"', None),
        ("desc", " spaced", None),
        ("desc", "two\nlines", None),
        ("desc", "ends in \\", None),
        ("desc", "", None),
    ],
)
def test_a_text_is_written_raw_where_it_reads_back(
    tag: str, text: str, written: str | None
) -> None:
    assert write_raw(tag, text) == written
    if written is not None:
        assert cook(tag, written) == text


@pytest.mark.parametrize("text", ["a", 'say "hi"', "it's", r"a\d", "[(]", " spaced "])
def test_a_quoted_text_reads_back(text: str) -> None:
    assert plain_quoted(write_quoted("pattern", text)) == text


def test_json_texts_are_written_as_json_strings() -> None:
    assert write_quoted("default", 'a\n"b"') == '"a\\n\\"b\\""'


def test_characters_that_nobody_can_see_are_escaped() -> None:
    assert quote("a\u202eb\u00a0é😀\x00") == '"a\\u202eb\\u00a0é😀\\u0000"'
    assert quote("\U000e0001") == '"\\udb40\\udc01"'


def test_every_built_in_name_has_two_spellings() -> None:
    assert set(OTHER_SPELLING["rbs"]) == set(OTHER_SPELLING["python"])
    assert set(OTHER_SPELLING["rbs"]) < BUILTIN_NAMES
    for spelling, names in SCALAR_NAMES.items():
        assert {SCALARS[name] for name in names.values()} == set(SCALARS.values())
        for name in names.values():
            assert OTHER_SPELLING[spelling][name] == name
