"""Which file an import means, where it may lie, and what comes of one that is not read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from schemac.resolve.loader import Loader, ReadMemo
from tests.unit.resolve.projects import Project, shown

if TYPE_CHECKING:
    from pathlib import Path


def test_a_suffix_is_no_part_of_a_path(project: Project) -> None:
    project.write("sig/one.rbs", "type item = String")
    outcome = project.shared("import one.rbs\ntype a = String")
    assert "hint: did you mean `one`?\n  fix: sig/shared.sig:1:8 [one.rbs] one" in outcome.text


@pytest.mark.parametrize("path", ["./one", "one/", ".//one"])
def test_a_path_that_is_not_plain(project: Project, path: str) -> None:
    project.write("sig/one.sig", "type item = String")
    outcome = project.shared(f"import {path}\ntype a = String")
    assert outcome.text == (
        f"sig/shared.sig:1:8 [{path}] SC204 `{path}` is no plain path below the search folders\n"
        f"  hint: write `one`\n  fix: sig/shared.sig:1:8 [{path}] one"
    )


@pytest.mark.parametrize("path", ["/one", "~/one", "c:/one", "a\\one/", "./../one"])
def test_a_path_that_is_not_plain_and_leaves(project: Project, path: str) -> None:
    outcome = project.shared(f"import {path}\ntype a = String")
    assert f"SC204 the import `{path}` leaves the search folders" in outcome.text


def test_folders_are_parted_as_everywhere(project: Project) -> None:
    project.write("sig/a/b.sig", "type b = String")
    outcome = project.shared("import a\\b\ntype c = { b: b }")
    (found,) = (each for each in outcome.diagnostics if each.code == "SC204")
    assert found.hint == "folders are parted by `/`: write `a/b`"


@pytest.mark.parametrize("path", ["../secret", "/etc/passwd", "a/../../secret"])
def test_a_path_that_leaves_the_folders(project: Project, path: str) -> None:
    project.write("secret.sig", "type secret = String")
    outcome = project.shared(f"import {path}\ntype a = {{ s: secret }}")
    assert outcome.text == (
        f"sig/shared.sig:1:8 [{path}] SC204 the import `{path}` leaves the search folders\n"
        "  hint: name the file by its path below one of `sig_paths`, without `..`"
    )
    assert outcome.names == []


def test_a_link_that_leaves_the_folders(project: Project) -> None:
    project.write("secret.sig", "type secret = String")
    (project.root / "sig" / "link.sig").symlink_to(project.root / "secret.sig")
    outcome = project.shared("import link\ntype a = { s: secret }")
    assert outcome.text == (
        "sig/shared.sig:1:8 [link] SC204 the import `link` leaves the search folders\n"
        "  hint: a link leads out of them: name the folder it leads to in `sig_paths`"
    )
    assert outcome.names == []


def test_search_folders_in_order_and_then_what_is_shipped(project: Project) -> None:
    project.write("sig/error.sig", "type error = { own: true }")
    outcome = project.shared("import error\nimport pagination\ntype a = [error, pagination]")
    assert outcome.text == ""
    error = outcome.type("error")
    assert error.span.source.name == "sig/error.sig"
    assert outcome.type("pagination").span.source.name == "schemac/sig/pagination.sig"


def test_a_shared_file_in_no_known_encoding(project: Project) -> None:
    (project.root / "sig" / "latin.sig").write_bytes(b'type a = "\xe9"')
    outcome = project.shared("import latin\ntype b = a")
    assert outcome.codes == ["SC002"]
    assert outcome.names == []


def test_a_module_that_is_not_there(project: Project) -> None:
    loader = project.loader()
    assert loader.module("nothing.py") is None
    assert loader.module("sig") is None
    assert [shown(each) for each in loader.diagnostics] == [
        "- SC001 `nothing.py` is no file",
        "- SC001 `sig` is no file",
    ]


def test_a_pipe_is_not_waited_for(project: Project) -> None:
    os.mkfifo(project.root / "app.py")
    os.mkfifo(project.root / "sig" / "pipe.sig")
    loader = project.loader()
    assert loader.module("app.py") is None
    assert [each.code for each in loader.diagnostics] == ["SC001"]
    assert project.shared("import pipe\ntype a = nil").codes == ["SC001"]


def test_a_file_is_read_once(project: Project) -> None:
    project.write("app.py", "x = 1\n")
    loader = project.loader()
    first = loader.module("app.py")
    assert first is not None
    assert loader.module(project.root / "app.py") is first
    assert loader.files == (project.root / "app.py",)


def test_a_signature_file_given_as_a_path_is_read_for_its_diagnostics(project: Project) -> None:
    project.write("sig/odd.sig", "type a = nothing_like_it")
    outcome = project.resolve("sig/odd.sig")
    assert outcome.codes == ["SC201"]


def test_paths_are_shown_relative_to_the_base(tmp_path: Path) -> None:
    loader = Loader([tmp_path / "base" / "sig"], base=tmp_path / "base")
    assert loader.sig_paths == ("sig",)
    assert loader.shown(tmp_path / "base" / "a" / "b.py") == "a/b.py"
    assert loader.shown(tmp_path / "other.py") == (tmp_path / "other.py").as_posix()


@pytest.mark.parametrize("line", ["import far as near", "from far import", 'description "a" |'])
def test_what_could_not_be_read_takes_the_tool_and_no_other(project: Project, line: str) -> None:
    project.write("sig/far.sig", "type error = String")
    outcome = project.module(f"""
        from schemac import tool

        @tool("one")
        class One:
            #: type output = {{ e: error }}
            #: {line}

            #: ()
            def call(self): ...

        @tool("two")
        class Two:
            #: type output = {{ e: error }}
            #: ()
            def call(self): ...
    """)
    assert outcome.tools == ["two"]
    assert all(code.startswith("SC1") for code in outcome.codes)
    assert outcome.codes


def test_a_memo_spares_the_next_loader_what_did_not_change(project: Project) -> None:
    project.write("app.py", "x = 1\n")
    project.write("sig/a.sig", "type a = nil\n")
    memo = ReadMemo()

    def read() -> tuple[object, object]:
        loader = Loader([project.root / "sig"], base=project.root, memo=memo)
        found = [each for each in loader.all_signatures() if not each.prelude]
        return loader.module("app.py"), found[0].file

    first = read()
    assert read()[0] is first[0]
    assert read()[1] is first[1]
    project.write("app.py", "x = 2\n")
    assert read()[0] is not first[0]
    assert read()[1] is first[1]
    assert list(memo.modules) == ["app.py"]


@pytest.mark.parametrize("path", [".", "./", "/", "./."])
def test_an_import_of_a_folder_offers_no_empty_path(project: Project, path: str) -> None:
    for written in (f"import {path}", f"from {path} import x"):
        outcome = project.shared(written)
        assert outcome.codes == ["SC204"]
        assert "``" not in outcome.text
        assert "hint: name " in outcome.text
