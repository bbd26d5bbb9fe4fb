"""Attacks 55 and 57: words of authors in documents for people, and snapshots that launder."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from schemac.cli import main
from schemac.testing.gained import gained

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

OLD = '''
from schemac import Handler, tool


@tool("show")
class Show(Handler):
    """Show it."""

    #: (?plain: String @default("a")) -> { ok: bool }
    def call(self, *, plain="a"): ...
'''
NEW = r'''
from schemac import Handler, tool


@tool("show", title="</script><script>alert(1)</script>")
class Show(Handler):
    """Show it."""

    #: type strange = String @pattern(^`\|<b>"$) @desc("--> | ` </td></script> ${x}")
    #: (
    #:   ?plain: String @default("`|</td><script>alert(2)</script>"),
    #:   ?"</code><script>alert(3)</script>|`": strange,
    #:   ?"::error::%0A": String
    #: ) -> { ok: bool }
    def call(self, *, plain="", **kwargs): ...
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("old", OLD), ("new", NEW)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "schemac.toml").write_text("[personas.member]\n")
        (tmp_path / name / "tools.py").write_text(text)
    monkeypatch.chdir(tmp_path / "new")
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, prog_name="schemac")


def test_words_of_authors_stay_json(folder: Path) -> None:
    del folder
    told = json.loads(run("compile", "show").stdout)
    properties = told["inputSchema"]["properties"]
    assert list(properties)[1:] == ["</code><script>alert(3)</script>|`", "::error::%0A"]
    assert properties["plain"]["default"] == "`|</td><script>alert(2)</script>"
    assert properties["</code><script>alert(3)</script>|`"]["pattern"] == '^`\\|<b>"$'


def test_words_of_authors_do_not_leave_a_page(folder: Path) -> None:
    assert run("matrix", "--html", "page.html").exit_code == 0
    text = (folder / "new" / "page.html").read_text(encoding="utf-8")
    assert "<script" not in text
    assert "&lt;script&gt;alert(3)" in text


def test_words_of_authors_do_not_leave_their_cell(folder: Path) -> None:
    del folder
    text = run("diff", "../old", ".", "--format", "markdown").stdout
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert any("alert(3)" in row for row in rows)
    for row in rows:
        assert len(re.findall(r"(?<!\\)\|", row)) == 5, row
        assert row.count("`") % 2 == 0, row
        outside = re.sub(r"`[^`]*`", "", row)
        assert "<" not in outside, row


def test_words_of_authors_are_no_workflow_commands(folder: Path) -> None:
    del folder
    text = run("diff", "../old", ".", "--format", "github").stdout
    assert "error::%250A" in text
    assert all(re.match(r"::(error|warning) ", line) for line in text.splitlines())


def test_an_updated_snapshot_tells_what_it_exposes() -> None:
    old: dict[str, Any] = {"outputSchema": {"properties": {"a": {"enum": ["x"]}}}}
    new: dict[str, Any] = {
        "outputSchema": {"properties": {"a": {"enum": ["x", "\u202ey"]}, "salary": {}}}
    }
    assert gained(old, new) == ("output /salary", 'output /a: value "<U+202E>y"')
