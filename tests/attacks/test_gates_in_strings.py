"""A string that is no docstring is looked at like one: people write, and read, both alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.source import Source
from schemac.syntax.module import read_module
from tests.counted import calls_at_most
from tests.unit.syntax.prose import PROSE

if TYPE_CHECKING:
    from pathlib import Path

APP = """from schemac import Handler, tool


@tool("t")
class T(Handler):
    '''Show it.'''

    #: type output = {{ a: String }}

    x = 1
    {in_class}

    #: () -> output
    def call(self):
        x = 1
        {in_method}

    def other(self):
        {first}
"""
HEIR = "from base import Base\nfrom schemac import tool\n\n\n@tool('t')\nclass T(Base):\n"
HEIR += "    '''Show it.'''\n\n    x = 1\n    {}\n"
STRINGS = [
    '"""{}"""',
    "'{}'",
    'r"""Text.\n\n        {}\n        """',
    'f"""Text, {{x}}.\n        {}\n        """',
    '"{}".strip()',
    '("Text. " "{}")',
    '__doc__ = "{}"',
    '__doc__ += """\n        {}"""',
    'if x: "{}"',
    '"Text.\\n        {}"',
]
LINES = [
    "Only for @requires(:hr).",
    "@requires(:hr)",
    "a: Integer @feature (:hr)",
    "requires(!:hr)",
    "# : type output = nil",
    "- #: type output = nil",
    "#: type output = nil",
    "#: @requires(:hr)",
    "##: () -> nil",
    "@rbs type output = nil",
]
WORDS = [
    "See `@requires(:hr)`.",
    "@param x: the size",
    "Write to a@requires.example.",
    "type output = nil",
    "@cached(x)",
]


def compiled(folder: Path, text: str) -> tuple[set[str], list[str]]:
    (folder / "app.py").write_text(text, encoding="utf-8")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    found = {each.code for each in compilation.diagnostics}
    return found, [each.name for each in compilation.plan.tools]


def written(string: str, **where: str) -> str:
    given = {"in_class": "pass", "in_method": "pass", "first": "pass", **where}
    return APP.format(**{place: given[place].replace("{}", string) for place in given})


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("string", STRINGS)
def test_what_is_told_in_a_docstring_is_told_there(tmp_path: Path, string: str, line: str) -> None:
    if string.startswith("(") and line[0] in "#-@" and "requires" not in line:
        return  # It is put together behind other words, where it begins no line.
    for place in ("in_class", "in_method"):
        assert compiled(tmp_path, written(string, **{place: string.format(line)})) == (
            {"SC108"},
            [],
        )


@pytest.mark.parametrize("line", ["type output = nil", "@requires(:hr)"])
def test_a_marker_that_is_written_as_an_escape_is_one(tmp_path: Path, line: str) -> None:
    text = written("", in_class=f"'\\x23: {line}'")
    assert compiled(tmp_path, text) == ({"SC108"}, [])
    text = written("", in_method=f"'Text.\\n\\u0023: {line}'")
    assert compiled(tmp_path, text)[0] == {"SC108"}


@pytest.mark.parametrize("line", LINES)
def test_so_it_is_in_what_stands_first_and_is_none(tmp_path: Path, line: str) -> None:
    assert compiled(tmp_path, written("", first=f'f"{line}"')) == ({"SC108"}, [])


@pytest.mark.parametrize("string", STRINGS)
@pytest.mark.parametrize("line", WORDS)
def test_words_are_words(tmp_path: Path, string: str, line: str) -> None:
    for place in ("in_class", "in_method"):
        text = written(string, **{place: string.format(line)})
        assert compiled(tmp_path, text) == (set(), ["t"])


@pytest.mark.parametrize("line", [each for each in PROSE if "\n" not in each and '"' not in each])
def test_lines_of_real_projects_are_words(tmp_path: Path, line: str) -> None:
    quoted = f'r"""Text.\n\n    {line}\n    """'
    assert compiled(tmp_path, written("", in_class=quoted)) == (set(), ["t"])


@pytest.mark.parametrize("string", ["print('{}')", "x = '{}'", "log(x, a='''\n{}''')"])
def test_strings_of_code_are_code(tmp_path: Path, string: str) -> None:
    for line in LINES:
        text = written("", in_class="y = 1", in_method=string.format(line))
        assert compiled(tmp_path, text) == (set(), ["t"]), line


@pytest.mark.parametrize("line", LINES)
def test_in_a_class_that_inherits_all_that_it_says(tmp_path: Path, line: str) -> None:
    base = "from schemac import Handler\n\n\nclass Base(Handler):\n    #: type output = nil\n\n"
    base += "    #: () -> output\n    def call(self): ...\n"
    (tmp_path / "base.py").write_text(base, encoding="utf-8")
    assert compiled(tmp_path, HEIR.format(f'"""{line}"""')) == ({"SC108"}, [])
    assert compiled(tmp_path, HEIR.format('"""Words."""')) == (set(), ["t"])


@pytest.mark.parametrize("line", LINES)
def test_of_what_is_no_tool_it_is_words(tmp_path: Path, line: str) -> None:
    text = f'x = 1\n"""{line}"""\n\n\nclass A:\n    x = 1\n    """{line}"""\n'
    assert compiled(tmp_path, text) == (set(), [])


def test_each_string_is_read_once() -> None:
    text = "#: type a = nil\nclass A:\n    x = 1\n" + "    'Only @requires(:x)'\n" * 1_000
    read_module(Source("a.py", "#: type a = b\n"))
    with calls_at_most(1_000_000):
        read_module(Source("a.py", text))
