"""What each node becomes in a schema, and how its text is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.emit import emit_schema
from schemac.emit.canonical import dumps, size
from schemac.plan.cycles import components
from schemac.plan.nodes import (
    Anything,
    Constraints,
    ListOf,
    MapOf,
    Meta,
    Node,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
)
from tests.counted import calls_at_most
from tests.unit.emit.output_schemas import output_schema
from tests.unit.plan.plans import (
    EMPTY,
    INTEGER,
    NULL,
    STRING,
    defaulted,
    field_text,
    input_shape,
    lit,
    many,
    maybe,
    named,
    opt,
    rec,
    req,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


def test_strict_schemas_close_every_record() -> None:
    thing = named(
        "thing", rec(req("name", STRING), opt("inner", rec(req("x", MapOf(STRING, EMPTY)))))
    )
    schema = output_schema(rec(req("a", Ref(0)), req("b", Ref(0))), thing, closed=True)
    closed = {"additionalProperties": False}
    empty = {"type": "object", "properties": {}, **closed}
    inner = {
        "type": "object",
        "properties": {"x": {"type": "object", "additionalProperties": empty}},
        "required": ["x"],
        **closed,
    }
    body = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "inner": inner},
        "required": ["name"],
        **closed,
    }
    ref = {"$ref": "#/$defs/thing"}
    assert schema == {
        "type": "object",
        "properties": {"a": ref, "b": ref},
        "required": ["a", "b"],
        **closed,
        "$defs": {"thing": body},
    }


def test_answers_to_default_for_change_nothing_else() -> None:
    zone = named("zone", Scalar("string", Constraints(pattern="z" * 60)))
    asks = opt("tz", Ref(0), default_for="timezone", deprecated=True)
    nested = named("nested", rec(req("long_name_of_a_field", STRING), asks))
    root = rec(req("a", Ref(1)), req("b", Ref(1)), asks, defaulted("d", STRING, '"x"'))
    shape = input_shape(root, zone, nested)
    plain = emit_schema(shape)
    assert "default" not in plain["properties"]["tz"]
    answered = emit_schema(shape, defaults={asks: '"Europe/Berlin"'})
    assert answered["properties"]["tz"] == {
        **plain["properties"]["tz"],
        "default": "Europe/Berlin",
    }
    assert list(answered["properties"]["tz"]) == ["$ref", "default", "deprecated"]
    assert answered["$defs"]["nested"]["properties"]["tz"]["default"] == "Europe/Berlin"
    assert emit_schema(shape) == plain


@pytest.mark.parametrize(
    ("node", "schema"),
    [
        (Anything(), "{}"),
        (Nothing(), '{"not":{}}'),
        (TupleOf(()), '{"type":"array","maxItems":0}'),
        (EMPTY, '{"type":"object","properties":{}}'),
        (NULL, '{"type":"null"}'),
        (many(Anything()), '{"type":"array","items":{}}'),
        (
            ListOf(STRING, is_set=True),
            '{"type":"array","items":{"type":"string"},"uniqueItems":true}',
        ),
        (union(lit(3), lit(1.5)), '{"type":"number","enum":[3,1.5]}'),
        (maybe(lit("a")), '{"type":["string","null"],"enum":["a",null]}'),
        (maybe(lit(value=True)), '{"type":["boolean","null"],"enum":[true,null]}'),
        (union(lit(1), lit("a"), NULL), '{"enum":[1,"a",null]}'),
        (union(lit(1.0), lit(2)), '{"type":"number","enum":[1.0,2]}'),
        (lit(1.0), '{"type":"number","const":1.0}'),
        (lit(10**30), '{"type":"integer","const":1000000000000000000000000000000}'),
        (union(STRING, INTEGER, NULL), '{"type":["string","integer","null"]}'),
        (
            union(Scalar("string", Constraints(min=1)), INTEGER),
            '{"oneOf":[{"type":"string","minLength":1},{"type":"integer"}]}',
        ),
        (
            union(Scalar("date"), Scalar("uuid")),
            '{"anyOf":[{"type":"string","format":"date"},{"type":"string","format":"uuid"}]}',
        ),
        (
            union(Scalar("integer", Constraints(min=1)), Scalar("number", Constraints(max=0))),
            '{"anyOf":[{"type":"integer","minimum":1},{"type":"number","maximum":0}]}',
        ),
        (
            union(MapOf(STRING, INTEGER), rec(req("a", STRING))),
            (
                '{"anyOf":[{"type":"object","additionalProperties":{"type":"integer"}},'
                '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}]}'
            ),
        ),
        (
            union(many(STRING), TupleOf((STRING,))),
            (
                '{"anyOf":[{"type":"array","items":{"type":"string"}},'
                '{"type":"array","prefixItems":[{"type":"string"}],"minItems":1,"maxItems":1}]}'
            ),
        ),
        (
            union(many(STRING), rec(req("a", STRING)), NULL),
            (
                '{"oneOf":[{"type":"array","items":{"type":"string"}},'
                '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},'
                '{"type":"null"}]}'
            ),
        ),
        (
            maybe(Scalar("decimal", meta=Meta(description="d"))),
            '{"description":"d","type":["string","null"],"pattern":"^-?[0-9]+(\\\\.[0-9]+)?$"}',
        ),
        (
            Scalar("bytes", Constraints(media_type="image/png")),
            '{"type":"string","contentEncoding":"base64","contentMediaType":"image/png"}',
        ),
        (Scalar("datetime"), '{"type":"string","format":"date-time"}'),
        (Scalar("duration"), '{"type":"string","format":"duration"}'),
        (
            MapOf(Scalar("string", Constraints(pattern="^a", min=2)), STRING),
            (
                '{"type":"object","additionalProperties":{"type":"string"},'
                '"propertyNames":{"minLength":2,"pattern":"^a"}}'
            ),
        ),
        (
            MapOf(lit("x"), Anything(), Constraints(max=3)),
            '{"type":"object","propertyNames":{"const":"x"},"maxProperties":3}',
        ),
        (
            rec(req("$ref", STRING), req("enum", lit("$ref"))),
            (
                '{"type":"object","properties":{"$ref":{"type":"string"},'
                '"enum":{"type":"string","const":"$ref"}},"required":["$ref","enum"]}'
            ),
        ),
    ],
)
def test_nodes(node: Node, schema: str) -> None:
    assert field_text(node) == schema


def tagged(*values: str) -> Record:
    kind = union(*map(lit, values)) if len(values) > 1 else lit(values[0])
    return rec(req("kind", kind), req("id", STRING))


@pytest.mark.parametrize(
    ("members", "word"),
    [
        ([tagged("a"), tagged("b")], "oneOf"),
        ([tagged("a", "b"), tagged("c")], "oneOf"),
        ([tagged("a", "b"), tagged("b")], "anyOf"),
        ([tagged("a"), tagged("b"), tagged("a")], "anyOf"),
        ([rec(opt("kind", lit("a"))), tagged("b")], "anyOf"),
        ([rec(req("kind", STRING)), tagged("b")], "anyOf"),
        ([rec(req("v", lit(1))), rec(req("v", lit(1.0)), req("w", STRING))], "anyOf"),
        ([rec(req("v", lit(1))), rec(req("v", lit(value=True)))], "oneOf"),
        (
            [
                rec(req("x", lit("a")), req("y", lit("a"))),
                rec(req("x", lit("a")), req("y", lit("b"))),
                rec(req("x", lit("b")), req("y", lit("b"))),
            ],
            "oneOf",
        ),
    ],
)
def test_disjoint_records(members: Sequence[Record], word: str) -> None:
    types = [named(f"m{number}", part) for number, part in enumerate(members)]
    schema = output_schema(rec(req("v", union(*map(Ref, range(len(types)))))), *types)
    assert list(schema["properties"]["v"]) == [word]


def test_large_tagged_unions_take_no_time() -> None:
    members = [rec(req("kind", lit(f"k{n}")), req(f"f{n}", STRING)) for n in range(1500)]
    with calls_at_most(2_000_000):
        schema = output_schema(rec(req("v", union(*members))))
    assert len(schema["properties"]["v"]["oneOf"]) == 1500


def test_canonical_text() -> None:
    assert (
        dumps({"b": [1, 1.0, True, None], "a": "ä\u2028"})
        == '{"b":[1,1.0,true,null],"a":"ä\u2028"}'
    )
    assert dumps("\ud800x") == '"\\ud800x"'
    assert size("ä") == 4
    with pytest.raises(ValueError, match="Out of range"):
        dumps(float("nan"))


def test_components() -> None:
    edges = {0: [1, 2], 1: [3], 2: [0], 3: [3], 4: [0]}
    assert components([0, 4], edges) == [(3,), (1,), (2, 0), (4,)]


def test_schemas_share_nothing() -> None:
    """Whoever changes one place of a schema must not change another."""
    small = named("small", many(STRING))
    schema = output_schema(rec(req("x", Ref(0)), req("y", Ref(0))), small)
    schema["properties"]["x"]["items"]["title"] = "changed"
    assert schema["properties"]["y"] == {"type": "array", "items": {"type": "string"}}
