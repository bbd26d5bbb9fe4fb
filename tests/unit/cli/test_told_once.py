"""What is wrong with an app is told once, and a mistaken grant wherever grants are taken."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

APP = """
    import flask
    from schemac import Grants, Registry
    from schemac.flask import blueprint

    registry = Registry()

    #: () -> { a: String, ?b: String @requires(:routing) } | { c: String }
    @registry.tool("doubtful", requires="manage_workflows")
    def doubtful():
        '''It.'''
        return {"c": ""}

    def make():
        made()
        return made()

    def made():
        app = flask.Flask("hall")
        app.register_blueprint(blueprint(context=lambda _: Grants(), registry=registry))
        return app
    """


@pytest.fixture
def doubtful(project: Project) -> Project:
    """A project with an app whose factory makes two, and a tool that is warned of."""
    project.write("made_in_doubt.py", APP)
    return project


@pytest.mark.parametrize(
    "command",
    [
        ("tools",),
        ("call", "doubtful", "--grant-all"),
        ("check",),
        ("build", "-o", "plan.json"),
    ],
)
def test_a_warning_of_the_app_comes_once(doubtful: Project, command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "schemac", *command, "--app", "made_in_doubt:make"],
        cwd=doubtful.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert (done.stdout + done.stderr).count("SC407") == 1


@pytest.mark.parametrize("command", [("tools",), ("call", "doubtful")])
def test_a_grant_that_no_gate_asks_for_is_told(doubtful: Project, command: tuple[str, ...]) -> None:
    options = ("--app", "made_in_doubt:registry", "--grant", "requires:routin")
    outcome = doubtful.run(*command, *options)
    note = "note: no gate asks for `requires:routin`; did you mean `requires:routing`?"
    assert note in outcome.err.splitlines()
    known = doubtful.run(*command, *options[:-1], "requires:routing")
    assert "no gate asks" not in known.err


@pytest.mark.parametrize(
    ("gate", "options", "why"),
    [
        ("['one', 'two']", (), "`requires:one` and `requires:two` are closed"),
        ("['one', 'two']", ("--grant", "requires:one"), "`requires:two` is closed"),
        ("'one | two'", (), "`requires:one | requires:two` is closed"),
        ("'!one'", ("--grant", "requires:one"), "`!requires:one` is closed"),
        ("asked", ("--grant-all",), "a gate of it cannot be read without running the code"),
    ],
)
def test_the_gates_that_hide_a_tool_are_named(
    project: Project, gate: str, options: tuple[str, ...], why: str
) -> None:
    project.write(
        "app/shut.py",
        f'''
        from schemac import tool

        #: () -> {{ ok: bool }}
        @tool("shut", requires={gate})
        def shut():
            """It."""
        ''',
    )
    outcome = project.run("compile", "shut", *options)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.splitlines()[-1] == (
        f"`shut` is hidden from a caller with these grants: {why}."
    )
