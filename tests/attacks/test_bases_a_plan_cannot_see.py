"""A plan is not served where a class came between that nobody can read: it may hold gates."""

from __future__ import annotations

import importlib
import py_compile
import sys
import zipfile
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Service
from schemac.compiler import CompileOptions, compile_paths
from schemac.plan.codec import encode
from schemac.runtime.errors import StalePlanError
from tests.found_in import FoundIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schemac import Registry

APP = """
from schemac import Handler, Registry
from cannot_see.mid import M

registry = Registry()
#: type output = { id: String, ?secret: String }

@registry.tool("t")
class T(M):
    '''A tool.'''
    #: () -> output
    def call(self): return {"id": "a", "secret": "s"}
"""

BASE = """
from schemac import Handler

class B(Handler):
    #: type output = { id: String, ?secret: String @requires(:x) }
    pass
"""

TWICE = BASE + "G = B\nclass B(Handler): pass\nB = G\n"

MID = "from schemac import Handler\nclass M(Handler): pass\n"

HIDDEN = {
    "in another module": ("from cannot_see.base import B", "B.__module__ = 'cannot_see'"),
    "called otherwise": ("from cannot_see.base import B", "B.__qualname__ = 'Base'"),
    "renamed": ("from cannot_see.under import B", ""),
    "twice": ("from cannot_see.twice import B", ""),
    "not registered": (
        """
        import importlib.util, pathlib
        spec = importlib.util.spec_from_file_location(
            "not_registered", pathlib.Path(__file__).with_name("base.py")
        )
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        """,
        "B = module.B",
    ),
    "zipped": (
        """
        import importlib, pathlib, sys, zipimport
        zipped = zipimport.zipimporter(str(pathlib.Path(__file__).with_name("zipped.zip")))
        sys.modules["cannot_see_zipped"] = zipped.load_module("cannot_see_zipped")
        """,
        "B = sys.modules['cannot_see_zipped'].B",
    ),
    "executed": (
        """
        import pathlib
        space = {}
        exec(pathlib.Path(__file__).with_name("base.py").read_text(), space)
        """,
        "B = space['B']",
    ),
    "bytecode": ("from cannot_see.compiled import B", ""),
}


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    finder = FoundIn({"cannot_see": tmp_path, "cannot_see_app": tmp_path})
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    yield
    forget()


def forget() -> None:
    for name in [each for each in sys.modules if each.startswith("cannot_see")]:
        del sys.modules[name]


def write(folder: Path, app: str = APP) -> Path:
    package = folder / "cannot_see"
    package.mkdir()
    texts = {
        "__init__": "",
        "base": BASE,
        "under": BASE.replace("class B", "class _B") + "_B.__qualname__ = 'B'\nB = _B\n",
        "twice": TWICE,
        "mid": MID,
    }
    for name, text in texts.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    py_compile.compile(str(package / "base.py"), str(package / "compiled.pyc"), doraise=True)
    with zipfile.ZipFile(package / "zipped.zip", "w") as zipped:
        zipped.writestr("cannot_see_zipped.py", BASE)
    (folder / "cannot_see_app.py").write_text(app, encoding="utf-8")
    return package


def build(folder: Path) -> None:
    made = compile_paths([folder / "cannot_see_app.py"], CompileOptions(root=folder))
    assert made.diagnostics == ()
    (folder / "plan.json").write_text(encode(made.plan), encoding="utf-8")


def registry() -> Registry:
    found: Registry = importlib.import_module("cannot_see_app").registry
    return found


@pytest.mark.filterwarnings("ignore:zipimport.zipimporter.load_module:DeprecationWarning")
@pytest.mark.parametrize(("above", "bound"), HIDDEN.values(), ids=HIDDEN)
def test_a_plan_made_before_it_came_is_stale(tmp_path: Path, above: str, bound: str) -> None:
    package = write(tmp_path)
    build(tmp_path)
    text = f"{dedent(above)}\n{bound}\nclass M(B): pass\n"
    (package / "mid.py").write_text(text, encoding="utf-8")
    made = registry()
    assert Service(made, sig_paths=[]).list_tools(Grants()) == []
    with pytest.raises(StalePlanError, match="inherits from other classes than there"):
        Service(made, plan=tmp_path / "plan.json", sig_paths=[], eager=True)


@pytest.mark.parametrize(
    "mid",
    [
        "class M: pass\n",
        "class P: pass\nclass M(P): pass\n",
        "from collections import deque\nclass M(deque): pass\n",
        "from typing import Generic, TypeVar\nX = TypeVar('X')\nclass M(Generic[X]): pass\n",
        "from types import SimpleNamespace\nclass M(SimpleNamespace): pass\n",
        "from abc import ABC\nfrom collections.abc import Hashable\nclass M(ABC, Hashable): pass\n",
    ],
)
def test_one_that_says_nothing_may_come(tmp_path: Path, mid: str) -> None:
    package = write(tmp_path)
    build(tmp_path)
    (package / "mid.py").write_text(mid, encoding="utf-8")
    made = registry()
    for settings in ({}, {"plan": tmp_path / "plan.json"}):
        (tool,) = Service(made, sig_paths=[], **settings).list_tools(Grants())
        assert "secret" in repr(tool)


def sourceless(package: Path, *names: str) -> None:
    for name in names:
        source = package / f"{name}.py"
        py_compile.compile(str(source), str(package / f"{name}.pyc"), doraise=True)
        source.unlink()
    sys.path_importer_cache.pop(str(package), None)


GATED = "from cannot_see.base import B\nclass M(B): pass\n"


@pytest.mark.parametrize("app_too", [False, True])
def test_a_planned_base_needs_no_source(tmp_path: Path, *, app_too: bool) -> None:
    package = write(tmp_path)
    (package / "mid.py").write_text(GATED, encoding="utf-8")
    build(tmp_path)
    sourceless(package, "base", "mid")
    if app_too:
        sourceless(tmp_path, "cannot_see_app")
    service = Service(registry(), plan=tmp_path / "plan.json", sig_paths=[], eager=True)
    assert "secret" not in repr(service.list_tools(Grants()))
    assert "secret" in repr(service.list_tools(Grants(requires="x")))


def test_one_that_was_not_planned_does(tmp_path: Path) -> None:
    package = write(tmp_path)
    build(tmp_path)
    (package / "mid.py").write_text(GATED, encoding="utf-8")
    sourceless(package, "base", "mid")
    with pytest.raises(StalePlanError, match="inherits from other classes than there"):
        Service(registry(), plan=tmp_path / "plan.json", sig_paths=[], eager=True)


def test_a_planned_base_is_in_no_other_file(tmp_path: Path) -> None:
    package = write(tmp_path)
    open_base = BASE.replace(" @requires(:x)", "")
    (package / "base.py").write_text(open_base, encoding="utf-8")
    (package / "mid.py").write_text(GATED, encoding="utf-8")
    build(tmp_path)
    (package / "mid.py").write_text(GATED.replace(".base", ".compiled"), encoding="utf-8")
    with pytest.raises(StalePlanError, match="inherits from other classes than there"):
        Service(registry(), plan=tmp_path / "plan.json", sig_paths=[], eager=True)
