"""What a class says of its module is only a name: it is read in the file it was written in."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
from textwrap import indent
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Service
from schemac.runtime.errors import ContractError
from tests.attacks import stand_modules
from tests.attacks.stand_modules import GATED, HELPS, OPEN, SHARED, registry, shown, tool, write

if TYPE_CHECKING:
    from pathlib import Path


folder = pytest.fixture(stand_modules.folder)


def plugin(folder: Path, text: str, *, is_known: bool = True) -> Any:
    file = write(folder, "stand_tool.py", f"from stand_shared import *\n{text}")
    spec = importlib.util.spec_from_file_location("stand_tool", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    if is_known:
        sys.modules["stand_tool"] = module
    spec.loader.exec_module(module)
    return module


def test_of_modules_of_one_name_each_class_keeps_its_own(folder: Path) -> None:
    one = plugin(folder / "one", tool(GATED, body=HELPS))
    two = plugin(folder / "two", tool(OPEN, body=HELPS))
    registry().add(one.Tool, name="one")
    registry().add(two.Tool, name="two")
    registry().add(one.Tool(None), name="three")
    assert shown(registry()) == {"one": ["ok"], "two": ["ok", "s"], "three": ["ok"]}


def test_they_do_where_they_are_registered_as_they_are_made(folder: Path) -> None:
    plugin(folder / "one", tool(GATED, "@our_tool('one')"))
    plugin(folder / "two", tool(OPEN, "@our_tool('two')"))
    assert shown(registry()) == {"one": ["ok"], "two": ["ok", "s"]}


@pytest.mark.parametrize("is_known", [True, False])
def test_where_nothing_tells_the_file_the_class_is_refused(folder: Path, *, is_known: bool) -> None:
    one = plugin(folder / "one", tool(GATED), is_known=is_known)
    two = plugin(folder / "two", tool(OPEN))
    registry().add(two.Tool, name="two")
    with pytest.raises(ContractError, match=r"`one` was not written .* nobody can tell in which"):
        registry().add(one.Tool, name="one")
    assert shown(registry()) == {"two": ["ok", "s"]}


@pytest.mark.parametrize("body", ["", HELPS])
def test_one_that_text_made_is_not_the_one_that_stands_there(folder: Path, body: str) -> None:
    text = tool(OPEN, "from stand_shared import *", body)
    write(folder, "stand_app.py", f"{text}\nSPACE = dict(globals())\n")
    app = importlib.import_module("stand_app")
    exec(tool(GATED, body=body), app.SPACE)  # noqa: S102 - as template engines do
    if not body:
        with pytest.raises(ContractError, match="nobody can tell in which"):
            registry().add(app.SPACE["Tool"], name="t")
        return
    registry().add(app.SPACE["Tool"], name="t")
    assert Service(registry(), sig_paths=[]).list_tools(Grants.all()) == []


def test_one_that_code_made_is_not_the_one_that_stands_there(folder: Path) -> None:
    helper = f"""
        from stand_shared import *

        class List(B):
            {OPEN}
            pass

        class Gated(B):
            {GATED}
            pass

        def make(*bases): return type("List", bases, {{"__doc__": "D."}})
        """
    write(folder, "stand_helper.py", helper)
    made = importlib.import_module("stand_helper")
    with pytest.raises(ContractError, match="nobody can tell in which"):
        registry().add(made.make(made.Gated), name="t")


@pytest.mark.parametrize("then", ["", "T.__module__ = 'stand_package'"])
def test_a_class_of_a_package_may_say_that_it_is_of_the_package(folder: Path, then: str) -> None:
    write(
        folder, "stand_package/inside.py", f"from stand_shared import *\n{tool(GATED, body=HELPS)}"
    )
    package = "from .inside import Tool\nTool.__module__ = 'stand_package'\n"
    write(folder, "stand_package/__init__.py", package)
    app = f"""
        from stand_shared import *
        import stand_package

        class T(stand_package.Tool):
            '''D.'''
            #: () -> output
            def call(self): return {{"ok": True, "s": "S"}}

        {then}
        registry.add(stand_package.Tool, name="one")
        registry.add(T, name="two")
        """
    write(folder, "stand_app.py", app)
    importlib.import_module("stand_app")
    assert shown(registry()) == {"one": ["ok"], "two": ["ok"]}


@pytest.mark.parametrize("package", ["", "# Nothing.\n", "class Tool: ...\n"])
@pytest.mark.parametrize("how", ["made", "inside"])
def test_one_of_a_function_may_say_that_it_is_of_the_package(
    folder: Path, how: str, package: str
) -> None:
    write(folder, "stand_package/__init__.py", package)
    body = f"    __module__ = 'stand_package'\n{HELPS}"
    inside = indent(f"{tool(GATED, body=body)}\nreturn Tool", "    ")
    added = {
        "made": f"def made():\n{inside}\n",
        "inside": f"class Out:\n  @staticmethod\n  def made():\n{inside}\nmade = Out.made\n",
    }
    app = f"from stand_shared import *\nimport stand_package\n{added[how]}"
    write(folder, "stand_app.py", f"{app}registry.add(made(), name='t')\n")
    importlib.import_module("stand_app")
    assert shown(registry()) == {"t": ["ok"]}


ANEW = {
    "by its base": ("class T(Auto):", ""),
    "by its base, over lines": ("class T(\n    Auto,\n    mark=1,\n):", ""),
    "by a decorator": ("@mark\n@our('t')\n@mark\nclass T(B):", ""),
    "by a decorator over lines": ("@our(\n    't',\n)\nclass T(B):", ""),
    "added": ("class T(B):", "added.add(T, name='t')"),
}
LOADED = """
from stand_shared import *
added = Registry()
def mark(cls): return cls
def our(name): return lambda cls: added.add(cls, name=name) and cls

