"""Programs with gated arguments in, for each caller the bytes of one without what is hidden out."""

from __future__ import annotations

import os
from itertools import combinations
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
    from random import Random

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
def test_a_caller_is_told_what_a_program_without_the_hidden_says(random: Random) -> None:
    writer = NameWriter(random)
    plan = compiled(writer.program())
    for held in CALLERS:
        without = compiled(writer.program(held))
        assert told(plan, held) == told(without, frozenset()), writer.program()


@many
@given(GENERATORS)
def test_nothing_gated_is_told_to_callers_without_grants(random: Random) -> None:
    plan = compiled(NameWriter(random, negation=False).program())
    assert MARK not in told(plan, frozenset())


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
