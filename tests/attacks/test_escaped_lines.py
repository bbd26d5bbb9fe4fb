"""Gates that escapes and joined lines take out of sight never leave a tool open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.attacks.docstring_sources import GATED, OPEN, source, tools

if TYPE_CHECKING:
    from pathlib import Path

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
