"""A name of a file can hold line breaks: no message lets one begin a line of its own."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from schemac.cli.output import refused
from tests.unit.cli.test_parse_cache import git

if TYPE_CHECKING:
    from tests.unit.cli.commands import Outcome, Project

NAME = "a\n::error::b\r::error::c"
SHOWN = "a ::error::b ::error::c"


def lines_of(outcome: Outcome) -> list[str]:
    return (outcome.out + outcome.err).replace("\r", "\n").split("\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "--format", "github", f"{NAME}.txt"),
        ("check", "--baseline", NAME, "--format", "github"),
        ("fmt", f"{NAME}.txt"),
        ("diff", NAME, "."),
        ("diff", ".", f"git:{NAME}"),
        ("diff", f"{NAME}.txt", "."),
        ("build", "-o", f"{NAME}/plan"),
        ("build", "-o", NAME),
        ("matrix", "--html", f"{NAME}/page"),
        ("compile", NAME),
        ("compile", f"{NAME}:T"),
        ("compile", "--all", "--out", f"{NAME}.txt/out"),
        ("compile", "--all", "--out", NAME, "--check"),
        (NAME,),
    ],
)
def test_no_name_on_the_command_line_begins_a_line(
    project: Project, arguments: tuple[str, ...]
) -> None:
    project.write(f"{NAME}.txt", "none")
    git(project, "init", "-q")
    outcome = project.run(*arguments)
    told = lines_of(outcome)
    assert any("::error::b" in line for line in told)
    assert [line for line in told if line.lstrip().startswith("::error::")] == []


@pytest.mark.parametrize("command", ["check", "fmt", "build", "matrix"])
def test_no_name_of_the_tree_begins_a_line(
    project: Project, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    project.write(f"app/{NAME}/x.py", "")
    scandir = os.scandir

    def refuse(place: Any = ".") -> Any:
        if str(place).endswith(NAME):
            raise PermissionError(13, "Permission denied", str(place))
        return scandir(place)

    monkeypatch.setattr(os, "scandir", refuse)
    outcome = project.run(command, *(("-o", "plan.json") if command == "build" else ()))
    assert outcome.status == 2
    assert f"{SHOWN}`: Permission denied\n" in outcome.err


@pytest.mark.parametrize("option", ["--check", "--diff", None])
def test_no_name_that_is_laid_out_begins_a_line(project: Project, option: str | None) -> None:
    project.write(f"app/{NAME}.sig", "type   a=String\n")
    outcome = project.run("fmt", *(() if option is None else (option,)))
    told = lines_of(outcome)
    assert any(f"app/{SHOWN}.sig" in line for line in told)
    assert [line for line in told if line.startswith("::")] == []


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (OSError(2, "secret\nline", "/x\n::error::y"), "`/x ::error::y`: secret line"),
        (OSError(2, "No", b"/x\xff\n::y"), "`/x<U+DCFF> ::y`: No"),
        (OSError(2, "No", 3), "`3`: No"),
        (OSError("a\n::b"), "a ::b"),
    ],
)
def test_what_the_system_says_is_one_line(problem: OSError, told: str) -> None:
    assert refused(problem) == told
