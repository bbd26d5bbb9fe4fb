"""Each method of a class has its own description, and a handler no more than one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_tools
from schemac.plan.declaration import HandlerLocation, ToolDeclaration
from tests.attacks.described_tools import compiled, shown

if TYPE_CHECKING:
    from pathlib import Path


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
