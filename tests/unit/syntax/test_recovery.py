from __future__ import annotations

import time

import pytest

from schemac.source import Source
from schemac.syntax import lexemes
from schemac.syntax.cut import Mode, cut
from schemac.syntax.parser import Parsed, parse_block
from schemac.syntax.scan import argument_end


def codes(text: str, mode: Mode = "block") -> tuple[Parsed, list[tuple[str, int]]]:
    parsed, diagnostics = parse_block(Source("t", text), mode=mode)
    return parsed, [(one.code, one.span.begin.line) for one in diagnostics if one.span]


def test_a_mistake_leaves_the_other_declarations_alone() -> None:
    parsed, found = codes("type a = {\n  b: [c\ntype d = e\ntype f = |\ntype g = h\n(\n  i: j\n)")
    assert [one.name for one in parsed.types] == ["d", "g"]
    assert parsed.broken == ("a", "f")
    assert parsed.signature is not None
    assert found == [("SC102", 2), ("SC101", 4)]


@pytest.mark.parametrize(
    "line",
    [
        "type d = e",
        "type d[T] = e",
        "type d\n  = e",
        "import error",
        "from a import b",
        'description "x"',
        'description | "x"',
    ],
)
def test_a_line_that_begins_like_a_declaration_starts_one(line: str) -> None:
    parsed, found = codes(f"type a = {{ b: c @desc(open text\n  {line}\ntype z = y")
    assert parsed.broken == ("a",)
    assert parsed.types[-1].name == "z"
    count = len(parsed.types) + len(parsed.imports) + len(parsed.descriptions)
    assert count == 2
    assert found == [("SC102", 1)]


def test_keys_are_no_declarations() -> None:
    parsed, found = codes("type a = {\n  type: b,\n  import: c,\n  from: d,\n  description: e\n}")
    assert found == []
    assert len(parsed.types) == 1


def test_a_broken_signature_is_known() -> None:
    parsed, found = codes("type a = b\n(\n  a: \n) -> c")
    assert parsed.signature_broken
    assert [one.name for one in parsed.types] == ["a"]
    assert found == [("SC101", 4)]


def test_pieces_cover_the_text() -> None:
    text = "# head\ntype a = b\n## doc\ntype c = d\n(a: b)\nimport e\n"
    pieces = cut(text, "block")
    assert "".join(text[one.start : one.end] for one in pieces) == text
    assert [one.kind for one in pieces] == [
        "blank",
        "declaration",
        "declaration",
        "signature",
        "declaration",
    ]
    assert text[pieces[2].start :].startswith("## doc")


RBS = """\
use Foo::Bar
class Account < Base
  VERSION: String
  @name: String
  attr_reader name: String
  include Comparable
  type kind = "a" | "b"
  def save: (Integer) -> bool
          | () -> void
  module Inner
    def x: () -> void
  end
  private
  alias to_s name
end
interface _Each
  def each: () { (Integer) -> void } -> void
end
LIMIT: Integer
$global: String
def helper: (String) -> void
alias a b
%a{pure}
type amount = Integer
"""


def test_constructs_of_rbs_are_one_finding_each_and_the_rest_compiles() -> None:
    parsed, diagnostics = parse_block(Source("a.rbs", RBS), mode="signature_file")
    assert [one.name for one in parsed.types] == ["kind", "amount"]
    found = [(one.span.begin.line, one.span.text) for one in diagnostics if one.span]
    assert {one.code for one in diagnostics} == {"SC107"}
    assert found == [
        (1, "use"),
        (2, "class"),
        (16, "interface"),
        (19, "LIMIT"),
        (20, "$global:"),
        (21, "def"),
        (22, "alias"),
        (23, "%a{"),
    ]


@pytest.mark.parametrize(
    ("written", "spanned"),
    [
        ("^(Integer) -> String", "^"),
        ("singleton(C)", "singleton"),
        ("self", "self"),
        ("Array[self]", "self"),
        ("Foo::Bar", "Foo::"),
        ("(Integer) -> String", "->"),
    ],
)
def test_types_of_rbs_without_a_schema_are_named(written: str, spanned: str) -> None:
    text = f"type a = {written}\ntype b = c"
    parsed, diagnostics = parse_block(Source("a.rbs", text), mode="signature_file")
    assert [one.name for one in parsed.types] == ["b"]
    assert [(one.code, one.span and one.span.text) for one in diagnostics] == [("SC107", spanned)]


@pytest.mark.parametrize(
    ("before", "after"),
    [("Array[", "]"), ("(", ")"), ("{a:", "}"), ("[", "]"), ("a[", "")],
)
def test_nesting_too_deep_is_one_finding(before: str, after: str) -> None:
    for depth in (201, 5000):
        parsed, found = codes(f"type t = {before * depth}a{after * depth}\ntype u = v")
        assert found == [("SC110", 1)]
        assert [one.name for one in parsed.types] == ["u"]


@pytest.mark.parametrize(
    ("before", "after", "depth"), [("Array[", "]", 200), ("({a:", "})", 100), ("[", "?]", 200)]
)
def test_two_hundred_levels_are_read(before: str, after: str, depth: int) -> None:
    parsed, found = codes(f"type t = {before * depth}a{after * depth}")
    assert found == []
    assert len(parsed.types) == 1


