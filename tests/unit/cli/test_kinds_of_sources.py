"""Every kind of source file, wherever it stands: read, laid out, or named as what it is."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

WRONG = "type a = { b: Strin }\n"
FOUND = ":1:15: error[SC201]: unknown type `Strin`\n"


@pytest.mark.parametrize("suffix", ["sig", "pyi", "rbs"])
@pytest.mark.parametrize("named", [("types",), (".",), ("app", "types")])
def test_checks_signature_files_of_folders(
    project: Project, suffix: str, named: tuple[str, ...]
) -> None:
    project.write(f"types/deep/x.{suffix}", WRONG)
    outcome = project.run("check", *named, "--format", "concise")
    assert (outcome.status, outcome.err) == (1, "")
    assert outcome.out == f"types/deep/x.{suffix}{FOUND}Found 1 error.\n"


def test_checks_signature_files_inside_configured_paths(project: Project) -> None:
    project.write("app/beside.sig", WRONG)
    outcome = project.run("check", "--format", "concise")
    assert (outcome.status, outcome.out) == (1, f"app/beside.sig{FOUND}Found 1 error.\n")


@pytest.mark.parametrize("name", ["app/tools.pyi", "app/__init__.pyi", "stubs/x.pyi"])
def test_leaves_stubs_of_type_checkers_alone(project: Project, name: str) -> None:
    text = "def f( x: int ) -> str: ...\n"
    stub = project.write(name, text)
    for command in (("check", "."), ("fmt", ".")):
        outcome = project.run(*command)
        assert (outcome.status, outcome.out) == (0, "")
    assert stub.read_text() == text
    assert project.run("check", name).status == 1


@pytest.mark.parametrize("name", ["notes.txt", "README", "app/tools.py.orig"])
@pytest.mark.parametrize("command", ["check", "fmt"])
def test_a_file_of_another_kind_cannot_be_read(project: Project, name: str, command: str) -> None:
    project.write(name, "x = 1\n")
    outcome = project.run(command, name)
    assert (outcome.status, outcome.out) == (2, "")
    assert f"`{name.rpartition('/')[2]}` is no Python and no signature file" in outcome.err


@pytest.mark.parametrize(
    ("command", "status"), [(("check",), 1), (("fmt",), 1), (("compile", "--all"), 1)]
)
def test_a_link_to_nowhere_is_named_itself(
    project: Project, command: tuple[str, ...], status: int
) -> None:
    (project.folder / "app/gone.py").symlink_to(project.folder / "far/away.py")
    outcome = project.run(*command)
    assert outcome.status == status
    told = outcome.out + outcome.err
    assert "error[SC001]: `app/gone.py` is a link to what is not there" in told
    assert "far/away" not in told


@pytest.mark.parametrize("command", ["check", "fmt"])
def test_a_pipe_is_not_waited_for(project: Project, command: str) -> None:
    os.mkfifo(project.folder / "app/pipe.py")
    outcome = project.run(command)
    assert outcome.status == 1
    assert "error[SC001]: `app/pipe.py` is no file" in outcome.out + outcome.err


@pytest.mark.parametrize(
    "command",
    [
        ("check",),
        ("fmt",),
        ("compile", "--all"),
        ("explain", "move"),
        ("matrix",),
        ("build", "-o", "plan.json"),
        ("diff", ".", "."),
    ],
)
def test_a_configured_path_that_is_not_there_is_a_mistake(
    bare: Project, command: tuple[str, ...]
) -> None:
    bare.write("schemac.toml", 'strict_schema = true\npaths = [".", "nope"]\n')
    outcome = bare.run(*command)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith(
        "schemac.toml:2:1: error[SC006]: `nope` is not there\n"
        "  |\n"
        '2 | paths = [".", "nope"]\n'
        "  | ^^^^^\n"
        "  = hint: paths start from the folder of `schemac.toml`\n"
    )


def test_what_is_no_file_is_told_where_it_is_imported(project: Project) -> None:
    names = ("folder", "pipe", "gone", "away")
    sig = project.folder / "sig"
    (sig / "folder.sig").mkdir(parents=True)
    os.mkfifo(sig / "pipe.sig")
    (sig / "gone.sig").symlink_to("nowhere.sig")
    (sig / "away.sig").symlink_to("../far/away.sig")
    project.write("sig/user.sig", "\n".join(f"import {name}" for name in names))
    outcome = project.run("check", "--format", "concise")
    assert (outcome.status, outcome.err) == (1, "")
    assert outcome.out == (
        "sig/user.sig:1:8: error[SC001]: `sig/folder.sig` is no file\n"
        "sig/user.sig:2:8: error[SC001]: `sig/pipe.sig` is no file\n"
        "sig/user.sig:3:8: error[SC001]: `sig/gone.sig` is a link to what is not there\n"
        "sig/user.sig:4:8: error[SC204]: the import `away` leaves the search folders\n"
        "Found 4 errors.\n"
    )


@pytest.mark.parametrize(
    "module",
    [
        "fast.cpython-311-x86_64-linux-gnu.so",
        "fast.abi3.so",
        "fast.cp311-win_amd64.pyd",
        "fast.c",
        "fast.pyx",
    ],
)
def test_stubs_of_compiled_modules_are_left_to_type_checkers(project: Project, module: str) -> None:
    project.write("app/fast.pyi", "import os\ndef f(x: int) -> int: ...\n")
    assert project.run("check").status == 1
    project.write(f"app/{module}", "")
    outcome = project.run("check")
    assert (outcome.status, outcome.out) == (0, "")


@pytest.mark.parametrize("module", ["faster.so", "a-fast.so", "fast.txt", "fast.json"])
def test_other_files_beside_leave_it_ours(project: Project, module: str) -> None:
    project.write("app/fast.pyi", "type one = nope\n")
    project.write(f"app/{module}", "")
    assert "SC201" in project.run("check").out
