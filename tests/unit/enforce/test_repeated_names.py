"""Unions that use one name several times in, each alternative once out."""

from __future__ import annotations

from typing import Any

from schemac.enforce.explain import Explainer
from schemac.enforce.types import Types
from schemac.enforce.violations import violations_of
from schemac.plan.nodes import Constraints, Meta, Ref
from tests.unit.enforce.shapes import INTEGER, NULL, STRING, named, record, union

TYPES = named(row=record(a=STRING), maybe=union(Ref(0), NULL))
WORDS = Meta(description="D.")


def test_a_name_that_comes_again_is_one_alternative_whatever_the_words() -> None:
    types = Types(TYPES)
    node = union(Ref(0), Ref(0), Ref(0, meta=WORDS), Ref(1), Ref(1, meta=WORDS), INTEGER)
    assert list(types.alternatives(node)) == [Ref(0), NULL, INTEGER]
    closed, bounded = Ref(0, closed=True), Ref(0, Constraints(min=1))
    assert list(types.alternatives(union(Ref(0), closed, bounded, closed, STRING))) == [
        Ref(0),
        closed,
        bounded,
        STRING,
    ]


def test_alternatives_are_worded_by_the_definitions_they_refer_to() -> None:
    tagged = {"type": "object", "properties": {"k": {"$ref": "#/$defs/k"}}, "required": ["k"]}
    schema: dict[str, Any] = {
        "anyOf": [{"$ref": "#/$defs/both"}, {"type": "integer"}, {"$ref": "#/$defs/both"}],
        "$defs": {
            "both": {"anyOf": [tagged, {"type": "null"}]},
            "k": {"type": "string", "const": "a"},
        },
    }
    (violation,) = violations_of(Explainer(schema).failures("x"), schema)
    assert str(violation) == '(root): expected an object with "k" "a", null or an integer, got "x"'
