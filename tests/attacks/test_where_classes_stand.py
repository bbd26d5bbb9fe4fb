"""What a class says of its module is only a name: it is read in the file it was written in."""

from __future__ import annotations

import importlib
import importlib.util
import subprocess
import sys
from textwrap import dedent, indent
from typing import TYPE_CHECKING, Any

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

SHARED = """
from schemac import Handler, Registry

registry = Registry()

class B(Handler):
    #: () -> output
    def call(self): return {"ok": True, "s": "S"}

def our_tool(name):
    def decorate(cls):
        registry.tool(name)(cls)
        return cls
    return decorate
"""

NAMES = ("stand_shared", "stand_app", "stand_other", "stand_tool", "stand_helper", "stand_package")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(sys, "meta_path", [FoundIn(dict.fromkeys(NAMES, tmp_path)), *sys.meta_path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "stand_shared.py").write_text(SHARED, encoding="utf-8")
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] in NAMES]:
        sys.modules.pop(name, None)


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(text), encoding="utf-8")
    return file


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


def shown(registry: Registry) -> dict[str, list[str]]:
    listed = Service(registry, sig_paths=[], eager=True).list_tools(Grants())
    return {str(tool["name"]): fields(tool["outputSchema"]) for tool in listed}


def fields(schema: object) -> list[str]:
    assert isinstance(schema, dict)
    return [*schema["properties"]]


def registry() -> Registry:
    made: Registry = importlib.import_module("stand_shared").registry
    return made


def tool(output: str, head: str = "", body: str = "") -> str:
    return f"{head}\nclass Tool(B):\n    '''D.'''\n    {output}\n{body}"


HELPS = "    def help(self): ..."


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


BORROWED = {
    "a method": "helper = stand_other.Tool.helper",
    "a wrapped method": "helper = functools.wraps(stand_other.Tool.helper)(lambda self: 1)",
    "another one": "@functools.wraps(stand_other.Tool.helper)\n    def helper(self): ...",
    "a static method": "helper = staticmethod(stand_other.Tool.helper)",
    "a property": "helper = property(stand_other.Tool.helper)",
    "two, and one of its own": "a = b = stand_other.Tool.helper\n    def own(self): ...",
}
LOST = {
    "put in its place": ("", "Old = stand_other.Tool", "stand_other.Tool = Tool"),
    "renamed": ("Old = Tool\ndel Tool", "from stand_other import Old", ""),
    "called": ("Old = Tool\ndef Tool(): return Old()", "from stand_other import Old", ""),
    "cached": ("Old = Tool\nTool = functools.cache(Old)", "from stand_other import Old", ""),
    "an object": ("Old = Tool\nTool = Old(None)", "from stand_other import Old", ""),
}


@pytest.mark.parametrize("is_base", [True, False])
@pytest.mark.parametrize("how", LOST)
def test_a_method_of_a_namesake_that_lost_its_name_is_not_believed(
    folder: Path, how: str, *, is_base: bool
) -> None:
    after, before, then = LOST[how]
    other = f"import functools\nfrom stand_shared import *\n{tool(OPEN, body=HELPS)}\n{after}\n"
    write(folder, "stand_other.py", other)
    own = tool(GATED, body="    help = Old.help\n")
    added = "registry.add(T, name='t')"
    last = f"class T(Tool): 'D.'\n{added}" if is_base else f"T = Tool\n{added}"
    app = f"import stand_other\nfrom stand_shared import *\n{before}\n{own}\n{then}\n{last}\n"
    write(folder, "stand_app.py", app)
    if is_base:
        importlib.import_module("stand_app")
        assert Service(registry(), sig_paths=[]).list_tools(Grants.all()) == []
        return
    with pytest.raises(ContractError, match="nobody can tell in which"):
        importlib.import_module("stand_app")


HOW = {
    "added": ("", "registry.add(Tool, name='t')"),
    "an object": ("", "registry.add(Tool(None), name='t')"),
    "our decorator": ("@our_tool('t')", ""),
    "a base": ("", "@registry.tool('t')\nclass T(Tool): 'D.'"),
}


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("what", BORROWED)
@pytest.mark.parametrize("call", ["", "    #: () -> output\n    def call(self): return {}"])
def test_a_method_of_a_namesake_elsewhere_tells_nothing(
    folder: Path, what: str, how: str, call: str
) -> None:
    other = f"from stand_shared import *\n{tool(OPEN, body='    def helper(self): ...')}"
    write(folder, "stand_other.py", other)
    head, then = HOW[how]
    own = tool(GATED, head, f"    {BORROWED[what]}\n{call}")
    app = f"import functools, stand_other\nfrom stand_shared import *\n{own}\n{then}\n"
    write(folder, "stand_app.py", app)
    importlib.import_module("stand_app")
    assert shown(registry()) == {"t": ["ok"]}


@pytest.mark.parametrize("is_base", [True, False])
def test_a_method_that_a_namesake_put_there_tells_nothing(folder: Path, *, is_base: bool) -> None:
    write(folder, "stand_other.py", f"from stand_shared import *\n{tool(GATED, body=HELPS)}")
    patch = tool(OPEN, body="    def help(self): return 1").replace("(B)", "")
    write(
        folder, "stand_helper.py", f"import stand_other\n{patch}\nstand_other.Tool.help = Tool.help"
    )
    then = "class T(stand_other.Tool): 'D.'" if is_base else "T = stand_other.Tool"
    app = f"import stand_other, stand_helper\nfrom stand_shared import registry\n{then}\n"
    write(folder, "stand_app.py", f"{app}registry.add(T, name='t')\n")
    importlib.import_module("stand_app")
    assert shown(registry()) == {"t": ["ok"]}


def test_a_method_of_a_namesake_in_a_function_tells_nothing(folder: Path) -> None:
    def made(output: str, body: str) -> str:
        inside = indent(f"{tool(output, body=body)}\nreturn Tool", "    ")
        return f"from stand_shared import *\ndef made(other):\n{inside}\n"

    write(folder, "stand_other.py", made(OPEN, "    def helper(self): ..."))
    write(folder, "stand_app.py", made(GATED, "    helper = other and other.helper"))
    app, other = importlib.import_module("stand_app"), importlib.import_module("stand_other")
    registry().add(app.made(other.made(None)), name="t")
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
