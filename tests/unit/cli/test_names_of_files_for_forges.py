"""What forges read names files from the top of the checkout, wherever the command runs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from schemac.cli.workspace import named_from_the_top
from schemac.diagnostics.model import Diagnostic, Fix, Label
from schemac.source import Source
from tests.unit.cli.changed_states import git
from tests.unit.cli.commands import SETTINGS, TOOLS, Project

if TYPE_CHECKING:
    from schemac.source import Span

WRONG = TOOLS.replace("bool,", "boool,")


@pytest.fixture
def inner(bare: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with a mistake, two folders below the top of its repository."""
    made = replace(bare, folder=bare.folder / "services" / "hr")
    made.write("pyproject.toml", SETTINGS)
    made.write("sig/stage.sig", 'type stage = "screen" | "offer"\n')
    made.write("app/tools.py", TOOLS)
    git(bare, "init", "-q")
    git(bare, "add", ".")
    git(bare, "commit", "-q", "-m", "Begin")
    made.write("app/tools.py", WRONG)
    monkeypatch.chdir(made.folder)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    return made


def files(project: Project, form: str, *command: str) -> set[str]:
    out = project.run(*command, "--format", form).out
    if form == "github":
        return {line.partition("file=")[2].partition(",")[0] for line in out.splitlines()}
    places = [
        each["physicalLocation"]["artifactLocation"]["uri"]
        for result in json.loads(out)["runs"][0]["results"]
        for each in result["locations"]
    ]
    return set(places)


@pytest.mark.parametrize("form", ["github", "sarif"])
@pytest.mark.parametrize("command", [("check",), ("diff", "git:HEAD", ".")])
def test_files_are_named_from_the_top(
    inner: Project, monkeypatch: pytest.MonkeyPatch, form: str, command: tuple[str, ...]
) -> None:
    assert files(inner, form, *command) == {"services/hr/app/tools.py"}
    monkeypatch.setenv("GITHUB_WORKSPACE", str(inner.folder.parent))
    assert files(inner, form, *command) == {"hr/app/tools.py"}
    monkeypatch.setenv("GITHUB_WORKSPACE", str(inner.folder / "app"))
    assert files(inner, form, *command) == {"services/hr/app/tools.py"}
    assert "services" not in inner.run(*command).out


def test_what_is_no_file_of_the_checkout_keeps_its_name(inner: Project) -> None:
    def span(name: str) -> Span:
        return Source(name, "abc").span(0, 1)

    for name in ("tool", "schemac/sig/page.sig", "/elsewhere/app.py"):
        assert named(inner, Diagnostic("SC101", "m", span(name))) == [name]
    whole = Diagnostic("SC101", "m", span("a.py"), (Label(span("../b.py"), "l"),), hint="h")
    whole = replace(whole, fix=Fix(span("a.py"), "x"))
    assert named(inner, whole) == ["services/hr/a.py", "services/b.py", "services/hr/a.py"]
    assert named(inner, Diagnostic("SC101", "m", None)) == []


def named(project: Project, found: Diagnostic) -> list[str]:
    (moved,) = named_from_the_top([found], project.folder)
    assert (moved.code, moved.message, moved.hint) == (found.code, found.message, found.hint)
    spans = [moved.span, *(label.span for label in moved.labels)]
    if moved.fix is not None:
        spans.append(moved.fix.span)
    return [each.source.name for each in spans if each is not None]


def test_outside_of_repositories_and_at_their_tops_nothing_changes(tmp_path: Path) -> None:
    found = [Diagnostic("SC101", "m", Source("a.py", "x").span(0, 1))]
    assert named_from_the_top(found, Path(tmp_path.anchor)) == found
    (tmp_path / ".git").mkdir()
    assert named_from_the_top(found, tmp_path) == found
