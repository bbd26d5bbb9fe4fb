from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.shipped import shipped
from schemac.source import Source
from schemac.syntax.format import format_source
from schemac.syntax.module import read_module

if TYPE_CHECKING:
    from schemac.ir.builtins import Spelling


def sig(text: str, spelling: Spelling | None = None) -> str:
    once, _ = format_source(Source("x.sig", text), spelling=spelling)
    assert format_source(Source("x.sig", once), spelling=spelling)[0] == once
    return once


def module(text: str, spelling: Spelling | None = None) -> str:
    once, _ = format_source(Source("x.py", text), spelling=spelling)
    assert format_source(Source("x.py", once), spelling=spelling)[0] == once
    return once


@pytest.mark.parametrize(
    ("written", "laid_out"),
    [
        ("type   t=a", "type t = a"),
        ("type t =\n  a", "type t = a"),
        ("type t={a:b,?c : d ? }", "type t = { a: b, ?c: d? }"),
        ("type t = { a: b, }", "type t = { a: b }"),
        ("type t = { }", "type t = {}"),
        ('type t = {"k"=>a, :s=>b}', 'type t = { "k" => a, :s => b }'),
        ("type t = [ a,b ]", "type t = [a, b]"),
        ("type t = Hash [ a,b ]", "type t = Hash[a, b]"),
        ("type t[ T,U=a ] = T", "type t[T, U = a] = T"),
        ("type t = a|b&c", "type t = a | b & c"),
        ("type t = | a | b", "type t = a | b"),
        ("type t = |\n  a |\n  b", "type t = a\n       | b"),
        ("type t = a\n | b   @x(:y)\n|c @z( )", "type t = a\n       | b  @x(:y)\n       | c  @z()"),
        ("type t = (\n a | b )", "type t = (\n  a | b\n)"),
        ("type t = { a: b,\n c: d }", "type t = {\n  a: b,\n  c: d\n}"),
        ("type t = Array[{\na: b\n}]", "type t = Array[{\n  a: b\n}]"),
        ("type t = {\n  a: b\n  , # c\n  d: e\n}", "type t = {\n  a: b,  # c\n  d: e\n}"),
        ("type t = {\n  a: b, # c\n\n\n  d: e\n}", "type t = {\n  a: b,  # c\n\n  d: e\n}"),
        ("type t = {\n# c\n a: b\n# d\n}", "type t = {\n  # c\n  a: b\n  # d\n}"),
        ("type t = a # why\n | b", "type t = a  # why\n       | b"),
        ("type t = a @x( :a|!:b,(:c) )", "type t = a @x(:a | !:b, (:c))"),
        ("type t = a @desc(  b\n   c )", "type t = a @desc(b\n    c)"),
        ("type t = a\n@min(1)\n@max(2)", "type t = a\n  @min(1)\n  @max(2)"),
        (
            "type t = {\n a: b @min(1),\n ccc: d @max(2)\n}",
            "type t = {\n  a: b    @min(1),\n  ccc: d  @max(2)\n}",
        ),
        ("##  doc\ntype t = a", "##  doc\ntype t = a"),
        ("import   a/b  # c", "import a/b  # c"),
        ("from a import b,c as d", "from a import b, c as d"),
        ("type a = b\n\n\n# note\ntype  c=d\n", "type a = b\n\n\n# note\ntype c = d\n"),
    ],
)
def test_a_declaration_is_laid_out(written: str, laid_out: str) -> None:
    assert sig(written) == laid_out


FLAGS = ["a(", "a)", "(", ")", "[{", "a)b", "()(", "x: (", "a|b&!c"]


@pytest.mark.parametrize("flag", FLAGS)
def test_brackets_in_quoted_flags_are_words(flag: str) -> None:
    gate = f'@requires(:"{flag}" | !:"{flag}")'
    text = f"#: type a  =  b {gate}\n#: type d  = nil\n"
    assert module(text) == text.replace("  =  ", " = ").replace("  = ", " = ")
    _, diagnostics = read_module(Source("a.py", text))
    assert diagnostics == ()


def test_a_mistaken_declaration_stays_as_it_is() -> None:
    text = "type  a=b\ntype  c = {\ntype  d=e\n"
    once, diagnostics = format_source(Source("x.sig", text))
    assert once == "type a = b\ntype  c = {\ntype d = e\n"
    assert [one.code for one in diagnostics] == ["SC102"]


