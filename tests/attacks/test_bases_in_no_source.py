"""A gate on a base class holds where the base was loaded from what is no Python source."""

from __future__ import annotations

import importlib
import py_compile
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Service
from schemac.runtime.errors import UnknownToolError
from tests.found_in import FoundIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BASE = """
from schemac import Handler

class B(Handler):
    #: type output = { id: String, ?secret: String @requires(:x) }
    pass
"""

HEAD = """
from schemac import Handler, Registry
import collections.abc, importlib.util, pathlib, sys, types
from importlib.machinery import SourceFileLoader

registry = Registry()
#: type output = { id: String, ?secret: String }

FOLDER = pathlib.Path(__file__).parent
TEXT = (FOLDER / "base.txt").read_text()

def loaded(name, file, register=True):
    loader = SourceFileLoader(name, str(FOLDER / file))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    if register:
        sys.modules[name] = module
    loader.exec_module(module)
    return module.B

def made(name, **attributes):
    module = types.ModuleType(name)
    vars(module).update(attributes)
    exec(compile(TEXT, "<made>", "exec"), vars(module))
    sys.modules[name] = module
    return module.B
"""

TAIL = """
@registry.tool("t")
class T(BASES):
    '''A tool.'''
    #: () -> output
    def call(self): return {"id": "a", "secret": "s"}
"""

UNSEEN = {
    "bytecode": "from in_no_source_compiled import B",
    "executed": "space = {}\nexec(compile(TEXT, '<made>', 'exec'), space)\nB = space['B']",
    "without a console": "B = loaded('in_no_source_other', 'base.pyw')",
    "another suffix": "B = loaded('in_no_source_other', 'base.plugin')",
    "no suffix": "B = loaded('in_no_source_other', 'base')",
    "made module": "B = made('in_no_source_other')",
    "extension": "B = made('in_no_source_other', __file__='/nowhere/in_no_source_other.so')",
    "bytecode elsewhere": "B = made('in_no_source_other', __file__='/nowhere/base.pyc')",
    "no main": "B = made('in_no_source_other')\nB.__module__ = '__main__'",
    "like a shipped one": "B = loaded('this', 'base.txt')",
    "like one, not known": "import colorsys\nB = loaded('colorsys', 'base.txt', register=False)",
    "called as Python's": "B = made('in_no_source_other')\nB.__module__ = 'collections.abc'",
    "called as typing's": "B = made('in_no_source_other')\nB.__module__ = 'typing'",
    "called as ours": "B = made('in_no_source_other')\nB.__module__ = 'schemac.runtime.handler'",
    "named as Python's": """
        B = made("in_no_source_other")
        B.__module__, B.__qualname__ = "collections.abc", "Mapping"
        """,
    "named as ours": """
        B = made("in_no_source_other")
        B.__module__, B.__qualname__ = "schemac.runtime.handler", "Handler"
        """,
    "called as another file's": """
        (FOLDER / "in_no_source_other.py").write_text("class B: pass\\n")
        import in_no_source_other
        B = loaded("in_no_source_other", "base.txt", register=False)
        """,
    "of no module": "B = made('in_no_source_other')\nB.__module__ = 7",
    "of no name": "B = made('in_no_source_other')\nB.__module__ = []",
}

PLAIN = {
    "mapping": "from collections.abc import Mapping as P",
    "hashable": "from typing import Hashable as P",
    "alias": "from typing import MutableMapping\nP = MutableMapping[str, int]",
    "deque": "from collections import deque as P",
    "with a default": "from collections import defaultdict as P",
    "user": "from collections import UserDict as P",
    "space": "from types import SimpleNamespace as P",
    "module": "from types import ModuleType as P",
    "decimal": "from decimal import Decimal as P",
    "date": "from datetime import datetime as P",
    "enough": "from contextlib import AbstractContextManager as P",
    "thread": "from threading import local as P",
    "protocol": "from typing import Protocol\nclass P(Protocol): pass",
    "generic": "from typing import Generic, TypeVar\nX = TypeVar('X')\nclass P(Generic[X]): pass",
    "error": "P = ValueError",
}

MODULES = ("in_no_source_app", "in_no_source_compiled", "in_no_source_other")


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    finder = FoundIn(dict.fromkeys(MODULES, tmp_path))
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    monkeypatch.setitem(sys.modules, "__main__", type(sys)("__main__"))
    yield
    for name in (*MODULES, "this"):
        sys.modules.pop(name, None)


def service(folder: Path, python: str, bases: str) -> Service:
    for name in ("base.txt", "base.pyw", "base.plugin", "base"):
        (folder / name).write_text(BASE, encoding="utf-8")
    compiled = folder / "in_no_source_compiled.pyc"
    py_compile.compile(str(folder / "base.txt"), str(compiled), doraise=True)
    text = HEAD + dedent(python) + TAIL.replace("BASES", bases)
    (folder / "in_no_source_app.py").write_text(text, encoding="utf-8")
    registry = importlib.import_module("in_no_source_app").registry
    return Service(registry, sig_paths=[])


@pytest.mark.parametrize("bases", ["B", "M"])
@pytest.mark.parametrize("python", UNSEEN.values(), ids=UNSEEN)
def test_what_a_base_in_no_source_may_gate_is_told_nobody(
    tmp_path: Path, python: str, bases: str
) -> None:
    found = service(tmp_path, f"{dedent(python)}\nclass M(B): pass\n", bases)
    assert found.list_tools(Grants()) == []
    with pytest.raises(UnknownToolError):
        found.call_tool("t", {}, Grants())


@pytest.mark.parametrize("python", PLAIN.values(), ids=PLAIN)
def test_a_class_that_python_ships_gates_nothing(tmp_path: Path, python: str) -> None:
    found = service(tmp_path, dedent(python) + BASE.replace("B(Handler)", "Base"), "P, Base")
    (closed,) = found.list_tools(Grants())
    (opened,) = found.list_tools(Grants(requires="x"))
    assert "secret" not in repr(closed)
    assert "secret" in repr(opened)
