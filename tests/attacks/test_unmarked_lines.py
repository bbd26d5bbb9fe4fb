"""Gates that people see in a docstring and that are not read never leave a tool open."""

from __future__ import annotations

from textwrap import dedent, indent
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.source import Source
from schemac.syntax.module import read_module

if TYPE_CHECKING:
    from pathlib import Path

TOOL = """
from schemac import Handler, tool

{module}

@tool("t")
class T(Handler):
    {prefix}'''Show it.

{docstring}
    '''

{comments}
    {signature}
    def call(self): ...
"""
OPEN = "#: type output = { id: String, secret: String }"
GATED = "type output = { id: String, secret: String @requires(:x) }"


def source(
    docstring: str, *, module: str = "", comments: str = "", signed: bool = True, prefix: str = ""
) -> str:
    return TOOL.format(
        module=module,
        docstring=indent(docstring, "    "),
        comments=indent(comments, "    "),
        signature="#: () -> output" if signed else "",
        prefix=prefix,
    )


def tools(folder: Path, text: str) -> tuple[list[str], list[str]]:
    (folder / "app.py").write_text(text, encoding="utf-8", newline="")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    found = sorted({each.code for each in compilation.diagnostics})
    return found, [each.name for each in compilation.plan.tools]


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


ESCAPES = [
    r"\x23",
    r"\43",
    r"\043",
    r"\u0023",
    r"\U00000023",
    r"\N{NUMBER SIGN}",
]


@pytest.mark.parametrize("escape", ESCAPES)
@pytest.mark.parametrize("prefix", ["", "u"])
def test_an_escaped_hash_hides_the_tool(tmp_path: Path, escape: str, prefix: str) -> None:
    cut = f"#: type output = {{ id: String, secret: String {escape} @requires(:x)\n#: }}"
    assert tools(tmp_path, source(cut, prefix=prefix)) == (["SC111"], [])
    marked = f"{OPEN}\n{escape}: | nil @requires(:x)"
    assert tools(tmp_path, source(marked, prefix=prefix)) == (["SC111"], [])
    raw = source(cut, prefix="r").replace("'''", '"""')
    assert tools(tmp_path, raw)[1] == []


@pytest.mark.parametrize(
    "lines",
    [
        f"{OPEN[:-2]} \\\n    #: @requires(:x) }}",
        f"{OPEN} \\\n    #: @requires(:x)",
        f"{OPEN}\\\n#: @requires(:x)",
        f"{OPEN} \\n @requires(:x)",
        f"{OPEN} \\x0a @requires(:x)",
        f"{OPEN} \\012 @requires(:x)",
        f"{OPEN} \\r @requires(:x)",
        f"{OPEN} \\f @requires(:x)",
        f"{OPEN} \\N{{LINE FEED}} @requires(:x)",
        f"Text.\\n{OPEN}",
        f"{OPEN}\\n",
        "#: type output = { id: 'a\\' @requires(:x), b: \\'c' }",
        "#: type output = { id: \\x22a @requires(:x)\\x22 }",
        '#: type output = { id: "a\\\\" @requires(:x), secret: "b" }',
    ],
)
def test_an_escape_that_changes_what_people_see_hides_the_tool(tmp_path: Path, lines: str) -> None:
    text = source(lines, module=OPEN)
    found, names = tools(tmp_path, text)
    assert names == []
    assert "SC111" in found


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_joined_to_words_hide_the_tool(tmp_path: Path, newline: str) -> None:
    text = source(f"Text. \\\n    #: {GATED}", module=OPEN).replace("\n", newline)
    assert tools(tmp_path, text) == (["SC111"], [])
    text = source(f"{OPEN}\n\nText. \\\n#: @requires(:x)").replace("\n", newline)
    assert "SC111" in tools(tmp_path, text)[0]
    assert tools(tmp_path, text)[1] == []


@pytest.mark.parametrize(
    "lines",
    [
        "#: type output = { id: String @pattern(^\\\\d+$) }",
        "#: type output = { id: String @pattern(^\\d+\\w\\\\(a\\\\)$) }",
        "#: type output = { id: '\\u0041\\x42\\N{BULLET}' }",
        "#: type output = { id: String @desc(a\\tb) }",
        f"Text \\\n    and more.\n\n{OPEN}",
        f"Text \\x23 \\n\n\n{OPEN}",
        f"{OPEN}\n\nText \\x23 \\\n text",
        "#: The size \\\n\n\n#: type output = { id: String }",
    ],
)
def test_other_escapes_go_on_working(tmp_path: Path, lines: str) -> None:
    assert tools(tmp_path, source(lines)) == ([], ["t"])


def test_a_docstring_may_begin_with_a_joined_line(tmp_path: Path) -> None:
    text = source("").replace("'''Show it.\n", f"'''\\\n    {OPEN}\n")
    assert tools(tmp_path, text) == ([], ["t"])


def test_docstrings_put_together_from_several_strings_hide_the_tool(tmp_path: Path) -> None:
    text = source(f"#: {GATED}", module=OPEN).replace("    '''\n", "    ''' 'more'\n")
    assert tools(tmp_path, text) == (["SC108"], [])
    text = source(f"#: {GATED}", module=OPEN).replace("    '''\n", "    ''' '''\n    more'''\n")
    assert tools(tmp_path, text) == (["SC108"], [])


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
