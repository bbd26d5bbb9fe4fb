"""Views of random plans and values that were not made for them: an answer always, never a raise."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from schemac.emit import emit_schema
from schemac.enforce import (
    Accepted,
    Breach,
    EnforceOptions,
    Projected,
    Refused,
    input_enforcer,
    output_enforcer,
)
from schemac.plan.nodes import Anything, Const, ListOf, MapOf, Record, Ref, Scalar, TupleOf, Union
from schemac.plan.view import view_tool
from tests.property.strategies_plan import grants, plans

if TYPE_CHECKING:
    from schemac.plan.model import Plan, Shape
    from schemac.plan.nodes import Node

modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "80")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
WIRE: dict[str, Any] = {
    "string": "abc",
    "integer": 3,
    "number": 0.5,
    "boolean": True,
    "null": None,
    "date": "2024-05-06",
    "datetime": "2024-05-06T07:08:09Z",
    "duration": "PT5S",
    "uuid": "12345678-1234-5678-1234-567812345678",
    "decimal": "1.5",
    "bytes": "YQ==",
}
KEYS = st.sampled_from(("k", "a\nb", "\u202e", "k" * 200))
JUNK = st.recursive(
    st.sampled_from((None, True, 0, 1.5, "", "x", "[1]", '{"a":1}', "2024-05-06")),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner),
    max_leaves=4,
)


@modest
@given(plans(), grants(), st.data())
def test_values_of_any_kind_get_an_answer(
    plan: Plan, granted: frozenset[int], data: st.DataObject
) -> None:
    view = view_tool(plan, plan.tools[0], {atom: 1 if atom in granted else 0 for atom in range(3)})
    if view is None:
        return
    for shape in (view.input, view.output):
        value = near(data, shape.root, shape, 6)
        schema = emit_schema(shape)
        answer = output_enforcer(shape, schema).project(value)
        assert isinstance(answer, Projected | Breach)
        if isinstance(answer, Projected):
            assert Draft202012Validator(schema).is_valid(answer.value)
    arguments = near(data, view.input.root, view.input, 6)
    for options in (
        EnforceOptions(),
        EnforceOptions(coerce="lax"),
        EnforceOptions(undeclared="reject", ignored_input_keys=frozenset({"a"})),
    ):
        closed = options.undeclared == "reject"
        enforcer = input_enforcer(view.input, emit_schema(view.input, closed=closed), options)
        taken = enforcer.accept(arguments)
        assert isinstance(taken, Accepted | Refused)
        if isinstance(taken, Refused):
            lines = list(map(str, taken.violations))
            assert all(line.isprintable() and len(line) < 1000 for line in lines)


def near(data: st.DataObject, node: Node, shape: Shape, depth: int) -> Any:  # noqa: C901, PLR0911 - a closed union's cases
    """Make a value that fits, but for junk here and there."""
    if depth == 0 or data.draw(st.integers(0, 14)) == 0:
        return data.draw(JUNK)
    match node:
        case Ref(target=target):
            return near(data, shape.types[target].body, shape, depth - 1)
        case Scalar(kind=kind):
            return WIRE[kind]
        case Const(text=text):
            return {"true": True, "false": False}.get(text, text.strip('"'))
        case Union(members=members):
            return near(data, data.draw(st.sampled_from(members)).type, shape, depth)
        case ListOf(item=item):
            count = data.draw(st.integers(0, 2))
            return [near(data, item, shape, depth - 1) for _ in range(count)]
        case TupleOf(items=items):
            return [near(data, item, shape, depth - 1) for item in items]
        case MapOf(value=value):
            return {data.draw(KEYS): near(data, value, shape, depth - 1)}
        case Record(fields=fields):
            kept = [f for f in fields if f.required or data.draw(st.booleans())]
            extra = {"hidden": 1} if data.draw(st.booleans()) else {}
            return {**extra, **{f.name: near(data, f.type, shape, depth - 1) for f in kept}}
        case Anything():
            return data.draw(JUNK)
        case _:
            return None
