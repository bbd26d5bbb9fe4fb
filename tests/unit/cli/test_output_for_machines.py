"""Whatever an application writes to standard output, what a command prints there stays whole."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

NOISY = """
    import os
    import subprocess
    import sys

    import flask
    from schemac import Grants, Handler, Registry
    from schemac.flask import blueprint


    def noise(where):
        print("printed", where)
        print("kept", where, file=sys.__stdout__)
        os.write(1, f"written {where}\\n".encode())
        subprocess.run(["/bin/sh", "-c", f"echo child {where}"], check=True)


    noise("at import")
    registry = Registry()


    @registry.tool("t")
    class T(Handler):
        def description(self):
            noise("in a description")
            return "It."

        #: () -> { ok: true }
        def call(self):
            noise("in a call")
            return {"ok": True}


    def make():
        noise("in the factory")
        app = flask.Flask("hall")
        app.register_blueprint(blueprint(context=lambda _: Grants(), registry=registry))
        return app
    """
LIKE = ["printed", "kept", "written", "child"]


@pytest.fixture
def noisy(project: Project) -> Project:
    project.write("noisy_hall.py", NOISY)
    return project


def run(project: Project, command: str, more: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", f"exec {sys.executable} {command} {more}"],
        cwd=project.folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("command", "places"),
    [
        ("call t --format json --app noisy_hall:make", ["in the factory", "in a call"]),
        ("tools --app noisy_hall:registry", ["at import", "in a description"]),
        ("check --format json --app noisy_hall:registry", ["at import"]),
    ],
)
def test_the_document_is_all_there_is(command: str, places: list[str], noisy: Project) -> None:
    done = run(noisy, f"-m schemac {command}")
    assert done.returncode == 0, done.stderr
    json.loads(done.stdout)
    for place in places:
        for like in LIKE:
            assert f"{like} {place}\n" in done.stderr


def test_so_it_is_inside_an_app(noisy: Project) -> None:
    done = run(noisy, "-m flask --app noisy_hall:make mcp call t --format json 2>/dev/null")
    assert done.stdout.endswith("}\n")
    assert "in a call" not in done.stdout


@pytest.mark.parametrize("closed", ["2>&-", "1>&- 2>&-"])
def test_closed_streams_are_left_alone(closed: str, noisy: Project) -> None:
    done = run(noisy, "-m schemac call t --format json --app noisy_hall:registry", closed)
    if "1>" in closed:
        assert (done.returncode, done.stdout) == (2, "")
    else:
        assert json.loads(done.stdout)["result"] == {"ok": True}
