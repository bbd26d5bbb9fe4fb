"""Gates that people see in a docstring and that are not read never leave a tool open."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac.source import Source
from schemac.syntax.module import read_module
from tests.attacks.docstring_sources import GATED, OPEN, source, tools

if TYPE_CHECKING:
    from pathlib import Path


def told(text: str) -> list[str]:
    return [each.message for each in read_module(Source("app.py", text))[1]]


MARKERS = [
    "#  ",
    "##: ",
    "###:",
    "# : ",
    "#\t: ",
    "> #: ",
    "* #: ",
    "- #:",
    "+ #: ",
    ">>> #: ",
    ". #: ",
    "\u2022 #: ",
    "\u00a0#: ",
    "\u200b#: ",
    "\ufeff#: ",
    "\u3000#: ",
    "\uff03: ",
    "#\uff1a ",
    "\\\\#: ",
    "//#: ",
    ";#: ",
    ":",
    "",
]


@pytest.mark.parametrize("marker", MARKERS)
@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_gate_behind_no_marker_hides_the_tool(tmp_path: Path, marker: str, gap: str) -> None:
    text = source(f"{OPEN}\n{gap}{marker}@requires(:x)")
    assert tools(tmp_path, text) == (["SC108"], [])
    assert told(text) == ["this line of a docstring is not read: `@requires(:x)`"]


@pytest.mark.parametrize("marker", MARKERS[1:-2])
def test_a_declaration_behind_no_marker_hides_the_tool(tmp_path: Path, marker: str) -> None:
    for signed in (True, False):
        text = source(f"{marker}{GATED}", module=OPEN, signed=signed)
        assert tools(tmp_path, text) == (["SC108"], [])


@pytest.mark.parametrize(
    "line",
    [
        f"# @rbs {GATED}",
        f"@rbs {GATED}",
        f"#@RBS {GATED}",
        f"> # @rbs {GATED}",
        "# @rbs import secrets",
        "# @rbs () -> output",
        "# @rbs @requires(:x)",
    ],
)
def test_the_older_spelling_is_not_read_there(tmp_path: Path, line: str) -> None:
    assert tools(tmp_path, source(line, module=OPEN)) == (["SC108"], [])
    assert tools(tmp_path, source(f"{OPEN}\n\n{line}")) == (["SC108"], [])


@pytest.mark.parametrize(
    "line",
    [
        "| { other: String } @requires(:x)",
        "& { other: String @requires(:x) }",
        "& { other: String }",
        "-> output",
        "} @requires(:x)",
        "?other: String @requires(:x)",
        "@desc(The id)",
        "type secret = String",
        "typ secret = String",
        "secret @requires(:x)",
        "(?id: String @requires(:x)) -> output",
        "(id: String) -> output",
        "text\n| { other: String } @requires(:x)",
    ],
)
def test_a_line_below_others_that_goes_on_without_a_marker_hides_the_tool(
    tmp_path: Path, line: str
) -> None:
    assert tools(tmp_path, source(f"{OPEN}\n{line}")) == (["SC108"], [])
    assert tools(tmp_path, source(f"{OPEN}\n{line}\n#: type b = String")) == (["SC108"], [])


def test_so_does_a_first_line_without_a_marker(tmp_path: Path) -> None:
    text = source(f"{GATED[:15]} {{ id: String,\n#: secret: String }}", module=OPEN)
    assert tools(tmp_path, text) == (["SC108"], [])


def test_so_does_one_behind_other_words(tmp_path: Path) -> None:
    assert tools(tmp_path, source(f"Text. #: {GATED}", module=OPEN)) == (["SC108"], [])
    assert tools(tmp_path, source(f"{OPEN}\n\nText. #: @requires(:x)")) == (["SC108"], [])


@pytest.mark.parametrize("line", ["# : @requires(:x)", f"##: {GATED}"])
def test_so_does_the_docstring_of_the_method(tmp_path: Path, line: str) -> None:
    text = source("", comments=OPEN).replace("...", f'\n        """\n        {line}\n        """')
    assert tools(tmp_path, text) == (["SC108"], [])


def test_so_does_the_docstring_of_a_class_that_inherits_its_method(tmp_path: Path) -> None:
    text = dedent(f'''\
        from schemac import Handler, tool

        {OPEN}

        class Base(Handler):
            #: () -> output
            def call(self): ...

        @tool("t")
        class T(Base):
            """Show it.

            ##: {GATED}
            """
        ''')
    assert tools(tmp_path, text) == (["SC108"], [])


@pytest.mark.parametrize(
    "line",
    [
        "Write to me@example.com (or: others).",
        "@param id: the id",
        "@param id The id",
        "@return: what it gives",
        "@deprecated",
        ":param id: the id",
        ">>> @tool('x')",
        ">>> @requires('admin')",
        "    @tool('x', requires='admin')\n    class A: ...",
        "# A heading",
        "## Another: type output",
        "#. numbered",
        "# type old = { x: String }",
        "#:",
        "type output = what it gives",
        "Quoted `@requires(:x)` and ``#: @requires(:x)``.",
        "`@requires(:x)` hides it.",
        '"@requires(:x)" hides it.',
        "Fields need `@requires(:x)` to be seen.",
        "Issue #: 12 is closed.",
        "see #:ref and #: text",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "* one\n* two",
        "> quoted",
        "- (a: b) -> c",
        "Note: @rbs is an older spelling.",
        "#: The maximum size.",
        "Returns: () -> output",
        "======",
        ">>> call(id='x')  # : type",
        "##: text",
        "# : and more",
    ],
)
def test_words_in_a_docstring_are_words(tmp_path: Path, line: str) -> None:
    assert tools(tmp_path, source(line, comments=OPEN)) == ([], ["t"])
    assert tools(tmp_path, source(f"{OPEN}\n\n{line}")) == ([], ["t"])
    assert tools(tmp_path, source(f"{line}\n\n{OPEN}")) == ([], ["t"])


@pytest.mark.parametrize(
    "line",
    [
        "What the tool gives.",
        "@param id: the id",
        "| a | b |",
        "======",
        "Returns: the type",
        "type of the widget",
        "and (so on)",
    ],
)
def test_so_are_those_right_below_and_above_annotations(tmp_path: Path, line: str) -> None:
    assert tools(tmp_path, source(f"{OPEN}\n{line}")) == ([], ["t"])
    assert tools(tmp_path, source(f"{line}\n{OPEN}")) == ([], ["t"])


def test_so_are_those_of_what_is_no_tool(tmp_path: Path) -> None:
    text = '"""Write:\n\n@requires(:x)\n##: type t = String\n"""\n'
    assert tools(tmp_path, text + "class A:\n    '''B.\n\n    ##: type t = String\n    '''\n") == (
        [],
        [],
    )


