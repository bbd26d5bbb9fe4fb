from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

TOOLS = '''
from schemac import Handler, Registry

registry = Registry()


@registry.tool("move")
class Move(Handler):
    """Move it."""

    #: type output = { ok: bool, ?trail: String @requires(:admin) }

    #: (id: String, ?reason: String @requires(:admin)) -> output
    def call(self, *, id, reason=None): ...
'''
TEST = """
from schemac.testing import assert_tool_matches
from tools import Move, registry


def test_told(schema_snapshot):
    assert_tool_matches(schema_snapshot, Move, registry=registry)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "schemac.toml").write_text(
        '[personas.member]\n\n[personas.admin]\nrequires = ["admin"]\n'
    )
    (tmp_path / "tools.py").write_text(TOOLS)
    (tmp_path / "test_told.py").write_text(TEST)
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    return tmp_path


def run(project: Path, *options: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    done = subprocess.run(
        command, cwd=project, capture_output=True, text=True, check=False, timeout=120
    )
    return done.returncode, done.stdout + done.stderr


def test_snapshots_are_files_and_updating_them_tells_what_it_exposes(project: Path) -> None:
    status, out = run(project)
    assert status == 1
    assert "`move` for `member` has no snapshot yet" in out
    assert "Accept it with --snapshot-update." in out

    status, out = run(project, "--snapshot-update")
    assert status == 0
    assert "move, member: the tool itself (a new snapshot)" in out
    folder = project / "__snapshots__" / "test_told"
    assert sorted(file.name for file in folder.iterdir()) == [
        "test_told[move.admin].json",
        "test_told[move.member].json",
    ]

    text = TOOLS.replace("reason: String @requires(:admin)", "reason: String")
    (project / "tools.py").write_text(text)
    status, out = run(project)
    assert status == 1
    assert "member would see more: input /reason" in out
    assert '+      "reason": {' in out

    status, out = run(project, "--snapshot-update", "-n", "1")
    assert status == 0
    lines = out.splitlines()
    at = next(at for at, line in enumerate(lines) if " callers see more by updated " in line)
    assert lines[at + 1] == "move, member: input /reason"
    assert "move, admin" not in out
    assert run(project)[0] == 0


def test_a_hidden_tool_is_null(project: Path) -> None:
    (project / "tools.py").write_text(TOOLS.replace('"move"', '"move", requires="admin"'))
    assert run(project, "--snapshot-update")[0] == 0
    file = project / "__snapshots__" / "test_told" / "test_told[move.member].json"
    assert file.read_text() == "null\n"


def test_without_syrupy_the_extra_is_named(project: Path) -> None:
    status, out = run(project, "-p", "no:syrupy")
    assert status == 1
    assert "`schema_snapshot` needs syrupy: install `schemac[testing]`" in out


def test_the_plugin_costs_a_run_nothing(project: Path) -> None:
    (project / "test_told.py").write_text(
        "import sys\n\n\ndef test_light():\n"
        "    assert [n for n in ('mcp', 'flask', 'lark', 'schemac.service') if n in sys.modules]"
        " == []\n"
    )
    status, out = run(project)
    assert status == 0, out
