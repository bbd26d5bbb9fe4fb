from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

UNTIDY = "#: type  a={b:String}\nX  =  1\n"
TIDY = "#: type a = { b: String }\nX  =  1\n"


def test_changes_files_in_place(project: Project) -> None:
    file = project.write("app/a.py", UNTIDY)
    shared = project.write("sig/a.sig", "type  a={b:String}\n")
    outcome = project.run("fmt")
    assert outcome.status == 0
    assert outcome.out == "changed: app/a.py\nchanged: sig/a.sig\n"
    assert outcome.err == "2 of 4 files changed.\n"
    assert file.read_text(encoding="utf-8") == TIDY
    assert shared.read_text(encoding="utf-8") == "type a = { b: String }\n"
    again = project.run("fmt")
    assert (again.status, again.out, again.err) == (0, "", "0 of 4 files changed.\n")


def test_check_writes_nothing_and_fails(project: Project) -> None:
    file = project.write("app/a.py", UNTIDY)
    outcome = project.run("fmt", "app", "--check")
    assert (outcome.status, outcome.out) == (1, "would change: app/a.py\n")
    assert outcome.err == "1 of 2 files would change.\n"
    assert file.read_text(encoding="utf-8") == UNTIDY
    assert project.run("fmt", "app/tools.py", "--check").status == 0


def test_diff_shows_what_would_change(project: Project) -> None:
    file = project.write("app/a.py", UNTIDY)
    outcome = project.run("fmt", "--diff")
    assert outcome.status == 1
    assert outcome.out == (
        "--- app/a.py\n"
        "+++ app/a.py\n"
        "@@ -1,2 +1,2 @@\n"
        "-#: type  a={b:String}\n"
        "+#: type a = { b: String }\n"
        " X  =  1\n"
    )
    assert file.read_text(encoding="utf-8") == UNTIDY


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [("python", "#: type a = list[str] | None\n"), ("rbs", "#: type a = Array[String] | nil\n")],
)
def test_spells_types_one_way(project: Project, spelling: str, expected: str) -> None:
    file = project.write("app/a.py", "#: type a = Array[str] | None\n")
    assert project.run("fmt", "--spelling", spelling).status == 0
    assert file.read_text(encoding="utf-8") == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            b"\xef\xbb\xbf#: type  a=String\r\nX = 1\r\n",
            b"\xef\xbb\xbf#: type a = String\r\nX = 1\r\n",
        ),
        (
            b"# coding: latin-1\n#: type  a='\xe9'\n\f\nX = '\xe9'  \n",
            b"# coding: latin-1\n#: type a = '\xe9'\n\f\nX = '\xe9'  \n",
        ),
    ],
)
def test_encodings_marks_and_line_breaks_stay(
    project: Project, before: bytes, after: bytes
) -> None:
    file = project.folder / "app" / "a.py"
    file.write_bytes(before)
    assert project.run("fmt").status == 0
    assert file.read_bytes() == after


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"def f(:\n    #: type  a=String\n", "SC003"),
        (b"#: type  a=\xff\n", "SC002"),
        (b"#: type  a={\n", "SC1"),
    ],
)
def test_what_cannot_be_read_stays_and_is_told(project: Project, data: bytes, code: str) -> None:
    file = project.folder / "app" / "a.py"
    file.write_bytes(data)
    outcome = project.run("fmt")
    assert (outcome.status, outcome.out) == (1, "")
    assert f"error[{code}" in outcome.err
    assert outcome.err.endswith("0 of 3 files changed.\n")
    assert file.read_bytes() == data


def test_a_mistake_does_not_keep_the_rest_from_being_laid_out(project: Project) -> None:
    file = project.write("app/a.py", "#: type a = {\n#: type  b=String\n")
    outcome = project.run("fmt")
    assert (outcome.status, outcome.out) == (1, "changed: app/a.py\n")
    assert file.read_text(encoding="utf-8") == "#: type a = {\n#: type b = String\n"


def test_a_name_that_is_not_known_is_no_matter_of_layout(project: Project) -> None:
    project.write("app/a.py", "#: type a = absent\n")
    outcome = project.run("fmt")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "0 of 3 files changed.\n")
