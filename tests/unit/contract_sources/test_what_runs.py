"""Annotations hold for the very function that runs, or the tool is not served."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Registry, Service
from schemac.runtime.errors import ContractError
from tests.unit.contract_sources.loaded import load, served

if TYPE_CHECKING:
    from pathlib import Path

CALLS = {
    "branches": """
        class T(Handler):
            '''A tool.'''
            #: type output = {x: Integer}
            if SIGNED:
                #: (?a: String @requires(:s)) -> output
                def call(self, *, a=None): return {"x": 1}
            else:
                #: (?a: String) -> output
                def call(self, *, a=None): return {"x": 2}
        """,
    "assigned": """
        def other(self, *, a=None): return {"x": 2}
        class T(Handler):
            '''A tool.'''
            #: type output = {x: Integer}
            #: (?a: String) -> output
            def call(self, *, a=None): return {"x": 1}
            call = other
        """,
    "assigned below": """
        class Base(Handler):
            '''A tool.'''
            #: type output = {x: Integer}
            #: (?a: String) -> output
            def call(self, *, a=None): return {"x": 1}
        class T(Base):
            '''A tool.'''
            call = lambda self, *, a=None: {"x": 2}
        """,
    "set later": """
        class T(Handler):
            '''A tool.'''
            #: type output = {x: Integer}
            #: (?a: String) -> output
            def call(self, *, a=None): return {"x": 1}
        def other(self, *, a=None): return {"x": 2}
        T.call = other
        """,
    "metaclass": """
        class Meta(type):
            def __new__(cls, name, bases, space):
                space["call"] = lambda self, *, a=None: {"x": 2}
                return super().__new__(cls, name, bases, space)
        class T(Handler, metaclass=Meta):
            '''A tool.'''
            #: type output = {x: Integer}
            #: (?a: String) -> output
            def call(self, *, a=None): return {"x": 1}
        """,
    "unreadable base": """
        def mk():
            class B:
                def call(self, *, a=None): return {"x": 2}
            return B
        B = mk()
        class M(Handler):
            #: type output = {x: Integer}
            #: (?a: String) -> output
            def call(self, *, a=None): return {"x": 1}
        class T(B, M):
            '''A tool.'''
        """,
    "base in branches": """
        if SIGNED:
            class B(Handler):
                #: type output = {x: Integer}
                x = 1
        else:
            class B(Handler):
                #: type output = {x: Integer, secret: String}
                x = 1
        class T(B):
            '''A tool.'''
            #: (?a: String) -> output
            def call(self, *, a=None): return {"x": 1}
        """,
    "base rebound": """
        class Z(Handler):
            #: type output = {x: Integer}
            x = 1
        class B(Handler):
            #: type output = {x: Integer, secret: String}
            x = 1
        B = Z
        class T(B):
            '''A tool.'''
            #: (?a: String) -> output
            def call(self, *, a=None): return {"x": 1}
        """,
    "hiding decorator": """
        def hide(function):
            return lambda self, **given: function(self, **given)
        class T(Handler):
            '''A tool.'''
            #: type output = {x: Integer}
            #: (?a: String) -> output
            @hide
            def call(self, *, a=None): return {"x": 1}
        """,
    "overload": """
        from typing import overload
        class T(Handler):
            '''A tool.'''
            #: type output = {x: Integer}
            #: (?a: String @requires(:s)) -> output
            @overload
            def call(self): ...
            #: (?a: String) -> output
            def call(self, *, a=None): return {"x": 1}
        """,
}


@pytest.mark.parametrize("python", CALLS.values(), ids=CALLS)
def test_annotations_of_another_function_than_the_one_that_runs(
    tmp_path: Path, python: str
) -> None:
    module = load(tmp_path, python)
    assert served(module.T) == []
    with pytest.raises(ContractError):
        served(module.T, eager=True)


@pytest.mark.parametrize(
    "python",
    [
        """
        from functools import wraps
        def kept(function):
            @wraps(function)
            def inner(self, **given): return function(self, **given)
            return inner
        class Base(Handler):
            #: type output = {x: Integer}
            #: (?a: String) -> output
            def call(self, *, a=None): return {"x": 1}
        class T(Base):
            '''A tool.'''
            @kept
            @kept
            def call(self, *, a=None): return {"x": 2}
        """,
        """
        from typing import overload
        class T(Handler):
            '''A tool.'''
            #: type output = {x: Integer}
            @overload
            def call(self): ...
            @overload
            def call(self, *, a): ...
            #: (?a: String) -> output
            def call(self, *, a=None): return {"x": 1}
        """,
        """
        class T(Handler):
            '''A tool.'''
            #: type output = {x: Integer}
            #: (?a: String) -> output
            @staticmethod
            def call(*, a=None): return {"x": 1}
        """,
        """
        #: type output = {x: Integer}
        #: (?a: String) -> output
        async def t(*, a=None):
            '''A tool.'''
            return {"x": 1}
        T = t
        """,
    ],
)
def test_what_is_written_plainly_is_served_and_called(tmp_path: Path, python: str) -> None:
    module = load(tmp_path, python)
    assert served(module.T, eager=True) == ["t"]


def test_a_method_that_is_replaced_after_the_first_read_is_not_called(tmp_path: Path) -> None:
    module = load(
        tmp_path,
        """
        class T(Handler):
            '''A tool.'''
            #: type output = {x: Integer}
            #: (?a: String) -> output
            def call(self, *, a=None): return {"x": 1}
        """,
    )
    registry = Registry()
    registry.add(module.T)
    service = Service(registry, sig_paths=[])
    assert service.call_tool("t", {}, Grants()).is_ok
    module.T.call = lambda _self, a=None: {"x": 2, "a": a}
    refused = service.call_tool("t", {}, Grants())
    assert refused.is_error
    assert refused.reason is not None
    assert refused.reason.startswith("internal error")
