"""Random intersections in and around arguments in, names that tell no more than the rest out."""

from __future__ import annotations

import json
import os
import re
from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool

if TYPE_CHECKING:
    from random import Random

    from schemac.plan.gates import Answer

many = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
FLAGS = ("a", "b")
TOKEN = re.compile(r"zq\d+")
GATES = ("", "", " @requires(:a)", " @requires(:b)", " @requires(!:a)", " @write_only()")
PAD = "padding_padding_padding_padding: Integer, more_padding_padding_padding: Date"


class Writer:
    """Writes records that share fields, and joins them in all ways."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def gate(self, of: int = 6) -> str:
        return self.random.choice(GATES[:of])

    def record(self) -> str:
        names = self.random.sample(range(5), self.random.randrange(1, 4))
        fields = [f"?zq{at}: {self.inner(at)}{self.gate()}" for at in names]
        return f"{{ {', '.join(fields)} }}"

    def inner(self, at: int) -> str:
        return self.random.choice(("nil", "nil", f"Array['zq1{at}' | ('zq2{at}' @requires(:a))]"))

    def operand(self, depth: int) -> str:
        kind = self.random.randrange(7 if depth else 3)
        if kind < 2:
            return self.record()
        if kind == 2:
            return self.random.choice(("n0", "n1"))
        if kind == 3:
            return f"with[{self.record()}]"
        if kind == 4:
            return f"beside[{self.operand(depth - 1)}]"
        if kind == 5:
            return f"({self.operand(depth - 1)}{self.gate(5)})"
        return f"({self.operand(depth - 1)} & {self.operand(depth - 1)})"

    def program(self) -> str:
        lines = [f"type n{at} = ({self.record()}){self.gate(5)}" for at in range(2)]
        lines.append(f"type with[T] = {{ ?zq0: nil, ?zq9: T{self.gate()} }}")
        lines.append(f"type beside[T] = T & {self.operand(0)}")
        around = self.random.choice(("items: Array[T]", "?zq9: T", "i: T | { zq8: 1 }"))
        lines.append(f"type page[T] = {{ {around}{self.gate()}, {PAD} }} & {self.operand(0)}")
        fields = []
        for at in range(3):
            use = f"page[{self.operand(2)} & {self.operand(1)}]"
            fields += [f"a{at}: {use}", f"b{at}: {use}"]
        return "\n".join((*lines, f"type output = {{ always: nil, {', '.join(fields)} }}"))


@many
@given(st.randoms(use_true_random=True))
def test_names_tell_no_field_and_no_value_that_is_nowhere_else(random: Random) -> None:
    text = Writer(random).program()
    compilation = compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))])
    assert not any(each.code.startswith("SC9") for each in compilation.diagnostics)
    assume(not compilation.errors)
    plan = compilation.plan
    for held in (held for size in range(3) for held in combinations(FLAGS, size)):
        answers: dict[int, Answer] = {
            at: 1 if atom.flag in held else 0 for at, atom in enumerate(plan.atoms)
        }
        view = view_tool(plan, plan.tools[0], answers)
        assert view is not None
        schema = emit_schema(view.output)
        definitions = schema.pop("$defs", {})
        bodies = re.sub(r'"#/\$defs/[^"]*"', "", json.dumps([schema, *definitions.values()]))
        told = set(TOKEN.findall(bodies))
        for name in definitions:
            assert told.issuperset(TOKEN.findall(name)), (held, name, text)
