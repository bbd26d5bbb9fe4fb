"""Intersections and unions written out at length in; what they come to, at little work, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.nodes import Member, Record, Union
from schemac.plan.sameness import literal_key
from schemac.planner import acceptance, meeting
from schemac.planner.growing import Growing

if TYPE_CHECKING:
    from schemac.plan.nodes import Const
    from schemac.plan.sameness import LiteralKey
    from tests.unit.planner.conftest import Planner

MANY = 300


def names(planned: Planner, output: str, *types: str) -> list[tuple[str, bool]]:
    found = planned("\n".join([*types, f"type output = {output}"]))
    assert found.errors == []
    record = found.type("output")
    assert isinstance(record, Record)
    return [(field.name, field.required) for field in record.fields]


@pytest.mark.parametrize("shared", ["", "id: String, "])
def test_the_record_so_far_is_not_copied_for_each_operand(
    planned: Planner, monkeypatch: pytest.MonkeyPatch, shared: str
) -> None:
    copied = 0

    class Counting(Growing):
        def __init__(self, record: Record) -> None:
            nonlocal copied
            copied += len(record.fields)
            super().__init__(record)

    monkeypatch.setattr(meeting, "Growing", Counting)
    operands = [f"{{ {shared}a{number}: String }}" for number in range(MANY)]
    told = names(planned, " & ".join(operands))
    ids = [("id", True)] if shared else []
    assert sorted(told) == sorted([*ids, *((f"a{number}", True) for number in range(MANY))])
    assert copied < 10


def test_fields_keep_their_order_and_what_any_operand_says(planned: Planner) -> None:
    told = names(
        planned,
        "{ b: String, ?c: Integer } & p & { a: String, ?b: String } & { c: Integer, d: 1 } & q",
        "type p = { ?d: Integer, ?e: Integer }",
        "type q = { e: Integer @max(5), f: String }",
    )
    required = [("b", True), ("c", True), ("d", True), ("e", True), ("a", True), ("f", True)]
    assert told == required


def test_a_default_that_a_later_operand_loses_is_told(planned: Planner) -> None:
    found = planned("type output = { a: 1 } & { b: 1 } & { ?c: Integer @default(1) } & { c: 1 }")
    assert [code for code, _ in found.found] == ["SC310"]
    found = planned("type output = { a: 1 } & { c: 1 } & { b: 1 } & { ?c: Integer @default(1) }")
    assert [code for code, _ in found.found] == ["SC310"]


def test_a_late_clash_fits_no_value(planned: Planner) -> None:
    operands = ["{ a: String }", "{ b: String }", "{ a: Integer }", "{ c: String }"]
    found = planned(f"type output = {{ x: t }}\ntype t = {' & '.join(operands)}")
    assert [code for code, _ in found.found] == ["SC306"]


def test_unions_and_gates_between_records(planned: Planner) -> None:
    found = planned(
        "type one = { g: String } @requires(:x)\n"
        "type output = { a: 1 } & { b: 1 } & ({ k: 1 } | { k: 2 }) & { c: 1 } & one & { d: 1 }"
    )
    assert found.errors == []
    union = found.type("output")
    assert isinstance(union, Union)
    for member in union.members:
        assert isinstance(member, Member)
        assert isinstance(member.type, Record)
        gates = {field.name: field.gate for field in member.type.fields}
        assert sorted(gates) == ["a", "b", "c", "d", "g", "k"]
        assert [name for name, gate in gates.items() if gate is not None] == ["g"]


def test_a_closed_operand_closes_the_whole(planned: Planner) -> None:
    found = planned("type output = { a: 1 } & { b: 1 } & ({ c: 1 } @closed()) & { d: 1 }")
    record = found.type("output")
    assert isinstance(record, Record)
    assert record.closed


def test_literals_are_read_once_for_all_examples(
    planned: Planner, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counted(const: Const) -> LiteralKey:
        read.append(const.text)
        return literal_key(const)

    monkeypatch.setattr(acceptance, "literal_key", counted)
    literals = " | ".join(f'"a{number}"' for number in range(MANY))
    examples = " ".join(f"@example(a{number})" for number in range(MANY))
    assert planned(f"type output = {{ x: ({literals}) {examples} }}").diagnostics == ()
    assert len(read) <= MANY
    wrong = planned('type output = { x: ("a" | 1 | true) @example(b) @example(2) @example(false) }')
    assert [code for code, _ in wrong.found] == ["SC310"] * 3
    right = planned('type output = { x: ("a" | 1 | true | nil) @example(a) @example(1) }')
    assert right.errors == []
