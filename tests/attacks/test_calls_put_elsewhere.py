"""A tool whose `call` is put in the place of the one that was read is served to nobody."""

from __future__ import annotations

import importlib
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Service
from schemac.compiler import CompileOptions, compile_paths, compile_tools
from schemac.contract_sources.staleness import Present, stale_tools
from schemac.plan.codec import decode, encode
from schemac.runtime.errors import ContractError, StalePlanError
from tests.found_in import FoundIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAD = """
from functools import wraps
from schemac import Handler, Registry
import put_elsewhere_other

registry = Registry()

class B(Handler):
    #: () -> { ?secret: String @requires(:x) }
    def call(self): return {"secret": "s"}

class Between(B):
    pass
"""

OTHER = """
class T:
    def call(self): return {"secret": "s"}

class B:
    def call(self): return {"secret": "s"}
"""

CLASS = """
@registry.tool("t")
class T(Between):
    '''A tool.'''
"""

OPEN = f"""{CLASS}
    #: () -> {{ ?secret: String }}
    def call(self): return {{"secret": "s"}}
"""

HOOK = '''
class Hook(Handler):
    def __init_subclass__(cls):
        if "call" in vars(cls):
            cls.call = B.call

@registry.tool("t")
class T(Hook, B):
    """A tool."""
    #: () -> { ?secret: String }
    def call(self): return {"secret": "s"}
'''

PUT = {
    "that of a base": OPEN + "T.call = B.call\n",
    "by a base": HOOK,
    "by a decorator": OPEN.replace(
        '@registry.tool("t")',
        "def put(cls):\n    cls.call = B.call\n    return cls\n\n@registry.tool('t')\n@put",
    ),
    "deleted": OPEN + "del T.call\n",
    "of a class called alike": OPEN + "T.call = put_elsewhere_other.T.call\n",
    "between": OPEN + "Between.call = B.call\ndel T.call\n",
    "inherited, called alike": CLASS + "    pass\nB.call = put_elsewhere_other.B.call\n",
    "a function": OPEN + "T.call = lambda self: {}\n",
    "no call": OPEN + "del T.call\ndel B.call\n",
}

WRAPS = """
def kept(function):
    @wraps(function)
    def inner(*args, **given): return function(*args, **given)
    return inner
"""

KEPT = {
    "own": OPEN,
    "inherited": CLASS + "    pass\n",
    "inherited, put below": CLASS + "    pass\nT.call = B.call\n",
    "inherited, put between": CLASS + "    pass\nBetween.call = B.call\n",
    "wrapped": WRAPS + OPEN.replace("    def call", "    @kept\n    def call"),
    "wrapped later": WRAPS + OPEN + "T.call = kept(T.call)\n",
    "wrapped below": WRAPS + CLASS + "    pass\nB.call = kept(B.call)\n",
    "static": OPEN.replace("    def call(self)", "    @staticmethod\n    def call()"),
    "an object": OPEN.replace('@registry.tool("t")', "") + "registry.add(T(None), name='t')\n",
    "a function": """
        @registry.tool("t")
        #: () -> { ?secret: String }
        def t():
            '''A tool.'''
            return {"secret": "s"}
        """,
}

MODULES = ("put_elsewhere", "put_elsewhere_other")


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    finder = FoundIn(dict.fromkeys(MODULES, tmp_path))
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    yield
    for name in MODULES:
        sys.modules.pop(name, None)


def service(folder: Path, python: str, *, planned: bool) -> Service:
    file = folder / "put_elsewhere.py"
    file.write_text(HEAD + dedent(python), encoding="utf-8")
    (folder / "put_elsewhere_other.py").write_text(OTHER, encoding="utf-8")
    registry = importlib.import_module("put_elsewhere").registry
    if not planned:
        return Service(registry, sig_paths=[], eager=True)
    made = compile_paths([file], CompileOptions(root=folder))
    if "registry.add" in python:
        declared = [tool.declaration() for tool in registry.tools()]
        made = compile_tools(declared, CompileOptions(root=folder))
    (folder / "plan.json").write_text(encode(made.plan), encoding="utf-8")
    assert [tool.name for tool in made.plan.tools] == ["t"]
    return Service(registry, plan=folder / "plan.json", sig_paths=[], eager=True)


@pytest.mark.parametrize("planned", [False, True])
@pytest.mark.parametrize("python", PUT.values(), ids=PUT)
def test_what_is_put_in_its_place_is_another(tmp_path: Path, python: str, *, planned: bool) -> None:
    with pytest.raises(StalePlanError if planned else ContractError):
        service(tmp_path, python, planned=planned)


@pytest.mark.parametrize("planned", [False, True])
@pytest.mark.parametrize("python", KEPT.values(), ids=KEPT)
def test_what_is_only_wrapped_is_the_same(tmp_path: Path, python: str, *, planned: bool) -> None:
    assert "secret" in repr(
        service(tmp_path, python, planned=planned).list_tools(Grants(requires="x"))
    )


@pytest.mark.parametrize("name", ["that of a base", "by a base", "a function"])
def test_it_is_without_sources_too(tmp_path: Path, name: str) -> None:
    with pytest.raises(StalePlanError):
        service(tmp_path, PUT[name], planned=True)
    made = [
        tool.declaration() for tool in importlib.import_module("put_elsewhere").registry.tools()
    ]
    for module in MODULES:
        (tmp_path / f"{module}.py").unlink()
    plan = decode((tmp_path / "plan.json").read_text(encoding="utf-8"))
    reasons = stale_tools(plan, made, Present(()))
    assert "runs another function than there" in repr(reasons)
