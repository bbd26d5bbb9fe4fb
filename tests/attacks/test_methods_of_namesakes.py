"""A method tells where its class stands only where it is surely the method of that class."""

from __future__ import annotations

import importlib
import importlib.util
from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Service
from schemac.runtime.errors import ContractError
from tests.attacks import stand_modules
from tests.attacks.stand_modules import GATED, HELPS, OPEN, registry, shown, tool, write

if TYPE_CHECKING:
    from pathlib import Path


folder = pytest.fixture(stand_modules.folder)
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
