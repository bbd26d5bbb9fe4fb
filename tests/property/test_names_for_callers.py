"""Programs with gated arguments in; nothing hidden from a caller is in the names they read."""

from __future__ import annotations

import os
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.emit.templates import Drawing, Templates
from schemac.emit.templates.parts import UnfitError
from schemac.plan.codec import decode, encode
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool
from tests.property.strategies_names import FLAGS, MARK, NameWriter

if TYPE_CHECKING:
    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan

many = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
GENERATORS = st.randoms(use_true_random=True)
CALLERS = [frozenset(held) for size in range(3) for held in combinations(FLAGS, size)]


def compiled(text: str) -> Plan:
    compilation = compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))])
    assert not any(each.code.startswith("SC9") for each in compilation.diagnostics)
    assume(not compilation.errors)
    return compilation.plan


def answers(plan: Plan, held: frozenset[str]) -> dict[int, Answer]:
    return {at: 1 if atom.flag in held else 0 for at, atom in enumerate(plan.atoms)}


def told(plan: Plan, held: frozenset[str]) -> str:
    view = view_tool(plan, plan.tools[0], answers(plan, held))
    assert view is not None
    return dumps(emit_schema(view.output))


@many
@given(GENERATORS)
def test_nobody_can_tell_by_names_what_is_hidden_nor_that_something_is(random: Random) -> None:
    writer = NameWriter(random)
    plan = compiled(writer.program())
    for held in CALLERS:
        without = told(compiled(writer.program(held)), frozenset())
        assert told(plan, held) == without, (writer.program(), held)


@many
@given(GENERATORS)
def test_nothing_gated_is_told_to_who_has_no_grant(random: Random) -> None:
    writer = NameWriter(random, negation=False)
    plan, nobody = compiled(writer.program()), frozenset[str]()
    assert MARK not in told(plan, nobody)


TYPES = """
type gone = { q: nil @requires(:never) }
type one = { a: String, ?b: nil @requires(:a) }
type two = { a: String, c: Integer } @requires(:a)
type three = { d: one, ?e: two @requires(:b) }
type page[T] = { items: Array[T], padding_padding_padding_padding: String, more: Integer }
"""


def joined(joint: str, parts: list[str | None]) -> str | None:
    return joint.join(part for part in parts if part) or None


def argument(random: Random, depth: int, held: frozenset[str] | None) -> str | None:
    """Write a plain argument; for a caller without what is hidden from them."""
    kind = random.randrange(8 if depth else 3)
    if kind < 3:
        name = ("one", "two", "String")[kind]
        return None if name == "two" and held is not None and "a" not in held else name
    inner = argument(random, depth - 1, held)
    if kind < 6:
        form = ("page[{}]", "Array[{}]", "({})?")[kind - 3]
        return form.format(inner or "gone") if inner or kind == 3 else None
    flag, other = random.choice(FLAGS), argument(random, depth - 1, held)
    if held is not None and flag not in held:
        other = None
    gate = f" @requires(:{flag})" if held is None else ""
    if kind == 7:
        return joined(" | ", [inner and f"Array[{inner}]", other and f"([{other}]{gate})"])
    fields = joined(", ", [inner and f"x: {inner}", other and f"?y: ({other}){gate}"])
    return fields and f"{{ {fields} }}"


@many
@given(st.integers(0, 2**32))
def test_nobody_can_tell_by_plain_arguments_that_there_are_gates(seed: int) -> None:
    def program(held: frozenset[str] | None) -> str:
        inner = argument(Random(seed), 3, held) or "gone"  # noqa: S311 - no secret
        return f"{TYPES}type output = {{ a: page[{inner}], b: page[{inner}] }}"

    plan = compiled(program(None))
    for held in CALLERS:
        assert told(plan, held) == told(compiled(program(held)), held), program(None)


@many
@given(GENERATORS)
def test_templates_and_files_of_plans_say_the_same(random: Random) -> None:
    plan = compiled(NameWriter(random).program())
    read = decode(encode(plan))
    assert read == plan
    assert encode(read) == encode(plan)
    templates = Templates(plan)
    tool = templates.tool(plan.tools[0])
    for held in CALLERS:
        assert told(read, held) == told(plan, held)
        if tool is None:
            continue
        try:
            drawn = Drawing(templates, answers(plan, held)).schemas(tool)
        except UnfitError:
            continue
        assert drawn is not None
        assert drawn[1] == told(plan, held)
