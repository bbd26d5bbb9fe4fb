from __future__ import annotations

import re

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from schemac.ir.decls import Declaration, TypeDeclaration
from schemac.ir.printer import print_declarations
from schemac.source import Source
from schemac.syntax.format import format_source
from schemac.syntax.format.tokens import words
from schemac.syntax.parser import Parsed, parse_block
from tests.property.strategies_ir import type_declarations

relaxed = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
gaps = st.sampled_from([" ", " ", "   ", "\n", "\n  ", "\n\n", "  # why\n", "\n# note\n\t", "\t"])


def read(text: str) -> Parsed | None:
    parsed, diagnostics = parse_block(Source("x.sig", text), mode="signature_file")
    return None if diagnostics else parsed


@st.composite
def untidy(draw: st.DrawFn) -> str:
    """Give a declaration with odd white space and comments between its words."""
    node: Declaration = draw(type_declarations())
    assert isinstance(node, TypeDeclaration)
    found, _ = words(print_declarations([node]))
    text = ""
    for number, word in enumerate(found):
        docs = "".join(f"\n{comment.text}" for comment in word.above)
        if docs:
            text += f"{docs}\n"
        elif number:
            text += " " if number < 3 else draw(gaps)
        text += word.text
    return text + draw(st.sampled_from(["", "\n", "\n\n# last\n"]))


def remarks(text: str) -> list[str]:
    return re.findall(r"# (?:why|note|last)", text)


@relaxed
@given(text=untidy())
def test_laying_out_keeps_meaning_and_comments_and_is_done_once(text: str) -> None:
    meant = read(text)
    assume(meant is not None)
    laid_out, diagnostics = format_source(Source("x.sig", text))
    assert diagnostics == ()
    assert read(laid_out) == meant
    assert sorted(remarks(laid_out)) == sorted(remarks(text))
    assert format_source(Source("x.sig", laid_out))[0] == laid_out


@relaxed
@given(text=st.text(max_size=200))
def test_any_text_is_formatted_without_a_crash(text: str) -> None:
    for name in ("x.sig", "x.py"):
        laid_out, _ = format_source(Source(name, text))
        assert format_source(Source(name, laid_out))[0] == laid_out
