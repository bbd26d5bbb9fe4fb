"""A folder with annotated tools, and commands that are run in it."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent
from typing import TYPE_CHECKING

from click.testing import CliRunner

from schemac.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = """
[tool.schemac]
paths = ["app"]
predicates = ["tier"]

[tool.schemac.personas.member]
requires = ["manage_workflows"]

[tool.schemac.personas.admin]
requires = ["manage_workflows", "routing"]
tier = ["gold"]
defaults = { timezone = "Europe/Lisbon" }
"""

TOOLS = '''
from schemac import Handler, tool


@tool("move", requires="manage_workflows", title="Move", destructive=False)
class Move(Handler):
    """Move an applicant."""

    #: import stage
    #: type output = { ok: bool, ?note: String @requires(:routing) }

    #: (id: String, ?stage: stage @requires(:routing)) -> output
    def call(self, *, id, stage=None): ...


#: () -> { total: Integer @min(0) }
@tool
def totals():
    """Sum up."""
'''


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Project:
    """A folder that commands run in."""

    folder: Path

    def write(self, name: str, text: str) -> Path:
        """Write a file, its first line break and common indentation taken off."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
        return file

    def run(self, *arguments: str) -> Outcome:
        """Run the command here."""
        result = CliRunner().invoke(main, arguments, prog_name="schemac")
        return Outcome(result.exit_code, result.stdout, result.stderr)
