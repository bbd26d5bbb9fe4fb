"""What `diff` tells of two states, in each format, and with which status it ends."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from schemac.plan.codec import decode
from tests.unit.cli import changed_states
from tests.unit.cli.changed_states import FOUND, git

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

changed = pytest.fixture(changed_states.changed)


@pytest.mark.parametrize("old", ["git:HEAD", "old.json"])
def test_tells_what_changed_since_a_revision_or_a_plan(changed: Project, old: str) -> None:
    outcome = changed.run("diff", old, ".")
    assert (outcome.status, outcome.out, outcome.err) == (0, FOUND, "")


def test_two_folders_and_two_plans_can_be_compared(changed: Project) -> None:
    changed.run("build", "-o", "new.json")
    assert changed.run("diff", "old.json", "new.json").out == FOUND
    assert changed.run("diff", ".", "git:HEAD").out.startswith("move\n  breaking  output `/note`")


def test_nothing_is_said_on_stderr(project: Project) -> None:
    outcome = project.run("diff", ".", ".", "--fail-on", "breaking,risky,exposure")
    assert (outcome.status, outcome.out) == (0, "")
    assert outcome.err == "Nothing changes for any caller.\n"


@pytest.mark.parametrize(
    ("fail_on", "status"),
    [("breaking", 0), ("risky,breaking", 0), ("exposure", 1), ("breaking, exposure", 1)],
)
def test_fails_on_what_it_is_told_to(changed: Project, fail_on: str, status: int) -> None:
    outcome = changed.run("diff", "git:HEAD", ".", "--fail-on", fail_on)
    assert (outcome.status, outcome.out) == (status, FOUND)
    expected = "Failed on exposure: 1 safe change and 1 exposure.\n" if status else ""
    assert outcome.err == expected


@pytest.mark.parametrize("fail_on", ["risky", "breaking", "exposure,risky"])
def test_who_fails_on_what_is_risky_fails_on_what_breaks(project: Project, fail_on: str) -> None:
    project.run("build", "-o", "old.json")
    file = project.folder / "app" / "tools.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('@tool("move"', '@tool("moved"'), encoding="utf-8")
    outcome = project.run("diff", "old.json", ".", "--fail-on", fail_on)
    assert outcome.status == 1
    assert "breaking" in outcome.err


def test_writes_every_format(changed: Project) -> None:
    def written(form: str) -> str:
        options = ("--format", form, "--fail-on", "exposure")
        return changed.run("diff", "git:HEAD", ".", *options).out

    message = (
        "`move` output `/note`: field `note` is visible now, "
        "for callers with `requires:manage_workflows`"
    )
    assert written("concise") == (f"app/tools.py:9:35: error[SC703]: {message}\nFound 1 error.\n")
    assert written("github") == (
        "::error file=app/tools.py,line=9,endLine=9,col=35,endColumn=39,"
        f"title=SC703 exposure::{message}\n"
    )
    assert json.loads(written("json"))["level"] == "safe"
    assert json.loads(written("sarif"))["runs"][0]["results"][0]["ruleId"] == "SC703"
    assert "| `move` | output `/note` | field `note` is visible now |" in written("markdown")


def test_a_plan_knows_the_places_of_sources_that_are_not_here(
    changed: Project, tmp_path_factory: pytest.TempPathFactory
) -> None:
    changed.run("build", "-o", "new.json")
    folder = tmp_path_factory.mktemp("elsewhere")
    (changed.folder / "new.json").rename(folder / "new.json")
    found = "app/tools.py,line=9,endLine=9,col=35,endColumn=35,title=SC703 exposure::`move` output"
    outcome = changed.run("diff", "git:HEAD", str(folder / "new.json"), "--format", "github")
    assert outcome.out.startswith(f"::warning file={found} `/note`: field `note` is visible now")
    again = changed.run("diff", "git:HEAD", "git:HEAD", "--format", "github")
    assert again.out == ""


def test_a_tool_that_is_gone_is_told_where_it_was(project: Project) -> None:
    project.run("build", "-o", "old.json")
    (project.folder / "app" / "tools.py").write_text("x = 1\n", encoding="utf-8")
    told = project.run("diff", "old.json", ".", "--format", "github").out.splitlines()
    old = decode((project.folder / "old.json").read_text(encoding="utf-8"))
    places = [tool.origin for tool in old.tools]
    assert [line.partition(",endLine")[0] for line in told] == [
        f"::warning file=app/tools.py,line={place.line}" for place in places if place is not None
    ]
    assert len(told) == len(places) > 0


def test_a_gate_that_cannot_be_read_is_an_exposure(project: Project) -> None:
    project.run("build", "-o", "old.json")
    file = project.folder / "app" / "tools.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('requires="manage_workflows"', "requires=NEEDED"))
    outcome = project.run("diff", "old.json", ".", "--fail-on", "exposure")
    assert outcome.status == 1
    assert (
        "  exposure  itself: tool is visible now, for callers that nobody can tell\n" in outcome.out
    )


def test_errors_in_the_new_state_fail(project: Project) -> None:
    project.run("build", "-o", "old.json")
    project.write("app/bad.py", "#: type a = absent\n")
    outcome = project.run("diff", "old.json", ".")
    assert (outcome.status, outcome.out) == (1, "")
    assert "note: tools of `.` with errors are compared as if they were not there\n" in outcome.err


@pytest.mark.parametrize(
    ("old", "message"),
    [
        ("nope", "Error: `nope` is no plan file, no folder and no `git:REV`\n"),
        ("pyproject.toml", "Error: `pyproject.toml` is no plan: "),
        ("git:nope", "Error: git: "),
        ("git:--help", "Error: git: "),
    ],
)
def test_what_is_no_state_is_one_sentence(project: Project, old: str, message: str) -> None:
    outcome = project.run("diff", old, ".")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(message)
    assert outcome.err.count("\n") == 1


def test_fails_on_nothing_that_is_unknown(project: Project) -> None:
    outcome = project.run("diff", ".", ".", "--fail-on", "exposures")
    assert (outcome.status, outcome.out) == (2, "")
    assert "`--fail-on exposures`: there are breaking, risky, exposure" in outcome.err


@pytest.mark.parametrize(
    ("fail_on", "words", "status"),
    [
        ("", ("warning", "warning"), 0),
        ("breaking", ("warning", "warning"), 0),
        ("risky", ("error", "warning"), 1),
        ("exposure", ("warning", "error"), 1),
        ("risky,exposure", ("error", "error"), 1),
    ],
)
def test_an_error_is_what_the_status_speaks_of(
    changed: Project, fail_on: str, words: tuple[str, str], status: int
) -> None:
    file = changed.folder / "app" / "tools.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("total: Integer @min(0)", "total: Integer"))
    options = ("diff", "git:HEAD", ".", "--fail-on", fail_on, "--format")
    risky, exposure = words
    concise = changed.run(*options, "concise")
    assert concise.status == status
    assert f": {risky}[SC702]: " in concise.out
    assert f": {exposure}[SC703]: " in concise.out
    github = changed.run(*options, "github").out.splitlines()
    assert [line.split()[0] for line in github] == [f"::{exposure}", f"::{risky}"]
    levels = {
        each["ruleId"]: each["level"]
        for each in json.loads(changed.run(*options, "sarif").out)["runs"][0]["results"]
    }
    assert levels == {"SC702": risky, "SC703": exposure}


def test_a_change_is_marked_where_it_was_written(project: Project) -> None:
    project.write("app/tools.py", TOOLS_OF_PLACES)
    project.write("sig/pay.sig", SIG_OF_PLACES)
    assert project.run("build", "-o", "old.json").status == 0
    file = project.folder / "sig" / "pay.sig"
    text = file.read_text(encoding="utf-8")
    text = text.replace('"a" | "b"', '"a" | "b" | "c"').replace(
        "?sum: Integer @requires(:x)", "sum: Integer"
    )
    file.write_text(text.replace("  gone: String\n", ""))
    outcome = project.run("diff", "old.json", ".", "--format", "concise")
    places = [line.partition(": warning")[0] for line in outcome.out.splitlines()[:-1]]
    assert sorted(set(places)) == ["sig/pay.sig:1:25", "sig/pay.sig:3:6", "sig/pay.sig:4:3"], (
        outcome
    )


TOOLS_OF_PLACES = """
from schemac import tool


