"""Types that all name each other met by others in, words for who sees them, at little work, out."""

from __future__ import annotations

import pytest

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool
from tests.counted import calls_at_most

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


def told(text: str) -> tuple[str, str]:
    """Give the output's schema for who holds `x`, and for who holds nothing."""
    plan = compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))]).plan
    shown = []
    for is_held in (True, False):
        answers = {at: int(is_held) for at, _ in enumerate(plan.atoms)}
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
