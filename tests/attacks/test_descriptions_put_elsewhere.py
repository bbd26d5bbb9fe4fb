"""A tool that a description was written for never shows its docstring, which may name more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths, compile_tools
from schemac.plan.declaration import HandlerLocation, ToolDeclaration

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.compiler import Compilation

AT_MODULE = {
    "above the decorator": """
#: description 'Plain.'
@tool('t')
#: () -> {id: String}
def f():
    '''A secret.'''
""",
    "above a blank line": """
#: description 'Plain.'

@tool('t')
#: () -> {id: String}
async def f():
    '''A secret.'''
""",
    "among the decorators": """
def same(given):
    return given

@tool('t')
#: description 'Plain.'
@same
#: () -> {id: String}
def f():
    '''A secret.'''
""",
    "behind a type": """
#: type output = {id: String}
#: description 'Plain.'
@tool('t')
#: () -> output
def f():
    '''A secret.'''
""",
    "above a signature in the docstring": """
#: description 'Plain.'
@tool('t')
def f():
    '''A secret.

    #: () -> {id: String}
    '''
""",
    "above a class": """
#: description 'Plain.'
@tool('t')
class T(Handler):
    '''A secret.'''
    #: () -> {id: String}
    def call(self): ...
""",
    "between a class and its decorator": """
@tool('t')
#: description 'Plain.'

class T(Handler):
    '''A secret.'''
    #: () -> {id: String}
    def call(self): ...
""",
    "apart in a class without a call": """
class N:
    #: description 'Plain.'

    #: () -> {id: String}
    @tool('t')
    @staticmethod
    def f():
        '''A secret.'''
""",
    "broken in a class": """
class N:
    #: description 'Plain.' |
    @tool('t')
    @staticmethod
    #: () -> {id: String}
    def f():
        '''A secret.'''
""",
}
OWN = {
    "in a block of its own in the docstring": """
@tool('t')
def f():
    '''A secret.

    #: description 'Plain.'

    #: () -> {id: String}
    '''
""",
    "in the docstring below a signature": """
#: () -> {id: String}
@tool('t')
def f():
    '''A secret.

    #: description 'Plain.'
    '''
""",
    "above a function in a class": """
class N:
    #: description 'Plain.'
    @tool('t')
    @staticmethod
    #: () -> {id: String}
    def f():
        '''A secret.'''
""",
    "in one block with a signature in a class": """
class N:
    #: description 'Plain.'
    #: () -> {id: String}
    @tool('t')
    @staticmethod
    def f():
        '''A secret.'''
""",
    "in a docstring in a class": """
class N:
    @tool('t')
    @staticmethod
    def f():
        '''A secret.

        #: description 'Plain.'
        #: () -> {id: String}
        '''
""",
    "above a function beside a handler": """
class N(Handler):
    #: description 'Of the class.'

    #: () -> {id: String}
    def call(self): ...

    #: description 'Plain.'
    #: () -> {id: String}
    @tool('t')
    @staticmethod
    def f():
        '''A secret.'''
""",
}


def compiled(folder: Path, text: str) -> Compilation:
    (folder / "app.py").write_text(f"from schemac import Handler, tool\n{text}", encoding="utf-8")
    return compile_paths([folder / "app.py"], CompileOptions(root=folder))


def shown(compilation: Compilation) -> list[tuple[str, list[str]]]:
    return [
        (tool.name, [each.text for each in tool.descriptions]) for tool in compilation.plan.tools
    ]


@pytest.mark.parametrize("name", AT_MODULE)
def test_a_description_that_is_nobodys_hides_the_tool_that_it_is_above(
    tmp_path: Path, name: str
) -> None:
    found = compiled(tmp_path, AT_MODULE[name])
    assert {each.code for each in found.errors} <= {"SC108", "SC101"}
    assert found.errors
    assert found.plan.tools == ()


@pytest.mark.parametrize("name", OWN)
def test_a_function_has_its_own(tmp_path: Path, name: str) -> None:
    found = compiled(tmp_path, OWN[name])
    assert found.errors == ()
    assert shown(found) == [("t", ["Plain."])]


def test_each_of_several_functions_in_a_class_has_its_own(tmp_path: Path) -> None:
    text = """
@tool('n')
class N(Handler):
    '''A secret.'''

    #: description 'Of the class.'
    #: () -> {id: String}
    def call(self): ...

    #: description 'Of the first.' @requires(:x) | 'Of all.'
    #: () -> {id: String}
    @tool('one')
    @staticmethod
    def one():
        '''A secret.'''

    #: description 'Of the second.'
    #: () -> {id: String}
    @tool('two')
    @staticmethod
    def two():
        '''A secret.'''

    #: () -> {id: String}
    @tool('three')
    @staticmethod
    def three():
        '''Of the third.'''
"""
    found = compiled(tmp_path, text)
    assert found.errors == ()
    assert sorted(shown(found)) == [
        ("n", ["Of the class."]),
        ("one", ["Of the first.", "Of all."]),
        ("three", ["Of the third."]),
        ("two", ["Of the second."]),
    ]


def test_two_of_one_function_hide_it(tmp_path: Path) -> None:
    text = """
class N:
    #: description 'One.'
    @tool('t')
    @staticmethod
    #: description 'Two.'
    #: () -> {id: String}
    def f():
        '''A secret.'''
"""
    found = compiled(tmp_path, text)
    assert [each.code for each in found.errors] == ["SC207"]
    assert found.plan.tools == ()


def test_those_of_other_methods_are_the_classs(tmp_path: Path) -> None:
    text = """
@tool('n')
class N(Handler):
    '''A secret.'''

    #: description 'Of the class.'
    def __init__(self): ...

    #: () -> {id: String}
    def call(self): ...
"""
    found = compiled(tmp_path, text)
    assert found.errors == ()
    assert shown(found) == [("n", ["Of the class."])]


@pytest.mark.parametrize("names", [("find",), ("find", "keep"), ("find", "keep", "drop")])
def test_bound_methods_have_their_own(tmp_path: Path, names: tuple[str, ...]) -> None:
    lines = ["class Service:", "    limit = 1", ""]
    for name in names:
        lines += [f"    #: description 'To {name}.'", "    #: () -> {id: String}"]
        lines += [f"    def {name}(self):", "        '''A secret.'''", ""]
    (tmp_path / "app.py").write_text("\n".join(lines), encoding="utf-8")
    tools = [
        ToolDeclaration(name, HandlerLocation("app.py", f"Service.{name}"), bound=True)
        for name in names
    ]
    found = compile_tools(tools, CompileOptions(root=tmp_path))
    assert found.errors == ()
    assert sorted(shown(found)) == [(name, [f"To {name}."]) for name in sorted(names)]


@pytest.mark.parametrize("base", ["Handler", "Base"])
def test_descriptions_above_several_methods_of_a_handler_are_two_of_it(
    tmp_path: Path, base: str
) -> None:
    text = """
class Base(Handler):
    #: () -> {id: String}
    def call(self): ...

@tool('n')
class N(BASE):
    '''A secret.'''

    #: description 'One.'
    def first(self): ...

    #: description 'Two.'
    def second(self): ...
"""
    own = "\n    #: () -> {id: String}\n    def call(self): ...\n" if base == "Handler" else ""
    found = compiled(tmp_path, text.replace("BASE", base) + own)
    assert [each.code for each in found.errors] == ["SC207"]
    assert found.plan.tools == ()