class Auto(B):
    def __init_subclass__(cls, mark=0):
        added.add(cls, name="t")

HEAD
    '''D.'''
    OUTPUT
BODY
THEN
"""


@pytest.mark.parametrize("body", ["", HELPS])
@pytest.mark.parametrize("how", ANEW)
def test_a_module_may_be_loaded_anew(folder: Path, how: str, body: str) -> None:
    head, then = ANEW[how]
    text = LOADED.replace("HEAD", head).replace("BODY", body).replace("THEN", then)
    write(folder, "stand_app.py", text.replace("OUTPUT", OPEN))
    app = importlib.import_module("stand_app")
    assert shown(app.added) == {"t": ["ok", "s"]}
    write(folder, "stand_app.py", f"# One line more.\n{text.replace('OUTPUT', GATED)}")
    app = importlib.reload(app)
    assert shown(app.added) == {"t": ["ok"]}


def test_what_is_added_beside_a_class_in_the_making_is_not_taken_for_it(folder: Path) -> None:
    one = plugin(folder / "one", tool(GATED))
    write(
        folder,
        "stand_app.py",
        f"from stand_shared import *\nimport stand_tool\n{tool(OPEN, '@stand_tool.Tool.other')}",
    )
    one.Tool.other = lambda _: registry().add(one.Tool, name="t")
    plugin(folder / "two", tool(OPEN)).Tool.other = one.Tool.other
    with pytest.raises(ContractError, match="nobody can tell in which"):
        importlib.import_module("stand_app")


@pytest.mark.parametrize("name", ["serve", "serve.py", "serve.tool"])
def test_a_program_may_be_called_anything(folder: Path, name: str) -> None:
    text = f"""
        {SHARED.replace(chr(10), chr(10) + "        ")}
        from schemac import Grants, Service

        class Middle(B):
            {GATED}
            pass

        @registry.tool("t")
        class T(Middle):
            '''D.'''
            #: () -> output
            def call(self): return {{"ok": True, "s": "S"}}

        (tool,) = Service(registry, sig_paths=[], eager=True).list_tools(Grants())
        print(*tool["outputSchema"]["properties"])
        """
    file = write(folder, name, text)
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("ok\n", "")
