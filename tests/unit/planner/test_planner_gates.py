from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.declaration import UnreadableGate
from schemac.plan.gates import Asked, Atom, Every, Inverse, Never, OnSide, Some
from schemac.plan.nodes import Const, Field, Member, Record, Ref, Scalar, Union
from schemac.planner.gates import every, inverse, on_side, some

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

A, B, C = Asked(0), Asked(1), Asked(2)


def parameter(found: Planned, name: str = "s") -> Field:
    taken = found.tool.input
    assert isinstance(taken, Record)
    return next(field for field in taken.fields if field.name == name)


EXPRESSIONS = [
    ("@requires(:a)", A),
    ("@requires(:a) @requires(:b)", Every((A, B))),
    ("@requires(:a) @requires(:a)", A),
    ("@requires(:a | :b & !:c)", Some((A, Every((B, Inverse(C)))))),
    ("@requires((:a | :b) & :c)", Every((Some((A, B)), C))),
    ("@requires(!(:a & :b))", Inverse(Every((A, B)))),
]


@pytest.mark.parametrize(("tags", "gate"), EXPRESSIONS)
def test_gate_expressions(planned: Planner, tags: str, gate: object) -> None:
    found = planned("type output = {}", f"(?s: String {tags}) -> output")
    assert found.found == []
    assert parameter(found).gate == gate


def test_atoms_are_numbered_as_the_tool_reaches_them(planned: Planner) -> None:
    found = planned(
        "type unused = { a: Integer @requires(:nobody) }\n"
        "type output = { a: Integer @requires(:later), b: Integer @tier(:gold) }",
        '(?s: String @feature(:"x:y")) -> output',
        tool={"gates": (("requires", "first | !second"),)},
        predicates=["tier"],
    )
    assert found.plan.atoms == (
        Atom("requires", "first"),
        Atom("requires", "second"),
        Atom("feature", "x:y"),
        Atom("requires", "later"),
        Atom("tier", "gold"),
    )
    assert found.tool.gate == Some((A, Inverse(B)))
    assert found.tool.vocabulary == (0, 1, 2, 3, 4)
    assert found.plan.predicates == ("requires", "feature", "tier")
    assert [named.name for named in found.plan.types] == ["output"]


MALFORMED = [
    ("@requires(admin)", "@requires(:admin)"),
    ('@requires("admin")', "@requires(:admin)"),
    ('@requires("a | b")', '@requires(:"a | b")'),
    ("@requires(orders:write)", '@requires(:"orders:write")'),
    ("@requires(admin | !user)", "@requires(:admin | !:user)"),
    ("@requires(:a, :b)", "@requires(:a & :b)"),
    ("@requires(:a | :b, :c)", "@requires((:a | :b) & :c)"),
    ("@requires()", "@requires(:flag)"),
    ("@requires(!)", "@requires(:flag)"),
    ("@requires(a, b)", "@requires(:a & :b)"),
    ("@requires(:a, b)", "@requires(:a & :b)"),
    ("@requires(a | :b)", "@requires(:a | :b)"),
    ("@requires(:a and not :b)", "@requires(:a & !:b)"),
    ("@requires(a || b)", "@requires(:a | :b)"),
    ("@requires(:a-b)", '@requires(:"a-b")'),
]


@pytest.mark.parametrize(("written", "right"), MALFORMED)
def test_malformed_gates_come_with_the_right_form(
    planned: Planner, written: str, right: str
) -> None:
    found = planned(f"type output = {{ a: Integer, ?v: String {written} }}")
    assert found.found == [("SC401", written)]
    [diagnostic] = found.diagnostics
    assert diagnostic.hint == f"write `{right}`"
    assert diagnostic.fix is not None
    assert (diagnostic.fix.span.text, diagnostic.fix.replacement) == (written, right)
    assert found.plan.tools == ()
    fixed = planned(f"type output = {{ a: Integer, ?v: String {right} }}")
    assert fixed.found == []


def test_a_flag_outside_a_closed_vocabulary(planned: Planner) -> None:
    found = planned(
        "type output = { a: Integer, ?v: String @requires(:admn) @feature(:anything) }",
        flags={"requires": ["admin", "staff"]},
    )
    assert found.found == [("SC402", ":admn")]
    assert found.diagnostics[0].message == "`admn` is no flag of `requires`"
    assert found.diagnostics[0].hint == "did you mean `admin`?"
    assert found.diagnostics[0].notes == ("the configured flags are `admin`, `staff`",)


TOOL_GATES = [
    ((("requires", "a"), ("feature", "b")), Every((A, B)), []),
    ((UnreadableGate("requires"),), Never(), []),
    ((("requires", "a"), UnreadableGate("feature")), Never(), []),
    ((("requires", "(a | b) & !c"),), Every((Some((A, B)), Inverse(C))), []),
    ((("requires", "a:b.c-d"),), A, []),
    ((("requires", ""),), None, ["SC401"]),
    ((("requires", "a |"),), None, ["SC401"]),
    ((("requires", ":a"),), None, ["SC401"]),
    ((("requires", "a b"),), None, ["SC401"]),
    ((("requires", "(" * 5000),), None, ["SC401"]),
    ((("requires", "!" * 5000 + "a"),), None, ["SC401"]),
    ((("tiers", "a"),), None, ["SC311"]),
]


