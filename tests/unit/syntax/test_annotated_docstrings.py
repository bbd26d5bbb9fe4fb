"""Annotations in docstrings mean the same as in comments, and are never passed over in silence."""

from __future__ import annotations

import pytest

from schemac.source import Source
from schemac.syntax.docstrings import first_paragraph
from schemac.syntax.module import read_module
from tests.unit.syntax.read_modules import found, names, read


def test_docstrings_mean_the_same() -> None:
    module = read('''
        class A:
            """Show it.

            #: type output = String
            """

            def call(self, *, id):
                """
                #: (id: String) -> output
                """

        def tool(id):
            """Tell it.

            #: type output = String
            #: (id: String) -> output
            """
    ''')
    (handler,) = module.classes
    assert names(handler.declarations) == ["output"]
    assert handler.docstring == "Show it."
    assert handler.functions[0].signature is not None
    assert handler.functions[0].docstring is None
    (function,) = module.functions
    assert function.signature is not None
    assert names(function.declarations) == ["output"]
    assert function.docstring == "Tell it."


def test_a_description_at_the_top_of_a_module_is_never_silent() -> None:
    text = '#: description "of all"\n\n#: description "of f"\n#: () -> nil\ndef f(): ...\n\n'
    text += '#: description "of nobody"\ndef g(): ...\n'
    _, diagnostics = read_module(Source("x.py", text))
    message = "a description at the top of a module is of no tool"
    assert [(one.code, one.message, one.span and one.span.text) for one in diagnostics] == [
        ("SC108", message, 'description "of all"'),
        ("SC108", message, 'description "of nobody"'),
    ]


def test_what_the_docstring_of_an_annotated_module_declares_is_never_silent() -> None:
    docstring = '"""Tools.\n\n#: type shared = { a: String }\n#: (prose)\n"""\n'
    handler = "class A:\n    #: () -> shared\n    def call(self): ...\n"
    module, diagnostics = read_module(Source("x.py", docstring + handler))
    assert module.declarations.types == ()
    assert [(found.code, found.message) for found in diagnostics] == [
        ("SC108", "annotations in the docstring of a module are not read")
    ]
    assert diagnostics[0].span is not None
    assert diagnostics[0].span.text == "type shared = { a: String }"
    assert read_module(Source("x.py", docstring + "SIZE = 1\n"))[1] == ()


def test_a_declaration_in_a_comment_and_in_the_docstring() -> None:
    assert found('''
        class A:
            """A.

            #: import error
            #: type output = String
            #: description "x"
            """
            #: import error
            #: type output = Integer
            #: description "y"

            #: () -> output
            def call(self):
                """
                #: () -> output
                """
    ''') == [
        ("SC109", "`A.call` has two signatures", "() -> output"),
        ("SC109", "`type output` stands in a comment and in the docstring", "output"),
        ("SC109", "the import of `error` stands in a comment and in the docstring", "error"),
        ("SC109", "the description stands in a comment and in the docstring", 'description "x"'),
    ]


def test_of_two_places_the_comment_is_read_on() -> None:
    module, _ = read_module(
        Source(
            "m.py",
            'class A:\n    """\n    #: type a = String\n    #: type b = String\n    """\n'
            "    #: type a = Integer\n",
        )
    )
    assert names(module.classes[0].declarations) == ["a", "b"]


@pytest.mark.parametrize(
    "sign", [*"\u2028\u2029\x0b\x0c\x1c\x1d\x1e\x85", "\\r", "\\x0b", "\\u2028"]
)
def test_nothing_behind_what_others_take_for_a_line_break_is_shown(sign: str) -> None:
    line = f"    #: type output = {{ a: String,{sign}?pay: Integer @requires(:hr) }}"
    for text in (
        f"\n{line}\n    ",
        f"{line.lstrip()}\n    Show it.\n    ",
        f"\nShow it.\n{line}\n",
    ):
        written = f'class A:\n    """{text}"""\n\n    def call(self): ...\n'
        module, _ = read_module(Source("x.py", written))
        shown = "Show it." if "Show" in text else None
        assert module.classes[0].docstring == shown
        assert first_paragraph(text) == shown


def test_words_behind_one_are_words() -> None:
    text = "One\u2028two.\n\nThree."
    assert first_paragraph(text) == "One two."