def test_newlines_are_kept() -> None:
    assert sig("type t={\r\na:b\r\n}\r\n") == "type t = {\r\n  a: b\r\n}\r\n"
    assert sig("type t={\ra:b\r}\r") == "type t = {\r  a: b\r}\r"


@pytest.mark.parametrize(
    ("text", "laid_out"),
    [
        ("type a={b:c}\r\ntype d={\ne:f\n}\n", "type a = { b: c }\r\ntype d = {\n  e: f\n}\n"),
        ("type a=\r\nb\ntype d={\ne:f}\r\n", "type a = b\ntype d = {\n  e: f\n}\r\n"),
        ("\rtype a={\r\nb:c,\nd:e}", "\rtype a = {\r\n  b: c,\r\n  d: e\r\n}"),
    ],
)
def test_each_declaration_keeps_its_own_newlines(text: str, laid_out: str) -> None:
    assert sig(text) == laid_out


@pytest.mark.parametrize("hidden", ["\x0b", "\x1c", "\x85", "\u200b", "\x00"])
def test_a_declaration_with_a_hidden_character_stays_as_it_is(hidden: str) -> None:
    text = f"type  a=String @desc(x{hidden} )\ntype  b=c @pattern({hidden}^a)\n"
    assert sig(text) == text


@pytest.mark.parametrize("stray", ["# }", "#   | c", "# plain\n    # ) -> d", "# @requires(:x)"])
def test_an_older_block_with_a_stray_line_behind_stays_as_it_is(stray: str) -> None:
    text = f"class A:\n    # @rbs type  a=b\n    #\n    {stray}\n\n    #: () -> a\n"
    text += "    def call(self): ...\n"
    assert module(text) == text
    _, diagnostics = format_source(Source("x.py", text))
    assert "SC108" in [found.code for found in diagnostics]


def test_code_around_annotations_is_kept_byte_for_byte() -> None:
    text = (
        "import  os\r\n\r\nclass A:\r\n\tx = {  1:2 }  #: prose  here\r\n\r\n"
        "\t#: type output={a:String}\r\n\r\n\t#: (a:String,?b:Integer)\r\n"
        "\tdef call(self,*,a,b=1):  return   1\r\n"
    )
    laid_out = text.replace("output={a:String}", "output = { a: String }")
    assert module(text) == laid_out.replace("(a:String,?b:Integer)", "(a: String, ?b: Integer)")


def test_prose_is_left_alone() -> None:
    text = "#: The  maximum   size.\nSIZE = 3\n#: (deprecated)   soon\nOLD = 1\n"
    assert module(text) == text


def test_the_older_spelling_becomes_blocks() -> None:
    text = (
        "class A:\n    # @rbs import error\n    # @rbs type output = {\n    #   a:String, # why\n"
        "    #   b: Integer\n    # }\n    # A comment.\n\n    #: () -> output\n"
        "    def call(self):\n"
        "        pass\n"
    )
    assert module(text) == (
        "class A:\n    #: import error\n    #: type output = {\n    #:   a: String,  # why\n"
        "    #:   b: Integer\n    #: }\n    # A comment.\n\n    #: () -> output\n"
        "    def call(self):\n"
        "        pass\n"
    )


@pytest.mark.parametrize(
    ("text", "laid_out"),
    [
        (
            "# @rbs type x=a\n#: () -> x\ndef f(): ...\n\n#: () -> x\ndef g(): ...\n",
            "#: type x = a\n\n#: () -> x\ndef f(): ...\n\n#: () -> x\ndef g(): ...\n",
        ),
        (
            "#: type y = a\r\n# @rbs type x=a\r\n# @rbs import b\r\n#: ()\r\ndef f(): 0\r\n",
            "#: type y = a\r\n\r\n#: type x = a\r\n#: import b\r\n\r\n#: ()\r\ndef f(): 0\r\n",
        ),
        ("#: Some prose.\n# @rbs type x=a\nS = 1\n", "#: Some prose.\n\n#: type x = a\nS = 1\n"),
        ("# @rbs type x=a\n#: Some prose.\nS = 1\n", "#: type x = a\n\n#: Some prose.\nS = 1\n"),
    ],
)
def test_an_older_block_joins_no_other(text: str, laid_out: str) -> None:
    assert module(text) == laid_out
    before, after = (read_module(Source("x.py", each)) for each in (text, laid_out))
    assert before[0].declarations == after[0].declarations
    assert [one.signature for one in before[0].functions] == [
        one.signature for one in after[0].functions
    ]
    assert before[1] == after[1] == ()


