"""How findings are kept for a next `check`, and when what was kept is not believed."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from schemac.cli import checking, known_findings
from schemac.cli.cache_folder import read_whole, write_whole
from schemac.cli.checking import checked
from schemac.cli.findings_text import Sources, read_findings, written_findings
from schemac.cli.ignores import find_ignores
from schemac.cli.known_findings import FOREIGN, KnownFindings, Question
from schemac.cli.witness import Witness, still_so
from schemac.diagnostics.model import Diagnostic, Fix, Label
from schemac.project.config import load_config
from schemac.source import Source
from tests.unit.cli import compiled_before
from tests.unit.cli.compiled_before import BASE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.commands import Project

compiled = pytest.fixture(compiled_before.compiled)


@pytest.mark.parametrize(
    "damage",
    [
        lambda kept: kept.update(seen=[]) or kept.pop("found"),
        lambda kept: kept.update(found=[{"code": "SC304"}]),
        lambda kept: kept.update(found={}),
        lambda kept: kept["found"][0].update(message=5),
        lambda kept: kept["found"][0].update(lenient=1),
        lambda kept: kept["found"][0].update(span=[0, 5, 1_000_000]),
        lambda kept: kept["found"][0].update(span=[-1, 0, 1]),
        lambda kept: kept["found"][0].update(span=[0, True, 1]),
        lambda kept: kept.update(files="many"),
        lambda kept: kept["seen"].append(["read", "/dev/zero", "x"]),
        lambda kept: kept["seen"].append(["system", "rm", "x"]),
        lambda kept: kept["seen"].append(["is_file", "\0", True]),
        lambda kept: kept["texts"][0].__setitem__(1, "/nowhere"),
    ],
)
def test_what_was_not_written_by_us_is_compiled_anew(
    project: Project, compiled: list[int], damage: Callable[[Any], object]
) -> None:
    first = project.run("check")
    (file,) = (project.folder / ".schemac_cache").glob("*.findings")
    kept = json.loads(read_whole(file))
    damage(kept)
    write_whole(file, json.dumps(kept).encode())
    assert project.run("check") == first
    assert len(compiled) == 2


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"[" * 100_000, b"\xff"])
def test_what_is_no_such_document_is_compiled_anew(
    project: Project, compiled: list[int], content: bytes
) -> None:
    first = project.run("check")
    (file,) = (project.folder / ".schemac_cache").glob("*.findings")
    write_whole(file, content)
    assert project.run("check") == first
    assert len(compiled) == 2


def test_a_file_that_others_may_write_is_not_read(project: Project, compiled: list[int]) -> None:
    project.run("check")
    (file,) = (project.folder / ".schemac_cache").glob("*.findings")
    file.chmod(0o666)
    project.run("check")
    assert len(compiled) == 2


def test_nothing_is_kept_of_a_file_that_changed_meanwhile(
    project: Project, compiled: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = find_ignores

    def changing(*given: Any) -> Any:
        project.write("app/odd.py", f"{BASE}\n# more\n")
        return find(*given)

    monkeypatch.setattr(checking, "find_ignores", changing)
    project.run("check")
    assert list((project.folder / ".schemac_cache").glob("*.findings")) == []
    assert len(compiled) == 1


@pytest.mark.usefixtures("compiled")
def test_everything_that_the_system_was_asked_is_remembered(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = project.folder
    config = load_config(None, folder)
    question = Question(config, folder, tuple(sorted((folder / "app").rglob("*.py"))), (), True)
    touched: set[str] = set()

    def spied(ask: Callable[..., Any]) -> Callable[..., Any]:
        def spy(place: Any, *given: Any, **named: Any) -> Any:
            if not isinstance(place, int):
                touched.add(os.fspath(place))
            return ask(place, *given, **named)

        return spy

    for name in ("stat", "lstat", "scandir", "readlink", "open"):
        monkeypatch.setattr(os, name, spied(getattr(os, name)))
    monkeypatch.setattr(io, "open", spied(io.open))
    witness = Witness()
    checked(question, witness)
    monkeypatch.undo()
    asked = {path for _, path, _ in witness.seen}
    covered = asked | {str(parent) for path in asked for parent in Path(path).parents}
    inside = {
        path
        for path in touched
        if Path(path).is_relative_to(folder)
        and not {".schemac_cache", ".git"}.intersection(Path(path).parts)  # where to keep them
    }
    assert len(inside) > 10
    assert {path for path in inside if path not in covered} == set()
    assert witness.sure
    assert still_so(witness.seen)


def test_the_packages_that_have_a_say_are_known() -> None:
    code = (
        "import sys; before = set(sys.modules); import schemac.cli.checking;"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}"
        " - set(sys.stdlib_module_names) - {'schemac', 'click', 'typing_extensions'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert tuple(done.stdout.split()) == FOREIGN


def test_a_finding_is_written_whole() -> None:
    source = Source("a.py", "some text")
    finding = Diagnostic(
        "SC304",
        "message",
        source.span(0, 4),
        (Label(source.span(5, 9), "label"),),
        ("note",),
        "hint",
        Fix(source.span(0, 0), "new"),
        "tool",
        lenient=True,
    )
    sources = Sources()
    written = json.loads(json.dumps(written_findings((finding,), sources)))
    (read,) = read_findings(written, list(sources))
    assert list(written[0]) == [each.name for each in fields(Diagnostic)]
    assert [getattr(read, each.name) for each in fields(Diagnostic)] == [
        getattr(finding, each.name) for each in fields(Diagnostic)
    ]


def test_only_the_last_questions_are_kept(
    project: Project, compiled: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_findings, "_MOST_FILES", 2)
    for name in ("mcp", "gemini", "inline"):
        project.run("check", "--dialect", name)
    assert len(list((project.folder / ".schemac_cache").glob("*.findings"))) == 2
    assert len(compiled) == 3


def test_a_folder_that_git_tracks_is_not_read(project: Project, compiled: list[int]) -> None:
    project.run("check")
    git = shutil.which("git")
    assert git is not None
    for arguments in (("init", "-q"), ("add", "-f", ".schemac_cache")):
        subprocess.run((git, "-C", str(project.folder), *arguments), check=True)
    project.run("check")
    assert len(compiled) == 2


def test_without_a_folder_to_keep_it_in_it_is_found_anew(project: Project) -> None:
    question = Question(load_config(None, project.folder), project.folder, (), (), True)
    known = KnownFindings(project.folder / "pyproject.toml", question)
    assert known.find() is None
    witness = Witness()
    known.keep(checked(question, witness), witness)
    assert known.find() is None
