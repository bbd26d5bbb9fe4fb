"""A decorator may give another class than the one below it, which then says other things."""

from __future__ import annotations

import importlib
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Service
from schemac.compiler import CompileOptions, compile_paths, compile_tools
from schemac.plan.codec import encode
from schemac.runtime.errors import ContractError, StalePlanError
from tests.found_in import FoundIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schemac import Registry

GATED = "#: type output = { ok: bool, ?s: String @requires(:x) }"
OPEN = "#: type output = { ok: bool, ?s: String }"

MADE = f"""
import dataclasses, functools
from schemac import Handler

class Audit:
    {GATED}
    pass

class Plain:
    pass

def before(cls):
    return type(cls.__name__, (Audit, cls), {{}})

def after(cls):
    return type(cls.__name__, (cls, Audit), {{}})

def bare(cls):
    return type(cls.__name__, (cls,), {{}})

def worded(cls):
    class Worded(cls):
        {GATED}
        pass
    functools.update_wrapper(Worded, cls, updated=())
    return Worded

def named(cls):
    class Named(cls):
        '''A tool.'''
        {GATED}
        pass
    return Named

def anew(cls):
    return type(cls.__name__, (Audit, *cls.__bases__), dict(vars(cls)))

def same(cls):
    cls.mark = 1
    return cls

def slotted(cls):
    return dataclasses.dataclass(slots=True)(cls)
"""

APP = f"""
from schemac import Handler, Registry
from made_here import *

registry = Registry()

class Base:
    {GATED}
    pass

@registry.tool("t")
@DECORATOR
class T(BASES):
    '''A tool.'''
    OWN
    #: () -> output
    def call(self): return {{"ok": True, "s": "S"}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    names = ("made_here", "made_app")
    monkeypatch.setattr(sys, "meta_path", [FoundIn(dict.fromkeys(names, tmp_path)), *sys.meta_path])
    (tmp_path / "made_here.py").write_text(dedent(MADE), encoding="utf-8")
    yield tmp_path
    for name in names:
        sys.modules.pop(name, None)


def read(folder: Path, text: str) -> Registry:
    (folder / "made_app.py").write_text(text, encoding="utf-8")
    made: Registry = importlib.import_module("made_app").registry
    return made


def shown(registry: Registry) -> list[str]:
    (tool,) = Service(registry, sig_paths=[], eager=True).list_tools(Grants())
    schema = tool["outputSchema"]
    assert isinstance(schema, dict)
    return [*schema["properties"]]


def app(decorator: str, *, own: str = OPEN, bases: str = "Handler") -> str:
    text = APP.replace("DECORATOR", decorator).replace("OWN", own)
    return text.replace("BASES", bases)


@pytest.mark.parametrize("is_here", [True, False])
@pytest.mark.parametrize("bases", ["Handler", "Base, Handler"])
@pytest.mark.parametrize("decorator", ["before", "after", "bare", "worded"])
def test_one_that_inherits_from_what_was_read_is_not_served(
    folder: Path, decorator: str, bases: str, *, is_here: bool
) -> None:
    text = app(decorator, bases=bases)
    if is_here:
        text = dedent(MADE) + text.replace("from made_here import *", "")
    registry = read(folder, text)
    assert Service(registry, sig_paths=[]).list_tools(Grants.all()) == []
    with pytest.raises(ContractError, match=r"SC614.*`T` is a class that a decorator made of it"):
        shown(registry)


@pytest.mark.parametrize("decorator", ["before", "after", "bare", "worded"])
def test_a_plan_of_the_text_is_not_its_plan(folder: Path, decorator: str) -> None:
    registry = read(folder, app(decorator))
    found = compile_paths([folder / "made_app.py"], CompileOptions(folder))
    assert [tool.name for tool in found.plan.tools] == ["t"]
    (folder / "plan.json").write_text(encode(found.plan), encoding="utf-8")
    with pytest.raises(StalePlanError, match=r"another class, which a decorator made"):
        Service(registry, plan=folder / "plan.json", sig_paths=[], eager=True)
    sys.modules.pop("made_app")
    registry = read(folder, app("same"))
    service = Service(registry, plan=folder / "plan.json", sig_paths=[], eager=True)
    assert [tool["name"] for tool in service.list_tools(Grants())] == ["t"]


@pytest.mark.parametrize(
    ("decorator", "own", "expected"),
    [
        ("same", OPEN, ["ok", "s"]),
        ("slotted", OPEN, ["ok", "s"]),
        ("anew", OPEN, ["ok", "s"]),
        ("anew", "", ["ok"]),
        ("named", OPEN, ["ok"]),
    ],
)
def test_what_is_read_is_served_by_what_it_says(
    folder: Path, decorator: str, own: str, expected: list[str]
) -> None:
    assert shown(read(folder, app(decorator, own=own))) == expected


def test_a_class_may_inherit_from_an_earlier_one_of_its_name(folder: Path) -> None:
    earlier = f"class T(Handler):\n    {OPEN}\n    pass\n\n@registry.tool"
    text = app("same", own=GATED, bases="T").replace("@registry.tool", earlier)
    assert shown(read(folder, text)) == ["ok"]
    sys.modules.pop("made_app")
    text = text.replace("@same", "@bare")
    assert Service(read(folder, text), sig_paths=[]).list_tools(Grants.all()) == []


@pytest.mark.parametrize("is_here", [True, False])
@pytest.mark.parametrize("then", ["class T(K): 'D.'", "class L(K): pass\nclass T(L): 'D.'"])
@pytest.mark.parametrize("decorator", ["before", "after", "bare", "worded"])
def test_a_base_that_inherits_from_what_was_read_is_not_read(
    folder: Path, decorator: str, then: str, *, is_here: bool
) -> None:
    text = app(decorator).replace('@registry.tool("t")\n', "").replace("class T(", "class K(")
    text = f"{text}\n{then}\nregistry.add(T, name='t')\n"
    if is_here:
        text = dedent(MADE) + text.replace("from made_here import *", "")
    registry = read(folder, text)
    assert Service(registry, sig_paths=[]).list_tools(Grants.all()) == []
    with pytest.raises(ContractError, match=r"SC61[24]"):
        shown(registry)


def test_a_base_that_a_decorator_gives_back_is_read(folder: Path) -> None:
    for decorator in ("same", "slotted"):
        text = app(decorator, own=GATED).replace('@registry.tool("t")\n', "")
        text = text.replace("class T(", "class K(")
        registry = read(folder, f"{text}\n@registry.tool('t')\nclass T(K): 'D.'\n")
        assert shown(registry) == ["ok"]
        sys.modules.pop("made_app")


TWICE = """
from schemac import Handler, Registry
from made_here import *

