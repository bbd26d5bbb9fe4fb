"""Which types become definitions of a schema, which stand inline, and in which order."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from schemac.emit.canonical import dumps, size
from schemac.plan.nodes import (
    Constraints,
    Field,
    ListOf,
    MapOf,
    Meta,
    NamedType,
    Record,
    Ref,
    Scalar,
    TupleOf,
)
from tests.counted import calls_at_most
from tests.property.schemas import references
from tests.unit.emit.output_schemas import output_schema
from tests.unit.plan.plans import (
    INTEGER,
    STRING,
    input_text,
    lit,
    many,
    maybe,
    named,
    opt,
    output_text,
    rec,
    req,
    union,
)


def text_type(name: str, length: int) -> NamedType:
    """Give a named type whose schema is `length` bytes long."""
    empty = size({"type": "string", "pattern": ""})
    return named(name, Scalar("string", Constraints(pattern="x" * (length - empty))))


def test_the_border_of_hoisting_is_exact() -> None:
    """Two uses: 2b > 2r + b + key, so b > 2r + key."""
    name = "t"
    border = 2 * size({"$ref": "#/$defs/t"}) + len('"t":,')
    root = rec(req("a", Ref(0)), req("b", Ref(0)))
    assert "$defs" not in output_schema(root, text_type(name, border))
    assert "$defs" in output_schema(root, text_type(name, border + 1))


def test_a_longer_name_moves_the_border() -> None:
    name = "n" * 40
    border = 2 * size({"$ref": f"#/$defs/{name}"}) + len(f'"{name}":,')
    root = rec(req("a", Ref(0)), req("b", Ref(0)))
    assert "$defs" not in output_schema(root, text_type(name, border))
    assert "$defs" in output_schema(root, text_type(name, border + 1))


def test_bodies_count_once_however_often_they_are_written() -> None:
    small = named("small", rec(req("big", Ref(0))))
    big = text_type("big", 200)
    root = rec(*(req(f"f{n}", Ref(1)) for n in range(3)))
    schema = output_schema(root, big, small)
    assert list(schema["$defs"]) == ["small"]
    assert schema["$defs"]["small"]["properties"]["big"]["type"] == "string"


def test_inner_decisions_are_made_first() -> None:
    """`outer` would be long enough only with `inner` inlined in it."""
    inner = text_type("inner", 120)
    outer = named("outer", many(Ref(0)))
    root = rec(req("a", Ref(0)), req("b", Ref(1)), req("c", Ref(1)))
    assert output_text(root, inner, outer) == (
        '{"type":"object","properties":{"a":{"$ref":"#/$defs/inner"},'
        '"b":{"type":"array","items":{"$ref":"#/$defs/inner"}},'
        '"c":{"type":"array","items":{"$ref":"#/$defs/inner"}}},'
        '"required":["a","b","c"],"$defs":{"inner":'
        f"{dumps({'type': 'string', 'pattern': 'x' * 90})}}}}}"
    )


def test_keywords_at_a_use_do_not_count_and_stand_beside() -> None:
    thing = named(
        "thing", rec(req("name", Scalar("string", Constraints(min=1))), req("id", STRING))
    )
    described = Ref(0, meta=Meta(title="A", description="B", deprecated=True))
    field = Field("b", Ref(0), required=False, deprecated=True, read_only=True)
    schema = output_schema(rec(req("a", described), field, req("c", many(Ref(0)))), thing)
    assert schema["properties"]["a"] == {
        "$ref": "#/$defs/thing",
        "title": "A",
        "description": "B",
        "deprecated": True,
    }
    assert list(schema["properties"]["a"]) == ["$ref", "title", "description", "deprecated"]
    assert schema["properties"]["b"] == {
        "$ref": "#/$defs/thing",
        "deprecated": True,
        "readOnly": True,
    }


def test_bounds_stand_beside_a_reference_by_kind() -> None:
    long = Meta(description="d" * 100)
    types = (
        named("texts", Scalar("string", Constraints(pattern="^a"), long)),
        named("numbers", Scalar("number", meta=long)),
        named("lists", ListOf(STRING, meta=long)),
        named("maps", MapOf(STRING, INTEGER, meta=long)),
    )
    bound = Constraints(min=1, max=2)
    fields = [req(f"{n}{i}", Ref(n, bound)) for n in range(4) for i in range(2)]
    properties = output_schema(rec(*fields), *types)["properties"]
    assert [list(properties[f"{n}0"])[1:] for n in range(4)] == [
        ["minLength", "maxLength"],
        ["minimum", "maximum"],
        ["minItems", "maxItems"],
        ["minProperties", "maxProperties"],
    ]


def test_a_closed_use_is_inline() -> None:
    thing = named("thing", rec(req("name", STRING), req("identity", STRING)))
    root = rec(req("a", Ref(0, closed=True)), req("b", Ref(0)), req("c", Ref(0)), req("d", Ref(0)))
    schema = output_schema(root, thing)
    assert schema["properties"]["a"]["additionalProperties"] is False
    assert "additionalProperties" not in schema["$defs"]["thing"]
    only = rec(req("a", Ref(0, closed=True)), req("b", Ref(0, closed=True)), req("c", Ref(0)))
    assert "$defs" not in output_schema(only, thing)


def test_a_header_is_inline() -> None:
    long = named("long", Scalar("string", meta=Meta(description="d" * 100)))
    fields = [req("a", Ref(0)), req("b", Ref(0)), req("c", Ref(0), header="X-C")]
    schema = json.loads(input_text(rec(*fields), long))
    assert schema["properties"]["a"] == {"$ref": "#/$defs/long"}
    assert schema["properties"]["c"] == {
        "description": "d" * 100,
        "type": "string",
        "x-mcp-header": "X-C",
    }


def test_a_bare_alias_is_what_it_names() -> None:
    thing = named("thing", rec(req("name", STRING), req("identity", STRING)))
    alias, far = named("alias", Ref(0)), named("far", Ref(1))
    schema = output_schema(
        rec(req("a", Ref(0)), req("b", Ref(1)), req("c", Ref(2))), thing, alias, far
    )
    assert list(schema["$defs"]) == ["thing"]
    assert references(schema) == ["thing"] * 3


def test_an_alias_with_words_is_a_type_of_its_own() -> None:
    thing = named("thing", rec(req("name", STRING), req("identity", STRING)))
    alias = named("alias", Ref(0, meta=Meta(description="Another " + "x" * 80)))
    root = rec(req("a", Ref(0)), req("b", Ref(1)), req("c", Ref(1)), req("d", Ref(0)))
    schema = output_schema(root, thing, alias)
    assert list(schema["$defs"]) == ["thing", "alias"]
    assert schema["$defs"]["alias"] == {
        "$ref": "#/$defs/thing",
        "description": "Another " + "x" * 80,
    }


def test_definitions_stand_in_order_of_first_use() -> None:
    far = named("far", rec(req("far_away_from_here", STRING), req("and_more", STRING)))
    near = named("near", rec(req("nearer_to_here", STRING), req("far", Ref(0)), req("x", Ref(0))))
    last = named("last", rec(req("the_very_last_one", STRING), req("and_more", STRING)))
    root = rec(
        req("m", MapOf(STRING, Ref(1))), req("n", Ref(1)), req("o", Ref(2)), req("p", Ref(2))
    )
    assert list(output_schema(root, far, near, last)["$defs"]) == ["near", "last", "far"]


@pytest.mark.parametrize(
    "node",
    [
        rec(req("v", INTEGER), opt("next", maybe(Ref(0)))),
        rec(opt("children", many(Ref(0)))),
        rec(req("v", INTEGER), opt("by_name", MapOf(STRING, Ref(0)))),
        rec(req("v", INTEGER), opt("pair", TupleOf((Ref(0), Ref(0))))),
    ],
)
def test_a_recursive_root_keeps_its_keywords(node: Record) -> None:
    described = Record(node.fields, meta=Meta(description="A node"))
    schema = output_schema(Ref(0, meta=Meta(title="Root")), named("node", described))
    assert schema["type"] == "object"
    assert schema["title"] == "Root"
    assert schema["description"] == "A node"
    assert schema["$defs"]["node"]["description"] == "A node"
    assert "title" not in schema["$defs"]["node"]
    Draft202012Validator.check_schema(schema)


def test_mutual_recursion() -> None:
    a = named("a", rec(req("n", INTEGER), opt("b", Ref(1))))
    b = named("b", rec(req("m", INTEGER), opt("a", many(Ref(0)))))
    schema = output_schema(rec(req("start", Ref(0))), a, b)
    assert list(schema["$defs"]) == ["a", "b"]
    validator = Draft202012Validator(schema)
    assert validator.is_valid({"start": {"n": 1, "b": {"m": 2, "a": [{"n": 3}]}}})
    assert not validator.is_valid({"start": {"n": 1, "b": {"m": 2, "a": [{"n": "x"}]}}})


def test_a_recursive_root_union_says_object() -> None:
    leaf = named("leaf", rec(req("kind", lit("leaf"))))
    tree = named("tree", rec(req("kind", lit("tree")), req("of", many(Ref(2)))))
    either = named("either", union(Ref(0), Ref(1)))
    schema = output_schema(Ref(2), leaf, tree, either)
    assert list(schema)[:2] == ["type", "oneOf"]
    assert schema["type"] == "object"
    assert "either" in schema["$defs"]


def doubling(count: int) -> list[NamedType]:
    types = [named("a0", STRING)]
    for number in range(1, count + 1):
        ref = Ref(number - 1)
        types.append(named(f"a{number}", rec(req("l", ref), req("r", ref))))
    return types


def test_doubling_types_stay_linear() -> None:
    with calls_at_most(50_000):
        text = output_text(Ref(30), *doubling(30))
    assert text is not None
    assert len(text) < 4_000


def test_long_chains_end() -> None:
    types = [named("c0", rec(req("s", STRING)))]
    types += [named(f"c{n}", rec(req("l", Ref(n - 1)))) for n in range(1, 2000)]
    schema = output_schema(Ref(1999), *types)
    assert sorted(set(references(schema))) == sorted(schema["$defs"])
    assert len(schema["$defs"]) < 40
    json.dumps(schema)


def test_a_short_chain_is_inlined_whole() -> None:
    types = [named("c0", rec(req("s", STRING)))]
    types += [named(f"c{n}", rec(req("l", Ref(n - 1)))) for n in range(1, 30)]
    assert "$defs" not in output_schema(Ref(29), *types)
