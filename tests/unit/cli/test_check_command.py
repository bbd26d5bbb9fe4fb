from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

UNKNOWN = """
    #: type page = { stage: stge }

    #: import stage
"""
REPEATED = """
    #: type kind = "a" | "b" | "a"
"""
FOUND_UNKNOWN = (
    "app/page.py:1:25: error[SC201]: unknown type `stge`\n"
    "  |\n"
    "1 | #: type page = { stage: stge }\n"
    "  |                         ^^^^\n"
    "  = hint: did you mean `stage`?\n"
    "\n"
    "Found 1 error.\n"
)
FOUND_REPEATED = (
    'app/kind.py:1:28: warning[SC307]: this union has `"a"` already\n'
    "  |\n"
    '1 | #: type kind = "a" | "b" | "a"\n'
    "  |                            ^^^\n"
    "  |                --- it is here\n"
    "\n"
    "Found 1 warning.\n"
)


def test_says_on_stderr_that_nothing_is_wrong(project: Project) -> None:
    outcome = project.run("check")
    assert (outcome.status, outcome.out) == (0, "")
    assert outcome.err == "Nothing to report in 2 files.\n"


def test_shows_errors_on_stdout_and_fails(project: Project) -> None:
    project.write("app/page.py", UNKNOWN)
    outcome = project.run("check")
    assert (outcome.status, outcome.out, outcome.err) == (1, FOUND_UNKNOWN, "")


def test_reads_signature_files_that_nothing_imports_too(project: Project) -> None:
    project.write("sig/alone.sig", "type alone = { a: Strng }\n")
    outcome = project.run("check", "--format", "concise")
    assert outcome.status == 1
    assert "sig/alone.sig:1:19: error[SC201]: unknown type `Strng`" in outcome.out
    assert project.run("check", "app/tools.py").status == 0


def test_warnings_fail_only_a_strict_check(project: Project) -> None:
    project.write("app/kind.py", REPEATED)
    for options, status in (((), 0), (("--strict",), 1)):
        outcome = project.run("check", *options)
        assert (outcome.status, outcome.out, outcome.err) == (status, FOUND_REPEATED, "")


def test_reads_the_paths_that_are_named(project: Project) -> None:
    project.write("app/page.py", UNKNOWN)
    assert project.run("check", "app/tools.py").status == 0
    assert project.run("check", "sig", "app/page.py").status == 1
    project.write("other/bad.sig", "type a = b\n")
    outcome = project.run("check", "other/bad.sig", "--format", "concise")
    assert outcome.out == ("other/bad.sig:1:10: error[SC201]: unknown type `b`\nFound 1 error.\n")


def test_reads_the_working_directory_without_a_configuration(bare: Project) -> None:
    bare.write("a.py", "#: type a = b\n")
    outcome = bare.run("check", "--format", "concise")
    assert (outcome.status, outcome.out) == (
        1,
        "a.py:1:13: error[SC201]: unknown type `b`\nFound 1 error.\n",
    )


def test_an_empty_folder_is_fine(bare: Project) -> None:
    outcome = bare.run("check")
    assert (outcome.status, outcome.out) == (0, "")
    assert outcome.err == "Nothing to report in 0 files.\n"


def test_finds_the_configuration_upwards(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write("app/page.py", UNKNOWN)
    monkeypatch.chdir(project.folder / "app")
    outcome = project.run("check", "--format", "concise")
    assert outcome.out == "page.py:1:25: error[SC201]: unknown type `stge`\nFound 1 error.\n"


def test_a_path_that_is_not_there_cannot_be_checked(project: Project) -> None:
    outcome = project.run("check", "nope")
    assert (outcome.status, outcome.out) == (2, "")
    assert "Path 'nope' does not exist." in outcome.err


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("concise", "app/page.py:1:25: error[SC201]: unknown type `stge`\n"),
        ("github", "::error file=app/page.py,line=1,endLine=1,col=25,endColumn=29,"),
        ("json", '{\n  "version": 1,\n  "errors": 1,'),
        ("sarif", '{\n  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",'),
    ],
)
def test_writes_every_format(project: Project, form: str, start: str) -> None:
    project.write("app/page.py", UNKNOWN)
    outcome = project.run("check", "--format", form)
    assert outcome.status == 1
    assert outcome.out.startswith(start)


def test_machines_get_a_document_also_for_nothing(project: Project) -> None:
    assert json.loads(project.run("check", "--format", "json").out)["diagnostics"] == []
    assert json.loads(project.run("check", "--format", "sarif").out)["runs"][0]["results"] == []
    assert project.run("check", "--format", "github").out == ""


def test_people_get_a_hundred_findings_and_machines_all(project: Project) -> None:
    project.write("app/many.py", "".join(f"#: type t{at} = nope{at}\n" for at in range(150)))
    concise = project.run("check", "--format", "concise").out.splitlines()
    assert concise[100:] == ["… and 50 more.", "Found 150 errors."]
    assert json.loads(project.run("check", "--format", "json").out)["errors"] == 150


def test_counts_by_code(project: Project) -> None:
    project.write("app/page.py", UNKNOWN)
    project.write("app/kind.py", REPEATED)
    outcome = project.run("check", "--statistics")
    assert (outcome.status, outcome.out) == (
        1,
        "1  SC201  error  unknown-name\n1  SC307  warning  repeated-literal\n",
    )
    refused = project.run("check", "--statistics", "--format", "json")
    assert (refused.status, refused.out) == (2, "")


