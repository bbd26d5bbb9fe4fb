"""The quick reader gives what Lark gives, or stops where Lark does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lark.exceptions import UnexpectedInput

from schemac.ir.printer import print_declarations
from schemac.source import Source
from schemac.syntax.cut import cut
from schemac.syntax.driver import STOPPED
from schemac.syntax.expectations import SAMPLES
from schemac.syntax.machine import drive, parser
from schemac.syntax.reading import READING, Reading
from tests.property.strategies_ir import declarations
from tests.property.test_parser_robustness import snippets

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.ir.decls import Declaration

relaxed = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))

TEXTS = (
    "",
    " \n\t# nothing",
    "type a = b",
    "\n  ## said\n  ## of it\n  type a = { ## odd\n    ## of b\n    b: c, # more\n    ## last\n }",
    "type type = type",
    "from import import as as as, b",
    "import import",
    "from a/b import c as d,\n  e,  # why\n ",
    'type a = "x" | :y @min( 3 ) @desc( what (is) this\\) # no comment ) @pattern("[)]")',
    "type a = b @requires(:x & !(:y | :z), :w) @requires( :x) @requires(:x and more)",
    "type a = b @requires(:x (odd) text) @odd",
    '(a: b, ?c: [d, e], "f" => g?, :h => { i: j[k, ...] }) -> l & m',
    "(*, **o: p, a)",
    "type a[b, c = d,] = (((b)))??",
    'description "a" @requires(:x) | "b"',
    "type a =\f| b\r\n  | c\r| d",
    "type a = 1 | -2.5e3 | +0 | 01",
)


def told(read: Callable[[str], object], text: str) -> tuple[object, ...]:
    reading = Reading(Source("any", text), 0, text)
    token = READING.set(reading)
    try:
        value = read(text)
    except UnexpectedInput:
        return ("stopped",)
    finally:
        READING.reset(token)
    return ("stopped",) if value is STOPPED else (value, repr(value), reading.findings)


def same(text: str) -> None:
    assert told(drive(), text) == told(parser().parse, text)


@pytest.mark.parametrize("text", [*TEXTS, *(sample for sample, _, _ in SAMPLES)])
@pytest.mark.parametrize("behind", ["", " ", "\n# end\n", "\0", " x", ")"])
def test_samples_are_read_the_same(text: str, behind: str) -> None:
    same(text + behind)


def test_most_samples_can_be_read() -> None:
    assert sum(told(drive(), text) != ("stopped",) for text in TEXTS) == 13


@relaxed
@given(parts=st.lists(snippets, max_size=20), between=st.sampled_from(["", " ", "\n"]))
def test_any_words_are_read_the_same(parts: list[str], between: str) -> None:
    same(between.join(parts))


@relaxed
@given(program=declarations(max_size=2), data=st.data())
def test_programs_are_read_the_same(program: tuple[Declaration, ...], data: st.DataObject) -> None:
    text = print_declarations(program)
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(snippets) + text[at + data.draw(st.integers(0, 2)) :]
    for piece in cut(text, "block"):
        same(text[piece.start : piece.end])
