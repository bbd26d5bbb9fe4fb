"""Decorators that are made of `tool`, and those of other libraries that are called so, too."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.plan.gates import Never

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.compiler import Compilation

HANDLER = """
class Salaries(Handler):
    '''List.'''
    #: () -> { salaries: Array[Integer] }
    def call(self): ...
"""


def _compiled(folder: Path, **files: str) -> Compilation:
    for name, text in files.items():
        path = name.replace("__", "/").replace("//init/", "/__init__")
        place = folder / f"{path}.py"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return compile_paths([folder], CompileOptions(root=folder))


def _codes(found: Compilation) -> list[str]:
    return [each.code for each in found.diagnostics]


@pytest.mark.parametrize(
    "made",
    [
        "staff_tool = partial(tool, requires='staff')",
        "other = partial(tool, requires='staff')\nstaff_tool = other",
        "def staff_tool(name): return tool(name, requires='staff')",
        "def staff_tool(name):\n    def wrap(cls): return schemac.tool(name)(cls)\n    return wrap",
    ],
)
def test_a_decorator_made_of_tool_is_told_and_its_tool_shown_to_nobody(
    tmp_path: Path, made: str
) -> None:
    head = "from functools import partial\nimport schemac\nfrom schemac import Handler, tool\n"
    found = _compiled(tmp_path, app=f"{head}{made}\n@staff_tool('salaries'){HANDLER}")
    assert _codes(found) == ["SC608"]
    assert found.diagnostics[0].span is not None
    assert found.diagnostics[0].span.text == "staff_tool('salaries')"
    assert [(each.name, each.gate) for each in found.plan.tools] == [("salaries", Never())]


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("from decorators import open_tool", "open_tool('salaries')"),
        ("from decorators import open_tool as made", "made('salaries')"),
        ("import decorators", "decorators.open_tool('salaries')"),
        ("from .decorators import open_tool", "open_tool('salaries')"),
    ],
)
def test_one_of_another_module_is_told_too(tmp_path: Path, written: str, used: str) -> None:
    made = "from schemac import tool\ndef open_tool(name): return tool(name)\n"
    app = f"from schemac import Handler\n{written}\n@{used}{HANDLER}"
    found = _compiled(tmp_path, app=app, decorators=made)
    assert _codes(found) == ["SC608"]
    assert [each.name for each in found.plan.tools] == ["salaries"]


def test_tool_called_on_a_class_is_read_like_a_decorator(tmp_path: Path) -> None:
    app = f"from schemac import Handler, tool\n{HANDLER}\nSalaries = tool('salaries')(Salaries)\n"
    found = _compiled(tmp_path, app=app)
    assert (_codes(found), [each.name for each in found.plan.tools]) == ([], ["salaries"])


def test_a_name_that_cannot_be_read_leaves_the_tool_out(tmp_path: Path) -> None:
    app = "from schemac import Handler, tool\nmade = tool\nNAME = 'a'\n@made(NAME)" + HANDLER
    found = _compiled(tmp_path, app=app)
    assert (_codes(found), found.plan.tools) == (["SC608"], ())


def test_decorators_without_tool_are_nothing_to_us(tmp_path: Path) -> None:
    app = """
        from functools import cache, partial
        from dataclasses import dataclass
        from elsewhere import registered
        from schemac import Handler, tool

        def audited(cls): return cls
        quick = partial(dataclass, slots=True)

        @audited
        @quick
        @registered("x")
        @dataclass
        class Plain(Handler):
            @property
            def a(self): ...
            @a.setter
            def a(self, value): ...
            @cache
            def b(self): ...
    """
    assert _codes(_compiled(tmp_path, app=app)) == []


@pytest.mark.parametrize(
    "text",
    [
        "from langchain_core.tools import tool\n@tool\ndef search(query: str) -> str: ...\n",
        (
            "from langchain_core.tools import tool\n@tool('calc', return_direct=True)\n"
            "def calc(a): ...\n"
        ),
        "from fastmcp import FastMCP\nmcp = FastMCP('old')\n@mcp.tool()\ndef add(a: int): ...\n",
        "import fastmcp\nmcp: object = fastmcp.FastMCP('old')\n@mcp.tool\ndef add(a: int): ...\n",
        (
            "from pydantic_ai import Agent\nagent = Agent('m')\n@agent.tool(retries=2)\n"
            "async def roll(ctx): ...\n"
        ),
        (
            "try:\n    from fastmcp import FastMCP\nexcept ImportError:\n"
            "    from mcp.server import FastMCP\nmcp = FastMCP()\n@mcp.tool()\ndef a(b): ...\n"
        ),
        (
            "from mcp.server.fastmcp import FastMCP\ndef register(mcp: FastMCP):\n"
            "    @mcp.tool(annotations={})\n    def a(b): ...\n"
        ),
        (
            "from fastmcp import FastMCP\ndef register(mcp: 'FastMCP | None'):\n    pass\n"
            "server = None\nserver = FastMCP()\n@server.tool()\ndef a(b): ...\n"
        ),
    ],
)
def test_tools_of_other_libraries_are_none_of_ours(tmp_path: Path, text: str) -> None:
    found = _compiled(tmp_path, old=text)
    assert (_codes(found), found.plan.tools) == ([], ())


AGAIN = [
    "match make():\n    case registry: ...",
    "match make():\n    case [*registry]: ...",
    "match make():\n    case {'a': 1, **registry}: ...",
    "match make():\n    case int() as registry: ...",
    "for registry in make(): ...",
    "with make() as (registry, _): ...",
    "try: ...\nexcept OSError as registry: ...",
    "print(registry := make())",
    "class registry: ...",
]
DOUBTFUL = "\n@registry.tool('add')\ndef add(a): ...\n"


@pytest.mark.parametrize(
    ("written", "files"),
    [
        ("", {}),
        ("from schemac import default_registry as registry", {}),
        ("import schemac\nregistry = schemac.Registry()", {}),
        ("from shop.wiring import registry", {"shop__wiring": ""}),
        ("from .wiring import registry", {}),
        ("from elsewhere import *", {}),
        ("from fastmcp import FastMCP\nregistry = FastMCP()\nregistry = make()", {}),
        ("def registry(): ...", {}),
        *((f"from fastmcp import FastMCP\nregistry = FastMCP()\n{again}", {}) for again in AGAIN),
    ],
)
def test_where_there_is_doubt_a_tool_counts(
    tmp_path: Path, written: str, files: dict[str, str]
) -> None:
    found = _compiled(tmp_path, app=written + DOUBTFUL, **files)
    assert "SC603" in _codes(found)


def test_what_has_annotations_counts_whatever_its_decorator_comes_from(tmp_path: Path) -> None:
    app = """
        from company_base import registry

        #: (a: String) -> { ok: true }
        @registry.tool("add")
        def add(a):
            '''Add.'''
    """
    found = _compiled(tmp_path, app=app)
    assert (_codes(found), [each.name for each in found.plan.tools]) == ([], ["add"])


def test_a_folder_of_the_project_without_python_of_ours_may_hold_it(tmp_path: Path) -> None:
    (tmp_path / "mcp").mkdir()
    app = "from mcp.own import registry\n" + DOUBTFUL
    assert "SC603" in _codes(_compiled(tmp_path, app=app))


OLD = "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP()\n@mcp.tool()\ndef add(a): ...\n"


@pytest.mark.parametrize("own", ["app__mcp", "app__mcp__tools", "app__mcp____init__"])
@pytest.mark.parametrize("package", [True, False])
def test_a_module_of_our_own_of_that_name_does_not_hold_it(
    tmp_path: Path,
    own: str,
    package: bool,  # noqa: FBT001 - a column of the table
) -> None:
    files = {"app____init__": ""} if package else {}
    found = _compiled(tmp_path, **files, **{own: "", "other__old": OLD})
    assert _codes(found) == []


def test_a_decorator_from_outside_is_made_of_nothing_of_ours(tmp_path: Path) -> None:
    app = "from elsewhere import register\n@register\nclass Plain(Base): ...\n"
    made = "from schemac import tool\ndef register(cls): return tool(cls)\n"
    assert _codes(_compiled(tmp_path, app=app, made=made)) == []


def test_tool_called_on_a_class_inside_a_function_is_left_to_it(tmp_path: Path) -> None:
    head = "from schemac import Handler, Registry, tool\n@tool('salaries')"
    tail = "\ndef test_it():\n    Registry().tool('salaries')(Salaries)\n"
    found = _compiled(tmp_path, app=f"{head}{HANDLER}{tail}")
    assert (_codes(found), [each.name for each in found.plan.tools]) == ([], ["salaries"])
