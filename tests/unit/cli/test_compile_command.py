from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

STAGE = {"type": "string", "enum": ["screen", "offer"]}


def move(*, granted: bool) -> dict[str, Any]:
    stage = {"stage": STAGE} if granted else {}
    note = {"note": {"type": "string"}} if granted else {}
    return {
        "name": "move",
        "title": "Move",
        "description": "Move an applicant.",
        "inputSchema": {
            "type": "object",
            "properties": {"id": {"type": "string"}, **stage},
            "required": ["id"],
        },
        "outputSchema": {
            "type": "object",
            "properties": {"ok": {"type": "boolean"}, **note},
            "required": ["ok"],
        },
        "annotations": {"destructiveHint": False},
    }


TOTALS = {
    "name": "totals",
    "description": "Sum up.",
    "inputSchema": {"type": "object", "properties": {}},
    "outputSchema": {
        "type": "object",
        "properties": {"total": {"type": "integer", "minimum": 0}},
        "required": ["total"],
    },
}


@pytest.mark.parametrize(
    ("options", "granted"),
    [
        (("--grant", "requires:manage_workflows"), False),
        (("--grant", "requires:manage_workflows", "--grant", "requires:routing"), True),
        (("--grant-all",), True),
        (("--persona", "member"), False),
        (("--persona", "admin"), True),
    ],
)
def test_prints_one_tool_object(
    project: Project,
    options: tuple[str, ...],
    granted: bool,  # noqa: FBT001 - a parameter of cases
) -> None:
    outcome = project.run("compile", "move", *options)
    assert (outcome.status, outcome.err) == (0, "")
    expected = json.dumps(move(granted=granted), indent=2) + "\n"
    assert outcome.out == expected, "key order counts"


def test_a_tool_is_found_by_its_place_too(project: Project) -> None:
    for place in ("app/tools.py:totals", "totals"):
        outcome = project.run("compile", place)
        assert (outcome.status, json.loads(outcome.out)) == (0, TOTALS)


def test_a_hidden_tool_is_status_1_with_a_note(project: Project) -> None:
    outcome = project.run("compile", "move", "--grant", "requires:routing")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == (
        "`move` is hidden from a caller with these grants: `requires:manage_workflows` is closed.\n"
    )


def test_compiles_all_that_a_caller_sees_to_an_array(project: Project) -> None:
    assert json.loads(project.run("compile", "--all").out) == [TOTALS]
    everything = project.run("compile", "--all", "--grant-all")
    assert (everything.status, json.loads(everything.out)) == (0, [move(granted=True), TOTALS])


def test_warnings_go_to_stderr_and_fail_nothing(project: Project) -> None:
    project.write("app/kind.py", '#: type kind = "a" | "a"\n')
    outcome = project.run("compile", "totals")
    assert (outcome.status, json.loads(outcome.out)) == (0, TOTALS)
    assert outcome.err.startswith("app/kind.py:1:")
    assert outcome.err.endswith("Found 1 warning.\n")


def test_errors_elsewhere_are_findings_and_the_tool_is_told(project: Project) -> None:
    project.write("app/kind.py", "#: type kind = nope\n")
    one = project.run("compile", "totals")
    assert (one.status, json.loads(one.out)) == (1, TOTALS)
    everything = project.run("compile", "--all")
    assert (everything.status, json.loads(everything.out)) == (1, [TOTALS])


def test_a_tool_with_an_error_is_not_compiled(project: Project) -> None:
    project.write("app/bad.py", "#: () -> absent\n@tool\ndef bad(): 'Be.'\n")
    outcome = project.run("compile", "bad")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err == (
        "app/bad.py:1:10: error[SC201]: unknown type `absent`\n"
        "  |\n"
        "1 | #: () -> absent\n"
        "  |          ^^^^^^\n"
        "\n"
        "Found 1 error.\n"
        "Error: there is no tool `bad`\n"
        "Tools with errors are not compiled: mend them first.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("mvoe",), 2, "Error: there is no tool `mvoe`; did you mean `move`?\n"),
        (("app/tools.py:Other",), 2, "Error: there is no tool `app/tools.py:Other`\n"),
        (
            ("app/tools.py:Moves",),
            2,
            "there is no tool `app/tools.py:Moves`; did you mean `app/tools.py:Move`?",
        ),
        (("nope.py:Move",), 2, "Error: there is no file `nope.py`\n"),
        ((), 2, "Error: name one tool, or say `--all`\n"),
        (("move", "--all"), 2, "Error: name one tool, or say `--all`\n"),
        (("move", "--check"), 2, "Error: `--check` compares files: say which with `--out`\n"),
        (("move", "--grant", "admin"), 2, "write it as `predicate:flag`, as in `requires:admin`"),
        (("move", "--grant", "teir:gold"), 2, "`teir` is no predicate; did you mean `tier`?"),
        (("move", "--persona", "amdin"), 2, "`amdin` is no persona; did you mean `admin`?"),
        (("move", "--persona", "guest"), 2, "`guest` is no persona; there are `member`, `admin`"),
        (("move", "--persona", "admin", "--grant-all"), 2, "`--persona` goes with no `--grant`"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    project: Project, arguments: tuple[str, ...], status: int, message: str
) -> None:
    outcome = project.run("compile", *arguments)
    assert (outcome.status, outcome.out) == (status, "")
    assert message in outcome.err


def test_a_grant_that_no_gate_asks_for_is_told(project: Project) -> None:
    outcome = project.run("compile", "totals", "--grant", "requires:ruoting")
    assert outcome.status == 0
    assert outcome.err == (
        "note: no gate asks for `requires:ruoting`; did you mean `requires:routing`?\n"
    )


def test_writes_one_file_each_and_checks_them(project: Project) -> None:
    options = ("compile", "--all", "--grant-all", "--out", "schemas")
    written = project.run(*options)
    assert (written.status, written.out, written.err) == (0, "", "Wrote 2 files to `schemas`.\n")
    file = project.folder / "schemas" / "totals.json"
    assert file.read_text(encoding="utf-8") == json.dumps(TOTALS, indent=2) + "\n"
    assert project.run(*options, "--check").status == 0

    file.write_text("{}", encoding="utf-8")
    (project.folder / "schemas" / "move.json").rename(project.folder / "schemas" / "old.json")
    checked = project.run(*options, "--check")
    assert checked.status == 1
    assert checked.out == (
        "missing: schemas/move.json\ndiffers: schemas/totals.json\n"
        "no such tool: schemas/old.json (remove it)\n"
    )
    assert file.read_text(encoding="utf-8") == "{}", "a check writes nothing"


def test_a_file_of_no_tool_is_to_be_removed(project: Project) -> None:
    options = ("compile", "--all", "--grant-all", "--out", "schemas")
    project.write("schemas/old.json", "{}")
    written = project.run(*options)
    assert (written.status, written.err) == (
        0,
        (
            "Wrote 2 files to `schemas`.\n"
            "note: `schemas/old.json` is of no tool that this caller sees: remove it\n"
        ),
    )
    checked = project.run(*options, "--check")
    assert (checked.status, checked.out, checked.err) == (
        1,
        "no such tool: schemas/old.json (remove it)\n",
        "",
    )
    (project.folder / "schemas/old.json").unlink()
    assert project.run(*options, "--check").status == 0
    only = project.run("compile", "totals", "--out", "schemas", "--check")
    assert (only.status, only.out) == (0, ""), "one tool says nothing of the files of others"
