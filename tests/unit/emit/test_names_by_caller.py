"""Generics with gated arguments in, schemas by template and by the plain emitter out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Registry, Service
from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.emit.templates import Drawing, Templates
from schemac.emit.templates.parts import UnfitError
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool

if TYPE_CHECKING:
    from schemac.emit.templates.parts import ToolTemplate
    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan

PAGE = "type page[T] = { items: Array[T], padding_padding_padding: String, padding: Integer }\n"
TYPES = f"""{PAGE}type person = {{ name: String }} @requires(:x)
type team = {{ size: Integer }} @requires(:y)
type output = {{ ?a: page[person], ?b: page[person], ?c: page[team], ?d: page[team] }}
"""
USE = "page[String | (Integer @requires(:x))]"
ONE = f"{PAGE}type output = {{ a: {USE}, b: {USE} }}"
MANY: list[set[str]] = [set(), {"x"}, {"y"}, {"x", "y"}]


def plan_of(types: str) -> Plan:
    compilation = compile_tools([ToolDeclaration("t", InlineAnnotations("()", types, None))])
    assert not compilation.errors
    return compilation.plan


def answers(plan: Plan, *held: str) -> dict[int, Answer]:
    return {at: 1 if atom.flag in held else 0 for at, atom in enumerate(plan.atoms)}


def told(plan: Plan, *held: str) -> str:
    view = view_tool(plan, plan.tools[0], answers(plan, *held))
    assert view is not None
    return dumps(emit_schema(view.output))


def template_of(plan: Plan) -> tuple[Templates, ToolTemplate]:
    templates = Templates(plan)
    template = templates.tool(plan.tools[0])
    assert template is not None
    return templates, template


@pytest.mark.parametrize("held", [(), ("x",)])
def test_a_template_writes_the_name_that_the_caller_reads(held: tuple[str, ...]) -> None:
    plan = plan_of(ONE)
    templates, template = template_of(plan)
    schemas = Drawing(templates, answers(plan, *held)).schemas(template)
    assert schemas is not None
    assert schemas[1] == told(plan, *held)
    assert ("page_String_Integer" in schemas[1]) == bool(held)


def test_a_template_is_none_where_names_meet() -> None:
    plan = plan_of(TYPES)
    templates, template = template_of(plan)
    with pytest.raises(UnfitError):
        Drawing(templates, answers(plan)).schemas(template)
    schemas = Drawing(templates, answers(plan, "x", "y")).schemas(template)
    assert schemas is not None
    assert schemas[1] == told(plan, "x", "y")
    assert list(json.loads(schemas[1])["$defs"]) == ["page_person", "page_team"]


def test_a_verdict_is_about_the_gates_of_names() -> None:
    plan = plan_of(ONE)
    templates, template = template_of(plan)
    known = {Drawing(templates, answers(plan, *held)).verdict(template) for held in ((), ("x",))}
    assert len(known) == 2


def nothing() -> dict[str, Any]:
    return {}


def service() -> Service:
    registry = Registry()
    registry.add(nothing, name="t", description="d", types=TYPES, signature="() -> output")
    return Service(registry)


def test_callers_in_turn_read_their_own_names() -> None:
    """Listings are kept, drawn from templates, and made anew where names meet."""
    shared = service()
    expected = {frozenset(held): service().list_tools(Grants(requires=set(held))) for held in MANY}
    for held in (*MANY, *MANY, *reversed(MANY)):
        assert shared.list_tools(Grants(requires=set(held))) == expected[frozenset(held)]
    names: dict[frozenset[str], list[str]] = {}
    for caller, tools in expected.items():
        schema: Any = tools[0]["outputSchema"]
        names[caller] = list(schema["$defs"])
    assert names == {
        frozenset(): ["page"],
        frozenset("x"): ["page_person", "page"],
        frozenset("y"): ["page", "page_team"],
        frozenset("xy"): ["page_person", "page_team"],
    }