def test_gates_nested_too_deep_are_one_finding() -> None:
    for text in ("!" * 5000 + ":a", "(" * 201 + ":a" + ")" * 201, "(" * 5000 + ")" * 5000):
        _, found = codes(f"type t = a @requires({text})")
        assert found == [("SC110", 1)]
    _, found = codes("type t = a @requires(" + "!" * 5000 + ":a)")
    assert found == [("SC110", 1)]
    _, found = codes("type t = a @requires(" + "!" * 150 + ":a)")
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "type t = " + " | ".join(f'"a{n}"' for n in range(4000)),
        "type t = { " + ", ".join(f"a{n}: String" for n in range(4000)) + " }",
        "".join(f"type t{n} = a\n" for n in range(4000)),
        "type t = @a(" * 4000,
        "type t = x @a(\n" * 4000,
        "## a\n" * 20000 + "type t = a",
        " " * 50000 + "\n" * 50000,
        "type t = a @desc(" + "a b \\" * 20000,
        "(\n" * 20000,
        "type t = " + '"' * 20001,
    ],
)
def test_large_texts_take_linear_time(text: str) -> None:
    def cost(written: str) -> float:
        start = time.process_time()
        parse_block(Source("t", written), mode="block")
        return time.process_time() - start

    cost("type t = a")
    small = min(cost(text[: len(text) // 4]) for _ in range(2))
    assert cost(text) < 16 * small + 1.0


def test_a_signature_in_a_signature_file_is_told_as_one() -> None:
    text = "type a = String\n(b: String) -> a\ntype c = nil"
    parsed, (found,) = parse_block(Source("a.sig", text), mode="signature_file")
    assert [one.name for one in parsed.types] == ["c"]
    assert (found.code, found.message) == ("SC101", "`(` has no place after `String`")
    assert found.hint == (
        "a signature stands above the function that it is of, and in no signature file"
    )
    assert found.span is not None
    assert found.span.begin.line == 2


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("private", "private"),
        ("public  # from here on", "public"),
        ("type ann::t = String", "type ann::t"),
        ("type ::Ann::t = String", "type ::Ann::t"),
    ],
)
def test_a_construct_of_rbs_takes_nothing_above_it_down(line: str, shown: str) -> None:
    text = f"type a = String\n# note\n{line}\ntype b = String\n"
    parsed, diagnostics = parse_block(Source("a.rbs", text), mode="signature_file")
    assert [one.name for one in parsed.types] == ["a", "b"]
    found = [(one.code, one.span.text) for one in diagnostics if one.span]
    assert found == [("SC107", shown)]


@pytest.mark.parametrize("before", ["type a =", "type a = b |", "type a = b &  # note\n  # note"])
@pytest.mark.parametrize("name", ["private", "public"])
def test_a_type_may_be_called_like_one(before: str, name: str) -> None:
    text = f"{before}\n{name}\n"
    _, diagnostics = parse_block(Source("a.rbs", text), mode="signature_file")
    assert diagnostics == ()


@pytest.mark.parametrize(
    "tag",
    [
        '@desc(say "(" first)',
        "@desc('(' x)",
        '@desc("(" # c\n)',
        "@desc(say ( first)",
        '@pattern(["("])',
        '@pattern("("|a)',
        '@example({"a": "("})',
        '@default(["("])',
        '@requires("(" x)',
        '@requires(:a "(")',
        '@desc(a "(" b) @desc(c (d)',
    ],
)
def test_a_tag_that_is_never_closed_is_what_is_wrong(tag: str) -> None:
    written = f"type a = {{\n  b: true,\n  ?c: String {tag},\n  d: String @max(3)\n}}"
    _, (found,) = parse_block(Source("t", written), mode="signature_file")
    assert (found.code, found.span and found.span.begin.line) == ("SC102", 3)
    assert found.span is not None
    assert found.span.text == tag.partition("(")[0] + "("


def test_one_tag_that_is_never_closed_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []

    def counting(text: str, start: int, end: int) -> tuple[int, int | None]:
        measured.append(start)
        return argument_end(text, start, end)

    monkeypatch.setattr(lexemes, "argument_end", counting)
    codes("type a = b " + "@desc( " * 50)
    assert set(measured) <= {len("type a = b @desc(")}


@pytest.mark.parametrize("head", ["class Foo = Bar", "module Foo = Bar::Baz", "class Foo end"])
def test_a_scope_of_one_line_holds_nothing_of_what_follows(head: str) -> None:
    text = f"{head}\nuse Foo::Bar\ntype x = String"
    _, found = codes(text, "signature_file")
    assert found == [("SC107", 1), ("SC107", 2)]
    _, found = codes(f"class Outer\n  {head}\n  def x: () -> y\nend\n{text}", "signature_file")
    assert found == [("SC107", 1), ("SC107", 5), ("SC107", 6)]


@pytest.mark.parametrize(
    "construct", ["class A\nend", "module A\nend", "def a: () -> b", "alias a b", "use A::B"]
)
def test_the_keyword_of_another_language_is_no_name(construct: str) -> None:
    parsed, _ = codes(f"{construct}\ntype x = String", "signature_file")
    assert construct.split(maxsplit=1)[0] not in parsed.perhaps
    assert [one.name for one in parsed.types] == ["x"]
