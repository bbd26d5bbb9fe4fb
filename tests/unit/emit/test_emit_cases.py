"""The acceptance cases: declarations as plan nodes in, exact schemas out."""

from __future__ import annotations

import pytest

from schemac.plan.nodes import (
    Anything,
    Constraints,
    Example,
    ListOf,
    MapOf,
    Member,
    Meta,
    Node,
    Record,
    Ref,
    Scalar,
    TupleOf,
)
from tests.unit.plan.plans import (
    BOOLEAN,
    INTEGER,
    NUMBER,
    STRING,
    X,
    defaulted,
    field_text,
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

A_RECORD = rec(req("a", STRING))
S_A = '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}'


@pytest.mark.parametrize(
    ("node", "schema"),
    [
        (
            Scalar("string", Constraints(min=1, max=100)),
            '{"type":"string","minLength":1,"maxLength":100}',
        ),
        (
            Scalar("integer", Constraints(min=0, max=150)),
            '{"type":"integer","minimum":0,"maximum":150}',
        ),
        (
            Scalar("number", Constraints(exclusive_min=0, exclusive_max=1.0)),
            '{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1.0}',
        ),
        (
            ListOf(STRING, constraints=Constraints(min=1, max=10, unique=True)),
            (
                '{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":10,'
                '"uniqueItems":true}'
            ),
        ),
        (
            maybe(Scalar("string", Constraints(format="email"))),
            '{"type":["string","null"],"format":"email"}',
        ),
        (
            union(lit("a"), lit("b"), Scalar("null")),
            '{"type":["string","null"],"enum":["a","b",null]}',
        ),
        (union(lit(1), lit(2), lit("three")), '{"enum":[1,2,"three"]}'),
        (union(lit(value=True), lit(value=False)), '{"type":"boolean"}'),
        (union(STRING, INTEGER), '{"type":["string","integer"]}'),
        (union(INTEGER, NUMBER), '{"type":"number"}'),
        (
            TupleOf((STRING, INTEGER)),
            (
                '{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],'
                '"minItems":2,"maxItems":2}'
            ),
        ),
        (MapOf(STRING, Anything()), '{"type":"object"}'),
        (
            MapOf(union(lit("x"), lit("y")), INTEGER),
            (
                '{"type":"object","additionalProperties":{"type":"integer"},'
                '"propertyNames":{"enum":["x","y"]}}'
            ),
        ),
        (
            rec(req("a", STRING), opt("b", INTEGER)),
            (
                '{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},'
                '"required":["a"]}'
            ),
        ),
        (maybe(A_RECORD), f'{{"anyOf":[{S_A},{{"type":"null"}}]}}'),
        (
            union(rec(req("x", INTEGER)), STRING),
            (
                '{"oneOf":[{"type":"object","properties":{"x":{"type":"integer"}},'
                '"required":["x"]},{"type":"string"}]}'
            ),
        ),
        (
            Record(A_RECORD.fields, closed=True),
            (
                '{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],'
                '"additionalProperties":false}'
            ),
        ),
        (
            Scalar(
                "string",
                meta=Meta(
                    description="Pick one (not both), a | b",
                    examples=(Example('"foo"'), Example('"bar"')),
                ),
            ),
            '{"description":"Pick one (not both), a | b","type":"string","examples":["foo","bar"]}',
        ),
        (Scalar("date"), '{"type":"string","format":"date"}'),
    ],
)
def test_types_tags_and_gates(node: Node, schema: str) -> None:
    assert field_text(node) == schema
    assert field_text(Ref(0), named("t", node)) == schema


ADDRESS = named("address", rec(req("street", STRING), req("city", STRING), req("zip", STRING)))
S_ADDRESS = (
    '{"type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"},'
    '"zip":{"type":"string"}},"required":["street","city","zip"]}'
)


def test_hoisting() -> None:
    output = rec(req("billing", Ref(0)), req("shipping", Ref(0)), opt("other", many(Ref(0))))
    assert output_text(output, ADDRESS) == (
        '{"type":"object","properties":{"billing":{"$ref":"#/$defs/address"},'
        '"shipping":{"$ref":"#/$defs/address"},"other":{"type":"array",'
        '"items":{"$ref":"#/$defs/address"}}},"required":["billing","shipping"],'
        f'"$defs":{{"address":{S_ADDRESS}}}}}'
    )


def test_one_use_left_is_inlined() -> None:
    output = rec(req("billing", Ref(0), X), req("shipping", Ref(0)))
    assert output_text(output, ADDRESS) == (
        f'{{"type":"object","properties":{{"shipping":{S_ADDRESS}}},"required":["shipping"]}}'
    )


def test_a_reference_that_would_be_longer_is_not_made() -> None:
    output = rec(*(req(f"f{number}", Ref(0)) for number in range(10)))
    schema = output_text(output, named("id", STRING))
    assert schema is not None
    assert "$defs" not in schema
    assert schema.count('{"type":"string"}') == 10


NODE = named(
    "node",
    rec(req("label", STRING), opt("cost", INTEGER, X), opt("children", many(Ref(0)))),
)


def test_recursion_and_gates_at_depth() -> None:
    body = (
        '"type":"object","properties":{"label":{"type":"string"},"children":{"type":"array",'
        '"items":{"$ref":"#/$defs/node"}}},"required":["label"]'
    )
    expected = f'{{{body},"$defs":{{"node":{{{body}}}}}}}'
    assert output_text(Ref(0), NODE) == expected
    assert output_text(Ref(1), NODE, named("output", Ref(0))) == expected


@pytest.mark.parametrize(
    ("field", "without", "granted"),
    [
        (
            opt("s", union(lit("a"), lit("b"), lit("c")), X),
            None,
            '{"type":"string","enum":["a","b","c"]}',
        ),
        (
            opt("s", union(lit("a"), Member(lit("b"), X), Member(lit("c"), X))),
            '{"type":"string","const":"a"}',
            '{"type":"string","enum":["a","b","c"]}',
        ),
        (
            opt("s", union(lit("a"), Member(lit("c"), X))),
            '{"type":"string","const":"a"}',
            '{"type":"string","enum":["a","c"]}',
        ),
        (req("s", union(Member(lit("a"), X))), None, '{"type":"string","const":"a"}'),
    ],
)
def test_tail_rule(field: object, without: str | None, granted: str) -> None:
    root = Record((field,))  # type: ignore[arg-type]
    nothing = '{"type":"object","properties":{}}'
    shown = f'{{"type":"object","properties":{{"s":{without}}}}}'
    assert input_text(root) == (nothing if without is None else shown)
    assert f'"s":{granted}' in input_text(root, grants=[X])


def test_nothing_left_hides_the_tool() -> None:
    admin = named("admin_view", rec(req("a", STRING)))
    assert output_text(Ref(1), admin, named("output", Ref(0), gate=X)) is None
    assert output_text(union(Member(Ref(0), X)), admin) is None
    assert output_text(union(Member(Ref(0), X)), admin, grants=[X]) == S_A


def test_null_alone_is_nothing_left() -> None:
    secret = named("secret", STRING, gate=X)
    assert input_text(rec(req("x", maybe(Ref(0)))), secret) == ('{"type":"object","properties":{}}')


def test_a_default_that_needs_a_hidden_value_is_not_shown() -> None:
    root = rec(defaulted("s", union(lit("a"), Member(lit("b"), X)), '"b"', X))
    assert input_text(root) == (
        '{"type":"object","properties":{"s":{"type":"string","const":"a"}}}'
    )
    assert input_text(root, grants=[X]) == (
        '{"type":"object","properties":{"s":{"type":"string","enum":["a","b"],"default":"b"}}}'
    )


def test_an_output_that_is_no_object_is_wrapped() -> None:
    wrapped = rec(req("data", union(rec(req("ok", lit(value=True))), STRING)))
    assert output_text(wrapped) == (
        '{"type":"object","properties":{"data":{"oneOf":[{"type":"object","properties":'
        '{"ok":{"type":"boolean","const":true}},"required":["ok"]},{"type":"string"}]}},'
        '"required":["data"]}'
    )


def test_bounds_at_a_use_leave_the_type_alone() -> None:
    short = named("s", Scalar("string", Constraints(min=1)))
    root = rec(req("a", Ref(0, Constraints(min=5))), req("b", Ref(0)), req("c", BOOLEAN))
    assert input_text(root, short) == (
        '{"type":"object","properties":{"a":{"type":"string","minLength":5},'
        '"b":{"type":"string","minLength":1},"c":{"type":"boolean"}},"required":["a","b","c"]}'
    )
