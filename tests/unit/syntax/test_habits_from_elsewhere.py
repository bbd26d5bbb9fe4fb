"""Who writes Python or TypeScript is told what is written here."""

from __future__ import annotations

import pytest

from schemac.source import Source
from schemac.syntax.parser import parse_block

_OPTIONAL = ", and `?` before the name"
_ABSENT = ": what may be absent needs no default"
_LIST = "a list is `Array[…]`, with the type of its items in the brackets"
_RECORD = "a record is `{ name: T }`, a map `Hash[K, V]`"
HINTS = {
    "(?limit: Integer = 5)": "write `@default(5)`",
    "(limit: int = 5)": f"write `@default(5)`{_OPTIONAL}",
    "(limit: int = -1.5, other: int)": f"write `@default(-1.5)`{_OPTIONAL}",
    "(a: { b: ?c }, ?d: int = 5)": None,
    "(a: { ?b: int }, d: int = 5)": f"write `@default(5)`{_OPTIONAL}",
    "(?a: { b: int } = 5)": "write `@default(5)`",
    "(?a: { b: int = 5 })": f"write `@default(5)`{_OPTIONAL}",
    "(?a: Hash[String, int] = 5)": "write `@default(5)`",
    "(?a: int = 5 @min(1))": "write `@default(5)`",
    "(?a: int @min(1) = 5)": "write `@default(5)`",
    "(a: str = 'b c')": f'write `@default("b c")`{_OPTIONAL}',
    '(a: str = "b")': f'write `@default("b")`{_OPTIONAL}',
    "(a: bool = True)": f"write `@default(true)`{_OPTIONAL}",
    "(a: int = 1 + 2)": f"write `@default(…)`{_OPTIONAL}",
    "(a: int = f())": f"write `@default(…)`{_OPTIONAL}",
    "(a: list[int] = [])": f"write `@default(…)`{_OPTIONAL}",
    "(?a: int =)": "write `@default(…)`",
    "(x: int | None = None)": f"leave it out and write `?` before the name{_ABSENT}",
    "(x: Optional[int] = None)": f"leave it out and write `?` before the name{_ABSENT}",
    "(?x: int = nil)": f"leave it out{_ABSENT}",
    "(x: String[])": "a list of `String` is `Array[String]`",
    "(x: Array[])": "write what is in it, as in `Array[String]`",
    "(x: Hash[])": "write what is in it, as in `Hash[String, Integer]`",
    "(x: Optional[])": "write what is in it, as in `Optional[String]`",
    "(x: Union[])": "write what is in it, as in `Union[String, Integer]`",
    "(x: Literal[])": 'write what is in it, as in `Literal["text"]`',
    "type t = (String, Integer)": "write `[String, Integer]`",
    "type t = Array[(String, Integer)]": "write `[String, Integer]`",
    "(x: (String, Integer))": "write `[String, Integer]`",
    "(x: String) -> (String, Integer)": "write `[String, Integer]`",
    "type t = (String,)": "write `[String, Integer]`",
    "type t = String @desc(a, b) (a, b)": None,
    "(x: Array[String[]])": "a list of `String` is `Array[String]`",
    "(x: (String | nil)[])": _LIST,
    "(x: { a: String }[])": _LIST,
    "(x: String?[])": _LIST,
    "(x: dict{})": _RECORD,
    "(x: Hash{ a: String })": _RECORD,
    "(x: dict { a: String })": None,
    "(x: { readonly a: String })": "write `@read_only()` behind the type",
    "(readonly a: String)": "leave it out",
    "(a: readonly String)": "leave it out",
    "(a: String or nil)": "write `|` in its place",
    "(a: { b: String or nil })": "write `|` in its place",
    "(a: [String or nil, nil])": "write `|` in its place",
    "(a: Array[String or nil])": "write `|` in its place",
    "type t = String or nil": "write `|` in its place",
    "type t = { a: nil } and { b: nil }": "write `&` in its place",
    "(a: Array of String)": "write `Array[String]`",
    "(a: Hash of Integer)": "write `Hash[String, Integer]`",
    "(a: { b: list of { c: nil } })": "write `list[String]`",
    "(a: { b: String or: Integer })": None,
    "(a: { b: String of nil })": None,
}
RIGHT = (
    "(or: String, and: nil, of: nil)",
    "(readonly: String)",
    "(x: list[int,])",
    "(x: [])",
    "(x: dict, y: { readonly: nil })",
)


@pytest.mark.parametrize(("text", "hint"), HINTS.items())
def test_a_habit_is_answered_by_what_to_write(text: str, hint: str | None) -> None:
    _, found = parse_block(Source("sample", text), mode="block")
    assert [each.code for each in found] == ["SC101"]
    assert found[0].hint == hint


OPEN = [
    "{ a: (%s, b: String }",
    "{ a: (%s, ?b: Integer }",
    '{ a: (%s, "b": Integer }',
    "{ a: (%s, b => Integer }",
    "{ a: (%s, b?: Integer }",
    "{ a: (%s, }",
    "{ a: (%s,\n  ## The b.\n  b: Integer }",
    "{ a: (%s,  # Words.\n  b: Integer }",
    "{ a: [(%s, b: Integer] }",
]
MEMBERS = ['"x" | "y"', '"x" | ("y" @feature(:z))', "String @min(1)", "String | nil", "{ c: nil }"]


@pytest.mark.parametrize("text", [*OPEN, "(?a: (%s, ?b: Integer) -> output", "(a: (%s, *b: nil)"])
@pytest.mark.parametrize("members", MEMBERS)
def test_a_parenthesis_that_a_field_follows_is_no_tuple(text: str, members: str) -> None:
    written = text % members
    written = written if text[0] == "(" else f"type t = {written}"
    _, found = parse_block(Source("sample", written), mode="block")
    assert [each.code for each in found] == ["SC102"]
    assert (found[0].message, found[0].hint) == (
        "this `(` is not closed before the next field",
        "write its `)` before the `,`",
    )
    assert found[0].span is not None
    assert written[found[0].span.start :].startswith(f"({members}")


@pytest.mark.parametrize("text", ["(%s, String)", "(%s, :x)", '(%s, "x")', "(%s,)", "(%s, [a: b])"])
@pytest.mark.parametrize("members", MEMBERS)
def test_one_that_a_type_follows_is(text: str, members: str) -> None:
    _, found = parse_block(Source("sample", f"type t = {text % members}"), mode="block")
    assert found[0].message == "a tuple stands in brackets, not in parentheses"


@pytest.mark.parametrize("text", RIGHT)
def test_what_only_looks_like_one_is_read(text: str) -> None:
    parsed, found = parse_block(Source("sample", text), mode="block")
    assert found == ()
    assert parsed.signature is not None
