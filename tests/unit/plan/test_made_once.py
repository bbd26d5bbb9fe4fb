"""Views of one plan in, the nodes that all callers see alike as the very same objects out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.facts import facts
from schemac.plan.nodes import Constraints, Example, Meta, Record, Ref, Scalar
from schemac.plan.view import view_tool
from tests.unit.plan.plans import (
    INTEGER,
    STRING,
    X,
    granted,
    many,
    maybe,
    named,
    opt,
    plan_of,
    rec,
    req,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.model import Plan, Shape
    from schemac.plan.nodes import Node

TYPES = (
    named("free", rec(opt("a", many(STRING)))),
    named("gated", rec(opt("a", many(STRING)), opt("b", STRING, X), opt("f", Ref(0)))),
)


def output(plan: Plan, *grants: object) -> Shape:
    view = view_tool(plan, plan.tools[0], granted(X) if grants else granted())
    assert view is not None
    return view.output


def fields(record: object) -> dict[str, object]:
    assert isinstance(record, Record)
    return {field.name: field.type for field in record.fields}


def test_what_all_see_alike_is_cut_once() -> None:
    inner = rec(opt("d", many(INTEGER)), opt("e", STRING))
    root = rec(
        opt("l", many(STRING)),
        opt("r", inner),
        opt("u", union(many(STRING), INTEGER)),
        opt("g", STRING, X),
        opt("n", many(Ref(0))),
    )
    plan = plan_of(tool_of(output=root), *TYPES)
    shapes = [output(plan), output(plan, X), output(plan)]
    small, large, again = (fields(shape.root) for shape in shapes)
    for name in ("l", "r", "u", "n"):
        assert small[name] is large[name]
        assert small[name] is again[name]
    assert "g" in large
    assert "g" not in again


def test_named_types_that_all_see_alike_are_cut_once() -> None:
    plan = plan_of(tool_of(output=rec(opt("f", Ref(0)), opt("g", Ref(1)))), *TYPES)
    shapes = [output(plan), output(plan, X), output(plan)]
    assert shapes[0].types[0] is shapes[1].types[0]
    assert shapes[0].types[0] is shapes[2].types[0]
    assert shapes[0].types[1] == shapes[2].types[1]
    assert shapes[0].types[1] != shapes[1].types[1]
    small, large = (fields(shape.types[1].body) for shape in shapes[:2])
    assert small["a"] is large["a"]


def test_what_nothing_is_taken_from_is_the_plans_own() -> None:
    words = Meta("t", examples=(Example("1"), Example("2")))
    leaves: dict[str, Node] = {
        "a": STRING,
        "b": Scalar("string", Constraints(max=3), Meta("t")),
        "c": Scalar("integer", meta=words),
        "d": Ref(0, meta=words),
    }
    root = rec(*(req(name, node) for name, node in leaves.items()), opt("g", STRING, X))
    plan = plan_of(tool_of(output=root), *TYPES)
    shown = output(plan).root
    assert isinstance(shown, Record)
    assert [field.type for field in shown.fields] == list(leaves.values())
    for field, own in zip(shown.fields, root.fields, strict=False):
        assert field is own


def test_what_a_root_uses_is_found_once() -> None:
    root = rec(opt("f", Ref(1)), opt("g", maybe(Ref(0))))
    known = facts(plan_of(tool_of(output=root), *TYPES))
    assert known.used_in(root) == (1, 0)
    assert known.used_in(root) is known.used_in(root)
