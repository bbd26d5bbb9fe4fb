"""`output` and `input` are those of the class of an object, also for a method from further up."""

from __future__ import annotations

import importlib
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Service
from schemac.compiler import CompileOptions, compile_tools
from schemac.plan.codec import encode
from schemac.runtime.errors import ContractError, StalePlanError
from tests.found_in import FoundIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schemac import Registry

GATED = "#: type output = { ok: bool, ?s: String @requires(:x) }"
OPEN = "#: type output = { ok: bool, ?s: String }"

HEAD = """
import functools
from types import MethodType
from schemac import Registry
registry = Registry()

class Svc:
    #: type output = { ok: bool, ?s: String }
    #: type words = { ok: bool }
    #: (q: String) -> output
    def list(self, q):
        "D."
        return {"ok": True, "s": "S"}

    @classmethod
    #: (q: String) -> output
    def find(cls, q):
        "D."
        return {"ok": True, "s": "S"}

    #: (q: String) -> words
    def plain(self, q):
        "D."
        return {"ok": True}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    names = ("bound_app", "bound_other")
    monkeypatch.setattr(sys, "meta_path", [FoundIn(dict.fromkeys(names, tmp_path)), *sys.meta_path])
    yield tmp_path
    for name in names:
        sys.modules.pop(name, None)


def read(folder: Path, body: str) -> Registry:
    (folder / "bound_app.py").write_text(HEAD + dedent(body), encoding="utf-8")
    made: Registry = importlib.import_module("bound_app").registry
    return made


def shown(registry: Registry) -> list[str]:
    (tool,) = Service(registry, sig_paths=[], eager=True).list_tools(Grants())
    schema = tool["outputSchema"]
    assert isinstance(schema, dict)
    return [*schema["properties"]]


SUBS = {
    "itself": f"class Sub(Svc):\n    'x'\n    {GATED}\n    x = 1\n",
    "its input": "class Sub(Svc):\n    'x'\n    #: type input = { q: String }\n    x = 1\n",
    "one between": f"class Mid(Svc):\n    'x'\n    {GATED}\n    x = 1\nclass Sub(Mid): pass\n",
    "a mixin": f"class Mixed:\n    'x'\n    {GATED}\n    x = 1\nclass Sub(Mixed, Svc): pass\n",
    "one of that name": f"Old = Svc\nclass Svc(Old):\n    'x'\n    {GATED}\n    x = 1\nSub = Svc\n",
    "one that borrows": f"Old = Svc\nclass Svc(Old):\n    'x'\n    {GATED}\n    list = Old.list\n"
    "    find = Old.__dict__['find']\nSub = Svc\n",
    "a broken one": f"class Sub(Svc):\n    'x'\n    {GATED} |\n    x = 1\n",
    "an import of nothing": "class Sub(Svc):\n    'x'\n    #: import nothing_here\n    x = 1\n",
    "a near miss": f"class Sub(Svc):\n    'x'\n    {GATED.replace('type', 'typ')}\n    x = 1\n",
    "a flaw": f"class Sub(Svc):\n    'x'\n    {GATED.replace('bool', 'nosuch')}\n    x = 1\n",
    "a made one": "Sub = type('Sub', (Svc,), {})\n",
    "one of two": f"class Sub(Svc): pass\nclass Sub(Svc):\n    'x'\n    {GATED}\n    x = 1\n",
}
TOLD = {"an import of nothing": "nothing_here", "a near miss": "SC108"}
ADDED = {
    "a method": "registry.add(Sub().list, name='t')",
    "a class method": "registry.add(Sub.find, name='t')",
    "a class method of an object": "registry.add(Sub().find, name='t')",
    "a partial": "registry.add(functools.partial(Sub().list), name='t')",
    "called": "registry.tool('t')(Sub().list)",
    "made": "registry.add(MethodType(Svc.list, Sub()), name='t')",
    "given": "class Given(Sub):\n    list = Sub.list\nregistry.add(Given().list, name='t')",
}


@pytest.mark.parametrize("how", ADDED)
@pytest.mark.parametrize("sub", SUBS)
def test_a_method_is_not_served_by_what_a_class_below_says_otherwise(
    folder: Path, sub: str, how: str
) -> None:
    registry = read(folder, f"{SUBS[sub]}{ADDED[how]}\n")
    assert Service(registry, sig_paths=[]).list_tools(Grants.all()) == []
    with pytest.raises(
        ContractError, match=TOLD.get(sub, r"SC612.*(as a method of|may have another)")
    ):
        shown(registry)


FINE = {
    "nothing": "class Sub(Svc): pass\n",
    "its own methods": "class Sub(Svc):\n    #: () -> { a: String }\n    def other(self): ...\n",
    "other types": "class Sub(Svc):\n    'x'\n    #: type words = { a: String }\n    x = 1\n",
    "a class of Python": "class Sub(dict, Svc): pass\n",
}


@pytest.mark.parametrize("how", ADDED)
@pytest.mark.parametrize("sub", FINE)
def test_it_is_where_they_say_nothing_of_it(folder: Path, sub: str, how: str) -> None:
    assert shown(read(folder, f"{FINE[sub]}{ADDED[how]}\n")) == ["ok", "s"]


def test_another_output_is_none_of_a_method_that_names_its_own(folder: Path) -> None:
    registry = read(folder, f"{SUBS['itself']}registry.add(Sub().plain, name='t')\n")
    assert shown(registry) == ["ok"]


def test_one_of_the_class_itself_is_served_by_it(folder: Path) -> None:
    body = f"""
        class Sub(Svc):
            {GATED}
            #: (q: String) -> output
            def list(self, q):
                "D."
                return super().list(q)
        registry.add(Sub().list, name="t")
        """
    assert shown(read(folder, body)) == ["ok"]


OWN = {
    "a function": ("", "Svc().list"),
    "a class method": ("@classmethod\n    ", "Svc.list"),
    "a wrapped one": ("@wrapped\n    ", "Svc().list"),
    "a cached one": ("@functools.cache\n    ", "Svc().list"),
    "a wrapped class method": ("@classmethod\n    @wrapped\n    ", "Svc().list"),
    "a partial": ("", "functools.partial(Svc().list)"),
    "one of a class below": ("", "Below().list"),
}
BASES = {
    "plain": "def helper(self): ...",
    "annotated": f"{OPEN}\n    #: (q: String) -> output\n    def list(self, q): ...",
}


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("how", OWN)
def test_a_base_elsewhere_may_have_the_name_of_the_class(folder: Path, how: str, base: str) -> None:
    text = f"class Svc:\n    'x'\n    {BASES[base]}\n"
    (folder / "bound_other.py").write_text(text, encoding="utf-8")
    mark, added = OWN[how]
    body = f"""
