"""An import that is not found never leaves the class of a tool with what stands further out."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemac.compiler import Compilation, CompileOptions, compile_paths
from schemac.source import Source
from schemac.syntax.fingerprint import annotation_outline

BASE = """from schemac import Handler, tool

class B(Handler):
    #: type output = { ok: bool, ?secret: String }
    #: () -> output
    def call(self): ...
"""
HANDLERS = {
    "a handler": """
@tool('t')
class T(B):
    '''D.'''
    {line}
""",
    "a handler with an own call": """
@tool('t')
class T(B):
    '''D.'''
    {line}
    x = 1

    def call(self): ...
""",
    "in its docstring": """
@tool('t')
class T(B):
    '''D.

    {line}
    '''
""",
    "a base between": """
class M(B):
    {line}
    x = 1

@tool('t')
class T(M):
    '''D.'''
""",
    "a base beside": """
class M:
    {line}
    x = 1

@tool('t')
class T(M, B):
    '''D.'''
""",
    "a class around": """
class M:
    {line}
    x = 1

    @tool('t')
    class T(B):
        '''D.'''
""",
}
SHARED = "type output = { ok: bool, ?secret: String @requires(:x) }\n"
SEVERAL = [
    "#: import shaeps\n    #: and more of it",
    "#: import shaeps\n\n    #: import shapes",
    "#: import shapes\n    #: import shaeps",
]


def compiled(folder: Path, text: str, shared: str = "") -> Compilation:
    if shared:
        (folder / "sig").mkdir()
        (folder / "sig" / "shapes.sig").write_text(shared, encoding="utf-8")
    (folder / "app.py").write_text(text, encoding="utf-8")
    options = CompileOptions(root=folder, sig_paths=(Path("sig"),))
    return compile_paths([folder / "app.py"], options)


def tools(compilation: Compilation) -> tuple[list[str], list[str]]:
    found = sorted({each.code for each in compilation.errors})
    return found, [each.name for each in compilation.plan.tools]


@pytest.mark.parametrize("name", HANDLERS)
def test_it_hides_a_tool_that_inherits_its_annotations(tmp_path: Path, name: str) -> None:
    text = BASE + HANDLERS[name].format(line="#: import shaeps")
    assert tools(compiled(tmp_path, text)) == (["SC202"], [])


@pytest.mark.parametrize("line", SEVERAL)
def test_so_do_several_lines(tmp_path: Path, line: str) -> None:
    text = BASE + HANDLERS["a handler"].format(line=line)
    found, names = tools(compiled(tmp_path, text, SHARED))
    assert found
    assert names == []


@pytest.mark.parametrize("name", ["a handler", "a handler with an own call", "in its docstring"])
def test_where_it_is_found_it_holds(tmp_path: Path, name: str) -> None:
    compilation = compiled(tmp_path, BASE + HANDLERS[name].format(line="#: import shapes"), SHARED)
    assert tools(compilation) == ([], ["t"])
    assert [each.flag for each in compilation.plan.atoms] == ["x"]


@pytest.mark.parametrize("name", ["a handler", "in its docstring"])
def test_a_plan_knows_the_class_as_annotated(name: str) -> None:
    text = BASE + HANDLERS[name].format(line="#: import shaeps")
    assert "T" in annotation_outline(Source("app.py", text)).annotated


def test_it_is_prose_in_other_classes(tmp_path: Path) -> None:
    other = (
        "\n\nclass Other:\n    #: import everything\n    size = 1\n\n    #: import me\n    #: too\n"
    )
    text = BASE + "\n\n@tool('t')\nclass T(B):\n    '''D.'''\n" + other
    assert tools(compiled(tmp_path, text)) == ([], ["t"])
