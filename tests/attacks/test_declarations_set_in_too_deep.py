"""Declarations that are set in like a class's, below a statement that ends it, are told."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.source import Source
from schemac.syntax.module import read_module
from tests.counted import calls_at_most

if TYPE_CHECKING:
    from pathlib import Path

BASE = """from schemac import Handler, tool

class Base(Handler):
    '''B.'''

    #: type output = {a: String, secret: Integer}
    #: type input = {?secret: String}
    def call(self, *, secret=None): ...

"""
TOOL = "@tool('t')\nclass C(Base):\n    '''D.'''\n    x = 1\n"
OWN = """    #: type output = {a: String}
    #:     | ({secret: Integer} @requires(:hr))
    #: type input = {?secret: String @requires(:hr)}
"""
BETWEEN = ["y = 2", "y = [\n    2,\n]", "y = 2; z = 3", "import os", "print('a')", "'''Text.'''"]
BELOW = {
    "nothing": "",
    "a value": "z = 3\n",
    "a class": "class Other:\n    x = 1\n",
    "a decorated class": "import functools\n@functools.cache\nclass Other:\n    x = 1\n",
    "a function": "def helper():\n    x = 1\n",
    "a comment": "# Words.\n\nz = 3\n",
    "a branch": "if True:\n    x = 1\n",
}


def compiled(folder: Path, text: str) -> tuple[set[str], list[str]]:
    (folder / "app.py").write_text(text, encoding="utf-8")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    found = {each.code for each in compilation.diagnostics}
    return found, [each.name for each in compilation.plan.tools]


@pytest.mark.parametrize("tab", ["    ", "\t", " "])
@pytest.mark.parametrize("between", BETWEEN)
@pytest.mark.parametrize("below", BELOW)
def test_they_are_told_and_the_tool_is_none(
    tmp_path: Path, between: str, below: str, tab: str
) -> None:
    tail = f"{between}\n{OWN}{BELOW[below]}"
    inner = indent(TOOL + tail, "    ")
    for text in (
        f"{BASE}{TOOL}{tail}",
        f"{BASE}{TOOL}\n\n{between}\n\n{OWN}\n{BELOW[below]}",
        f"{BASE}class Outer:\n{inner}",
        f"{BASE}if True:\n{inner}",
    ):
        assert compiled(tmp_path, text.replace("    ", tab)) == ({"SC108"}, []), text


@pytest.mark.parametrize(
    "line",
    ["#: import money", "#: from a import b", "#: description 'a'", "# @rbs type output = nil"],
)
def test_so_is_all_else_that_is_declared(tmp_path: Path, line: str) -> None:
    assert compiled(tmp_path, f"{BASE}{TOOL}y = 2\n    {line}\n") == ({"SC108"}, [])


def test_the_statement_is_one_of_any_body(tmp_path: Path) -> None:
    inner = "class Outer:\n    class In:\n        x = 1\n    y = 2\n        #: type row = nil\n"
    assert compiled(tmp_path, inner)[0] == {"SC108"}
    assert compiled(tmp_path, "x = 1\n  #: type row = nil\n")[0] == {"SC108"}


GOOD = [
    f"{TOOL}{OWN}",
    f"{TOOL}\n\n{OWN}\ny = 2\n",
    f"{TOOL}    y = 2; z = 3\n{OWN}",
    f"@tool('t')\nclass C(Base): x = 1\n{OWN}",
    f"@tool('t')\nclass C(Base):\n{OWN}\n    x = 1\n",
    f"@tool('t')\nclass C(Base):\n    '''D.'''\n{OWN}",
    f"@tool('t')\nclass C(Base):\n    def helper(self):\n        x = 1\n\n{OWN}\n    y = 1\n",
]


@pytest.mark.parametrize("tab", ["    ", "\t", " "])
@pytest.mark.parametrize("text", GOOD)
def test_where_they_are_of_the_body_they_are_read(text: str, tab: str) -> None:
    module, found = read_module(Source("app.py", (BASE + text).replace("    ", tab)))
    assert found == ()
    names = [each.name for each in module.classes[1].declarations.types]
    assert names == ["output", "input"]


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\nif x:\n    #: type row = nil\n    y = 2\n",
        "if x: y = 1\nelse:\n        #: type row = nil\n        z = 1\n",
        "match x:\n    case _:\n            #: type row = nil\n            y = 1\n",
        "match x:\n        case 1:\n                #: type row = nil\n                y = 1\n",
        "try:\n    x = 1\nexcept E:\n    #: type row = nil\n    y = 2\nfinally:\n    z = 1\n",
        "x = [\n    #: type row = nil\n    1,\n]\n",
        "x = 1\n    #: () -> nil\ndef f(): ...\n",
        "x = 1\n    #: type row = nil\n    #: () -> row\ndef f(): ...\n",
        "x = 1\n    #: words\n",
        "x = 1\n    #: type of the row\n",
        "    #: type row = nil\nx = 1\n",
    ],
)
def test_in_any_other_body_too(text: str) -> None:
    module, found = read_module(Source("app.py", text))
    assert found == ()
    signed = [each.declarations for each in module.functions]
    types = [each.name for one in (module.declarations, *signed) for each in one.types]
    assert types == (["row"] if "type row" in text else [])


def test_each_block_is_looked_at_once() -> None:
    text = "x = 1\n" + "    #: type row = nil\n\n" * 2_000
    read_module(Source("a.py", "#: type a = b\n"))
    with calls_at_most(1_000_000):
        assert len(read_module(Source("a.py", text))[1]) == 2_000


@pytest.mark.parametrize("gap", ["", "\n", "\n# Words.\n\n"])
@pytest.mark.parametrize(
    "lines", ['description "Public."', 'type row = nil\n    #: description "P."']
)
def test_a_description_at_the_margin_hides_the_tool_below(
    tmp_path: Path, lines: str, gap: str
) -> None:
    tool = "@tool('t')\nclass C(Handler):\n    'D.'\n\n    #: () -> nil\n    def call(self): ...\n"
    text = f"from schemac import Handler, tool\n    #: {lines}\n{gap}\n{tool}"
    (tmp_path / "app.py").write_text(text, encoding="utf-8")
    compilation = compile_paths([tmp_path / "app.py"], CompileOptions(root=tmp_path))
    assert [each.code for each in compilation.diagnostics] == ["SC108"]
    assert compilation.plan.tools == ()
