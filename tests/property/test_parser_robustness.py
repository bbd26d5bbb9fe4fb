from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.diagnostics.catalog import CATALOG
from schemac.ir.printer import print_declarations
from schemac.source import Source
from schemac.syntax.parser import parse_block
from tests.property.strategies_ir import declarations

if TYPE_CHECKING:
    from schemac.ir.decls import Declaration

relaxed = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
snippets = st.sampled_from(
    [
        *(
            "type t = ",
            "type",
            "import a",
            "from a import b",
            'description "x"',
            "(",
            ")",
            "{",
            "}",
        ),
        *("[", "]", "|", "&", "?", ":", "=>", "->", ",", "=", "@", "@min(", "@requires(:", "##"),
        *("#", '"', "'", "\\", "\n", "\r", "\r\n", "\t", " ", "::", "...", "1", "-", "^", "*", "!"),
        *("class A\n", "end\n", "def x: (", "self", "\0", "\ufeff", "é", "a", "String"),
    ]
)


def check(text: str, mode: Literal["signature_file", "block"]) -> None:
    parsed, diagnostics = parse_block(Source("any", text), mode=mode)
    for one in diagnostics:
        assert one.code in CATALOG
        assert one.span is not None
        assert 0 <= one.span.start <= one.span.end <= len(text)
        assert one.message
        assert "\n" not in one.message
        assert one.fix is None or 0 <= one.fix.span.start <= one.fix.span.end <= len(text)
    for declared in parsed.types:
        assert 0 <= declared.span.start < declared.span.end <= len(text)
        assert declared.name_span.text == declared.name


@relaxed
@given(text=st.text(max_size=300))
def test_any_text_gives_declarations_or_diagnostics_inside_it(text: str) -> None:
    check(text, "block")
    check(text, "signature_file")


@relaxed
@given(parts=st.lists(snippets, max_size=40))
def test_any_words_give_declarations_or_diagnostics_inside_them(parts: list[str]) -> None:
    check("".join(parts), "block")
    check(" ".join(parts), "signature_file")


@relaxed
@given(program=declarations(max_size=2), data=st.data())
def test_edited_programs_give_declarations_or_diagnostics_inside_them(
    program: tuple[Declaration, ...], data: st.DataObject
) -> None:
    text = print_declarations(program)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(start + 4, len(text))))
        text = text[:start] + data.draw(snippets) + text[end:]
    check(text, "block")
    check(text, "signature_file")
