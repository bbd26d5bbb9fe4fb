"""`check` gives what it found before only while everything it looked at is the same."""

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
from schemac.compiler import compile_paths
from schemac.diagnostics.model import Diagnostic, Fix, Label
from schemac.project.config import load_config
from schemac.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.cli.commands import Outcome, Project

BASE = """
from schemac import tool
from app.inner import shared


class Odd(shared.Base):
    #: import stage
    #: (a: stage, b: nothing) -> { c: String @requires(:x) @requires(:x) }  # schemac: ignore[SC413]
    @tool("odd")
    def call(self, *, a, b): ...
"""


@pytest.fixture
def compiled(project: Project, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Say how often sources were compiled so far, by its length."""
    project.write("app/odd.py", BASE)
    project.write("app/inner/shared.py", "class Base:\n    pass\n")
    times: list[int] = []

    def counted(*given: Any, **named: Any) -> Any:
        times.append(1)
        return compile_paths(*given, **named)

    monkeypatch.setattr(checking, "compile_paths", counted)
    return times


def anew(project: Project, *arguments: str) -> Outcome:
    shutil.rmtree(project.folder / ".schemac_cache", ignore_errors=True)
    return project.run("check", *arguments)


def test_nothing_is_compiled_while_nothing_changes(project: Project, compiled: list[int]) -> None:
    first = project.run("check")
    assert first.status == 1
    assert "unknown type `nothing`" in first.out
    for form in ("text", "json", "sarif", "github", "concise"):
        cached = project.run("check", "--format", form)
        assert len(compiled) == 1
        assert cached == anew(project, "--format", form)
        compiled.pop()
    assert project.run("check", "--ignore", "SC4") == anew(project, "--ignore", "SC4")


def _edit(folder: Path) -> None:
    file = folder / "app/odd.py"
    file.write_text(file.read_text().replace("nothing", "String"))


def _same_size(folder: Path) -> None:
    file = folder / "app/odd.py"
    before = file.stat()
    file.write_text(file.read_text().replace("nothing", "notting"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def _delete_import(folder: Path) -> None:
    (folder / "sig/stage.sig").unlink()


def _edit_import(folder: Path) -> None:
    (folder / "sig/stage.sig").write_text("type stage = missing\n")


def _earlier_suffix(folder: Path) -> None:
    (folder / "sig/stage.sig").rename(folder / "sig/stage.rbs")
    anew_text = "type stage = elsewhere\n"
    (folder / "sig/stage.sig").write_text(anew_text)


def _unused_signatures(folder: Path) -> None:
    (folder / "sig/deep").mkdir()
    (folder / "sig/deep/unused.pyi").write_text("type a = missing\n")


def _new_module(folder: Path) -> None:
    (folder / "app/more.py").write_text("#: type a = missing\n")


def _new_package(folder: Path) -> None:
    (folder / "app/__init__.py").write_text("")


def _new_base(folder: Path) -> None:
    (folder / "app/inner/__init__.py").write_text("")
    (folder / "app/inner/shared.py").unlink()
    (folder / "app/inner/shared").mkdir()
    (folder / "app/inner/shared/__init__.py").write_text(
        "class Base:\n    #: type nothing = Integer\n    x = 1\n"
    )


def _link(folder: Path) -> None:
    (folder / "sig/stage.sig").unlink()
    (folder / "sig/stage.sig").symlink_to("/etc/hostname")


def _link_nowhere(folder: Path) -> None:
    (folder / "app/gone.py").symlink_to(folder / "nowhere.py")


def _folder_for_file(folder: Path) -> None:
    (folder / "sig/stage.sig").unlink()
    (folder / "sig/stage.sig").mkdir()


def _config(folder: Path) -> None:
    file = folder / "pyproject.toml"
    flags = '["tier"]\nflags = { tier = ["gold"], feature = ["y"] }'
    file.write_text(file.read_text().replace('["tier"]', flags))


def _predicates(folder: Path) -> None:
    file = folder / "pyproject.toml"
    file.write_text(file.read_text().replace('["tier"]', '["tier", "level"]'))


def _sig_paths(folder: Path) -> None:
    file = folder / "pyproject.toml"
    file.write_text(file.read_text().replace('["app"]', '["app"]\nsig_paths = ["other"]'))


def _dialects(folder: Path) -> None:
    file = folder / "pyproject.toml"
    file.write_text(file.read_text().replace('["app"]', '["app"]\ndialects = ["gemini"]'))


def _ignore(folder: Path) -> None:
    file = folder / "app/odd.py"
    file.write_text(file.read_text().replace("ignore[SC413]", "ignore[SC307]"))


CHANGES: tuple[Callable[[Path], None], ...] = (
    *(_edit, _same_size, _delete_import, _edit_import, _earlier_suffix, _unused_signatures),
    *(_new_module, _new_package, _new_base, _link, _link_nowhere, _folder_for_file),
    *(_config, _predicates, _sig_paths, _dialects, _ignore),
)


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_is_noticed(
    project: Project, compiled: list[int], change: Callable[[Path], None]
) -> None:
    project.run("check")
    assert project.run("check").status == 1
    assert len(compiled) == 1
    change(project.folder)
    after = project.run("check")
    assert len(compiled) == 2
    assert after == anew(project)


def test_a_change_back_is_known_no_more_and_right(project: Project, compiled: list[int]) -> None:
    first = project.run("check")
    text = (project.folder / "app/odd.py").read_text()
    project.write("app/odd.py", "#: type a = missing\n")
    assert project.run("check") != first
    (project.folder / "app/odd.py").write_text(text)
    assert project.run("check") == first
    assert len(compiled) == 3


def test_another_program_or_python_compiles_anew(
    project: Project, compiled: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    project.run("check")
    monkeypatch.setattr(sys, "version", "3.99")
    project.run("check")
    assert len(compiled) == 2
    monkeypatch.setattr(known_findings, "FOREIGN", ("jsonschema_rs", "lark", "no_such_package"))
    project.run("check")
    project.run("check")
    assert len(compiled) == 4


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
