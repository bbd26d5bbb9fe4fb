from __future__ import annotations

from textwrap import dedent

import pytest

from schemac.source import Source
from schemac.syntax.digests import text_digest
from schemac.syntax.fingerprint import annotation_outline
from schemac.syntax.module import read_module

PLAIN = '''
import os


class Tool:
    """A tool.

    Words.
    """

    # A comment.
    #: type output = { ok: bool }

    #: (id: String) -> output
    def call(self, *, id):
        return {"ok": True}


class Inner:
    class Deep:
        #: import x
        y = 1


#: A note on what follows, as Sphinx reads it.
LIMIT = 3


def free():
    """Do.

    #: () -> { ok: true }
    """
'''


def digest(text: str) -> str:
    source = Source("a.py", dedent(text))
    found = annotation_outline(source)
    assert read_module(source)[0].digest == found.digest
    return found.digest


def test_classes_that_hold_annotations_are_named() -> None:
    assert annotation_outline(Source("a.py", PLAIN)).annotated == {"Tool", "Inner.Deep"}
    assert annotation_outline(Source("a.py", "def f(: ...")).annotated == frozenset()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import os", "import sys"),
        ("Words.", "Other words."),
        ("# A comment.", "# Another comment."),
        ('return {"ok": True}', "return None"),
        ("as Sphinx reads it", "as nobody reads it"),
        ("LIMIT = 3", "LIMIT = 4"),
        ("\n\n\n", "\n\n\n\n\n"),
        ("\n", "\r\n"),
        ("class Inner:", "class Another:\n    pass\n\n\nclass Inner:"),
        ("def free():", "@os.fspath\ndef free():"),
    ],
)
def test_what_is_no_annotation_does_not_count(old: str, new: str) -> None:
    assert old in PLAIN
    assert digest(PLAIN.replace(old, new)) == digest(PLAIN)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{ ok: bool }", "{ ok: true }"),
        ("(id: String)", "(id: String )"),
        ("import x", "import y"),
        ("#: import x", "# import x"),
        ("() -> { ok: true }", "() -> { ok: false }"),
        ("class Tool", "class Other"),
        ("class Deep", "class Flat"),
        ("def call", "def other"),
        ("def free", "def caged"),
        ("#: A note on what follows, as Sphinx reads it.", "#: type a = String"),
        ("# A comment.", "# @rbs type a = String"),
    ],
)
def test_annotations_count_with_what_they_belong_to(old: str, new: str) -> None:
    assert PLAIN.count(old) == 1
    assert digest(PLAIN.replace(old, new)) != digest(PLAIN)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# A comment.", "#: @requires(:x)\n"),
        ("# A comment.", "# : @requires(:x)"),
        ("# A comment.", "# @rbs () -> nil"),
        ("# A comment.", "#: typ output = { ok: bool }"),
        ("# A comment.", "#: call: () -> output"),
        ("# A comment.", "#: text #: type output = { ok: bool }"),
        ("class Tool:", "#: @requires(:x)\nclass Tool:"),
        ("Words.", "@requires(:x)"),
        ("Words.", "Words. #: (?a: String @requires(:x)) -> output"),
        ("Words.", "##: type output = { ok: bool }"),
        ("Words.", "y\\\\\n#: type output = { ok: bool }"),
        ("# A comment.", "'Only @requires(:x)'"),
        ("# A comment.", "f'#: type output = nil'\n    '''#: type output = nil'''"),
    ],
)
def test_so_does_what_nearly_is_one_and_hides_a_tool(old: str, new: str) -> None:
    assert PLAIN.count(old) == 1
    assert digest(PLAIN.replace(old, new)) != digest(PLAIN)


def test_a_gate_that_moves_to_another_class_counts() -> None:
    gate = "#: @requires(:x)\n"
    tool, inner = (PLAIN.replace(name, gate + name) for name in ("class Tool", "class Inner"))
    assert digest(tool) != digest(inner)


def test_a_file_that_python_refuses_has_another_digest() -> None:
    found = annotation_outline(Source("a.py", PLAIN.replace("import os", "this is no Python")))
    assert found.digest != digest(PLAIN)


def test_two_annotations_that_swap_places_count() -> None:
    one, other = "#: type output = { ok: bool }", "#: import x"
    swapped = PLAIN.replace(one, "#: ?").replace(other, one).replace("#: ?", other)
    assert digest(swapped) != digest(PLAIN)


def test_a_text_may_end_its_lines_in_any_way() -> None:
    assert text_digest("a\nb\n") == text_digest("a\r\nb\r\n") == text_digest("a\rb\r")
    assert text_digest("a\nb\n") != text_digest("a\nb")


def test_classes_that_nearly_hold_some_are_named_too() -> None:
    text = (
        "class A:\n    #: typ a = nil\n    x = 1\n\nclass B:\n    #: (text)\n    def f(self): ...\n"
    )
    assert annotation_outline(Source("a.py", text)).annotated == {"A"}
