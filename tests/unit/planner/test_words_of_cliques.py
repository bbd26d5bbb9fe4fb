"""Types that all name each other met by others in, words for who sees them, at little work, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool
from tests.counted import calls_at_most

if TYPE_CHECKING:
    from collections.abc import Sequence

MANY = 12


def clique(count: int, around: str = "{}") -> str:
    lines = []
    for side in "ab":
        for at in range(count):
            named = (around.format(f"{side}{other}") for other in range(count))
            uses = ", ".join(f"?n{other}: {each}" for other, each in enumerate(named))
            own = f"?{side}own{at}: String @requires(:x), ?s: String @requires(:y)"
            lines.append(f"type {side}{at} = {{ {uses}, {own} }} @desc({side}{at} said)")
    fields = ", ".join(f"?v{at}: a{at} & b{at}" for at in range(count))
    return "\n".join((*lines, f"type output = {{ ok: true, {fields} }}"))


def tower(count: int) -> str:
    lines = []
    for side in "ab":
        for at in range(count):
            inner = f"?n: {side}{at + 1}, ?m: {side}{at + 1}" if at + 1 < count else "?z: String"
            own = f"?{side}: String @requires(:x)"
            lines.append(f"type {side}{at} = {{ {inner}, {own} }} @desc({side}{at} said)")
    return "\n".join((*lines, "type output = { ok: true, ?v: a0 & b0 }"))


def told(text: str, held: Sequence[str] = ()) -> tuple[str, str]:
    """Give the output's schema for who holds some flags, or all, and for who holds nothing."""
    plan = compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))]).plan
    shown = []
    for is_held in (True, False):
        answers = {
            at: int(is_held and (not held or atom.flag in held))
            for at, atom in enumerate(plan.atoms)
        }
        view = view_tool(plan, plan.tools[0], answers)  # type: ignore[arg-type] # 0 and 1
        assert view is not None
        assert view.output is not None
        shown.append(dumps(emit_schema(view.output)))
    return shown[0], shown[1]


AROUND = ["{}", "{}?", "Array[{}?]", "{{ ?in: {} }}"]


@pytest.mark.parametrize("around", AROUND)
def test_all_is_told_to_who_sees_it_and_nothing_to_others(around: str) -> None:
    seen, other = told(clique(MANY, around))
    assert all(f"b{at} said" in seen for at in range(MANY))
    assert "said" not in other
    seen, other = told(tower(MANY))
    assert all(f"b{at} said" in text for at in range(MANY) for text in (seen, other))


@pytest.mark.parametrize("around", AROUND)
def test_the_work_is_that_of_the_pairs(around: str) -> None:
    with calls_at_most(4_000_000):
        told(clique(MANY, around))
    with calls_at_most(2_000_000):
        told(tower(10 * MANY // 4))


def ring(count: int, link: str, own: str) -> str:
    lines = []
    for side in "ab":
        for at in range(count):
            inner = f"?n: {side}{(at + 1) % count}{link.format(at)}"
            fields = f"{inner}, ?{side}: String{own.format(at)}, ?s: String @requires(:y)"
            lines.append(f"type {side}{at} = {{ {fields} }} @desc({side}{at} said)")
    fields = ", ".join(f"?v{at}: a{at} & b{at}" for at in range(count))
    return "\n".join((*lines, f"type output = {{ ok: true, {fields} }}"))


def test_rings_are_gone_round_once() -> None:
    with calls_at_most(3_000_000):
        seen, other = told(ring(10 * MANY, "", " @requires(:x)"))
    assert all(f"b{at} said" in seen for at in range(10 * MANY))
    assert "said" not in other


def test_rings_of_many_gates_nest_no_deeper_than_gates_may() -> None:
    seen, other = told(ring(40 * MANY, " @requires(:e{})", " @requires(:x{})"))
    assert "b0 said" in seen
    assert "said" not in other


def both(*lines: str) -> str:
    """Write each line twice, with `1` and with `2` at each `#`."""
    return "\n".join(line.replace("#", number) for number in "12" for line in lines)


def test_what_is_found_half_way_round_is_no_whole() -> None:
    text = both(
        "type d# = { ?d1: a# @requires(:y), ?d2: b# @requires(:x) } @desc(said #)",
        "type a# = { ?p: b# @requires(:y), ?q: c# @requires(:x) }",
        "type b# = { ?r: a# }",
        "type c# = { ?t: String }",
    )
    for held in ((), ("x",)):
        seen, other = told(f"{text}\ntype output = {{ ok: true, ?v: d1 & d2 }}", held)
        assert '"t"' in seen
        assert "said 2" in seen
        assert "said" not in other


def chain(count: int) -> str:
    own = "?a: String @requires(:x{}), ?n: t{} @requires(:e{})"
    lines = [f"type t{at} = {{ {own.format(at, at + 1, at)} }}" for at in range(count)]
    return "\n".join((*lines, f"type t{count} = {{ ?a: String @requires(:z) }}"))


@pytest.mark.parametrize(
    ("output", "codes"),
    [
        ("{ ?v: t0 @default({}) }", {"SC310"}),
        ("{ ?v: ({ ?n: t0 } @desc(said)) & { ?q: String @requires(:q) } }", set()),
        ("t0 | { b: Integer }", {"SC407"}),
    ],
)
def test_gates_on_long_ways_are_no_trouble(output: str, codes: set[str]) -> None:
    text = f"{chain(50 * MANY)}\ntype output = {output}"
    made = compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))])
    assert {each.code for each in made.diagnostics} == codes
