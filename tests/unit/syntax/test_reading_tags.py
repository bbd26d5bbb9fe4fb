from __future__ import annotations

import pytest

from schemac.ir.print_tags import print_tag
from schemac.ir.tags import Flag, GateArgument, NoArgument, Tag, TextArgument
from schemac.ir.types import Tagged
from schemac.source import Source
from schemac.syntax.parser import parse_block


def tags(written: str) -> tuple[Tag, ...]:
    parsed, diagnostics = parse_block(Source("t", f"type t = a {written}"), mode="block")
    assert diagnostics == ()
    node = parsed.types[0].body
    assert isinstance(node, Tagged)
    return node.tags


@pytest.mark.parametrize(
    ("written", "text", "quoted"),
    [
        ("@desc(The id (not the slug), a | b)", "The id (not the slug), a | b", False),
        ("@desc(  spaced  )", "spaced", False),
        ("@desc(two\n   lines)", "two lines", False),
        ("@desc(two \r\n \t lines)", "two lines", False),
        (r"@desc(only \( one)", "only ( one", False),
        (r"@desc(back\slash)", r"back\slash", False),
        ("@desc(a # b)", "a # b", False),
        ("@desc(## a)", "## a", False),
        ("@desc(:a | :b)", ":a | :b", False),
        ('@desc("a" or "b")', '"a" or "b"', False),
        ('@desc("a \\"b\\" )")', 'a "b" )', True),
        ("@desc('it\\'s')", "it's", True),
        ("@pattern(^(a|b){2,3}$)", "^(a|b){2,3}$", False),
        (r"@pattern(\))", r"\)", False),
        (r"@pattern(\\(a))", r"\\(a)", False),
        ('@pattern("^[(]$")', "^[(]$", True),
        (r'@pattern("^\d+$")', r"^\d+$", True),
        ("@default(5)", "5", False),
        ('@default("5")', "5", True),
        (r'@default("a\n\u00e9")', "a\né", True),
        ('@default("")', "", True),
        ('@default({"a": [1, 2]})', '{"a": [1, 2]}', False),
        ("@example(nil)", "nil", False),
        ("@min(-1)", "-1", False),
        ("@requires(admin)", "admin", False),
        ('@requires("admin")', "admin", True),
        ("@dsec(:foo bar)", ":foo bar", False),
        ("@dsec(:foo (bar) baz)", ":foo (bar) baz", False),
        ("@requires(:a, bar)", ":a, bar", False),
        ("@requires(:a #b)", ":a #b", False),
        ("@depends_on(other)", "other", False),
    ],
)
def test_texts_are_read(written: str, text: str, quoted: bool) -> None:  # noqa: FBT001 - a column of the table
    (tag,) = tags(written)
    assert isinstance(tag.argument, TextArgument)
    assert (tag.argument.text, tag.argument.quoted) == (text, quoted)


@pytest.mark.parametrize("written", ["@closed()", "@closed( )", "@requires(\n)", "@desc( )"])
def test_an_empty_argument_is_none(written: str) -> None:
    (tag,) = tags(written)
    assert isinstance(tag.argument, NoArgument)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("@requires(:a)", "@requires(:a)"),
        ("@requires( :a|:b&!:c )", "@requires(:a | :b & !:c)"),
        ("@requires((:a | :b) & :c)", "@requires((:a | :b) & :c)"),
        ("@requires(((:a)))", "@requires(:a)"),
        ("@requires(!(:a | :b))", "@requires(!(:a | :b))"),
        ("@requires(! ! :a)", "@requires(!!:a)"),
        ('@requires(:"orders:write")', '@requires(:"orders:write")'),
        ("@requires(:orders.write)", "@requires(:orders.write)"),
        ("@requires(:a, :b)", "@requires(:a, :b)"),
        ("@requires(:a, (:b | :c) & :d)", "@requires(:a, (:b | :c) & :d)"),
        ("@requires(:a\n  | :b)", "@requires(:a | :b)"),
        ("@depends_on(:other)", "@depends_on(:other)"),
        ("@default_for(:timezone)", "@default_for(:timezone)"),
        ("@dsec(:foo)", "@dsec(:foo)"),
    ],
)
def test_gates_are_read(written: str, canonical: str) -> None:
    (tag,) = tags(written)
    assert isinstance(tag.argument, GateArgument)
    assert print_tag(tag) == canonical


def test_a_flag_is_its_name() -> None:
    (tag,) = tags('@requires(:"orders:write")')
    assert isinstance(tag.argument, GateArgument)
    (flag,) = tag.argument.expressions
    assert isinstance(flag, Flag)
    assert flag.name == "orders:write"
    assert flag.span.text == ':"orders:write"'


def test_white_space_between_tags_is_free() -> None:
    found = tags("@min(1)@max(2)\n   # why\n   @desc(x)")
    assert [tag.name for tag in found] == ["min", "max", "desc"]
