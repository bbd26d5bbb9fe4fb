"""Laws 3 and 5 from one end to the other: annotations as text in, equal bytes out."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.property import served_programs
from tests.property.annotated_programs import (
    LEAVES,
    Choice,
    Items,
    Keyed,
    Map,
    Maybe,
    Pair,
    Part,
    Program,
    Rec,
    is_open,
)
from tests.property.served_programs import Served, flags, modest
from tests.property.strategies_programs import programs, value_of

if TYPE_CHECKING:
    from schemac.runtime.outcomes import CallOutcome

no_warnings = pytest.fixture(autouse=True, scope="module")(served_programs.no_warnings)
CORRELATION = re.compile(r"correlation id [0-9a-f]+")


@modest
@given(programs(), flags, st.data())
def test_law_3_programs_that_differ_in_what_is_hidden_answer_alike(
    program: Program, held: frozenset[str], data: st.DataObject
) -> None:
    other = Altering(data, program, held).program()
    one, two = Served(program), Served(other)
    assert json.dumps(one.listed(held)) == json.dumps(two.listed(held))
    slips = data.draw(st.booleans())
    arguments = value_of(data.draw, program.parameters, program, slips=slips)
    returns = value_of(data.draw, program.output, program, slips=slips)
    first, second = one.call(arguments, returns, held), two.call(arguments, returns, held)
    assert (first is None) is (second is None)
    assert one.given == two.given
    if first is not None and second is not None:
        assert masked(first) == masked(second)
        assert first.structured == second.structured


def masked(outcome: CallOutcome) -> str:
    return CORRELATION.sub("correlation id X", json.dumps(outcome.content))


class Altering:
    """Changes what one caller does not see of a program: types, names, gates, what is required."""

    def __init__(self, data: st.DataObject, program: Program, held: frozenset[str]) -> None:
        self.data = data
        self.whole = program
        self.held = held
        self.count = 900

    def program(self) -> Program:
        whole = self.whole
        return replace(
            whole,
            parameters=self.node(whole.parameters),
            output=self.node(whole.output),
            tree=self.node(whole.tree),
        )

    def node(self, node: Any) -> Any:
        match node:
            case Rec(parts=parts):
                referred = {part.depends_on for part in parts}
                altered = [self.part(part, is_referred=part.name in referred) for part in parts]
                return Rec((*altered, *self.more()))
            case Choice(parts=parts):
                return Choice(tuple(self.part(part, is_referred=True) for part in parts))
            case Keyed(parts=parts):
                return Keyed(tuple(self.key(part) for part in parts))
            case Items(item=item):
                return replace(node, item=self.node(item))
            case Map(item=item):
                return Map(self.node(item))
            case Pair(one=one, two=two):
                return Pair(self.node(one), self.node(two))
            case Maybe(inner=inner):
                return Maybe(self.node(inner))
            case _:
                return node

    def fresh(self) -> str:
        self.count += 1
        return f"f{self.count}x"

    def closed(self) -> str:
        gates = ("@requires(:zz)", "@feature(:zz & :yy)", "@requires(:a) @requires(:zz)")
        return self.data.draw(st.sampled_from(gates))

    def part(self, part: Part, *, is_referred: bool) -> Part:
        if is_open(part.gate, self.held):
            return replace(part, type=self.node(part.type))
        if is_referred:
            return replace(part, gate=self.closed())
        node = self.data.draw(
            st.sampled_from((part.type, Maybe(Rec((replace(part, depends_on=""),))), *LEAVES))
        )
        required = self.data.draw(st.booleans())
        return Part(self.fresh(), node, required, self.closed())

    def key(self, part: Part) -> Part:
        if is_open(part.gate, self.held):
            return part
        return replace(part, name=self.fresh(), gate=self.closed())

    def more(self) -> list[Part]:
        """Add a field that nobody sees; a record that had none must not come to have one."""
        if self.data.draw(st.booleans()):
            return []
        node = self.data.draw(st.sampled_from(LEAVES))
        return [Part(self.fresh(), node, self.data.draw(st.booleans()), self.closed())]


@modest
@given(programs(), flags, st.data())
def test_law_5_the_order_of_gates_and_of_keys_changes_no_bytes(
    program: Program, held: frozenset[str], data: st.DataObject
) -> None:
    one, two = Served(program), Served(turned(program))
    assert json.dumps(one.listed(held)) == json.dumps(two.listed(held))
    arguments = value_of(data.draw, program.parameters, program, slips=False)
    returns = value_of(data.draw, program.output, program, slips=False)
    first = one.call(arguments, returns, held)
    second = two.call(backwards(arguments), backwards(returns), held)
    assert one.given == two.given
    assert (first is None) is (second is None)
    if first is not None and second is not None:
        assert first.structured == second.structured
        assert masked(first) == masked(second)


def turned(node: Any) -> Any:
    """Write the gates of every part the other way round."""
    match node:
        case Program():
            inner = {name: turned(getattr(node, name)) for name in ("parameters", "output", "tree")}
            return replace(node, **inner)
        case Rec(parts=parts) | Choice(parts=parts) | Keyed(parts=parts):
            return type(node)(
                tuple(
                    replace(part, type=turned(part.type), gate=TURNED.get(part.gate, part.gate))
                    for part in parts
                )
            )
        case Items(item=item):
            return replace(node, item=turned(item))
        case Map(item=item):
            return Map(turned(item))
        case Pair(one=first, two=second):
            return Pair(turned(first), turned(second))
        case Maybe(inner=inner):
            return Maybe(turned(inner))
        case _:
            return node


TURNED = {
    "@requires(:a) @feature(:c)": "@feature(:c) @requires(:a)",
    "@requires(:a | :b)": "@requires(:b | :a)",
    "@requires(:a & (:b))": "@requires(:b) @requires(:a)",
}


def backwards(value: Any) -> Any:
    """Turn the order of keys round at every depth, but for those of maps, which are data."""
    if isinstance(value, list):
        return [backwards(each) for each in value]
    if isinstance(value, dict):
        is_map = any(key[0] in "pqk" and key != "kind" for key in value)
        names = list(value) if is_map else reversed(value)
        return {name: backwards(value[name]) for name in names}
    return value