import functools
from bound_other import Svc as Elsewhere
from schemac import Registry
registry = Registry()

def wrapped(function):
    return functools.wraps(function)(lambda *given, **named: function(*given, **named))

class Svc(Elsewhere):
    {GATED}
    #: (q: String) -> output
    {mark}def list(self, q):
        "D."
        return {{"ok": True, "s": "S"}}

class Below(Svc): pass

registry.add({added}, name="t")
"""
    (folder / "bound_app.py").write_text(body, encoding="utf-8")
    assert shown(importlib.import_module("bound_app").registry) == ["ok"]


def test_an_inherited_method_is_not_served_by_it(folder: Path) -> None:
    text = f"class Svc:\n    {OPEN}\n    #: (q: String) -> output\n    def list(self, q): 'D.'\n"
    (folder / "bound_other.py").write_text(text, encoding="utf-8")
    body = f"""
import bound_other
from schemac import Registry
registry = Registry()

class Svc(bound_other.Svc):
    'x'
    {GATED}
    x = 1

registry.add(Svc().list, name="t")
"""
    (folder / "bound_app.py").write_text(body, encoding="utf-8")
    registry = importlib.import_module("bound_app").registry
    with pytest.raises(ContractError, match=r"SC612.*may have another `output`"):
        shown(registry)


@pytest.mark.parametrize("sub", FINE)
def test_a_plan_is_not_that_of_a_method_whose_class_says_otherwise_now(
    folder: Path, sub: str
) -> None:
    body = f"{FINE[sub]}registry.add(Sub().list, name='t')\n"
    registry = read(folder, body)
    made = compile_tools([tool.declaration() for tool in registry.tools()], CompileOptions(folder))
    (folder / "plan.json").write_text(encode(made.plan), encoding="utf-8")
    service = Service(registry, plan=folder / "plan.json", sig_paths=[], eager=True)
    assert [tool["name"] for tool in service.list_tools(Grants())] == ["t"]
    sys.modules.pop("bound_app")
    registry = read(folder, SUBS["itself"] + "registry.add(Sub().list, name='t')\n")
    with pytest.raises(StalePlanError):
        Service(registry, plan=folder / "plan.json", sig_paths=[], eager=True)
