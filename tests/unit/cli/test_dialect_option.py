from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

TREE = """
from schemac import tool

#: type node = { label: String, ?children: Array[node] @max(9) }

#: () -> node
@tool
def tree():
    '''Show the tree.'''
"""


def test_check_warns_of_what_a_dialect_refuses_at_the_tool(project: Project) -> None:
    project.write("app/tree.py", TREE)
    outcome = project.run("check", "--dialect", "inline")
    assert outcome.status == 0
    head, bar, line, carets = outcome.out.splitlines()[:4]
    assert head.startswith(
        "app/tree.py:7:5: warning[SC501]: `inline` cannot say the output of `tree`: "
    )
    assert (bar, line, carets) == ("  |", "7 | def tree():", "  |     ^^^^")
    assert project.run("check", "--dialect", "inline", "--strict").status == 1


def test_dialects_of_the_configuration_are_checked_too(project: Project) -> None:
    project.write("app/tree.py", TREE)
    file = project.folder / "pyproject.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("paths =", 'dialects = ["mcp", "inline"]\npaths ='))
    assert "SC501" in project.run("check").out
    assert project.run("check", "--dialect", "mcp").out == ""


def test_compile_rewrites_and_tells_what_is_lost(project: Project) -> None:
    outcome = project.run("compile", "totals", "--dialect", "openai-strict")
    assert outcome.status == 0
    told = json.loads(outcome.out)
    assert told["inputSchema"]["additionalProperties"] is False
    assert "additionalProperties" not in told["outputSchema"]


def test_compile_leaves_out_what_a_dialect_refuses(project: Project) -> None:
    project.write("app/tree.py", TREE)
    outcome = project.run("compile", "tree", "--dialect", "inline")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith("warning[SC501]: `inline` cannot say the output of `tree`: ")
    everything = project.run("compile", "--all", "--dialect", "inline")
    assert everything.status == 1
    assert [told["name"] for told in json.loads(everything.out)] == ["totals"]


@pytest.mark.parametrize("command", [("check",), ("compile", "totals")])
def test_an_unknown_dialect_is_told(project: Project, command: tuple[str, ...]) -> None:
    outcome = project.run(*command, "--dialect", "gemni")
    assert (outcome.status, outcome.out) == (2, "")
    assert "`gemni` is no dialect; did you mean `gemini`?" in outcome.err