def test_blocks_grow_and_shrink() -> None:
    text = (
        "class A:\n    #: type output = { a: b,\n    #:\n    #:  c: d }\n    #:\n    #: type e=\n"
        "    #:   f\n    x = 1\n"
    )
    assert module(text) == (
        "class A:\n    #: type output = {\n    #:   a: b,\n    #:\n    #:   c: d\n    #: }\n"
        "    #:\n    #: type e = f\n    x = 1\n"
    )


def test_docstrings_are_laid_out_unless_they_hold_escapes() -> None:
    text = 'class A:\n    """Do.\n\n    #: type output={a:b}\n    """\n'
    assert module(text) == text.replace("={a:b}", " = { a: b }")
    escaped = 'class A:\n    """Do.\n\n    #: type output={a:"\\\\n"}\n    """\n'
    assert module(escaped) == escaped


@pytest.mark.parametrize("prefix", ["r", "R", ""])
def test_a_backslash_that_stands_for_itself_changes_nothing(prefix: str) -> None:
    text = f'class A:\n    {prefix}"""Do.\n\n    #: type output={{a:b @pattern(\\d)}}\n    """\n'
    assert module(text) == text.replace("={a:b @pattern(\\d)}", " = { a: b @pattern(\\d) }")


@pytest.mark.parametrize("escape", ["\\x41", "\\\\d", "\\n", "\\\n    #:"])
def test_an_escape_keeps_a_docstring_as_it_is(escape: str) -> None:
    text = f'class A:\n    """Do.\n\n    #: type output={{a:b @desc({escape})}}\n    """\n'
    assert module(text) == text
    raw = text.replace('"""Do', 'r"""Do')
    assert (module(raw) == raw) == escape.endswith("#:")


@pytest.mark.parametrize("quotes", ['"""', "'''", 'r"""'])
@pytest.mark.parametrize(
    ("written", "laid_out"),
    [
        ("#: type  t={a:b}", "#: type t = { a: b }"),
        ("#: type  t={a:b,\n    #: c:d}", "#: type t = {\n    #:   a: b,\n    #:   c: d\n    #: }"),
        (" #: type  t=a\n  #: type u  =b", " #: type t = a\n  #: type u = b"),
        ("#: type  t={a:b,\n  c:d}", "#: type  t={a:b,\n  c:d}"),
    ],
)
def test_the_quotes_that_begin_a_docstring_stay(quotes: str, written: str, laid_out: str) -> None:
    for end in (quotes[-3:], f"\n    More.\n    {quotes[-3:]}"):
        text = f"class A:\n    {quotes}{written}{end}\n    x =  1\n"
        assert module(text) == text.replace(written, laid_out)


def test_a_string_of_one_line_stays_one() -> None:
    text = "class A:\n    '#: type output={a:b}'\n\n\nclass B: '''#: type output={a:b}'''\n"
    assert module(text) == text


@pytest.mark.parametrize("quotes", ['"""', "'''"])
@pytest.mark.parametrize("behind", ["", "  ", " \t"])
@pytest.mark.parametrize(
    ("written", "laid_out"),
    [
        ("#: type  t={a:b}", "#: type t = { a: b }"),
        ('#: type  t=a|"b" ', '#: type t = a | "b" '),
        ("#: type  t={\n    #: a:b}", "#: type t = {\n    #:   a: b\n    #: }"),
        ("#: type  t=a #  why", "#: type t = a  #  why"),
        ("#: type  t={", "#: type  t={"),
    ],
)
def test_the_quotes_that_end_a_docstring_stay(
    quotes: str, behind: str, written: str, laid_out: str
) -> None:
    text = f"class A:\n    {quotes}Do.\n\n    {written}{behind}{quotes}\n    x =  1\n"
    assert module(text) == text.replace(written, laid_out)


def test_names_are_spelt_one_way_where_they_are_types() -> None:
    text = "type t = { String: Array[String]?, b: Hash[Symbol, untyped] | nil | true | :nil }\n"
    python = "type t = { String: list[str]?, b: dict[str, Any] | None | True | :nil }\n"
    assert sig(text, "python") == python
    assert sig(python, "rbs") == text.replace("Symbol", "String")
    assert sig(text, "rbs") == text
    assert sig(text) == text


@pytest.mark.parametrize("name", sorted(path.name for path in shipped("sig").glob("*.sig")))
def test_the_prelude_is_laid_out(name: str) -> None:
    text = (shipped("sig") / name).read_text(encoding="utf-8")
    assert sig(text) == text
