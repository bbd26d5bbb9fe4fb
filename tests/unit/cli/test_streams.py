"""Where results go: terminals without the characters, streams that are closed, files and pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

WORDS = """
    from schemac import Registry

    registry = Registry()

    #: type city = { name: "Zürich" | "Łódź" | "日" }
    #: () -> city
    @registry.tool("city")
    def city():
        '''Give a city, such as Zürich.'''
        return {"name": "Łódź", "más": 1}
    """


@pytest.fixture
def words(project: Project) -> Project:
    """A project with a tool whose words are not ASCII."""
    project.write("app/words_of_streams.py", WORDS)
    return project


def run(project: Project, command: str, encoding: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", "-c", f"exec {sys.executable} -m schemac {command}"],
        cwd=project.folder,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        text=True,
        encoding="latin-1",
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("compile city", "Łódź"),
        ("compile --all", "Łódź"),
        ("tools --app app.words_of_streams:registry", "Łódź"),
        ("call city --app app.words_of_streams:registry", "Łódź"),
        ("call city --app app.words_of_streams:registry --format json", "Łódź"),
        ("config-json --app zürich:Łódź", "Łódź"),
        ("matrix --format json", ""),
        ("check --format json", ""),
        ("diff . . --format json", ""),
    ],
)
def test_json_is_valid_whatever_the_terminal_can_show(
    words: Project, command: str, word: str, encoding: str
) -> None:
    done = run(words, command, encoding)
    assert done.returncode == 0, done.stderr
    assert word in json.dumps(json.loads(done.stdout), ensure_ascii=False)


@pytest.mark.parametrize(
    "command",
    [
        "compile city",
        "check --format json",
        "explain SC201",
        "matrix",
        "tools --app app.words_of_streams:registry",
    ],
)
def test_a_closed_output_is_one_sentence(words: Project, command: str) -> None:
    done = run(words, f"{command} >&-", "utf-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1] == (
        "Error: the result cannot be written: standard output is closed"
    )
    assert "Traceback" not in done.stderr
    assert run(words, f"{command} 2>&-", "utf-8").returncode == 0


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_serving_over_streams_needs_both(words: Project, closed: str) -> None:
    done = run(words, f"serve --stdio --app app.words_of_streams:registry {closed}", "utf-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "Error: `--stdio` needs standard input and standard output, and one is closed\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "#: type  a=String",
            "#: type a = String",
            (
                "-#: type  a=String\n\\ No newline at end of file\n"
                "+#: type a = String\n\\ No newline at end of file\n"
            ),
        ),
        (
            "#: type  a=String\n\x0cX = '\u2028'",
            "",
            (
                "-#: type  a=String\n+#: type a = String\n"
                " \x0cX = '\u2028'\n\\ No newline at end of file\n"
            ),
        ),
        ("#: type  a=String\n", "", "-#: type  a=String\n+#: type a = String\n"),
    ],
)
def test_a_difference_marks_a_last_line_without_its_break(
    bare: Project, old: str, new: str, expected: str
) -> None:
    (bare.folder / "a.py").write_text(old, encoding="utf-8")
    outcome = bare.run("fmt", "a.py", "--diff")
    body = outcome.out.split("@@\n", 1)[1]
    assert (outcome.status, body) == (1, expected)
    bare.run("fmt", "a.py")
    if new:
        assert (bare.folder / "a.py").read_text(encoding="utf-8") == new