registry = Registry()

class B(Handler):
    #: () -> output
    def call(self): return {"ok": True, "s": "S"}

def ext(base):
    class Ext(base):
        '''A tool.'''
        OWN
        BODY
    return Ext

registry.add(MADE(ext(ext(B))), name="t")
"""


@pytest.mark.parametrize("own", [OPEN, GATED])
def test_a_class_that_a_function_makes_twice_is_what_it_says(folder: Path, own: str) -> None:
    text = TWICE.replace("BODY", "def call(self): return super().call()").replace("OWN", own)
    registry = read(folder, text.replace("MADE", ""))
    assert shown(registry) == (["ok"] if own == GATED else ["ok", "s"])
    found = compile_tools([tool.declaration() for tool in registry.tools()], CompileOptions(folder))
    (folder / "plan.json").write_text(encode(found.plan), encoding="utf-8")
    service = Service(registry, plan=folder / "plan.json", sig_paths=[], eager=True)
    assert [tool["name"] for tool in service.list_tools(Grants())] == ["t"]


@pytest.mark.parametrize("made", ["copied", "bare"])
@pytest.mark.parametrize("body", ["pass", "def call(self): return super().call()"])
def test_one_that_has_the_functions_of_what_it_inherits_from_is_not(
    folder: Path, body: str, made: str
) -> None:
    copied = f"""
def copied(cls):
    class Ext(cls):
        {GATED}
        pass
    for name, item in vars(cls).items():
        if callable(item):
            setattr(Ext, name, item)
    Ext = type(cls)(cls.__name__, (Ext,), dict(vars(Ext)))
    functools.update_wrapper(Ext, cls, updated=())
    return Ext
"""
    text = TWICE.replace("BODY", body).replace("OWN", OPEN).replace("MADE", made)
    registry = read(
        folder, text.replace("\nregistry =", f"\nimport functools\n{copied}\nregistry =")
    )
    assert Service(registry, sig_paths=[]).list_tools(Grants.all()) == []


MIXED = f"""
from types import FunctionType

class Gated:
    {GATED}
    pass

def again(function):
    return FunctionType(function.__code__, function.__globals__, function.__name__)

def mixed(cls):
    inside = dict(vars(cls))
    copies = {{name: again(inside[name]) for name in inside if name == "help"}}
    return type(cls.__name__, (Gated, cls), {{**copies, "__doc__": "A tool."}})
"""


@pytest.mark.parametrize("then", ["T(None)", "T"])
def test_one_that_has_copies_of_them_behind_another_is_not(folder: Path, then: str) -> None:
    text = (
        app("mixed")
        .replace('@registry.tool("t")\n', "")
        .replace("registry =", f"{MIXED}\nregistry =")
    )
    text = f"{text}\n    def help(self): ...\nregistry.add({then}, name='t')\n"
    assert Service(read(folder, text), sig_paths=[]).list_tools(Grants.all()) == []
