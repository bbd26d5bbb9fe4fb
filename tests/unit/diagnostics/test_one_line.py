from __future__ import annotations

import pytest

from schemac.compiler import CompileOptions, compile_tools
from schemac.diagnostics.model import Diagnostic, Label
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.source import Source


def test_whatever_a_diagnostic_quotes_it_says_on_one_line() -> None:
    span = Source("x", "").span(0, 0)
    label = Label(span, "c\x85d")
    found = Diagnostic("SC301", "a\nb\x00", span, (label,), ("e\u2028f",), hint="g\r\nh")
    assert found.message == r"a\nb\u0000"
    assert found.labels[0].text == r"c\u0085d"
    assert found.notes == (r"e\u2028f",)
    assert found.hint == r"g\r\nh"


@pytest.mark.parametrize(
    ("types", "message"),
    [
        (r'type output = { "a\nb": nil, "a\nb": nil }', r"the record has `a\nb` twice"),
        (
            r'type output = { ok: true, ?a: nil @depends_on(:"q\nr") }',
            r"there is no field `q\nr` for `a` to depend on",
        ),
        ("type output = { a: Integer @min(x\n  y) }", "`@min` takes a number, not `x y`"),
        ("type output = { a: Integer @min(:x |\n  !:y) }", "`@min` takes a number, not `:x | !:y`"),
        (
            'type output = { a: Integer @min( "5\\n" ) }',
            r'`@min` takes a number, not `"5\n"`',
        ),
        (
            "type output = { ?a: Integer @default(x\n  y) }",
            'the default `"x y"` is none of the values of its type',
        ),
    ],
)
def test_what_an_author_wrote_on_several_lines_is_quoted_on_one(types: str, message: str) -> None:
    annotations = InlineAnnotations(signature="()", types=types, parameters=())
    compiled = compile_tools([ToolDeclaration("t", annotations)], CompileOptions())
    assert [found.message for found in compiled.diagnostics] == [message]
