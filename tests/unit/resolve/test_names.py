"""Names that are unknown, taken or repeated are told, with what was meant where that is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.resolve.projects import Project


def test_an_unknown_name_gets_a_suggestion_and_a_fix(project: Project) -> None:
    outcome = project.shared("""
        type a = { who: aplicant }
        type applicant = { name: String }
    """)
    assert outcome.text == (
        "sig/shared.sig:1:17 [aplicant] SC201 unknown type `aplicant`\n"
        "  hint: did you mean `applicant`?\n"
        "  fix: sig/shared.sig:1:17 [aplicant] applicant"
    )
    assert outcome.names == ["applicant"]


def test_a_nearly_built_in_name_is_unknown_too(project: Project) -> None:
    outcome = project.shared("type a = string | Strng")
    assert outcome.text == (
        "sig/shared.sig:1:10 [string] SC201 unknown type `string`\n"
        "  hint: did you mean `String`?\n"
        "  fix: sig/shared.sig:1:10 [string] String\n"
        "sig/shared.sig:1:19 [Strng] SC201 unknown type `Strng`\n"
        "  hint: did you mean `String`?\n"
        "  fix: sig/shared.sig:1:19 [Strng] String"
    )


@pytest.mark.parametrize(
    ("elsewhere", "here"), [("null", "nil"), ("number", "Float"), ("boolean", "bool")]
)
def test_a_name_from_other_languages_gets_ours(project: Project, elsewhere: str, here: str) -> None:
    outcome = project.shared(f"type a = {elsewhere}")
    [found] = outcome.diagnostics
    assert (found.code, found.hint) == ("SC201", f"did you mean `{here}`?")


def test_a_name_that_a_signature_file_declares_suggests_its_import(project: Project) -> None:
    project.write("sig/broken.sig", "type page = {{{")
    project.write("sig/people.sig", "type person = {{{\ntype page[T] = { of: T }")
    outcome = project.shared("type a = { of: page[person], nobody: Nobody }")
    hints = [each.hint for each in outcome.diagnostics if each.code == "SC201"]
    people = "`import people` brings the types of `people`"
    assert hints == ["`import broken` brings the types of `broken`", people, None]


def test_a_name_that_a_signature_file_is_called_suggests_its_import(project: Project) -> None:
    project.write("sig/billing/invoice.sig", "type invoice = { id: String }")
    outcome = project.shared("type a = { of: invoice }")
    assert outcome.text == (
        "sig/shared.sig:1:16 [invoice] SC201 unknown type `invoice`\n"
        "  hint: `import billing/invoice` brings the types of `billing/invoice`"
    )


def test_a_name_without_a_neighbour_gets_no_suggestion(project: Project) -> None:
    outcome = project.shared("type a = { of: xylophone }")
    assert outcome.text == "sig/shared.sig:1:16 [xylophone] SC201 unknown type `xylophone`"


def test_what_uses_an_unknown_name_is_left_out_without_a_second_finding(project: Project) -> None:
    outcome = project.shared("""
        type a = { b: b }
        type b = Array[c]
        type c = xylophone
        type d = String
    """)
    assert outcome.codes == ["SC201"]
    assert outcome.names == ["d"]


def test_a_second_declaration_points_at_the_first(project: Project) -> None:
    outcome = project.shared("""
        type a = String
        type b = { a: a }
        type a = Integer
    """)
    assert outcome.text == (
        "sig/shared.sig:3:6 [a] SC207 type `a` is declared twice in one scope\n"
        "  sig/shared.sig:1:6 [a] declared here first\n"
        "  hint: rename one of them, or remove it"
    )
    assert outcome.names == ["a"], "what uses the doubtful name is left out"


@pytest.mark.parametrize("name", ["String", "date", "list", "Optional", "untyped", "true", "None"])
def test_built_in_names_cannot_be_declared(project: Project, name: str) -> None:
    outcome = project.shared(f"type {name} = Integer\ntype a = {{ x: Integer }}")
    assert outcome.text == (
        f"sig/shared.sig:1:6 [{name}] SC207 `{name}` is a built-in type and cannot be declared\n"
        "  hint: give the type another name"
    )
    assert outcome.names == ["a"]


def test_parameters_of_a_generic_are_names_too(project: Project) -> None:
    outcome = project.shared("""
        type a[T, T] = T
        type b[String] = Integer
        type c[T] = T[Integer]
    """)
    assert outcome.text == (
        "sig/shared.sig:1:11 [T] SC207 `T` is a parameter of `a` already\n"
        "  hint: give the parameter another name\n"
        "sig/shared.sig:2:8 [String] SC207 `String` is a built-in type\n"
        "  hint: give the parameter another name\n"
        "sig/shared.sig:3:13 [T[Integer]] SC208 `T` is a parameter here and takes no arguments"
    )


def test_a_parameter_goes_before_a_type_of_its_name(project: Project) -> None:
    outcome = project.shared("""
        type item = String
        type box[item] = { held: item }
        type full = box[Integer]
    """)
    assert outcome.text == ""
    assert outcome.names == ["item", "full", "box[Integer]"]


@pytest.mark.parametrize(
    ("use", "message"),
    [
        ("page", "`page` takes 1 argument, here are none"),
        ("page[String, String]", "`page` takes 1 argument, here are 2"),
        ("pair[String]", "`pair` takes 2 arguments, here is 1"),
        ("lax[String, String, String]", "`lax` takes 1 to 2 arguments, here are 3"),
        ("lax", "`lax` takes 1 to 2 arguments, here are none"),
        ("plain[String]", "`plain` takes no arguments, here is 1"),
    ],
)
def test_wrong_numbers_of_arguments(project: Project, use: str, message: str) -> None:
    name = use.partition("[")[0]
    columns = {"page": "1:6", "pair": "2:6", "lax": "3:6", "plain": "4:6"}
    outcome = project.shared(f"""
        type page[T] = {{ items: Array[T] }}
        type pair[A, B] = [A, B]
        type lax[A, B = nil] = [A, B]
        type plain = String
        type use = {{ x: {use} }}
    """)
    assert outcome.text == (
        f"sig/shared.sig:5:17 [{use}] SC208 {message}\n"
        f"  sig/shared.sig:{columns[name]} [{name}] declared here"
    )


def test_a_repeated_key_points_at_the_first(project: Project) -> None:
    outcome = project.shared('type a = { foo: Integer, bar: { x: nil, x: nil }, ?"foo": String }')
    assert outcome.text == (
        "sig/shared.sig:1:41 [x] SC301 the record has `x` twice\n"
        "  sig/shared.sig:1:33 [x] it stands here first\n"
        "  hint: remove one of them\n"
        'sig/shared.sig:1:52 ["foo"] SC301 the record has `foo` twice\n'
        "  sig/shared.sig:1:12 [foo] it stands here first\n"
        "  hint: remove one of them"
    )
    assert outcome.names == []


def test_operands_of_an_intersection_may_share_a_key(project: Project) -> None:
    assert project.shared("type a = { x: Integer } & { x: Integer }").text == ""


def test_keywords_are_keys(project: Project) -> None:
    keys = "type class self void true in set constructor __proto__ import from description nil"
    fields = ", ".join(f"{key}: String" for key in keys.split())
    outcome = project.shared(f'type a = {{ {fields}, "": String, "a-b": String, "ключ": String }}')
    assert outcome.text == ""


@pytest.mark.parametrize("written", ["self", "Array[self]", "[self]", "self?", "{ a: self }"])
def test_self_is_one_mistake(project: Project, written: str) -> None:
    outcome = project.shared(f"type x = {written}")
    assert outcome.codes == ["SC107"]


@pytest.mark.parametrize("written", ["_Each", "_Each[String]", "instance", "Array[_ToS]"])
def test_types_of_rbs_that_are_no_data_are_not_supported(project: Project, written: str) -> None:
    assert project.shared(f"type x = {written}").codes == ["SC107"]


def test_names_like_those_of_rbs_may_be_declared(project: Project) -> None:
    outcome = project.shared("type _Each = String\ntype instance = nil\ntype x = [_Each, instance]")
    assert outcome.text == ""
    assert project.module("#: type _Eech = nil\n#: type x = _Each\n").codes == ["SC201"]


def test_an_alias_is_not_meant_by_the_name_it_is_for(project: Project) -> None:
    outcome = project.shared("type applicant = Applicant\ntype node = { ?next: nodes }")
    assert [each.hint for each in outcome.diagnostics] == [None, "did you mean `node`?"]
