from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_GATED = "?reason: String?      @max(500) @requires(:backward_routing) @depends_on(:stage_id)"


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )


def schemac(folder: Path, *arguments: str) -> tuple[int, str, str]:
    done = run(folder, sys.executable, "-m", "schemac", *arguments)
    return done.returncode, done.stdout, done.stderr


def git(folder: Path, *arguments: str) -> None:
    program = shutil.which("git")
    assert program is not None
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    done = run(folder, program, *identity, *arguments)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def hiring(tmp_path: Path) -> Path:
    """The example in a repository of its own, with its members' schemas committed."""
    folder = tmp_path / "repository" / "examples" / "hiring"
    shutil.copytree(
        _ROOT / "examples" / "hiring", folder, ignore=shutil.ignore_patterns("__pycache__")
    )
    status, _, _ = schemac(folder, "compile", "--all", "--persona", "member", "--out", "schemas")
    assert status == 0
    git(tmp_path / "repository", "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "Begin")
    return folder


def test_the_example_passes_what_a_workflow_runs(hiring: Path) -> None:
    assert schemac(hiring, "check", "--strict") == (0, "", "Nothing to report in 8 files.\n")
    assert schemac(hiring, "fmt", "--check")[0] == 0
    committed = ("compile", "--all", "--persona", "member", "--out", "schemas", "--check")
    assert schemac(hiring, *committed)[0] == 0

    file = hiring / "tools" / "messages.py"
    file.write_text(f"{file.read_text()}\n# A comment changes nothing.\n")
    git(hiring, "commit", "-q", "-a", "-m", "Comment")
    strict = ("diff", "git:HEAD~1", ".", "--fail-on", "breaking,exposure")
    assert schemac(hiring, *strict) == (0, "", "Nothing changes for any caller.\n")

    file = hiring / "tools" / "workflow.py"
    assert _GATED in file.read_text()
    file.write_text(file.read_text().replace(_GATED, "?reason: String?  @max(500)"))
    status, out, err = schemac(hiring, *strict)
    assert status == 1
    assert "exposure  input `/reason`: field `reason` is visible now, for callers with" in out
    assert re.fullmatch(r"Failed on exposure: .*1 exposure\.\n", err)
    assert schemac(hiring, *committed) == (
        1,
        "differs: schemas/advance_step.json\n",
        "Write them anew with the same command without `--check`.\n",
    )


def test_the_hooks_run_commands_that_exist() -> None:
    text = (_ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert re.findall(r"^- id: (.*)$", text, re.MULTILINE) == ["schemac-check", "schemac-fmt"]
    for entry in re.findall(r"^  entry: schemac (.*)$", text, re.MULTILINE):
        assert schemac(_ROOT, *entry.split(), "--help")[0] == 0


def test_the_documented_steps_are_commands_that_exist() -> None:
    text = (_ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    steps = re.findall(r"- run: schemac ([a-z-]+)(.*)", text)
    assert len(steps) >= 6
    for name, rest in steps:
        shown = schemac(_ROOT, name, "--help")[1]
        for option in re.findall(r"--[a-z-]+", rest):
            assert option in shown, (name, option)