def test_selects_and_ignores_warnings_but_never_errors(project: Project) -> None:
    project.write("app/page.py", UNKNOWN)
    project.write("app/kind.py", REPEATED)
    for options in (
        ("--ignore", "SC307"),
        ("--ignore", "repeated-literal"),
        ("--ignore", "SC3"),
        ("--ignore", "sc403, SC307"),
        ("--select", "SC403"),
        ("--ignore", "SC"),
    ):
        assert project.run("check", *options).out == FOUND_UNKNOWN, options
    both = project.run("check", "--select", "SC307", "--format", "concise").out
    assert both.endswith("Found 1 error and 1 warning.\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--ignore", "SC201"), "`SC201` is an error, and only warnings can be ignored"),
        (("--ignore", "SC999"), "`SC999` is no code"),
        (("--select", "repeated-litral"), "did you mean `repeated-literal`?"),
    ],
)
def test_codes_that_make_no_sense(project: Project, options: tuple[str, ...], message: str) -> None:
    outcome = project.run("check", *options)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


def test_a_comment_silences_a_warning_on_its_line(project: Project) -> None:
    line = '#: type kind = "a" | "b" | "a"  # schemac: ignore[SC307]\n'
    project.write("app/kind.py", line)
    project.write("sig/kind.sig", line.removeprefix("#: "))
    outcome = project.run("check", "app", "sig", "--strict")
    assert (outcome.status, outcome.out) == (0, "")


def test_a_comment_in_an_annotated_docstring_silences_too(project: Project) -> None:
    project.write(
        "app/kind.py",
        '''
        class A:
            """A.

            #: type kind = "a" | "a"  # schemac: ignore[SC307]
            """
        ''',
    )
    assert project.run("check", "--strict").status == 0


def test_an_ignore_in_vain_is_reported(project: Project) -> None:
    project.write(
        "app/kind.py",
        """
        #: type a = String  # schemac: ignore[SC307]
        #: type b = nope  # schemac: ignore[SC201]
        #: type c = String  # schemac: ignore[SC999, SC30]
        #: type d = String  # schemac: ignore
        X = "# schemac: ignore[SC307]"
        Y = '''
        # schemac: ignore[SC307]
        '''
        """,
    )
    outcome = project.run("check", "--format", "concise")
    assert outcome.status == 1
    assert outcome.out == (
        "app/kind.py:1:39: warning[SC007]: there is no `SC307` on this line to ignore\n"
        "app/kind.py:2:13: error[SC201]: unknown type `nope`\n"
        "app/kind.py:2:37: warning[SC007]: `SC201` is an error, and errors cannot be ignored\n"
        "app/kind.py:3:39: warning[SC007]: `SC999` is no code\n"
        "app/kind.py:3:46: warning[SC007]: `SC30` is no code\n"
        "app/kind.py:4:21: warning[SC007]: an ignore that names no code silences nothing\n"
        "Found 1 error and 5 warnings.\n"
    )


def test_a_baseline_holds_old_warnings_and_no_errors(project: Project) -> None:
    project.write("app/kind.py", REPEATED)
    project.write("app/page.py", UNKNOWN)
    written = project.run("check", "--write-baseline", "--baseline", "known.json")
    assert (written.status, written.out) == (1, FOUND_UNKNOWN)
    assert written.err == "Wrote 1 warning to `known.json`.\n"
    assert json.loads((project.folder / "known.json").read_text(encoding="utf-8")) == {
        "version": 1,
        "known": [
            {
                "path": "app/kind.py",
                "code": "SC307",
                "message": 'this union has `"a"` already',
                "count": 1,
            }
        ],
    }
    assert project.run("check", "--baseline", "known.json").out == FOUND_UNKNOWN
    project.write("app/page.py", "")
    project.write(
        "app/kind.py",
        "\n\nX = 1"
        + REPEATED.replace("    ", "")
        + REPEATED.replace("    #: type kind", "#: type more"),
    )
    again = project.run("check", "--baseline", "known.json", "--strict", "--format", "concise")
    assert again.status == 1
    assert again.out.endswith("Found 1 warning.\n")


def test_a_baseline_tells_what_is_gone(project: Project) -> None:
    project.write("app/kind.py", REPEATED)
    project.run("check", "--write-baseline", "--baseline", "known.json")
    project.write("app/kind.py", "")
    outcome = project.run("check", "--baseline", "known.json")
    assert (outcome.status, outcome.out) == (0, "")
    assert outcome.err == (
        "1 of the baseline are gone; `--write-baseline` takes them out.\n"
        "Nothing to report in 3 files.\n"
    )


@pytest.mark.parametrize("content", ["", "[]", '{"version": 2}', '{"version": 1, "known": [1]}'])
def test_a_broken_baseline_is_one_sentence(project: Project, content: str) -> None:
    project.write("known.json", content)
    outcome = project.run("check", "--baseline", "known.json")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("Error: the baseline `known.json` cannot be used: ")


def test_no_colour_without_a_terminal(project: Project) -> None:
    project.write("app/page.py", UNKNOWN)
    assert "\x1b" not in project.run("check").out
