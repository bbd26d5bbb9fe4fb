from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest

from schemac.cli import output
from schemac.diagnostics.page import page

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project


def test_a_misspelt_command_is_told(bare: Project) -> None:
    outcome = bare.run("chekc")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.endswith("Error: `chekc` is no command; did you mean `check`?\n")


def test_every_command_has_help_with_an_example(bare: Project) -> None:
    text = bare.run("--help").out
    listed = text.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    names = [line.split()[0] for line in listed if line.startswith("  ") and line[2] != " "]
    assert {"build", "check", "compile", "explain"} <= set(names)
    for name in names:
        outcome = bare.run(name, "--help")
        assert outcome.status == 0
        assert f"  schemac {name} " in outcome.out, name


def test_says_its_version(bare: Project) -> None:
    assert bare.run("--version").out == f"schemac {version('schemac')}\n"


@pytest.mark.parametrize("subject", ["SC201", "sc201", "unknown-name"])
def test_explains_a_code(bare: Project, subject: str) -> None:
    outcome = bare.run("explain", subject)
    assert (outcome.status, outcome.out, outcome.err) == (0, page("SC201"), "")


def test_runs_as_a_module_and_into_a_closed_pipe(project: Project) -> None:
    project.write("app/many.py", "".join(f"#: type t{at} = nope{at}\n" for at in range(3000)))
    command = f"{sys.executable} -m schemac check --format json | head -n 1"
    done = subprocess.run(  # noqa: S602 - the pipe is what is tried
        command, shell=True, capture_output=True, text=True, check=False, cwd=project.folder
    )
    assert (done.stdout, done.stderr) == ("{\n", "")


def test_writes_what_the_terminal_has_no_letters_for(project: Project) -> None:
    project.write("app/page.py", "#: type a = größe\n")
    done = subprocess.run(
        [sys.executable, "-m", "schemac", "check", "--format", "concise"],
        capture_output=True,
        check=False,
        cwd=project.folder,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 1
    assert b"unknown type `gr\\xf6\\xdfe`" in done.stdout


@pytest.mark.parametrize(
    ("environment", "terminal", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colour_is_for_terminals(
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    terminal: bool,  # noqa: FBT001 - a parameter of cases
    expected: bool,  # noqa: FBT001 - a parameter of cases
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert output.colour() is expected


def test_static_commands_load_no_server(project: Project) -> None:
    python = (
        "import sys\n"
        "from schemac.cli import main\n"
        "for command in ('check', 'compile totals', 'explain SC201', 'fmt --check'):\n"
        "    main(command.split(), standalone_mode=False)\n"
        "print([name for name in ('mcp', 'flask') if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", python],
        capture_output=True,
        text=True,
        check=False,
        cwd=project.folder,
    )
    assert done.stderr.splitlines()[-1] == "[]"