@pytest.mark.parametrize(("gates", "gate", "codes"), TOOL_GATES)
def test_gates_of_tools(planned: Planner, gates: object, gate: object, codes: list[str]) -> None:
    found = planned("type output = {}", tool={"gates": gates}, predicates=["tier"])
    assert [code for code, _ in found.found] == codes
    assert [tool.gate for tool in found.plan.tools] == ([] if codes else [gate])


def test_a_gate_on_a_declaration_is_the_types(planned: Planner) -> None:
    found = planned("type secret = String @requires(:a)\ntype output = { x: Integer, v: secret }")
    secret = next(named for named in found.plan.types if named.name == "secret")
    assert (secret.gate, secret.body) == (A, Scalar("string"))


def test_a_gate_on_an_item_is_held_by_a_union_of_one(planned: Planner) -> None:
    found = planned("type output = { x: Integer, v: [String @requires(:a), Integer] }")
    output = found.type("output")
    assert isinstance(output, Record)
    tuple_type = output.fields[1].type
    assert getattr(tuple_type, "items", None) == (
        Union((Member(Scalar("string"), A),)),
        Scalar("integer"),
    )


def test_sides_are_gates_too(planned: Planner) -> None:
    found = planned(
        "type output = { id: Integer @read_only(), ?pw: String @requires(:a) @write_only() }"
    )
    output = found.type("output")
    assert isinstance(output, Record)
    assert [(field.gate, field.read_only, field.write_only) for field in output.fields] == [
        (OnSide("output"), True, False),
        (Every((A, OnSide("input"))), False, True),
    ]


SIDES = [
    ("(s: String @read_only()) -> output", "{}", ("SC302", "@read_only()")),
    ("() -> output", "{ v: String @read_only() @write_only() }", ("SC309", "@write_only()")),
]


@pytest.mark.parametrize(("signature", "output", "expected"), SIDES)
def test_sides_that_leave_nothing(
    planned: Planner, signature: str, output: str, expected: tuple[str, str]
) -> None:
    assert planned(f"type output = {output}", signature).found == [expected]


TAILS = [
    ('?s: "a" | "b" | "c" @feature(:x)', A, None, []),
    ('?s: "a" | "b" @feature(:x) | "c" @feature(:y)', None, [None, A, B], []),
    ('?s: ("a" | "c" @feature(:x))', None, [None, A], ["SC403"]),
    ('s: ("a" @feature(:x))', A, None, []),
    ('?s: "a" | ("b" @feature(:x))', None, [None, A], []),
    ('?s: ("a" | "b") @feature(:x)', A, None, []),
    ('?s: "a" | String @feature(:x)', A, None, ["SC403"]),
    ("?s: String | nil @feature(:x)", A, None, ["SC403"]),
    ("?s: String? @feature(:x)", A, None, []),
    ('?s: Union["a", "b" @feature(:x)]', None, [None, A], ["SC403"]),
    ('?s: Union["a", "b"] @feature(:x)', A, None, []),
    ('?s: Array["a" | "b" @feature(:x)]', None, None, ["SC403"]),
    ('?s: "a" | "b" @desc(which)', None, [None, None], []),
    ('?s: ("a" | "b" @desc(which))', None, [None, None], ["SC313"]),
    ('?s: ("a" | "b" @desc(which) @feature(:x))', None, [None, A], ["SC403", "SC313"]),
    ('?s: "a" @desc(x) | "b" @default("a")', None, None, ["SC302"]),
    ('?s: "a" | "b" @default("a")', None, [None, None], []),
]


@pytest.mark.parametrize(("written", "gate", "members", "codes"), TAILS)
def test_the_tail_rule(
    planned: Planner,
    written: str,
    gate: object,
    members: list[object] | None,
    codes: list[str],
) -> None:
    found = planned("type output = {}", f"({written}) -> output")
    assert [code for code, _ in found.found] == codes
    if "SC302" in codes:
        assert found.plan.tools == ()
        return
    field = parameter(found)
    assert field.gate == gate
    if members is not None:
        assert isinstance(field.type, Union)
        assert [member.gate for member in field.type.members] == members


def test_a_return_type_is_no_field(planned: Planner) -> None:
    found = planned("type a = {}\ntype b = { x: Integer }", "() -> a | b @requires(:x)")
    assert found.found == [("SC403", "@requires(:x)")]
    assert found.tool.output == Union((Member(Ref(0)), Member(Ref(1), A)))


def test_words_behind_a_fields_union_are_the_unions(planned: Planner) -> None:
    found = planned("type output = {}", '(?s: "a" | "b" @desc(which)) -> output')
    field = parameter(found)
    assert field.type.meta.description == "which"
    assert isinstance(field.type, Union)
    assert field.type.members == (Member(Const("string", '"a"')), Member(Const("string", '"b"')))


def test_algebra() -> None:
    assert every() is None
    assert every(None, A, Every((B, A))) == Every((A, B))
    assert every(A, Never()) == Never()
    assert every(OnSide("input"), OnSide("output")) == Never()
    assert some() == Never()
    assert some(A, None) is None
    assert some(A, Some((B, A)), Never()) == Some((A, B))
    assert some(OnSide("input"), OnSide("output")) is None
    assert inverse(None) == Never()
    assert inverse(Never()) == Never()
    assert inverse(OnSide("input")) == OnSide("output")
    assert on_side(Every((A, OnSide("input"))), "input") == A
    assert on_side(Every((A, OnSide("input"))), "output") == Never()
    assert on_side(Some((A, OnSide("input"))), "output") == A
    assert on_side(Inverse(Every((A, OnSide("input")))), "output") is None
    assert on_side(Inverse(A), "output") == Inverse(A)
