from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.ir.printer import print_declaration
from schemac.source import Source
from schemac.syntax.parser import Parsed, parse_block

if TYPE_CHECKING:
    from schemac.ir.decls import Declaration


def block(text: str) -> Parsed:
    parsed, diagnostics = parse_block(Source("t", text), mode="block")
    assert diagnostics == ()
    return parsed


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("import error", "import error"),
        ("import billing/invoice # private", "import billing/invoice"),
        ("import ../outside", "import ../outside"),
        ("import /etc/passwd", "import /etc/passwd"),
        ("from a/b import c,d as e,", "from a/b import c, d as e"),
        ("from a import as as as", "from a import as as as"),
        ("description \"a\" @requires(:x) | 'b'", 'description "a" @requires(:x) | "b"'),
        ('description\n| "b"'.replace("\n", " "), 'description "b"'),
        ("type page[T] = { items: Array[T] }", "type page[T] = { items: Array[T] }"),
        ("type page[T, U = untyped,] = T", "type page[T, U = untyped] = T"),
        ("type t\n  = a", "type t = a"),
        ("type type = type", "type type = type"),
        ("type import = from", "type import = from"),
        ("()", "()"),
        ("() -> nil", "() -> nil"),
        ("(a: T, ?b: U?) -> Array[output]", "(a: T, ?b: U?) -> Array[output]"),
        ("(\n  type: String,\n)\n-> output", "(type: String) -> output"),
    ],
)
def test_a_declaration_is_read(written: str, canonical: str) -> None:
    parsed = block(written)
    found: list[Declaration] = [*parsed.types, *parsed.imports]
    found += parsed.descriptions
    assert print_declaration(parsed.signature or found[0]) == canonical


def test_documentation_comments_belong_to_what_stands_below() -> None:
    parsed = block(
        "## One person\n##\n##   applying.\ntype a = {\n  # private\n  ## The id.\n  id: String,\n"
        "  ##The name.\n  ?name: String # why\n}\ntype b = a"
    )
    assert [one.doc for one in parsed.types] == ["One person\n\n  applying.", None]
    assert print_declaration(parsed.types[0]) == (
        "## One person\n##\n##   applying.\ntype a = {\n  ## The id.\n  id: String,\n"
        "  ## The name.\n  ?name: String\n}"
    )


def test_a_block_may_end_with_a_signature() -> None:
    parsed = block("import error\ntype output = a\n            | b\n(\n  a: String\n) -> output")
    assert [one.name for one in parsed.types] == ["output"]
    assert parsed.signature is not None
    assert parsed.signature.parameters[0].name == "a"


def test_a_parenthesis_with_an_arrow_behind_it_is_a_signature() -> None:
    parsed, diagnostics = parse_block(Source("t", "type a = b\n(Integer) -> c"), mode="block")
    assert [one.name for one in parsed.types] == ["a"]
    assert parsed.signature is None
    assert parsed.signature_broken
    assert [one.code for one in diagnostics] == ["SC601"]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_any_newline_ends_a_line(newline: str) -> None:
    text = "## The a.\ntype a = b # c\n\n# d\ntype e = {\n  ## f\n  g: h\n}\n"
    parsed = block(text.replace("\n", newline))
    assert [(one.name, one.doc) for one in parsed.types] == [("a", "The a."), ("e", None)]
    assert print_declaration(parsed.types[1]) == "type e = {\n  ## f\n  g: h\n}"


def test_nothing_declares_nothing() -> None:
    assert block("") == Parsed()
    assert block("\n  # only a comment\n") == Parsed()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a: T)", "a signature file holds no signatures"),
        ('description "x"', "a signature file holds no descriptions"),
    ],
)
def test_a_signature_file_holds_types_and_imports(text: str, message: str) -> None:
    parsed, diagnostics = parse_block(Source("t.sig", text), mode="signature_file")
    assert parsed.signature is None
    assert parsed.descriptions == ()
    assert [(one.code, one.message) for one in diagnostics] == [("SC101", message)]


def test_a_block_holds_one_signature() -> None:
    parsed, diagnostics = parse_block(Source("t", "(a: T)\n(b: T)"), mode="block")
    assert parsed.signature is not None
    assert parsed.signature.parameters[0].name == "a"
    assert [one.message for one in diagnostics] == ["a block holds one signature"]


@pytest.mark.parametrize(
    ("written", "spanned", "meant"),
    [
        ("typex = { a: String }", "typex", "type x"),
        ("typex[T] = T", "typex", "type x"),
        ("typetype = String", "typetype", "type type"),
        ("types = String", "types", None),
        ("type1 = String", "type1", None),
        ("types x = String", "types", "type"),
        ("importerror", "importerror", "import error"),
        ("imports error", "imports", "import"),
        ("fromerror import error", "fromerror", "from error"),
        ("from error importerror", "importerror", None),
        ("from error import error asoutput", "asoutput", None),
        ("from error import erroras x", "x", None),
        ('descriptions "a"', "descriptions", "description"),
    ],
)
def test_keywords_are_whole_words(written: str, spanned: str, meant: str | None) -> None:
    parsed, (found,) = parse_block(Source("t", written), mode="signature_file")
    assert (parsed.types, parsed.imports, parsed.descriptions) == ((), (), ())
    assert found.code == "SC101"
    assert found.span is not None
    assert found.span.text == spanned
    assert (None if found.fix is None else found.fix.replacement) == meant
