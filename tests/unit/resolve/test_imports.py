from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from schemac.resolve.loader import Loader, ReadMemo
from tests.unit.resolve.projects import Project, shown

if TYPE_CHECKING:
    from pathlib import Path

_LOOKED = "with the suffix `.sig`, `.pyi` or `.rbs` in `sig` and among the shipped types"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_an_import_brings_what_a_file_declares_and_not_what_it_imports(project: Project) -> None:
    project.write("sig/inner.sig", "type deep = String")
    project.write("sig/outer.sig", "import inner\ntype near = { d: deep }")
    outcome = project.shared("""
        import outer
        type a = { n: near }
        type b = { d: deep }
    """)
    assert outcome.text == "sig/shared.sig:3:15 [deep] SC201 unknown type `deep`"
    assert outcome.names == ["deep", "near", "a"]


def test_some_names_and_new_names(project: Project) -> None:
    project.write(
        "sig/billing/invoice.sig", "type invoice = { l: line_item }\ntype line_item = String"
    )
    outcome = project.shared("""
        from billing/invoice import invoice, line_item as line
        type a = { i: invoice, l: line }
        type b = line_item
    """)
    assert outcome.text == ("sig/shared.sig:3:10 [line_item] SC201 unknown type `line_item`")
    assert [(each.name, each.file) for each in outcome.program.types if each.sound] == [
        ("invoice", "billing/invoice.sig"),
        ("line_item", "billing/invoice.sig"),
        ("a", "shared.sig"),
    ]


def test_files_may_import_each_other(project: Project) -> None:
    project.write("sig/one.sig", "import two\ntype one = { ?two: two }")
    project.write("sig/two.sig", "import one\ntype two = { ?one: one }")
    outcome = project.shared("import one\ntype a = one")
    assert outcome.text == ""
    assert outcome.names == ["one", "two", "a"]


def test_a_file_may_import_itself(project: Project) -> None:
    assert project.shared("import shared\ntype a = String\ntype b = { a: a }").text == ""


def test_an_import_that_is_not_found(project: Project) -> None:
    project.write("sig/applicant.sig", "type applicant = String")
    outcome = project.shared("""
        import aplicant
        type a = { who: applicant }
        type b = String
    """)
    assert outcome.text == (
        "sig/shared.sig:1:8 [aplicant] SC202 there is no signature file `aplicant`\n"
        f"  note: looked for `aplicant` {_LOOKED}\n"
        "  hint: did you mean `applicant`?\n"
        "  fix: sig/shared.sig:1:8 [aplicant] applicant"
    )
    assert outcome.names == ["applicant", "b"]


def test_a_name_that_the_file_does_not_declare(project: Project) -> None:
    project.write("sig/inner.sig", "type deep = String")
    project.write("sig/outer.sig", "import inner\ntype near = String")
    outcome = project.shared("""
        from outer import nearr, deep, far as f
        type a = { n: nearr, d: deep, f: f }
    """)
    assert outcome.text == (
        "sig/shared.sig:1:19 [nearr] SC202 `outer` declares no type `nearr`\n"
        "  hint: did you mean `near`?\n"
        "sig/shared.sig:1:26 [deep] SC202 `outer` declares no type `deep`\n"
        "  hint: `outer` imports it itself: import it from where it is declared\n"
        "sig/shared.sig:1:32 [far as f] SC202 `outer` declares no type `far`"
    )
    assert "a" not in outcome.names


def test_two_imports_of_one_name(project: Project) -> None:
    project.write("sig/one.sig", "type item = String\ntype only = String")
    project.write("sig/two.sig", "type item = Integer")
    outcome = project.shared("""
        import one
        import two
        type a = { item: item }
        type b = { only: only }
    """)
    assert outcome.text == (
        "sig/shared.sig:2:8 [two] SC203 two imports bring `item`\n"
        "  sig/shared.sig:1:8 [one] this one brings `item` too\n"
        "  hint: give one of them another name: `from two import item as …`"
    )
    assert "a" not in outcome.names
    assert "b" in outcome.names


def test_two_imports_of_one_new_name(project: Project) -> None:
    project.write("sig/one.sig", "type item = String\ntype other = Integer")
    outcome = project.shared("""
        from one import item as x, other as x
        type a = { x: x }
    """)
    assert outcome.text == (
        "sig/shared.sig:1:28 [other as x] SC203 two imports bring `x`\n"
        "  sig/shared.sig:1:17 [item as x] this one brings `x` too\n"
        "  hint: give one of them another name: `from one import other as …`"
    )


def test_what_was_meant_by_a_misspelt_import_is_no_second_finding(project: Project) -> None:
    project.write("sig/one.sig", "type item = String")
    outcome = project.shared("from one import itm\ntype a = { i: item }")
    assert outcome.text == (
        "sig/shared.sig:1:17 [itm] SC202 `one` declares no type `itm`\n  hint: did you mean `item`?"
    )


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


def test_the_same_type_twice_is_no_conflict(project: Project) -> None:
    project.write("sig/one.sig", "type item = String")
    outcome = project.shared("""
        import one
        from one import item, item as other
        type a = { item: item, other: other }
    """)
    assert outcome.text == ""


def test_an_own_type_goes_before_an_imported_one(project: Project) -> None:
    project.write("sig/one.sig", "type item = String")
    outcome = project.shared("import one\ntype item = Integer\ntype a = { i: item }")
    assert outcome.text == ""
    assert {(each.name, each.file) for each in outcome.program.types} == {
        ("item", "one.sig"),
        ("item", "shared.sig"),
        ("a", "shared.sig"),
    }


def test_a_built_in_name_is_no_new_name(project: Project) -> None:
    project.write("sig/one.sig", "type item = String")
    outcome = project.shared("from one import item as String\ntype a = { s: String }")
    assert outcome.text == (
        "sig/shared.sig:1:17 [item as String] SC207 `String` is a built-in type: "
        "nothing can be imported by that name\n  hint: give it another name: `item as …`"
    )


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


def test_the_prelude_needs_no_import_and_gives_way(project: Project) -> None:
    outcome = project.shared("type error = { own: true }\ntype a = [error, error_detail]")
    assert outcome.text == ""
    assert outcome.type("error").file == "shared.sig"
    assert outcome.type("error_detail").file == "error.sig"


def test_a_failed_import_in_a_class_takes_its_tool_and_no_other(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        @tool("one")
        class One:
            #: import mistyped
            #: type output = { e: error }
            #: ()
            def call(self): ...

        @tool("two")
        class Two:
            #: type output = { e: error }
            #: ()
            def call(self): ...
    """)
    assert outcome.codes == ["SC202"]
    assert outcome.tools == ["two"], "`error` might have come from the import that failed"


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


def test_an_import_among_nothing_else_may_be_prose(project: Project) -> None:
    outcome = project.module("""
        #: import os
        LIMIT = 3

        class Plain:
            #: import everything
            size = 1
    """)
    assert outcome.text == ""


def test_an_import_among_annotations_is_none(project: Project) -> None:
    outcome = project.module("""
        #: import mistyped
        x = 1

        class One:
            #: import also_mistyped
            y = 1

            #: (a: String)
            def call(self, a): ...

        class Plain:
            #: import everything
            size = 1
    """)
    assert [shown(each).partition("\n")[0] for each in outcome.diagnostics] == [
        "app.py:1:11 [mistyped] SC202 there is no signature file `mistyped`",
        "app.py:5:15 [also_mistyped] SC202 there is no signature file `also_mistyped`",
    ]


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
