"""What nearly is an annotation in a class around a tool hides the tool, whatever the tool is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """from schemac import Handler, tool

#: type row = {{ id: String, secret: String }}

class M:
    {line}
    x = 1
"""
TOOLS = {
    "a class in the class": """
    @tool('t')
    class T(Handler):
        '''Show it.'''
        #: () -> row
        def call(self): ...
""",
    "a function in the class": """
    #: () -> row
    @tool('t')
    @staticmethod
    def f():
        '''Show it.'''
""",
    "a function in a class in the class": """
    class N:
        y = 1

        #: () -> row
        @tool('t')
        @staticmethod
        def f():
            '''Show it.'''
""",
    "a class in a method": """
    def m(self):
        @tool('t')
        class T(Handler):
            '''Show it.'''
            #: () -> row
            def call(self): ...
""",
    "a function in a method": """
    def m(self):
        #: () -> row
        @tool('t')
        def f():
            '''Show it.'''
""",
    "a function in a function in a method": """
    async def m(self):
        def inner():
            @tool('t')
            #: () -> row
            def f():
                '''Show it.'''
""",
    "a function with types of its own in a method": """
    def m(self):
        #: type other = String
        #: () -> row
        @tool('t')
        def f():
            '''Show it.'''
""",
    "a method of a class in a method": """
    def m(self):
        class N:
            #: () -> row
            @tool('t')
            @staticmethod
            def f():
                '''Show it.'''
""",
}
NEARLY = [
    "#: typ row = { id: String }",
    "#: type row: { id: String }",
    "#: row = { id: String }",
    "#: import shard as other",
]


def tools(folder: Path, text: str) -> tuple[list[str], list[str]]:
    (folder / "app.py").write_text(text, encoding="utf-8")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    found = sorted({each.code for each in compilation.errors})
    return found, [each.name for each in compilation.plan.tools]


@pytest.mark.parametrize("line", NEARLY)
@pytest.mark.parametrize("name", TOOLS)
def test_a_near_miss_hides_it(tmp_path: Path, name: str, line: str) -> None:
    assert tools(tmp_path, HEAD.format(line=line) + TOOLS[name]) == (["SC108"], [])


@pytest.mark.parametrize("name", TOOLS)
def test_so_does_an_import_of_nothing(tmp_path: Path, name: str) -> None:
    """The class is annotated by what stands in it, in its methods, too."""
    assert tools(tmp_path, HEAD.format(line="#: import shard") + TOOLS[name]) == (["SC202"], [])
    text = HEAD.format(line="#: import shard\n    #: and more") + TOOLS[name]
    found, names = tools(tmp_path, text)
    assert found
    assert names == []


@pytest.mark.parametrize("line", ["#: The rows.", "#: row of the table", "#: x = {'a': 1}"])
@pytest.mark.parametrize("name", TOOLS)
def test_prose_does_not(tmp_path: Path, name: str, line: str) -> None:
    assert tools(tmp_path, HEAD.format(line=line) + TOOLS[name]) == ([], ["t"])


FUNCTION = """from {package} import tool

{above}@tool("t")
{between}def f(*, a=None):
    '''Show it.'''
"""
SIGNATURES = ["#: () -> { id: nil }", "#: (?a: String) -> nil", "#: ()\n#: -> nil"]


def function(above: str = "", between: str = "", package: str = "schemac") -> str:
    return FUNCTION.format(above=above, between=between, package=package)


@pytest.mark.parametrize("signature", SIGNATURES)
@pytest.mark.parametrize("gap", ["\n", "# noqa\n", "\n\n# noqa\n\n"])
def test_a_signature_further_above_a_function_is_what_is_told(
    tmp_path: Path, signature: str, gap: str
) -> None:
    line = f"{signature}\n{gap}"
    assert tools(tmp_path, function(above=line)) == (["SC108"], [])
    assert tools(tmp_path, function(between=line)) == (["SC108"], [])
    assert tools(tmp_path, function(above=line, package="langchain.tools")) == ([], [])


@pytest.mark.parametrize(
    "line", ["#: call: () -> nil", "#: [T] (?a: T) -> T", "#: typ output = nil"]
)
def test_so_is_a_near_miss_right_above_one(tmp_path: Path, line: str) -> None:
    (found, names) = tools(tmp_path, function(above=f"{line}\n"))
    assert "SC108" in found
    assert names == []
    assert tools(tmp_path, function(above=f"{line}\n", package="langchain.tools")) == ([], [])


@pytest.mark.parametrize("line", ["#: The rows.", "#: (see below)", "#: f(x) -> y", "#: (a) of b"])
@pytest.mark.parametrize("gap", ["", "\n"])
def test_words_above_one_are_words(tmp_path: Path, line: str, gap: str) -> None:
    assert tools(tmp_path, function(above=f"{line}\n{gap}")) == (["SC603"], [])
