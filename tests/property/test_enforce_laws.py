"""Laws 2, 3 and 4 of enforcement, as far as one view and one value go."""

from __future__ import annotations

import json
import os
from dataclasses import replace
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
from schemac.enforce.fits import Fits
from schemac.enforce.types import Types
from schemac.enforce.validate import Validator
from schemac.enforce.writing import encode
from schemac.plan.nodes import (
    Anything,
    Field,
    ListOf,
    MapOf,
    Node,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from tests.property.strategies_enforce import Allowed, shapes, values

if TYPE_CHECKING:
    from schemac.plan.model import Shape

modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "150")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
FEW = Allowed(untyped=False, closed=False, nothing=False)


@modest
@given(st.data())
def test_law_2_projection_of_results(data: st.DataObject) -> None:
    shape = data.draw(shapes())
    value = data.draw(values(shape))
    schema = emit_schema(shape)
    enforcer = output_enforcer(shape, schema)
    answer = enforcer.project(value)
    if isinstance(answer, Breach):
        return
    assert Draft202012Validator(schema).is_valid(answer.value)
    assert declared(answer.value, shape.root, shape)
    assert json.loads(answer.text) == answer.value
    assert answer.text == encode(answer.value)
    again = enforcer.project(answer.value)
    assert isinstance(again, Projected)
    assert again.text == answer.text
    assert not again.cut


@modest
@given(st.data())
def test_law_2_projection_of_arguments(data: st.DataObject) -> None:
    shape = data.draw(shapes())
    value = data.draw(values(shape))
    if type(value) is not dict:
        return
    for mode in ("drop", "reject"):
        schema = emit_schema(shape, closed=mode == "reject")
        options = EnforceOptions(undeclared=mode)
        enforcer = input_enforcer(shape, schema, options)
        answer = enforcer.accept(value)
        if isinstance(answer, Refused):
            assert 1 <= len(answer.violations) <= 20
            continue
        assert Draft202012Validator(schema).is_valid(answer.arguments)
        assert declared(answer.arguments, shape.root, shape)
        assert enforcer.accept(answer.arguments) == Accepted(answer.arguments)


@modest
@given(st.data())
def test_law_3_what_is_hidden_changes_nothing(data: st.DataObject) -> None:
    shape = data.draw(shapes(FEW))
    value = data.draw(values(shape))
    schema = emit_schema(shape)
    other = hiding(value, data)
    one, two = output_enforcer(shape, schema), output_enforcer(shape, schema)
    first, second = one.project(value), two.project(other)
    if isinstance(first, Projected):
        assert isinstance(second, Projected)
        assert (first.text, first.media) == (second.text, second.media)
    else:
        assert first == second
    taker = input_enforcer(shape, schema)
    if type(value) is dict:
        taken, also = taker.accept(value), taker.accept(other)
        assert type(taken) is type(also)
        if isinstance(taken, Accepted) and isinstance(also, Accepted):
            assert taken.arguments == also.arguments
        if isinstance(taken, Refused) and isinstance(also, Refused):
            assert taken.violations == also.violations


@modest
@given(st.data())
def test_law_4_both_validators_agree(data: st.DataObject) -> None:
    shape = data.draw(shapes(records=data.draw(st.booleans())))
    schema = emit_schema(shape, closed=data.draw(st.booleans()))
    value = data.draw(values(shape))
    assert Validator(schema).is_valid(value) is Draft202012Validator(schema).is_valid(value)


@modest
@given(st.data())
def test_law_4_the_test_of_a_variant_agrees_with_its_schema(data: st.DataObject) -> None:
    shape = data.draw(shapes(Allowed(), records=True))
    closed = data.draw(st.booleans())
    value = data.draw(values(shape))
    check = Fits(Types(shape.types), closed=closed).check(shape.root)
    valid = Draft202012Validator(emit_schema(shape, closed=closed)).is_valid(value)
    assert check(value, {}) is valid


@modest
@given(st.data())
def test_law_4_accepted_values_of_closed_types_stay_as_they_are(data: st.DataObject) -> None:
    drawn = data.draw(shapes(Allowed(untyped=False, sets=False, nothing=False)))
    shape = replace(
        drawn,
        root=shut(drawn.root),
        types={number: replace(t, body=shut(t.body)) for number, t in drawn.types.items()},
    )
    schema = emit_schema(shape)
    value = data.draw(values(shape))
    if not Draft202012Validator(schema).is_valid(value):
        return
    answer = output_enforcer(shape, schema).project(value)
    assert isinstance(answer, Projected)
    assert answer.value == value
    assert not answer.cut
    assert input_enforcer(shape, schema).accept(value) == Accepted(value)


def shut(node: Node) -> Node:
    """Close every record."""
    match node:
        case Record(fields=fields):
            return Record(tuple(replace(f, type=shut(f.type)) for f in fields), closed=True)
        case Union(members=members):
            return Union(tuple(replace(member, type=shut(member.type)) for member in members))
        case ListOf(item=item):
            return replace(node, item=shut(item))
        case TupleOf(items=items):
            return TupleOf(tuple(map(shut, items)))
        case MapOf(value=value):
            return replace(node, value=shut(value))
        case _:
            return node


def declared(value: Any, node: Node, shape: Shape) -> bool:
    """Say whether every key of a value is declared by some reading of its type."""
    match node:
        case Ref(target=target):
            return declared(value, shape.types[target].body, shape)
        case Union(members=members):
            return any(declared(value, member.type, shape) for member in members)
        case Record(fields=fields):
            return type(value) is dict and _declared(value, {f.name: f for f in fields}, shape)
        case MapOf(key=key, value=inner):
            free = not isinstance(key, Scalar)
            return type(value) is dict and all(
                (not free or name in {"a", "b"}) and declared(each, inner, shape)
                for name, each in value.items()
            )
        case ListOf(item=item):
            return type(value) is list and all(declared(each, item, shape) for each in value)
        case TupleOf(items=items):
            return type(value) is list and all(
                declared(each, item, shape) for each, item in zip(value, items, strict=True)
            )
        case Anything():
            return True
        case _:
            return type(value) not in {list, dict}


def _declared(value: dict[str, Any], fields: dict[str, Field], shape: Shape) -> bool:
    return all(
        name in fields and declared(each, fields[name].type, shape) for name, each in value.items()
    )


def hiding(value: Any, data: st.DataObject) -> Any:
    """Put undeclared keys into objects at every depth."""
    if type(value) is list:
        return [hiding(each, data) for each in value]
    if type(value) is dict:
        found = {key: hiding(each, data) for key, each in value.items()}
        hidden = data.draw(st.sampled_from((None, "s", 1, True, ["s"], {"a": 1, "b": "s"})))
        return {"hidden": hidden, **found} if data.draw(st.booleans()) else found
    return value