@pytest.mark.parametrize("marker", ["##: ", "##:", "# : ", "#  :", "#\t: ", "###  : "])
def test_a_declaration_behind_a_marker_that_is_none_hides_the_tool(
    tmp_path: Path, marker: str
) -> None:
    line = f"{marker}{GATED}"
    in_method = source("", module=OPEN).replace("...", f"\n        {line}\n        return 1")
    for text in (source("", module=OPEN, comments=line), in_method):
        assert tools(tmp_path, text) == (["SC108"], [])
        assert told(text) == [
            f"a comment that begins otherwise than with `#:` is not read: `{GATED}`"
        ]


def test_so_does_a_signature_behind_one(tmp_path: Path) -> None:
    text = source("", comments=f"{OPEN}\n\n# : (?id: String @requires(:x)) -> output", signed=False)
    assert tools(tmp_path, text) == (["SC108"], [])


def test_a_file_with_no_other_annotation_is_looked_at_too(tmp_path: Path) -> None:
    (tmp_path / "base.py").write_text(
        f"from schemac import Handler\n\nclass Base(Handler):\n    {OPEN}\n\n"
        "    #: () -> output\n    def call(self): ...\n",
        encoding="utf-8",
    )
    for line in (f"# : {GATED}", "# : @requires(:x)", "# @requires(:x)", f"#\t:{GATED}"):
        text = "from base import Base\nfrom schemac import tool\n\n@tool('t')\nclass T(Base):\n"
        assert tools(tmp_path, f"{text}    '''Show it.'''\n    {line}\n") == (["SC108"], [])
        docstring = f"    '''Show it.\n\n    {line}\n    '''\n"
        assert tools(tmp_path, text + docstring) == (["SC108"], [])
    assert tools(tmp_path, f"{text}    '''Show it.'''\n") == ([], ["t"])


STRINGS = [
    "x = 1\n'''\n{lines}\n'''",
    'x = 1\n"{lines}"',
    "'''{lines}\n'''",
    "f'''\n{lines}\n'''",
    "def other(self):\n    f'''\n    {lines}\n    '''",
    "def other(self):\n    x = 1\n    r'''\n    {lines}\n    '''",
]


@pytest.mark.parametrize("string", STRINGS)
def test_a_string_that_is_no_docstring_hides_the_tool(tmp_path: Path, string: str) -> None:
    lines = "#: type output = secret" if "f'" in string else f"#: {GATED}"
    text = source("", module=OPEN, comments=string.format(lines=lines))
    assert tools(tmp_path, text) == (["SC108"], [])
    assert told(text) == ["annotations in a string that is no docstring are not read"]


def test_other_strings_are_strings(tmp_path: Path) -> None:
    for string in STRINGS[:4]:
        text = source("", comments=f"{OPEN}\n{string.format(lines='#: The size.')}")
        assert tools(tmp_path, text) == ([], ["t"])
