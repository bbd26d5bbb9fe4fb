"""Gates that cannot be read in, every word that is said about them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from schemac.plan.declaration import InlineAnnotations, ToolDeclaration, UnreadableGate
from schemac.plan.gates import Asked, Every, Inverse, Never, Some
from schemac.planner.findings import Findings, Scope
from schemac.planner.gates import Atoms
from schemac.planner.predicates import GateReader
from schemac.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.diagnostics.model import Diagnostic
    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

FORM = 'flags bear no colon and are joined by `|`, `&` and `!`: `"a | !b"`'
PREDICATES = ("predicates are `requires`, `feature`, `tier`",)
ALL_TAGS = "`schemac explain SC311` lists all tags"


def only(found: Planned) -> Diagnostic:
    [diagnostic] = found.diagnostics
    assert found.plan.tools == ()
    return diagnostic


def about(diagnostic: Diagnostic) -> tuple[object, ...]:
    fix = diagnostic.fix
    return (
        diagnostic.code,
        diagnostic.message,
        diagnostic.hint,
        diagnostic.notes,
        diagnostic.tool,
        None if diagnostic.span is None else diagnostic.span.text,
        None if fix is None else (fix.span.text, fix.replacement),
    )


def field(planned: Planner, tags: str, **options: Any) -> Planned:
    return planned(f"type output = {{ a: Integer, ?v: String {tags} }}", **options)


@pytest.mark.parametrize(
    ("tag", "words", "hint", "span", "fix"),
    [
        (
            "@reqires(:a)",
            "`@reqires` is neither a tag nor a configured predicate",
            "did you mean `@requires`?",
            "@reqires",
            ("@reqires", "@requires"),
        ),
        (
            "@tiers(:a)",
            "`@tiers` is neither a tag nor a configured predicate",
            "did you mean `@tier`?",
            "@tiers",
            ("@tiers", "@tier"),
        ),
        (
            "@something_else(:a)",
            "`@something_else` is neither a tag nor a configured predicate",
            None,
            "@something_else",
            None,
        ),
    ],
)
def test_an_unknown_tag(
    planned: Planner,
    tag: str,
    words: str,
    hint: str | None,
    span: str,
    fix: tuple[str, str] | None,
) -> None:
    found = only(field(planned, tag, predicates=["tier"]))
    assert about(found) == ("SC311", words, hint, (*PREDICATES, ALL_TAGS), None, span, fix)


@pytest.mark.parametrize(
    ("tag", "what", "right"),
    [
        ("@requires()", "needs a flag", "@requires(:flag)"),
        ("@requires(a)", "takes flags as symbols", "@requires(:a)"),
        ('@requires("a b")', "takes flags as symbols", '@requires(:"a b")'),
        ('@requires("a & b")', "takes flags as symbols", '@requires(:"a & b")'),
        ('@requires(":a")', "takes flags as symbols", '@requires(:":a")'),
        ('@requires("!")', "takes flags as symbols", "@requires(:flag)"),
        ("@requires(a && b || c)", "takes flags as symbols", "@requires(:a & :b | :c)"),
        ("@requires(a or not b)", "takes flags as symbols", "@requires(:a | !:b)"),
        ("@requires(nota or bandor)", "takes flags as symbols", "@requires(:nota | :bandor)"),
        ("@requires(:a, :b)", "takes one flag expression", "@requires(:a & :b)"),
        ("@requires(:a b)", "takes flags as symbols", '@requires(:"a b")'),
        ("@tier(a, b)", "takes flags as symbols", "@tier(:a & :b)"),
    ],
)
def test_a_malformed_gate(planned: Planner, tag: str, what: str, right: str) -> None:
    found = only(field(planned, tag, predicates=["tier"]))
    name = tag.partition("(")[0]
    words = f"`{name}` {what}"
    assert about(found) == ("SC401", words, f"write `{right}`", (), None, tag, (tag, right))


@pytest.mark.parametrize(
    ("flags", "hint", "note"),
    [
        (["staff", "admin"], "did you mean `admin`?", "`admin`, `staff`"),
        (["zebra", "yak"], None, "`yak`, `zebra`"),
        ([], None, "none"),
    ],
)
def test_a_flag_outside_a_closed_vocabulary(
    planned: Planner, flags: list[str], hint: str | None, note: str
) -> None:
    notes = (f"the configured flags are {note}",)
    words = "`admn` is no flag of `requires`"
    found = field(planned, "@requires(:admn) @feature(:any)", flags={"requires": flags})
    assert about(only(found)) == ("SC402", words, hint, notes, None, ":admn", None)
    declared: dict[str, Any] = {"gates": (("requires", "admn"), ("feature", "any"))}
    found = planned("type output = {}", tool=declared, flags={"requires": flags})
    assert about(only(found))[:5] == ("SC402", words, hint, notes, "t")


@pytest.mark.parametrize("text", ["", "a b", "a |", "(a", ":a"])
def test_a_gate_of_a_tool_that_is_no_expression(planned: Planner, text: str) -> None:
    found = only(planned("type output = {}", tool={"gates": (("requires", text),)}))
    words = f"`requires={text!r}` of tool `t` is no flag expression"
    assert about(found)[:5] == ("SC401", words, FORM, (), "t")
    assert found.span is not None
    assert found.fix is None


@pytest.mark.parametrize(("name", "hint"), [("tiers", "did you mean `tier`?"), ("something", None)])
def test_an_unknown_gate_of_a_tool(planned: Planner, name: str, hint: str | None) -> None:
    declared: dict[str, Any] = {"gates": ((name, "a"),)}
    found = only(planned("type output = {}", tool=declared, predicates=["tier", "tier"]))
    words = f"the gate `{name}` of tool `t` is no configured predicate"
    assert about(found)[:5] == ("SC311", words, hint, PREDICATES, "t")
    assert found.span is not None
    assert found.fix is None


@pytest.mark.parametrize("tag", ["@title(b)", "@unique()", "@max(5)"])
def test_only_gates_stand_behind_a_description(planned: Planner, tag: str) -> None:
    found = planned(f'description "a" @requires(:x) {tag} @feature(:y) | "c"\ntype output = {{}}')
    words = f"`{tag.partition('(')[0]}` does not apply to a description"
    assert about(only(found)) == ("SC302", words, None, (), None, tag, None)


def test_gates_behind_a_description_all_count(planned: Planner) -> None:
    found = planned(
        'description "a" @requires(:x) @feature(:y) | "b" @tiers(:z) | "c"\ntype output = {}',
        predicates=["tier"],
    )
    assert about(only(found))[:3] == (
        "SC311",
        "`@tiers` is neither a tag nor a configured predicate",
        "did you mean `@tier`?",
    )
    found = planned('description "a" @requires(:x) @feature(:y) | "b"\ntype output = {}')
    assert [each.gate for each in found.tool.descriptions] == [
        Every((Asked(0), Asked(1))),
        None,
    ]


@pytest.mark.parametrize(
    ("text", "gate"),
    [
        ("a & b", Every((Asked(0), Asked(1)))),
        ("a | b", Some((Asked(0), Asked(1)))),
        ("!a", Inverse(Asked(0))),
        ("!!a", Inverse(Inverse(Asked(0)))),
        ("a & !(b | c)", Every((Asked(0), Inverse(Some((Asked(1), Asked(2))))))),
        ("a | a", Asked(0)),
    ],
)
def test_what_is_read_of_a_tool(planned: Planner, text: str, gate: object) -> None:
    found = planned("type output = {}", tool={"gates": (("feature", text),)})
    assert found.diagnostics == ()
    assert found.tool.gate == gate
    assert all(atom.predicate == "feature" for atom in found.plan.atoms)
    assert Never() != gate


@pytest.mark.parametrize("text", ["admn", "!admn", "staff & admn", "staff | !admn", "!(x | admn)"])
def test_a_wrong_flag_is_told_of_its_tool_wherever_it_stands(planned: Planner, text: str) -> None:
    found = planned(
        "type output = {}",
        tool={"gates": (("requires", text),)},
        flags={"requires": ["staff", "admin", "x"]},
    )
    notes = ("the configured flags are `admin`, `staff`, `x`",)
    words, hint = "`admn` is no flag of `requires`", "did you mean `admin`?"
    assert about(only(found))[:5] == ("SC402", words, hint, notes, "t")


@pytest.mark.parametrize("text", [":admn", "!:admn", ":staff & :admn", ":staff | !(:x & :admn)"])
def test_a_wrong_flag_is_found_wherever_it_stands(planned: Planner, text: str) -> None:
    found = field(planned, f"@requires({text})", flags={"requires": ["staff", "admin", "x"]})
    assert only(found).message == "`admn` is no flag of `requires`"
    assert only(found).tool is None


def test_gates_behind_an_unreadable_one_are_judged(planned: Planner) -> None:
    gates = (UnreadableGate("requires"), ("tiers", "a"), ("requires", "a |"), ("feature", "b"))
    found = planned("type output = {}", tool={"gates": gates})
    assert [each.code for each in found.diagnostics] == ["SC311", "SC401"]
    assert [each.tool for each in found.diagnostics] == ["t", "t"]


@pytest.mark.parametrize("tag", ["@tier()", "@tier(a)", "@tier(:a)", "@other(:a)", "@odd(a)"])
def test_where_a_gate_binds_is_asked_of_predicates_alone(planned: Planner, tag: str) -> None:
    found = planned(
        f"type output = {{ ?v: String | Integer {tag} }}", predicates=["tier", "others"]
    )
    codes = {
        "@tier(:a)": ["SC403"],
        "@other(:a)": ["SC311"],
        "@odd(a)": ["SC311"],
    }
    assert [each.code for each in found.diagnostics] == codes.get(tag, ["SC403", "SC401"])


@pytest.mark.parametrize(
    "gates",
    [
        (("requires", "a |"),),
        (("requires", "a"), ("requires", "")),
        (UnreadableGate("requires"), ("requires", "a")),
        (("requires", "a b"), ("feature", "b")),
    ],
)
def test_a_gate_that_cannot_be_read_is_never_open(gates: Any) -> None:
    reader = GateReader(Findings(), Atoms(), ("requires", "feature"), {})
    span = Source("t", "tool").span(0, 4)
    handler = InlineAnnotations(signature=None, types=None, parameters=None, docstring=None)
    declaration = ToolDeclaration(name="t", handler=handler, gates=gates)
    assert reader.of_tool(declaration, span, Scope("tool", 0)) == Never()


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("flag=staff", ":staff"),
        ("flag = 'staff'", ":staff"),
        ("flag==:staff", ":staff"),
        ("role=orders.write", ":orders.write"),
    ],
)
def test_a_flag_behind_an_equals_sign_is_offered_alone(
    planned: Planner, written: str, right: str
) -> None:
    (found,) = planned(
        f"type output = {{ id: Integer, ?v: String @requires({written}) }}"
    ).diagnostics
    assert (found.code, found.hint, found.fix) == ("SC401", f"write `@requires({right})`", None)


def test_a_quoted_flag_may_have_an_equals_sign(planned: Planner) -> None:
    written = '?v: String @requires("flag=staff")'
    (found,) = planned(f"type output = {{ id: Integer, {written} }}").diagnostics
    assert found.hint == 'write `@requires(:"flag=staff")`'
    assert found.fix is not None
