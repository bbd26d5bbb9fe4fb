"""What is wrong with an app is told once, and a mistaken grant wherever grants are taken."""

from __future__ import annotations

import importlib
import logging
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from schemac.cli.flask_commands import mcp
from schemac.cli.importing import told_once

if TYPE_CHECKING:
    from collections.abc import Iterator

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


SEEN = """
    import logging
    import sys

    import flask
    from schemac import Grants, Registry
    from schemac.flask import blueprint

    registry = Registry()
    SEEN = []

    #: () -> { ok: bool }
    @registry.tool("seen")
    def seen():
        '''It.'''
        SEEN.append(len(logging.getLogger("schemac").filters))
        return {"ok": True}

    def make():
        app = flask.Flask("hall")
        app.register_blueprint(blueprint(context=lambda _: Grants(), registry=registry))
        return app

    def fail():
        raise ValueError
    """
LOG = logging.getLogger("schemac")


@pytest.fixture
def watched(project: Project, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """A project with a tool that notes how the log is filtered while it runs."""
    project.write("seen_filters.py", SEEN)
    monkeypatch.syspath_prepend(project.folder)
    assert LOG.filters == []
    yield project
    assert LOG.filters == []
    sys.modules.pop("seen_filters", None)


@pytest.mark.parametrize(
    ("command", "app", "status"),
    [
        (("tools",), "registry", 0),
        (("tools", "nowhere"), "registry", 2),
        (("tools",), "fail", 2),
        (("call", "seen"), "make", 0),
        (("call", "unseen"), "registry", 2),
        (("check",), "make", 0),
        (("check",), "fail", 2),
        (("build", "-o", "plan.json"), "registry", 0),
        (("build", "-o", "plan.json"), "fail", 2),
    ],
)
def test_a_command_leaves_no_filter_in_its_process(
    watched: Project, command: tuple[str, ...], app: str, status: int
) -> None:
    assert watched.run(*command, "--app", f"seen_filters:{app}").status == status


@pytest.mark.parametrize("how", [("--stdio",), ("--http", "127.0.0.1:0")])
@pytest.mark.parametrize("app", ["registry", "make"])
def test_nothing_is_kept_from_the_log_while_a_server_serves(
    watched: Project, monkeypatch: pytest.MonkeyPatch, how: tuple[str, ...], app: str
) -> None:
    found = []

    def serve(*_: object, **_kept: object) -> None:
        found.append(list(LOG.filters))

    monkeypatch.setattr("schemac.stdio.claim", lambda: None)
    monkeypatch.setattr("schemac.stdio.serve_service", serve)
    monkeypatch.setattr("schemac.cli.serve._listen", serve)
    outcome = watched.run("serve", *how, "--app", f"seen_filters:{app}")
    assert (outcome.status, found) == (0, [[]])


def test_commands_of_flask_filter_nothing(watched: Project) -> None:
    del watched
    module = importlib.import_module("seen_filters")
    for _ in range(2):
        result = module.make().test_cli_runner().invoke(mcp, ["call", "seen"])
        assert result.exit_code == 0, result.output
    assert module.SEEN == [0, 0]


def test_the_log_says_each_thing_once_for_a_while_and_then_all(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def say() -> list[str]:
        caplog.clear()
        for text in ("one", "two", "one"):
            LOG.warning(text)
        return caplog.messages

    with told_once():
        assert say() == ["one", "two"]
        with told_once():
            assert say() == []
    assert say() == ["one", "two", "one"]


def test_a_tool_that_cannot_be_served_is_two_lines(project: Project) -> None:
    project.write(
        "made_wrong.py",
        """
        from schemac import Registry

        registry = Registry()

        #: (a: Strin) -> { ok: true }
        @registry.tool("wrong")
        def wrong(a):
            '''It.'''
            return {"ok": True}

        #: () -> { ok: true }
        @registry.tool("right")
        def right():
            '''It.'''
            return {"ok": True}
        """,
    )
    told = (
        "1 of the tools cannot be served.\n"
        "the tool `wrong` (made_wrong.py:6): "
        "made_wrong.py:5:8: error[SC201]: unknown type `Strin`\n"
    )
    ran = [
        _run(project, *command, "--app", "made_wrong:registry")
        for command in (("tools",), ("call", "right"), ("call", "wrong"))
    ]
    assert [each.returncode for each in ran] == [0, 0, 1]
    assert [each.stderr for each in ran] == [
        told,
        told,
        f"{told}Error: `wrong` cannot be served: why stands above\n",
    ]


def _run(project: Project, *command: str) -> subprocess.CompletedProcess[str]:
    python = (sys.executable, "-m", "schemac")
    return subprocess.run(
        (*python, *command), cwd=project.folder, capture_output=True, text=True, check=False
    )
