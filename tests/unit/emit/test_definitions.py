from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from schemac.emit import emit_schema
from schemac.emit.canonical import dumps, size
from schemac.emit.naming import declared_name, definition_names
from schemac.plan.cycles import components
from schemac.plan.nodes import (
    Anything,
    Constraints,
    Field,
    ListOf,
    MapOf,
    Meta,
    NamedType,
    Node,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
)
from tests.counted import calls_at_most
from tests.property.schemas import references
from tests.unit.plan.plans import (
    EMPTY,
    INTEGER,
    NULL,
    STRING,
    X,
    defaulted,
    field_text,
    input_shape,
    input_text,
    lit,
    many,
    maybe,
    named,
    opt,
    output_shape,
    output_text,
    rec,
    req,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


def output_schema(root: Node, *types: NamedType, closed: bool = False) -> dict[str, Any]:
    shape = output_shape(root, *types)
    assert shape is not None
    return emit_schema(shape, closed=closed)


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


def test_names() -> None:
    plain = rec(req("a", STRING))
    assert declared_name(named("größe", plain)) == "gr__e"
    assert declared_name(named("page", plain, arguments="applicant")) == "page_applicant"
    assert declared_name(named("page", plain, arguments="Array[line_item]")) == (
        "page_Array_line_item"
    )
    assert declared_name(named("page", plain, arguments="{ a: String }, 1")) == "page_a_String_1"
    assert declared_name(named("a.b-c", plain)) == "a.b-c"


def named_in(*places: tuple[str, str, str]) -> dict[int, str]:
    return definition_names(
        {
            number: NamedType(name, EMPTY, file=file, owner=owner)
            for number, (name, file, owner) in enumerate(places)
        }
    )


def digest(file: str, name: str) -> str:
    return hashlib.sha256(f"{file}\n{name}\n".encode()).hexdigest()[:8]


def test_two_types_of_one_name_take_their_places() -> None:
    assert named_in(("error", "billing/invoice.sig", ""), ("error", "error.sig", "")) == {
        0: "billing_invoice.error",
        1: "error.error",
    }
    assert named_in(
        ("t", "app.py", "One.Two"), ("t", "app.py", "Three"), ("u", "app.py", "One")
    ) == {
        0: "One.Two.t",
        1: "Three.t",
        2: "u",
    }


def test_two_that_still_meet_take_a_digest() -> None:
    assert named_in(("t", "a b.sig", ""), ("t", "a_b.sig", "")) == {
        0: f"a_b.t-{digest('a b.sig', 't')}",
        1: f"a_b.t-{digest('a_b.sig', 't')}",
    }
    same = named_in(("t", "app.py", "One"), ("t", "app.py", "One"))
    assert same == {
        0: f"One.t-{digest('app.py', 't')}",
        1: f"One.t-{digest('app.py', 't')}-2",
    }


def test_prefixes_come_only_where_names_meet_in_this_schema() -> None:
    body = rec(req("a_long_name_of_a_field", STRING), req("and_another", STRING))
    one, two = named("t", body, file="one.sig"), named("t", body, file="two.sig")
    both = rec(req("a", Ref(0)), req("b", Ref(0)), req("c", Ref(1), X), req("d", Ref(1), X))
    shape = output_shape(both, one, two)
    assert shape is not None
    assert list(emit_schema(shape)["$defs"]) == ["t"]
    text = output_text(both, one, two, grants=[X])
    assert text is not None
    schema = json.loads(text)
    assert list(schema["$defs"]) == ["one.t", "two.t"]
    assert references(schema) == ["one.t", "one.t", "two.t", "two.t"]


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
