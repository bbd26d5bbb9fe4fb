"""Several classes of one name in a file: what one of them says is never said of another."""

from __future__ import annotations

import importlib
import sys
from textwrap import dedent, indent
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Service
from schemac.runtime.errors import ContractError
from tests.found_in import FoundIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schemac import Registry

GATED = "#: type output = { ok: bool, ?s: String @requires(:x) }"
OPEN = "#: type output = { ok: bool, ?s: String }"

HEAD = """
import dataclasses, functools
from schemac import Handler, Registry

registry = Registry()

class B(Handler):
    #: () -> output
    def call(self): return {"ok": True, "s": "S"}

class Registered(Handler):
    def __init_subclass__(cls):
        registry.tool("t")(cls)

    #: () -> output
    def call(self): return {"ok": True, "s": "S"}

def our_tool(name):
    def decorate(cls):
        registry.tool(name)(cls)
        return cls
    return decorate

def wrapped(function):
    @functools.wraps(function)
    def inner(*args, **kwargs): return function(*args, **kwargs)
    return inner

def hidden(function):
    def inner(*args, **kwargs): return function(*args, **kwargs)
    return inner

IS_FIRST = True
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    names = ("one_name_app", "one_name_other")
    monkeypatch.setattr(sys, "meta_path", [FoundIn(dict.fromkeys(names, tmp_path)), *sys.meta_path])
    yield tmp_path
    for name in names:
        sys.modules.pop(name, None)


def read(folder: Path, body: str) -> Registry:
    (folder / "one_name_app.py").write_text(HEAD + dedent(body), encoding="utf-8")
    made: Registry = importlib.import_module("one_name_app").registry
    return made


def shown(registry: Registry) -> list[str]:
    (tool,) = Service(registry, sig_paths=[], eager=True).list_tools(Grants())
    schema = tool["outputSchema"]
    assert isinstance(schema, dict)
    return [*schema["properties"]]


def branches(head: str, rest: str, *, is_gated_first: bool) -> str:
    """Give two classes, of which the gated one exists."""
    texts = (GATED, OPEN) if is_gated_first else (OPEN, GATED)
    classes = [f"{head}\n    '''A tool.'''\n    {text}\n{rest}" for text in texts]
    first, last = (indent(each, "    ") for each in classes)
    word = "" if is_gated_first else "not "
    return f"if {word}IS_FIRST:\n{first}\nelse:\n{last}\n"


ADD = "registry.add(T, name='t')"
UNTOLD = {
    "added": ("class T(B):", "", ADD),
    "an object": ("class T(B):", "", "registry.add(T(None), name='t')"),
    "decorated later": ("class T(B):", "", "registry.tool('t')(T)"),
    "decorated later without a name": ("class T(B):", "", "registry.tool(T)"),
    "registered by its base": ("class T(Registered):", "", ""),
    "decorated by a helper": ("@our_tool('t')\nclass T(B):", "", ""),
    "dataclass": ("@dataclasses.dataclass(slots=True)\nclass T(B):", "    context: object", ADD),
    "functions of others": ("class T(B):", "    helper = B.call", ADD),
    "hidden functions": ("class T(B):", "    @hidden\n    def helper(self): ...", ADD),
}


@pytest.mark.parametrize("is_gated_first", [True, False])
@pytest.mark.parametrize("how", UNTOLD)
def test_of_several_that_nothing_tells_apart_none_is_served(
    folder: Path, how: str, *, is_gated_first: bool
) -> None:
    head, rest, then = UNTOLD[how]
    registry = read(folder, branches(head, rest, is_gated_first=is_gated_first) + then)
    assert Service(registry, sig_paths=[]).list_tools(Grants.all()) == []
    with pytest.raises(ContractError, match=r"SC612.*several classes `T` in this file"):
        shown(registry)


TOLD = {
    "decorated": ("@registry.tool('t')\nclass T(B):", "", ""),
    "decorated without a name": ("@registry.tool\nclass T(B):", "", ""),
    "between decorators": (
        "@wrapped_class\n@registry.tool(\n    't',\n)\n@wrapped_class\nclass T(B):",
        "",
        "",
    ),
    "own method": ("class T(B):", "    def helper(self): ...", ADD),
    "own static method": ("class T(B):", "    @staticmethod\n    def helper(): ...", ADD),
    "own class method": ("class T(B):", "    @classmethod\n    def helper(cls): ...", ADD),
    "own property": ("class T(B):", "    @property\n    def helper(self): ...", ADD),
    "own lambda": ("class T(B):", "    key = lambda self: 1", ADD),
    "wrapped method": ("class T(B):", "    @wrapped\n    def helper(self): ...", ADD),
    "slots": (
        "@dataclasses.dataclass(slots=True)\nclass T(B):",
        "    context: object\n    def helper(self): ...",
        ADD,
    ),
    "own call": ("class T(Handler):", "    #: () -> output\n    def call(self): ...", ADD),
}


@pytest.mark.parametrize("is_gated_first", [True, False])
@pytest.mark.parametrize("how", TOLD)
def test_the_one_that_exists_is_found_by_what_tells_it(
    folder: Path, how: str, *, is_gated_first: bool
) -> None:
    head, rest, then = TOLD[how]
    body = branches(head, rest, is_gated_first=is_gated_first)
    registry = read(folder, "def wrapped_class(cls): return cls\n" + body + then)
    assert shown(registry) == ["ok"]


BORROWED = {
    "a method": "helper = Old.helper",
    "a static method": "helper = staticmethod(Old.helper)",
    "a wrapped method": "@functools.wraps(Old.helper)\n    def helper(self): ...",
    "one of two": "helper = Old.helper\n    key = 1",
    "under another name": "other = Old.helper",
    "in one case": "helper = Old.helper\n    if not IS_FIRST:\n        def helper(self): ...",
    "later": "pass",
}


@pytest.mark.parametrize("how", ["registry.add(T, name='t')", "our_tool('t')(T)"])
@pytest.mark.parametrize("what", BORROWED)
def test_a_method_of_the_one_before_tells_nothing(folder: Path, what: str, how: str) -> None:
    text = f"""
class T(B):
    {OPEN}
    def helper(self): ...
Old = T
class T(B):
    '''A tool.'''
    {GATED}
    {BORROWED[what]}
{"T.helper = Old.helper" if what == "later" else ""}
{how}
"""
    assert Service(read(folder, text), sig_paths=[]).list_tools(Grants.all()) == []


def test_it_tells_nothing_beside_a_method_that_tells_it(folder: Path) -> None:
    text = f"""
class T(B):
    {OPEN}
    def helper(self): ...
    def own(self): ...
Old = T
class T(B):
    '''A tool.'''
    {GATED}
    helper = Old.helper
    def own(self): ...
registry.add(T, name='t')
"""
    assert shown(read(folder, text)) == ["ok"]


def test_a_class_of_another_file_is_not_one_of_the_same_name_here(folder: Path) -> None:
    other = f"from one_name_app import B\n\nclass T(B):\n    '''A tool.'''\n    {GATED}\n"
    (folder / "one_name_other.py").write_text(other, encoding="utf-8")
    registry = read(
        folder,
        f"""
        class T(B):
            '''A tool.'''
            {OPEN}
        import one_name_other
        registry.tool("t")(one_name_other.T)
        """,
    )
    assert shown(registry) == ["ok"]


def test_a_class_that_is_alone_needs_nothing_that_tells_it(folder: Path) -> None:
    registry = read(
        folder,
        f"""
        class T(B):
            '''A tool.'''
            {GATED}
        our_tool("t")(T)
        """,
    )
    assert shown(registry) == ["ok"]
