"""What people see who try every command: transcripts in `golden/`, compared to the letter.

A line `$ …` is a command, lines with `! ` before them went to stderr, the last one is the status.
`SCHEMAC_UPDATE=1` writes the transcripts anew.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

GOLDEN = Path(__file__).parent / "golden"
SHOP = '''
from schemac import Denied, Handler, Registry, ToolError

registry = Registry()


@registry.tool("order", requires="manage_workflows", title="Order", destructive=True)
class Order(Handler):
    """Order a thing.

    Nobody is asked.
    """

    #: type output = { id: Integer, ?cost: Integer @requires(:routing) } | { refused: String }

    #: (thing: "pen" | "ink" | "air", ?rush: bool @tier(:gold)) -> output
    def call(self, *, thing, rush=False):
        if thing == "ink":
            raise ToolError("There is no ink left.")
        if thing == "air":
            raise Denied("Air is free.")
        return {"id": 7, "cost": 300 if rush else 100, "margin": 5}


@registry.tool("shelves", domains=["store"])
class Shelves(Handler):
    """Count the shelves."""

    #: () -> Array[String]
    def call(self):
        return ["low", "high"]


def context_for(name, persona, domain):
    raise RuntimeError(f"no context of {name}")


class Strange:
    """Something else."""


def broken():
    raise OSError("no database")
'''


def transcript(project: Project, text: str) -> str:
    """Run the commands of a transcript, and write it anew."""
    lines: list[str] = []
    for command in (line[2:] for line in text.splitlines() if line.startswith("$ ")):
        outcome = project.run(*shlex.split(command)[1:])
        lines += [f"$ {command}", *outcome.out.splitlines()]
        lines += [f"! {line}".rstrip() for line in outcome.err.splitlines()]
        lines += [f"[{outcome.status}]", ""]
    told = "\n".join(lines)
    for word, place in (("PYTHON", sys.executable), ("FOLDER", str(project.folder))):
        told = told.replace(place, word)
    return told


@pytest.fixture
def shop(project: Project) -> Project:
    """A project whose tools can be called, from a module that is imported once."""
    project.write("shop_of_transcripts.py", dedent(SHOP))
    return project


@pytest.fixture
def broken(bare: Project) -> Project:
    """A folder with a configuration that is no TOML."""
    bare.write("pyproject.toml", "[tool.schemac]\npaths = [\n")
    return bare


@pytest.fixture
def misspelt(bare: Project) -> Project:
    """A folder with a configuration in which two things are wrong."""
    bare.write(
        "schemac.toml", 'pahts = ["app"]\ndialects = ["open-ai"]\n[personas.a]\nrequire = ["x"]\n'
    )
    return bare


@pytest.mark.parametrize("name", ["bare", "project", "shop", "broken", "misspelt"])
def test_commands_say_what_they_always_said(name: str, request: pytest.FixtureRequest) -> None:
    project: Project = request.getfixturevalue(name)
    file = GOLDEN / f"{name}.txt"
    expected = file.read_text(encoding="utf-8")
    told = transcript(project, expected)
    if os.environ.get("SCHEMAC_UPDATE") == "1":
        assert "CI" not in os.environ, "transcripts are not written by machines"
        file.write_text(told, encoding="utf-8")
    else:
        assert told == expected
