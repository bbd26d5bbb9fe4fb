"""Generics with gated arguments and places in, the name of the instance for callers out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import compile_tools
from schemac.emit.naming import declared_name
from schemac.plan.codec import decode, encode
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.shown import as_shown
from schemac.plan.view import view_tool

if TYPE_CHECKING:
    from schemac.plan.gates import Side
    from schemac.plan.model import Plan

PAGE = "type page[T] = { items: Array[T], n: nil }\n"
DEFAULTED = "type with[T, U = Array[T]] = { ?q: U @requires(:x), l: nil }\n"
HALF = "type half = { ?s: nil @requires(:x), u: nil }\n"


def plan_of(types: str, signature: str) -> Plan:
    handler = InlineAnnotations(signature, types, None)
    compilation = compile_tools([ToolDeclaration("t", handler)])
    assert not compilation.errors
    return compilation.plan


def names(plan: Plan, side: Side = "output", **held: int) -> list[str]:
    answers = {at: held.get(atom.flag, 0) for at, atom in enumerate(plan.atoms)}
    view = view_tool(plan, plan.tools[0], answers)  # type: ignore[arg-type] # 0, 1 or 2
    assert view is not None
    shape = view.input if side == "input" else view.output
    return [declared_name(each) for each in shape.types.values()]


CASES = {
    "a member": (PAGE, "page[nil | (String @requires(:x))]", "page", "page_nil_String"),
    "a member that may be null": (PAGE, "page[(String @requires(:x))?]", "page", "page_String"),
    "a union of which one is left": (
        PAGE,
        "page[Array[(String | (Integer @requires(:x)))?]]",
        "page_Array_String",
        "page_Array_String_Integer",
    ),
    "a key": (
        PAGE,
        "page[Hash['k' | ('l' @requires(:x)), nil]]",
        "page_Hash_k_nil",
        "page_Hash_k_l_nil",
    ),
    "all keys": (PAGE, "page[Hash[('l' @requires(:x)), nil]]", "page", "page_Hash_l_nil"),
    "an item of a tuple": (
        PAGE,
        "page[[String, (Integer @requires(:x))]]",
        "page",
        "page_String_Integer",
    ),
    "a field by the tail rule": (
        PAGE,
        "page[{ a: 1, ?b: String | nil @requires(:x) @desc(d) }]",
        "page_a_1",
        "page_a_1_b_String_nil_desc_d",
    ),
    "a described field": (
        PAGE,
        "page[{ a: 1,\n## w\n?b: String @requires(:x) }]",
        "page_a_1",
        "page_a_1_w_b_String",
    ),
    "a field that another depends on": (
        PAGE,
        "page[{ ?a: 1 @depends_on(:b), ?b: 2 @requires(:x) }]",
        "page_a_1",
        "page_a_1_depends_on_b_b_2",
    ),
    "a field of another operand that one depends on": (
        PAGE,
        "page[{ ?a: 1 @depends_on(:b) } & { ?b: 2 @requires(:x) }]",
        "page_a_1",
        "page_a_1_depends_on_b_b_2",
    ),
    "a value that an example quotes": (
        PAGE + HALF,
        'page[half @example({"u":null,"s":null})]',
        "page_half",
        "page_half_example_u_null_s_null",
    ),
    "a default": (
        PAGE,
        "page[{ ?a: ('b' | ('c' @requires(:x))) @default(c) }]",
        "page_a_b",
        "page_a_b_c_default_c",
    ),
    "an operand": (PAGE, "page[{ a: 1 } & ({ b: 2 } @requires(:x))]", "page_a_1", "page_a_1_b_2"),
    "a field that another operand hides": (
        PAGE,
        "page[{ s: nil, t: nil } & ({ s: nil } @requires(:x))]",
        "page_t_nil",
        "page_s_nil_t_nil_s_nil",
    ),
    "a field that a named operand hides": (
        PAGE + HALF,
        "page[{ s: nil, t: nil } & half]",
        "page_t_nil_half",
        "page_s_nil_t_nil_half",
    ),
    "a named operand of which no field is left": (
        PAGE + "type gone = { ?s: nil @requires(:x) }\n",
        "page[gone & { t: nil }]",
        "page_t_nil",
        "page_gone_t_nil",
    ),
    "operands that are no records": (
        PAGE,
        "page[('a' | ('b' @requires(:x))) & ('a' | 'b')]",
        "page",
        "page_a_b_a_b",
    ),
    "an instance in an argument": (
        PAGE,
        "page[page[String | (Integer @requires(:x))]]",
        "page_page_String",
        "page_page_String_Integer",
    ),
    "a gated generic in an argument": (
        PAGE + "type gated[T] = { v: T } @requires(:x)\n",
        "page[gated[String]]",
        "page",
        "page_gated_String",
    ),
    "an argument that is an operand": (
        HALF + "type page[T] = T & half\n",
        "page[{ s: nil }]",
        "page",
        "page_s_nil",
    ),
    "an argument of which an operand hides a part": (
        HALF + "type page[T] = T & half\n",
        "page[{ s: nil, q: nil }]",
        "page",
        "page_s_nil_q_nil",
    ),
    "a name of which an operand hides a part": (
        HALF + "type plain = { s: nil, q: nil }\ntype page[T] = T & half\n",
        "page[plain]",
        "page_plain",
        "page_plain",
    ),
    "an instance of which an operand hides the place": (
        HALF + "type with[T] = { s: T, r: nil }\ntype page[T] = T & half\n",
        "page[with[nil]]",
        "page",
        "page_with_nil",
    ),
    "an instance as an operand beside it": (
        PAGE + HALF + "type with[T] = { s: T, r: nil }\n",
        "page[with[nil] & half]",
        "page_half",
        "page_with_nil_half",
    ),
    "operands in an operand": (
        PAGE + HALF,
        "page[({ s: nil } & { r: nil }) & half]",
        "page_half",
        "page_s_nil_r_nil_half",
    ),
    "a place in an instance that is an operand": (
        HALF + "type with[T] = { s: T, r: nil }\ntype page[T] = with[T] & half\n",
        "page[nil]",
        "page",
        "page_nil",
    ),
    "a field of an operand": (
        "type page[T] = { s: T, r: nil } & { ?s: untyped @requires(:x), u: nil }\n",
        "page[String]",
        "page",
        "page_String",
    ),
    "a place that it shares": (
        "type gone = { q: nil @requires(:x) }\ntype page[T] = { ?i: [T, gone], n: nil }\n",
        "page[String]",
        "page",
        "page_String",
    ),
    "a place in itself": (
        "type page[T] = { ?v: T @requires(:x), ?kids: Array[page[T]], n: nil }\n",
        "page[String]",
        "page",
        "page_String",
    ),
    "a place that a default leads to": (
        DEFAULTED + "type page[T] = { ?p: with[T], n: nil }\n",
        "page[Integer]",
        "page",
        "page_Integer",
    ),
    "a place through an alias": (
        "type with[T] = { ?q: T @requires(:x), l: nil }\ntype page[T] = { w: with[T], n: nil }\n",
        "page[Integer]",
        "page",
        "page_Integer",
    ),
}


@pytest.mark.parametrize("kind", CASES)
def test_a_name_says_what_its_caller_sees(kind: str) -> None:
    types, use, without, with_all = CASES[kind]
    plan = plan_of(types, f"() -> {{ a: {use}, z: nil }}")
    for each in (plan, decode(encode(plan))):
        assert without in names(each)
        assert without in names(each, x=2)
        assert with_all in names(each, x=1)
        assert with_all == without or with_all not in names(each)


def test_the_sides_of_a_tool_read_their_own() -> None:
    use = "page[{ a: 1, ?b: 2 @read_only(), ?c: 3 @write_only() }]"
    plan = plan_of(PAGE, f"(p: {use}) -> {{ p: {use} }}")
    assert names(plan, "input") == ["page_a_1_c_3_write_only"]
    assert names(plan, "output") == ["page_a_1_b_2_read_only"]


def test_what_all_read_alike_is_no_steps() -> None:
    use = "page[{ ?a: nil @depends_on(:b), ?b: nil }]"
    plan = plan_of(PAGE, f"() -> {{ p: {use}, q: page[String @example(s)] }}")
    assert all(not each.telling for each in plan.types)
    assert names(plan) == ["page_a_nil_depends_on_b_b_nil", "page_String_example_s"]


def test_a_gate_that_cannot_be_passed_is_no_step() -> None:
    plan = plan_of(PAGE + HALF, "() -> { p: page[String] }")
    assert all(not each.telling for each in plan.types)
    both = "String | (Integer @requires(:x) @requires(:y))"
    plan = plan_of(PAGE, f"() -> {{ p: page[{both}] }}")
    assert [bool(each.telling) for each in plan.types] == [True]


def test_gates_in_names_are_in_the_vocabulary_of_the_tool() -> None:
    plan = plan_of(
        PAGE + "type unused[T] = { a: T, ?b: T @requires(:x) }\n",
        "() -> { p: unused[String | (Integer @requires(:y))] }",
    )
    assert [plan.atoms[at].flag for at in plan.tools[0].vocabulary] == ["y", "x"]


def test_instances_in_one_another_stay_linear() -> None:
    def steps(depth: int) -> int:
        use = "String | (Integer @requires(:x))"
        for _ in range(depth):
            use = f"page[{use}]"
        return sum(len(each.telling) for each in plan_of(PAGE, f"() -> {{ p: {use} }}").types)

    # Each of the instances is written out whole, as its text is.
    assert steps(40) < 4.5 * steps(20)


def test_very_many_gates_close_what_they_are_about() -> None:
    flags = [f"?f{at}: nil @requires(:g{at})" for at in range(2_100)]
    types = PAGE + f"type many = {{ {', '.join(flags)} }}\n"
    plan = plan_of(types, "() -> { p: page[{ a: nil } & many], q: nil }")
    assert "page" in names(plan)
    assert "page" in names(plan, "output", **{f"g{at}": 1 for at in range(2_100)})


def test_a_cut_type_is_called_so_by_everybody_who_asks() -> None:
    plan = plan_of(PAGE, "() -> { p: page[String | (Integer @requires(:x))] }")
    (named,) = plan.types
    assert as_shown(named, named.body).arguments == "String"
    assert as_shown(named, named.body, lambda _: True).arguments == "String | Integer"
