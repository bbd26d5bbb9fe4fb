"""An import that is not found is never passed over in a class that a tool is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.compiler import Compilation

APP = """
from schemac import Handler, tool

class B(Handler):
    #: type output = {{ ok: bool, ?s: String }}
    #: () -> output
    def call(self): ...

class Between(B):
    {between}
    x = 1

@tool("t")
class T(Between):
    '''D.'''
    {own}
    y = 1

@tool("other")
class Other(B):
    '''D.'''

class Prose:
    #: import everything
    z = 1
"""
SHAPES = "type output = { ok: bool, ?s: String @requires(:x) }\n"


def compiled(folder: Path, **written: str) -> Compilation:
    text = APP.format(**({"own": "", "between": ""} | written))
    (folder / "app.py").write_text(text, encoding="utf-8")
    (folder / "sig").mkdir(exist_ok=True)
    (folder / "sig" / "shapes.sig").write_text(SHAPES, encoding="utf-8")
    return compile_paths([folder / "app.py"], CompileOptions(folder, (folder / "sig",)))


@pytest.mark.parametrize("where", ["own", "between"])
@pytest.mark.parametrize("lines", ["#: import shaeps", "#: import shapes\n    #: import shaeps"])
def test_the_tools_of_that_class_are_hidden(tmp_path: Path, where: str, lines: str) -> None:
    found = compiled(tmp_path, **{where: lines})
    told = [(each.code, each.message) for each in found.errors]
    assert told == [("SC202", "there is no signature file `shaeps`")]
    assert [tool.name for tool in found.plan.tools] == ["other"]


@pytest.mark.parametrize("where", ["own", "between"])
def test_one_that_is_found_is_read(tmp_path: Path, where: str) -> None:
    found = compiled(tmp_path, **{where: "#: import shapes"})
    assert found.diagnostics == ()
    assert [tool.name for tool in found.plan.tools] == ["t", "other"]


def test_it_is_told_once_for_all_that_inherit_from_the_class(tmp_path: Path) -> None:
    text = APP.format(own="", between="#: import shaeps")
    text = text.replace("class Other(B)", "class Other(Between)")
    (tmp_path / "app.py").write_text(text, encoding="utf-8")
    found = compile_paths([tmp_path / "app.py"], CompileOptions(tmp_path))
    assert [each.code for each in found.errors] == ["SC202"]
    assert found.plan.tools == ()


def test_one_that_leads_elsewhere_is_told_once(tmp_path: Path) -> None:
    found = compiled(tmp_path, own="#: import ../shapes")
    assert [each.code for each in found.errors] == ["SC204"]
    assert [tool.name for tool in found.plan.tools] == ["other"]
