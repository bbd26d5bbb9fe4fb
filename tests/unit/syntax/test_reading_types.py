from __future__ import annotations

import pytest

from schemac.ir.printer import print_type
from schemac.ir.types import (
    Anything,
    Group,
    ListType,
    LiteralType,
    MapType,
    OptionalType,
    RecordType,
    Scalar,
    Tagged,
    Type,
    UnionType,
)
from schemac.source import Source
from schemac.syntax.parser import parse_block

NOWHERE = Source("nowhere", "").span(0, 0)


def body(written: str) -> Type:
    parsed, diagnostics = parse_block(Source("t", f"type t = {written}"), mode="block")
    assert diagnostics == ()
    return parsed.types[0].body


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("str", "String"),
        ("Symbol", "String"),
        ("int", "Integer"),
        ("Numeric", "Float"),
        ("boolish", "bool"),
        ("None", "nil"),
        ("Any", "untyped"),
        ("top", "untyped"),
        ("any", "untyped"),
        ("bot", "bot"),
        ("True", "true"),
        (":symbol", '"symbol"'),
        (":a.b", '"a.b"'),
        (':"any text"', '"any text"'),
        ("+3", "3"),
        ("-1", "-1"),
        ("1.50", "1.5"),
        ("1e3", "1000.0"),
        ("-0", "0"),
        ("Date | date", "Date | Date"),
        ("Time | datetime", "DateTime | DateTime"),
        ("timedelta", "Duration"),
        ("UUID", "Uuid"),
        ("Decimal", "Decimal"),
        ("bytes", "Bytes"),
        ("Array", "Array[untyped]"),
        ("list", "Array[untyped]"),
        ("set[int]", "Set[Integer]"),
        ("frozenset", "Set[untyped]"),
        ("dict", "Hash[String, untyped]"),
        ("Mapping[str, int]", "Hash[String, Integer]"),
        ("tuple[a, b]", "[a, b]"),
        ("tuple[a, ...]", "Array[a]"),
        ("[]", "[]"),
        ("[a, ]", "[a]"),
        ("{}", "{}"),
        ("{ a: T, }", "{ a: T }"),
        ("{a:b}", "{ a: b }"),
        ("{ type: a, class: b, true: c, in: d }", "{ type: a, class: b, true: c, in: d }"),
        ('{ "content-type": T }', '{ "content-type": T }'),
        ('{ "a" => T, :b => U, ?"c" => V }', "{ a: T, b: U, ?c: V }"),
        ('{ "": T }', '{ "": T }'),
        ("{ __proto__: T }", "{ __proto__: T }"),
        ("{ ключ: T }", "{ ключ: T }"),
        ("Optional[a]", "a?"),
        ("Optional[a | b]", "(a | b)?"),
        ("Optional[Optional[a]]", "a?"),
        ("a????", "a?"),
        ("Union[a, b]", "(a | b)"),
        ("Union[a]", "a"),
        ("Union[a | b, c]", "((a | b) | c)"),
        ('Literal["a", 1, None]', '("a" | 1 | nil)'),
        ('Literal["a"]', '"a"'),
        ("| a | b", "a | b"),
        ("| a", "a"),
        ("a & b | c", "a & b | c"),
        ("(a | b) & c", "(a | b) & c"),
        ("((((a))))", "(a)"),
        ("a\n  | b # why\n  | c", "a | b | c"),
        ("page[applicant, int]", "page[applicant, Integer]"),
        ("Array[ String @min( 1 ) ]", "Array[String @min(1)]"),
    ],
)
def test_a_type_is_read(written: str, canonical: str) -> None:
    assert print_type(body(written)) == canonical


def test_strings_have_the_escapes_of_json() -> None:
    node = body(r'"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"')
    assert node == LiteralType("string", '"\\/\b\f\n\r\té😀', NOWHERE)


def test_single_quoted_strings_have_two_escapes() -> None:
    assert body(r"'\'\\\n'") == LiteralType("string", "'\\\\n", NOWHERE)


def test_integers_are_exact_and_floats_are_not_integers() -> None:
    big = "9" * 4000
    assert body(big) == LiteralType("integer", int(big), NOWHERE)
    assert body("1.0") == LiteralType("number", 1.0, NOWHERE)
    assert body("1.0") != body("1")
    assert body("true") != body("1")


def test_spelling_takes_no_part_in_equality() -> None:
    assert body("Hash[Symbol, untyped]") == body("dict[str, Any]")
    node = body("Hash")
    assert node == MapType(Scalar("string", NOWHERE), Anything(NOWHERE), NOWHERE)
    assert isinstance(node, MapType)
    assert node.spelling == "Hash"


def test_tags_bind_to_the_whole_member() -> None:
    node = body("A & B @closed() | C? @closed()")
    assert isinstance(node, UnionType)
    first, second = node.members
    assert isinstance(first, Tagged)
    assert print_type(first.inner) == "A & B"
    assert isinstance(second, Tagged)
    assert isinstance(second.inner, OptionalType)


def test_tags_inside_parentheses_stay_inside() -> None:
    node = body('"a" | ("b" @feature(:x))')
    assert isinstance(node, UnionType)
    assert isinstance(node.members[1], Group)
    assert isinstance(node.members[1].inner, Tagged)


def test_duplicate_keys_are_kept_for_a_later_phase() -> None:
    node = body("{ a: T, ?a: U }")
    assert isinstance(node, RecordType)
    assert [(one.name, one.optional) for one in node.fields] == [("a", False), ("a", True)]


def test_spans_are_those_of_the_text() -> None:
    parsed, _ = parse_block(
        Source("t", "  type t = {\n    ?name: Array[String] @min(1)\n  }"), mode="block"
    )
    record = parsed.types[0].body
    assert isinstance(record, RecordType)
    (one,) = record.fields
    assert one.span.text == "?name: Array[String] @min(1)"
    assert one.name_span.text == "name"
    assert isinstance(one.type, Tagged)
    assert one.type.tags[0].span.text == "@min(1)"
    assert one.type.tags[0].name_span.text == "@min"
    assert one.type.tags[0].argument.span.text == "1"
    assert isinstance(one.type.inner, ListType)
    assert one.type.inner.item.span.text == "String"