#: import pay
#: () -> pay
@tool("paid")
def paid():
    '''It.'''
"""
SIG_OF_PLACES = """\
type kind = "a" | "b"

type pay = {
  ?sum: Integer @requires(:x),
  kind: kind,
  gone: String
}
"""


def test_folders_of_one_project_are_no_two_states(project: Project) -> None:
    (project.folder / "old").mkdir()
    for old, new in (("old", "."), (".", "old"), ("app", "old")):
        outcome = project.run("diff", old, new, "--fail-on", "exposure")
        assert (outcome.status, outcome.out) == (2, "")
        told = f"Error: `{old}` and `{new}` are of one project: nothing can differ\n"
        assert outcome.err == told
    assert project.run("diff", "app", "./app/").status == 0


MADE = """
from functools import partial
from schemac import Handler, tool
made = partial(tool, {})

@made("salaries")
class Salaries(Handler):
    '''List.'''
    #: () -> {{ salaries: Array[Integer] }}
    def call(self): return {{"salaries": [1]}}
"""


def test_what_cannot_be_read_is_an_exposure_where_the_code_changed(project: Project) -> None:
    project.write("app/made.py", MADE.format("requires='staff'"))
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "Begin")
    same = project.run("diff", "git:HEAD", ".", "--fail-on", "exposure")
    assert (same.status, same.out) == (0, "")
    assert "SC608" in same.err
    project.write("app/made.py", MADE.format("read_only=True"))
    outcome = project.run("diff", "git:HEAD", ".", "--fail-on", "exposure")
    assert outcome.status == 1
    assert outcome.out.startswith("salaries\n  exposure  ")
    assert "Nothing changes" not in outcome.err
