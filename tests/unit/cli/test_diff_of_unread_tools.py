"""`diff` of states with errors: it fails, and says what was only not read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project


def _broken(project: Project) -> Project:
    """Write both states as folders, `broken` with an error in one of the two tools."""
    for name, type_ in (("whole", "{ a: String, ?b: String @requires(:b) }"), ("broken", "absent")):
        other = '#: () -> { c: String }\n@tool("kept")\ndef kept():\n    """Keep."""\n'
        text = (
            f'from schemac import tool\n\n#: () -> {type_}\n@tool("t")\ndef t():\n    """T."""\n\n'
        )
        project.write(f"{name}/pyproject.toml", "[tool.schemac]\npaths = ['app']\n")
        project.write(f"{name}/app/tools.py", f"{text}\n{other}")
    return project


@pytest.mark.parametrize("fail_on", ["", "breaking,exposure"])
@pytest.mark.parametrize("form", ["text", "concise", "markdown", "github", "json"])
def test_errors_on_either_side_fail_and_what_is_not_read_is_told_as_that(
    project: Project, form: str, fail_on: str
) -> None:
    _broken(project)
    more = ("--format", form, "--fail-on", fail_on)
    gone = project.run("diff", "whole", "broken", *more)
    back = project.run("diff", "broken", "whole", *more)
    assert (gone.status, back.status) == (1, 1)
    if form == "json":
        found = json.loads(back.out)
        assert all(each["unread"] for each in (*found["changes"], *found["exposures"]))
        assert [each["unread"] for each in json.loads(gone.out)["changes"]] == [True]
        return
    assert "tool gone, or not read, as NEW has errors" in gone.out
    assert "tool is visible now, or not read before, as OLD has errors" in back.out
    lines = [line for line in back.out.splitlines() if "is visible now" in line]
    assert all("or not read before, as OLD has errors" in line for line in lines)
    same = project.run("diff", "broken", "broken", *more)
    assert "Nothing changes for any caller, as far as there are no errors.\n" in same.err
    assert (same.status, same.out) in {
        (1, ""),
        (1, "### schemac: nothing changes for any caller\n"),
    }


def test_where_no_state_has_errors_nothing_is_in_doubt(project: Project) -> None:
    _broken(project)
    project.write("whole/app/more.py", "x = 1\n")
    project.write("empty/pyproject.toml", "[tool.schemac]\npaths = ['app']\n")
    project.write("empty/app/tools.py", "x = 1\n")
    for ends in (("whole", "empty"), ("empty", "whole")):
        outcome = project.run("diff", *ends)
        assert outcome.status == 0
        assert "not read" not in outcome.out
        assert "unread" not in project.run("diff", *ends, "--format", "json").out
