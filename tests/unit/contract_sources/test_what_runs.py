from __future__ import annotations

import importlib.util
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Registry, Service
from schemac.runtime.errors import ContractError

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

_HEAD = """
from schemac import Handler

SIGNED = True
"""


def load(folder: Path, python: str, name: str = "handlers") -> ModuleType:
    file = folder / f"{name}.py"
    file.write_text(_HEAD + dedent(python), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(f"what_runs_{name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)

    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def served(*targets: object, **settings: object) -> list[str]:
    registry = Registry()
    for target in targets:
        registry.add(target)
    service = Service(registry, sig_paths=[], **settings)
    return [str(tool["name"]) for tool in service.list_tools(Grants())]


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


GOOD = """
    class Good(Handler):
        '''A tool.'''
        #: type output = {x: Integer}
        #: () -> output
        def call(self): return {"x": 1}
"""

BAD = """
    class Bad(Handler):
        '''A tool.'''
        #: type output = {x: Integer}

        MISTAKE
        y = 1

        #: () -> output
        def call(self): return {"x": 1}
"""


@pytest.mark.parametrize(
    "mistake",
    ["#: @requires(:s)", "#: type unused = nowhere", "#: import nowhere", "#: type unused = {"],
)
def test_a_mistake_in_a_class_concerns_its_tools_only(tmp_path: Path, mistake: str) -> None:
    python = GOOD + BAD.replace("MISTAKE", mistake)
    module = load(tmp_path, python)
    assert served(module.Good, module.Bad) == ["good"]
    with pytest.raises(ContractError, match=r"`bad`[\s\S]*error\[SC"):
        served(module.Good, module.Bad, eager=True)
    with pytest.raises(ContractError, match=r"error\[SC"):
        served(module.Good, eager=True)


@pytest.mark.parametrize("mistake", ["type unused = nowhere", "type unused = {"])
def test_a_mistake_of_a_module_concerns_the_tools_of_its_file(tmp_path: Path, mistake: str) -> None:
    bad = load(tmp_path, f"#: {mistake}\n\n{dedent(BAD).replace('MISTAKE', '')}", "bad")
    good = load(tmp_path, GOOD, "good")
    assert served(good.Good, bad.Bad) == ["good"]


def test_text_that_is_given_must_be_read_whole() -> None:
    registry = Registry()
    registry.add(lambda: {"x": 1}, name="t", description="A tool.", signature="() -> {x: Integer}")
    registry.add(
        lambda: {"x": 1},
        name="u",
        description="A tool.",
        types="import error @requires(:s)",
        signature="() -> {x: Integer}",
    )
    service = Service(registry, sig_paths=[])
    assert [tool["name"] for tool in service.list_tools(Grants())] == ["t"]


WITHOUT = {
    "no call": """
    class Bad(Handler):
        '''A tool.'''
        #: type output = {x: Integer}
""",
    "another call": """
    class Bad(Handler):
        '''A tool.'''
        #: type output = {x: Integer}
        call = len
""",
    "no annotation": """
    class Bad(Handler):
        '''A tool.'''
        def call(self): return {"x": 1}
""",
    "no output": """
    class Bad(Handler):
        '''A tool.'''
        #: (a: String)
        def call(self, *, a): return {"x": 1}
""",
    "another parameter": """
    class Bad(Handler):
        '''A tool.'''
        #: (a: String) -> {x: Integer}
        def call(self, *, b): return {"x": 1}
""",
    "a function without annotation": """
    def Bad():
        '''A tool.'''
        return {"x": 1}
""",
    "a function with another parameter": """
    #: (a: String) -> {x: Integer}
    def Bad(
        *,
        b,
    ):
        '''A tool.'''
        return {"x": 1}
""",
    "a decorated function": """
    def same(given): return given

    #: (a: String) -> {x: Integer}
    @same
    @same
    def Bad(*, b):
        '''A tool.'''
        return {"x": 1}
""",
}


@pytest.mark.parametrize("bad", WITHOUT.values(), ids=WITHOUT)
@pytest.mark.parametrize("is_first", [True, False])
def test_a_handler_that_is_none_concerns_its_tool_only(
    tmp_path: Path,
    bad: str,
    is_first: bool,  # noqa: FBT001
) -> None:
    module = load(tmp_path, bad + GOOD if is_first else GOOD + bad)
    assert served(module.Good, module.Bad) == ["good"]
    with pytest.raises(ContractError, match=r"`bad`[\s\S]*error\[SC"):
        served(module.Good, module.Bad, eager=True)


def test_a_handler_that_is_gone_from_its_file_concerns_its_tool_only(tmp_path: Path) -> None:
    module = load(tmp_path, GOOD + BAD.replace("MISTAKE", ""))
    file = tmp_path / "handlers.py"
    file.write_text(file.read_text().replace("class Bad(", "class Renamed("))
    assert served(module.Good, module.Bad) == ["good"]


def test_a_mistake_in_a_head_concerns_those_who_inherit(tmp_path: Path) -> None:
    sub = """
    class Sub(Bad):
        '''A tool.'''
"""
    module = load(tmp_path, GOOD + WITHOUT["no annotation"] + sub)
    assert served(module.Good, module.Sub) == ["good"]
