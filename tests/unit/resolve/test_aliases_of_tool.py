"""Another name of `tool` itself is read as `tool` is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.gates import Asked
from tests.unit.resolve.guessed_tools import HEAD, SHOWN, compiled, told, told_of_use

if TYPE_CHECKING:
    from pathlib import Path


ALIASES = [
    "made = tool",
    "made = schemac.tool",
    "made = registry.tool",
    "made: object = registry.tool",
    "first = registry.tool\nmade = first",
    "try:\n    made = registry.tool\nexcept AttributeError:\n    pass",
    "def make(): ...\nthing = make()\nmade = thing.tool",
]


@pytest.mark.parametrize("made", ALIASES)
def test_an_alias_is_read_as_tool_itself(tmp_path: Path, made: str) -> None:
    used = "made('salaries', requires='staff')"
    found = compiled(tmp_path, app=f"{HEAD}\n{made}\n@{used}{SHOWN}")
    assert told(found) == ([], ["salaries"])
    assert isinstance(found.plan.tools[0].gate, Asked)


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("from wiring import made", "made"),
        ("from wiring import made as other", "other"),
        ("import wiring", "wiring.made"),
        ("from .wiring import made", "made"),
    ],
)
def test_an_alias_of_another_module_too(tmp_path: Path, written: str, used: str) -> None:
    wiring = "from schemac import Registry\nregistry = Registry()\nmade = registry.tool\n"
    app = f"from schemac import Handler\n{written}\n@{used}('salaries', requires='staff'){SHOWN}"
    found = compiled(tmp_path, wiring=wiring, app=app)
    assert told(found) == ([], ["salaries"])
    assert isinstance(found.plan.tools[0].gate, Asked)


def test_an_alias_says_what_tool_would(tmp_path: Path) -> None:
    wrong = "made = registry.tool\n"
    assert told_of_use(tmp_path, wrong, "made('salaries', need='x')") == (["SC613"], [])
    app = f"{HEAD}made = registry.tool\n@made('add')\ndef add(a): ...\n"
    assert "SC603" in told(compiled(tmp_path, app=app))[0]


@pytest.mark.parametrize(
    "files", [{}, {"wiring": "from fastmcp import FastMCP\nt = FastMCP().tool"}]
)
def test_an_alias_of_another_library_is_none(tmp_path: Path, files: dict[str, str]) -> None:
    made = "from fastmcp import FastMCP\nmcp = FastMCP()\nt = mcp.tool\n"
    if files:
        made = "from wiring import t\n"
    assert told(compiled(tmp_path, app=f"{made}@t()\ndef add(a): ...\n", **files)) == ([], [])
