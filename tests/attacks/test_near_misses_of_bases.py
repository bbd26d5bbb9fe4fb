"""What nearly is an annotation counts in a base class, too, where a tool inherits from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

OPEN = "#: type output = { id: String, ?secret: String }"
GATED = "{ id: String, ?secret: String @requires(:x) }"
BASE = """from schemac import Handler

class Rows(Handler):
    #: Rows of a case.

    {line}
    pass
"""
APP = """from schemac import Handler, tool
from m import Rows

#: type output = { id: String, ?secret: String }

@tool('t')
class T(Rows):
    '''A tool.'''

    #: () -> output
    def call(self): ...

@tool('u')
class U(Handler):
    '''Another.'''

    #: () -> output
    def call(self): ...
"""
LINES = [
    f"#: type output: {GATED}",
    f"#: typ output = {GATED}",
    f"#: output = {GATED}",
    "#: @requires(:x)",
    "# : @requires(:x)",
    f"#: export type output = {GATED}",
    "'''Rows. #: typ output = nil'''",
]


def tools(folder: Path, base: str, app: str = APP) -> tuple[list[str], list[str]]:
    (folder / "m.py").write_text(base, encoding="utf-8")
    (folder / "app.py").write_text(app, encoding="utf-8")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    found = [
        f"{each.span and each.span.source.name} {each.code}" for each in compilation.diagnostics
    ]
    return found, [each.name for each in compilation.plan.tools]


@pytest.mark.parametrize("line", LINES)
def test_a_near_miss_in_a_base_class_hides_the_tool(tmp_path: Path, line: str) -> None:
    assert tools(tmp_path, BASE.format(line=line)) == (["m.py SC108"], ["u"])


@pytest.mark.parametrize("line", LINES)
def test_so_does_one_in_a_base_of_a_base_or_around_it(tmp_path: Path, line: str) -> None:
    base = BASE.format(line=line)
    between = base.replace("class Rows", "class First") + "\nclass Rows(First):\n    pass\n"
    assert tools(tmp_path, between) == (["m.py SC108"], ["u"])
    around = base + "\n    class Inner(Handler):\n        pass\n"
    app = APP.replace("class T(Rows)", "class T(Rows.Inner)")
    if line != "#: @requires(:x)":  # It is told wherever it stands, and is meant for no type here.
        assert tools(tmp_path, around, app) == (["m.py SC108"], ["u"])


def test_it_is_told_once_however_many_tools_inherit(tmp_path: Path) -> None:
    app = APP.replace("class U(Handler)", "class U(Rows)")
    assert tools(tmp_path, BASE.format(line=LINES[0]), app) == (["m.py SC108"], [])


@pytest.mark.parametrize("line", ["#: text", "#: type of the row", "x = 1  #: @requires(:x)"])
def test_prose_is_prose(tmp_path: Path, line: str) -> None:
    assert tools(tmp_path, BASE.format(line=line)) == ([], ["t", "u"])


@pytest.mark.parametrize("line", LINES)
def test_in_a_class_that_no_tool_inherits_from_it_is_prose(tmp_path: Path, line: str) -> None:
    app = APP.replace("class T(Rows)", "class T(Handler)")
    if "@requires(:x)" not in line:
        assert tools(tmp_path, BASE.format(line=line), app) == ([], ["t", "u"])
