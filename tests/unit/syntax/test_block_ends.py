from __future__ import annotations

import pytest

from schemac.source import Source
from schemac.syntax.module import read_module

_NEXT = "a line without a comment marker stands between it and the next"
_PLAIN = "a plain comment stands between it and the next"


def notes(*lines: str) -> list[tuple[str, ...]]:
    text = (
        "class A:\n" + "\n".join(f"    {line}" if line else "" for line in lines) + "\n    x = 1\n"
    )
    return [found.notes for found in read_module(Source("x.py", text))[1] if found.code == "SC102"]


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        (("#: type a = {", "  #:   b: c }"), "the next line is set in differently"),
        (("#: type a = {", "", "#:   b: c }"), _NEXT),
        (("#: type a = {", "#", "#:   b: c }"), _PLAIN),
        (("#: type a = {", "# b: c", "# more", "#: }"), _PLAIN),
        (("# @rbs type a = {", "", "#   b: c }"), _NEXT),
    ],
)
def test_an_open_bracket_says_where_its_block_ends(lines: tuple[str, ...], note: str) -> None:
    assert notes(*lines) == [(f"the block ends with line 2: {note}",)]


@pytest.mark.parametrize(
    "lines",
    [
        ("#: type a = {",),
        ("#: type a = {", "x = {}", "#: }"),
        ("#: type a = {", "", "", "", "#: }"),
        ("#: type a = {", "#: type b = c", "", "#: }"),
        ('"""#: type a = {', "", "#: }", '"""'),
    ],
)
def test_another_one_does_not(lines: tuple[str, ...]) -> None:
    assert notes(*lines) == [()]
