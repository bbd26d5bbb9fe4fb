"""A tool that a description was written for never shows its docstring, which may name more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.attacks.described_tools import compiled, shown

if TYPE_CHECKING:
    from pathlib import Path


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
