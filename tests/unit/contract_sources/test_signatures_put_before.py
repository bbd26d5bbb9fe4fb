"""A signature file that comes or goes may change what an import means: then the plan is stale."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Service
from schemac.compiler import CompileOptions, compile_tools
from schemac.plan.codec import encode
from schemac.runtime.errors import StalePlanError
from tests.found_in import FoundIn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schemac import Registry

APP = """
from schemac import Handler, Registry

registry = Registry()

@registry.tool("t")
class T(Handler):
    '''A tool.'''
    IMPORT
    #: () -> { ok: bool, ?e: error }
    def call(self): return {"ok": True}
"""
OWN = "type error = { code: String, ?inner: String @requires(:x) }\n"
OTHER = "type error = { code: String, ?inner: String }\n"


@dataclass(frozen=True)
class Project:
    folder: Path

    @property
    def sig_paths(self) -> list[Path]:
        return [self.folder / "sig", self.folder / "sig" / "shared"]

    def write(self, **texts: str) -> None:
        for name, text in texts.items():
            file = self.folder / "sig" / name.replace("__", "/").replace("_", ".")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    def registry(self, written: str) -> Registry:
        text = APP.replace("IMPORT", written)
        (self.folder / "before_app.py").write_text(text, encoding="utf-8")
        sys.modules.pop("before_app", None)
        made: Registry = importlib.import_module("before_app").registry
        return made

    def build(self, written: str) -> Registry:
        registry = self.registry(written)
        self.plan(registry)
        return registry

    def plan(self, registry: Registry) -> None:
        options = CompileOptions(self.folder, tuple(self.sig_paths))
        found = compile_tools([tool.declaration() for tool in registry.tools()], options)
        assert found.errors == ()
        (self.folder / "plan.json").write_text(encode(found.plan), encoding="utf-8")

    def serve(self, registry: Registry) -> None:
        plan = self.folder / "plan.json"
        service = Service(registry, plan=plan, sig_paths=self.sig_paths, eager=True)
        compiled = Service(registry, sig_paths=self.sig_paths, eager=True)
        for grants in (Grants(), Grants.all()):
            assert service.list_tools(grants) == compiled.list_tools(grants)

    def refused(self, registry: Registry) -> str:
        with pytest.raises(StalePlanError) as caught:
            self.serve(registry)
        return "\n".join(str(caught.value).splitlines()[1:])


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    monkeypatch.setattr(sys, "meta_path", [FoundIn({"before_app": tmp_path}), *sys.meta_path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made = Project(tmp_path)
    made.write(unrelated_sig="type unrelated = 1\n")
    yield made
    sys.modules.pop("before_app", None)


MEANS = "- `import {}` means another signature file than there"


@pytest.mark.parametrize("written", ["#: import error", "#: from error import error"])
@pytest.mark.parametrize("name", ["error_sig", "error_pyi", "error_rbs", "shared__error_sig"])
def test_one_before_a_shipped_one_is_noticed(project: Project, name: str, written: str) -> None:
    registry = project.build(written)
    project.serve(registry)
    project.write(**{name: OWN})
    assert project.refused(registry) == MEANS.format("error")


def test_one_that_goes_so_that_a_shipped_one_is_meant_is_noticed(project: Project) -> None:
    project.write(error_sig=OWN)
    registry = project.build("#: import error")
    project.serve(registry)
    (project.folder / "sig" / "error.sig").unlink()
    assert project.refused(registry) == "- the signature file `error.sig` has changed"


def test_without_any_folder_of_signatures_the_plan_is_believed(project: Project) -> None:
    project.write(error_sig=OWN)
    registry = project.build("#: import error")
    plan = project.folder / "plan.json"
    Service(registry, plan=plan, sig_paths=[project.folder / "nowhere"], eager=True)


@pytest.mark.parametrize("name", ["error_sig", "error_pyi"])
def test_one_in_an_earlier_folder_is_noticed(project: Project, name: str) -> None:
    project.write(shared__error_sig=OTHER)
    registry = project.build("#: import error")
    project.serve(registry)
    project.write(**{name: OWN})
    assert project.refused(registry) == MEANS.format("error")


def test_one_that_says_the_same_changes_nothing(project: Project) -> None:
    project.write(shared__error_sig=OTHER)
    registry = project.build("#: import error")
    project.write(error_sig=OTHER)
    project.serve(registry)


def test_one_that_nobody_imports_by_that_path_changes_nothing(project: Project) -> None:
    project.write(shared__error_sig=OTHER)
    registry = project.build("#: import shared/error")
    project.write(error_sig=OWN)
    project.serve(registry)


def test_the_prelude_needs_no_import(project: Project) -> None:
    registry = project.build("")
    project.write(error_sig=OWN)
    project.serve(registry)


def test_both_may_be_used_side_by_side(project: Project) -> None:
    project.write(shared__error_sig=OTHER, error_sig=OWN)
    registry = project.build("#: import error\n    #: from shared/error import error as b")
    project.serve(registry)
    project.write(error_sig=OTHER + "# more")
    assert project.refused(registry) == "- the signature file `error.sig` has changed"


def test_an_import_in_a_signature_file_counts(project: Project) -> None:
    project.write(more_sig="import error\ntype unused = error\n")
    registry = project.build("#: import more\n    #: type own = unused")
    project.serve(registry)
    project.write(error_sig=OWN)
    assert project.refused(registry) == MEANS.format("error")


def no_errors() -> dict[str, object]:
    """Give none."""
    return {}


@pytest.mark.parametrize(
    ("types", "signature"),
    [
        ("import error", "() -> { ?e: error }"),
        ("from error import error", "() -> { ?e: error }"),
        (None, "import error\n() -> { ?e: error }"),
        ("type other = String", "from error import error\n() -> { ?e: error }"),
    ],
)
def test_an_import_in_a_text_counts(project: Project, types: str | None, signature: str) -> None:
    def registry() -> Registry:
        made = project.registry("#: type other = String")
        made.add(no_errors, name="t2", signature=signature, types=types)
        return made.select(include=["t2"])

    project.plan(registry())
    project.serve(registry())
    project.write(error_sig=OWN)
    assert project.refused(registry()) == MEANS.format("error")


@pytest.mark.parametrize(
    "between", ["\n  ", " # more\n", "\n\n#\n  # import\n", "\t", "\f", "\r\n"]
)
def test_an_import_over_several_lines_counts(project: Project, between: str) -> None:
    project.write(more_sig=f"import{between}error\ntype unused = error\n")
    registry = project.build("#: import more\n    #: type own = unused")
    project.serve(registry)
    project.write(error_sig=OWN)
    assert project.refused(registry) == MEANS.format("error")


def test_what_a_file_that_is_gone_imported_may_be_another_one(project: Project) -> None:
    registry = project.build("#: import error")
    (project.folder / "before_app.py").unlink()
    plan = project.folder / "plan.json"
    Service(registry, plan=plan, sig_paths=project.sig_paths, eager=True)
    project.write(error_sig=OWN)
    assert project.refused(registry) == MEANS.format("error")
