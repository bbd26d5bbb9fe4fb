"""What an import brings: the names of a file, and which of them goes before another."""

from __future__ import annotations

from tests.unit.resolve.projects import Project, shown

_LOOKED = "with the suffix `.sig`, `.pyi` or `.rbs` in `sig` and among the shipped types"


def test_an_import_brings_what_a_file_declares_and_not_what_it_imports(project: Project) -> None:
    project.write("sig/inner.sig", "type deep = String")
    project.write("sig/outer.sig", "import inner\ntype near = { d: deep }")
    outcome = project.shared("""
        import outer
        type a = { n: near }
        type b = { d: deep }
    """)
    assert outcome.text == (
        "sig/shared.sig:3:15 [deep] SC201 unknown type `deep`\n"
        "  hint: `import inner` brings the types of `inner`"
    )
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
    assert outcome.text == (
        "sig/shared.sig:3:10 [line_item] SC201 unknown type `line_item`\n"
        "  hint: `import billing/invoice` brings the types of `billing/invoice`"
    )
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
