from __future__ import annotations

from textwrap import dedent

import pytest

from schemac.source import Source
from schemac.syntax.claims import claim
from schemac.syntax.extract import annotation_blocks


def texts(python: str) -> list[str]:
    blocks, diagnostics = annotation_blocks(Source("m.py", python))
    assert diagnostics == ()
    return [block.text.text for block in blocks]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" type a = String", "declarations"),
        ("type a= String", "declarations"),
        (" type a\n   = String", "declarations"),
        (" type page[T] = T", "declarations"),
        (" import error", "declarations"),
        (" import billing/invoice  # why", "declarations"),
        (" from billing/invoice import invoice", "declarations"),
        (' description "Move it."', "declarations"),
        ("\n\n type a = String", "declarations"),
        (" # private\n ## public\n type a = String", "declarations"),
        (" ()", "signature"),
        (" (\n   ?a: String)", "signature"),
        (" (a: String)", "signature"),
        (" (a, b: String)", "signature"),
        (" (a?: String)", "signature"),
        (" (*, a: String)", "signature"),
        (" (\n  ## The id.\n  id: String)", "signature"),
        (" (String) -> Integer", "signature"),
        (" (\n  # who is meant\n\n  # at all\n  ?a: String\n )", "signature"),
        (" ( # private\n  ## The id.\n  id: String)", "signature"),
        (" ( a # private\n  : String)", "signature"),
        (" ( ? a # private\n  : String)", "signature"),
        (" ( # none\n )", "signature"),
        (" (String) # private\n # more\n -> Integer", "signature"),
        (" (# of items)\n a: the first", "prose"),
        (" (see # 5\n below)", "prose"),
        ("", "prose"),
        (" The maximum size.", "prose"),
        (" type of the widget", "prose"),
        (" type", "prose"),
        (" (deprecated) use the other", "prose"),
        (" (see below)", "prose"),
        (" import it first", "prose"),
        (" from here to there", "prose"),
        (" description of the thing", "prose"),
        (" typ a = String", "prose"),
        (" text\n type a = String", "prose"),
    ],
)
def test_a_block_is_what_its_first_line_begins_like(text: str, expected: str) -> None:
    assert claim(text) == expected


def test_a_block_is_a_run_of_equally_indented_lines() -> None:
    assert texts(
        dedent("""\
        #: type a = String
        #: type b = String
          #: type c = String

        #: type d = String
        # a comment between
        #: type e = String
        X = 1
        #: type f = String
        """)
    ) == [
        " type a = String\n type b = String",
        " type c = String",
        " type d = String",
        " type e = String",
        " type f = String",
    ]


def test_prose_is_no_annotation() -> None:
    assert (
        texts(
            dedent("""\
            #: The maximum size.
            MAX = 1
            #: type of the widget
            KIND = "x"
            #: (deprecated) use MAX
            OLD = 1  #: type a = String
            """)
        )
        == []
    )


def test_text_in_strings_is_no_annotation() -> None:
    assert texts(
        dedent('''\
        A = """
        #: type a = String
        """
        B = (
            """
            #: type b = String
            """
            #: type real = String
            "more"
        )
        def f(x="""
        #: type c = String
        """, y="
        # @rbs type d = String
        ") if False else None
        ''')
        .replace('y="\n# @rbs type d = String\n")', 'y="#: type d = String")')
        .replace(" if False else None", ": ...")
    ) == [" type real = String"]


def test_text_in_strings_of_any_statement_is_no_annotation() -> None:
    assert (
        texts(
            dedent('''\
            """
            #: type module_docstring = String
            """
            match X:
                case """
            #: type a = String
            """:
                    pass
            try:
                pass
            except E("""
            #: type b = String
            """):
                pass
            with open("""
            #: type c = String
            """) as f:
                pass
            class K(base("""
            #: type d = String
            """)):
                pass
            F = f"""
            #: type e = {1}
            """
            print("\\
            #: type f = String")
            ''')
        )
        == []
    )


def test_positions_are_those_of_the_host() -> None:
    source = Source("m.py", "class A:\r\n\t#: type a =\r\n\t#:   Strng\r\n\tx = 1\r\n")
    (block,), _ = annotation_blocks(source)
    assert (block.first, block.last, block.kind) == (2, 3, "comment")
    at = block.text.text.index("Strng")
    span = block.text.span(at, at + 5)
    assert (span.text, span.begin.line, span.begin.column) == ("Strng", 3, 7)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_any_line_breaks_will_do(newline: str) -> None:
    python = newline.join(
        ["class A:", "    #: type a = {", "    #:   b: String", "    #: }", "    x = 1"]
    )
    assert texts(python) == [" type a = {\n   b: String\n }"]


def test_form_feeds_and_other_odd_spaces_are_no_line_breaks() -> None:
    assert texts("\f#: type a = String\nX = '\x1c\u2028'\n#: type b = String\n") == [
        " type a = String",
        " type b = String",
    ]


def test_a_docstring_of_a_class_or_method_may_hold_annotations() -> None:
    blocks, _ = annotation_blocks(
        Source(
            "m.py",
            dedent('''\
            class A:
                """Show it.

                #: type a = String
                #:   | "b"

                More.
                """
                def call(self):
                    r"""#: (x: String @pattern(\\d))
                    #: -> a"""
            '''),
        )
    )
    assert [(block.kind, block.first, block.last, block.text.text) for block in blocks] == [
        ("docstring", 4, 5, ' type a = String\n   | "b"'),
        ("docstring", 10, 11, " (x: String @pattern(\\d))\n -> a"),
    ]


def test_escapes_in_a_docstring_are_read_as_python_reads_them() -> None:
    host = Source(
        "m.py", 'class A:\n    """\n    #: type a = "\\u0041\\x42" | \\\'Strng\\\'\n    """\n'
    )
    (block,), _ = annotation_blocks(host)
    assert block.text.text == " type a = \"AB\" | 'Strng'"
    at = block.text.text.index("Strng")
    assert block.text.span(at, at + 5).text == "Strng"
    at = block.text.text.index("A")
    assert block.text.span(at, at + 1).text == "\\u0041"


def test_a_docstring_of_several_strings_is_reported() -> None:
    blocks, (found,) = annotation_blocks(
        Source("m.py", 'class A:\n    ("""a\n    #: type a = String\n    """ "b")\n')
    )
    assert blocks == ()
    assert found.code == "SC108"
    assert found.message == "annotations in the docstring of `A` cannot be read"
    assert found.span is not None
    assert found.span.begin.line == 2


@pytest.mark.parametrize(
    ("python", "line", "column", "message"),
    [
        ("def f(:\n  pass\n", 1, 7, "invalid syntax"),
        ("x = 1\nif x:\npass\n", 3, 1, "expected an indented block after 'if' statement on line 2"),
        ("x = 1\0", 1, 6, "source code string cannot contain null bytes"),
        ("x = (\n", 1, 5, "'(' was never closed"),
        ("#: type a = String\nx = $\n", 2, 5, "invalid syntax"),
        ("é = 1 +\n", 1, 8, "invalid syntax"),
        ("-" * 100_000 + "1", 1, 1, "it is nested too deeply"),
    ],
)
def test_what_python_refuses_is_one_diagnostic(
    python: str, line: int, column: int, message: str
) -> None:
    blocks, (found,) = annotation_blocks(Source("m.py", python))
    assert blocks == ()
    assert found.code == "SC003"
    assert found.message == f"Python cannot read this file: {message}"
    assert found.span is not None
    assert (found.span.begin.line, found.span.begin.column) == (line, column)
