"""Inputs behind gates in, what some caller may send of them out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from schemac.emit import emit_schema
from schemac.plan.gates import Every, Inverse, Never, OnSide, Some
from schemac.plan.nodes import Member, NamedType, Record, Ref
from schemac.plan.widest import widest_input
from tests.unit.plan.plans import (
    STRING,
    X,
    Y,
    lit,
    many,
    maybe,
    opt,
    plan_of,
    rec,
    req,
    text,
    tool_of,
    union,
)
from tests.unit.plan.plans import named as a_type

if TYPE_CHECKING:
    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Node


def widest(root: Node, *types: NamedType) -> str:
    tool = tool_of(root)
    return text(emit_schema(widest_input(plan_of(tool, *types), tool)))


def schema(*required: str, **fields: object) -> str:
    whole: dict[str, object] = {"type": "object", "properties": fields}
    return text({**whole, "required": list(required)} if required else whole)


S = {"type": "string"}


@pytest.mark.parametrize(
    ("gate", "is_seen"),
    [
        (X, True),
        (Inverse(X), True),
        (Some((X, Never())), True),
        (Some((Never(), Never())), False),
        (Every((X, Y)), True),
        (Every((X, OnSide("input"))), True),
        (Every((X, OnSide("output"))), False),
        (Some((OnSide("output"), Never())), False),
        (Some((OnSide("input"), Never())), True),
        (Inverse(Every((OnSide("input"), Inverse(Never())))), False),
        (Inverse(Some((OnSide("output"), OnSide("output")))), True),
        (Every((X, Never())), False),
        (Every((X, Inverse(Never()))), False),
        (Inverse(Never()), False),
        (Inverse(Inverse(Never())), False),
        (Inverse(Some((Never(), X))), False),
        (Inverse(Some((Inverse(Never()), X))), False),
        (Inverse(Every((Never(), Inverse(Never())))), False),
        (Inverse(Every((Inverse(Never()), Inverse(Never())))), False),
        (OnSide("input"), True),
        (OnSide("output"), False),
        (Inverse(OnSide("input")), False),
        (Inverse(OnSide("output")), True),
        (Never(), False),  # which is no clear no either
        (Inverse(Every((X, Never()))), True),
        (Inverse(Some((X, Y))), True),
    ],
)
def test_a_field_is_there_where_its_gate_may_open(gate: Gate, is_seen: bool) -> None:  # noqa: FBT001 - what is expected
    found = json.loads(widest(rec(opt("a", STRING, gate), opt("b", STRING))))
    assert ("a" in found["properties"]) == is_seen


def test_what_some_do_not_see_may_be_left_out() -> None:
    assert widest(rec(req("a", STRING, X), req("b", STRING))) == schema("b", a=S, b=S)
    hidden = NamedType("h", rec(req("c", STRING)), gate=X)
    inner = schema("c", c=S)
    assert widest(rec(req("a", Ref(0)), req("b", STRING)), hidden) == schema(
        "b", a=json.loads(inner), b=S
    )


def test_fields_go_together_where_nobody_may_part_them() -> None:
    pair = rec(opt("a", STRING), opt("b", STRING, depends_on=("a",)))
    assert json.loads(widest(pair))["dependentRequired"] == {"a": ["b"]}
    parted = rec(opt("a", STRING), opt("b", STRING, X, depends_on=("a",)))
    assert "dependentRequired" not in json.loads(widest(parted))


def test_all_variants_are_there() -> None:
    choice = union(Member(lit("a"), gate=X), Member(lit("b"), gate=Inverse(X)), lit("c"))
    assert widest(rec(opt("k", choice))) == schema(k={"type": "string", "enum": ["a", "b", "c"]})
    assert widest(rec(opt("k", many(maybe(STRING))))) == schema(
        k={"type": "array", "items": {"type": ["string", "null"]}}
    )


@pytest.mark.parametrize("closed", [False, True])
def test_an_input_that_is_hidden_whole_from_some_may_be_empty(closed: bool) -> None:  # noqa: FBT001 - a switch
    body = rec(req("a", STRING), opt("b", STRING, depends_on=("a",)), closed=closed)
    shut = {"additionalProperties": False} if closed else {}
    loose = json.loads(schema(a=S, b=S)) | shut
    for types, root in (
        ((a_type("n", body, gate=X),), Ref(0)),
        ((a_type("m", Ref(1)), a_type("n", body, gate=X)), Ref(0)),
    ):
        assert json.loads(widest(root, *types)) == loose
    kept = json.loads(widest(Ref(0), a_type("n", body)))
    assert kept == {**json.loads(schema("a", a=S, b=S)), "dependentRequired": {"a": ["b"]}} | shut
    used = json.loads(widest(Ref(0, closed=True), a_type("n", rec(req("a", STRING)), gate=X)))
    assert used == {**json.loads(schema(a=S)), "additionalProperties": False}


def test_an_input_that_nobody_sees_is_the_empty_record() -> None:
    root = rec(req("a", STRING, Never()))
    assert widest_input(plan_of(tool_of(root)), tool_of(root)).root == Record(())
    shut = a_type("n", rec(req("a", STRING, Never()), closed=True))
    tool = tool_of(Ref(0))
    assert widest_input(plan_of(tool, shut), tool).root == Record((), closed=True)


def test_what_is_only_read_is_no_input_and_what_is_only_written_is_one() -> None:
    read, written = req("r", STRING, read_only=True), req("w", STRING, write_only=True)
    found = json.loads(widest(rec(read, written, req("a", STRING))))
    assert list(found["properties"]) == ["w", "a"]
    assert found["required"] == ["w", "a"]


def test_what_one_side_only_sees_is_seen_by_all_of_it() -> None:
    sided = rec(req("a", STRING, OnSide("input")), req("b", STRING, OnSide("output")))
    assert widest(sided) == schema("a", a=S)


def test_unions_in_unions_are_one() -> None:
    inner = a_type("i", union(Member(lit("a"), gate=X), lit("b")))
    choice = union(Ref(0), Member(lit("c"), gate=Y))
    expected = {"type": "string", "enum": ["a", "b", "c"]}
    assert widest(rec(opt("k", choice)), inner) == schema(k=expected)
