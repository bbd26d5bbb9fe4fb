from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from schemac.plan.codec import decode

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project


def test_writes_a_plan(project: Project) -> None:
    outcome = project.run("build", "-o", "plan.json")
    assert (outcome.status, outcome.out) == (0, "")
    assert outcome.err == "Wrote a plan of 2 tools to `plan.json`.\n"
    plan = decode((project.folder / "plan.json").read_text(encoding="utf-8"))
    assert [tool.name for tool in plan.tools] == ["move", "totals"]
    assert [file.name for file in project.folder.iterdir() if "plan" in file.name] == ["plan.json"]


def test_writes_the_same_bytes_from_anywhere(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.run("build", "-o", "one.json")
    monkeypatch.chdir(project.folder / "app")
    project.run("build", "-o", "../two.json")
    one, two = (project.folder / name for name in ("one.json", "two.json"))
    assert one.read_bytes() == two.read_bytes()


def test_writes_nothing_where_there_is_an_error(project: Project) -> None:
    project.write("app/bad.py", "#: type a = nope\n")
    outcome = project.run("build", "-o", "plan.json")
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.endswith("Found 1 error.\n`plan.json` was not written.\n")
    assert not (project.folder / "plan.json").exists()


@pytest.mark.parametrize("argument", ["NAME", '"count", requires=FLAG'])
def test_what_is_no_literal_needs_the_registry(project: Project, argument: str) -> None:
    project.write(
        "app/count.py",
        f"""
        from schemac import tool

        #: () -> {{ total: Integer }}
        @tool({argument})
        def count():
            '''Count.'''
        """,
    )
    outcome = project.run("build", "-o", "plan.json")
    assert outcome.status == 1
    assert outcome.err.endswith(
        "What is no literal (SC608) is read from the registry: say which with `--app`.\n"
        "`plan.json` was not written.\n"
    )


def test_plans_an_imported_registry(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write(
        "made_for_build.py",
        """
        from schemac import Registry

        registry = Registry()
        NAME = "counted"

        #: () -> { total: Integer }
        @registry.tool(NAME)
        def count():
            '''Count.'''
            return {"total": 1}

        registry.add(lambda: {"ok": True}, name="added", signature="() -> { ok: bool }",
                     description="Added.")
        """,
    )
    monkeypatch.syspath_prepend(str(project.folder))
    outcome = project.run("build", "--app", "made_for_build:registry", "-o", "plan.json")
    assert (outcome.status, outcome.err) == (0, "Wrote a plan of 2 tools to `plan.json`.\n")
    plan = decode((project.folder / "plan.json").read_text(encoding="utf-8"))
    assert [tool.name for tool in plan.tools] == ["counted", "added"]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("nope", "write it as `module:attribute`, as in `app:registry`"),
        ("no_such_module_here:x", "`no_such_module_here` cannot be imported: ModuleNotFoundError"),
        ("schemac:default_registri", "no `default_registri`; did you mean `default_registry`?"),
        ("json:decoder", "`json:decoder` is no registry, no Service and no Flask app"),
    ],
)
def test_an_app_that_is_none_is_one_sentence(project: Project, place: str, message: str) -> None:
    outcome = project.run("build", "--app", place, "-o", "plan.json")
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_what_is_no_file_is_not_replaced(project: Project) -> None:
    """A device stands for more than a file: whoever may write beside it would take it away."""
    pipe = project.folder / "pipe"
    os.mkfifo(pipe)
    (project.folder / "link").symlink_to(pipe)
    for name in ("pipe", "link"):
        outcome = project.run("build", "-o", name)
        assert outcome.status == 2
        assert "cannot be written: it is no file" in outcome.err
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert (project.folder / "link").is_symlink()


def test_of_a_link_what_it_leads_to_is_replaced(project: Project) -> None:
    target, link = project.folder / "shared.json", project.folder / "plan.json"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    assert project.run("build", "-o", "plan.json").status == 0
    assert link.is_symlink()
    assert [tool.name for tool in decode(target.read_text("utf-8")).tools] == ["move", "totals"]
