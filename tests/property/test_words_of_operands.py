"""Random intersections with words in, schemas as if what is hidden had never been written out."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Answer

FLAGS = ("x", "y")
AROUND = {"r": "{}", "l": "Array[{}]", "m": "Hash[String, {}]", "t": "[{}]"}
"""What stands around the record in fields of these names."""
modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


@dataclass(frozen=True)
class Part:
    """A field that may be absent: of text where it has no parts itself, else a record of them."""

    name: str
    gate: str = ""
    parts: tuple[Part, ...] = ()
    words: str = ""


@dataclass(frozen=True)
class Operand:
    """A record, as a declared type where it is named."""

    parts: tuple[Part, ...]
    gate: str
    words: str
    is_named: bool


@st.composite
def operands(draw: st.DrawFn) -> list[Operand]:
    """Draw operands of one intersection, which share names of fields."""
    gates = st.sampled_from(("", "", "x", "y"))
    count = 0

    def words() -> str:
        nonlocal count
        count += 1
        return f" @desc(words {count})" if draw(st.booleans()) else ""

    def parts(depth: int) -> tuple[Part, ...]:
        # What a name stands for is the same wherever it stands, so that all operands fit.
        pool = ("a", "b", *AROUND) if depth else ("a", "b", "c")
        names = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=3, unique=True))
        return tuple(part(name, depth) for name in names)

    def part(name: str, depth: int) -> Part:
        if depth and name in AROUND:
            return Part(name, draw(gates), parts(depth - 1), words())
        return Part(name, draw(gates))

    few = range(draw(st.integers(2, 4)))
    made = [Operand(parts(2), draw(gates), words(), draw(st.booleans())) for _ in few]
    named = [each for each in made if each.is_named]
    again = draw(st.lists(st.sampled_from(named), max_size=2)) if named else []
    return draw(st.permutations([*made, *again]))


def seen(parts: Sequence[tuple[Part, ...]], held: frozenset[str]) -> list[tuple[Part, ...]]:
    """Give of records that are merged the parts that one who holds this sees, without gates."""
    hidden = {each.name for of in parts for each in of if each.gate and each.gate not in held}
    kept: list[list[Part]] = [[] for _ in parts]
    for name in dict.fromkeys(each.name for of in parts for each in of):
        same = [(at, each) for at, of in enumerate(parts) for each in of if each.name == name]
        if name in hidden:
            continue
        inner = seen([each.parts for _, each in same], held)
        for (at, each), left in zip(same, inner, strict=True):
            if left or not each.parts:
                kept[at].append(replace(each, gate="", parts=left))
    ordered = [{each.name: each for each in of} for of in kept]
    return [
        tuple(of[each.name] for each in parts[at] if each.name in of)
        for at, of in enumerate(ordered)
    ]


def as_if(written: Sequence[Operand], held: frozenset[str]) -> list[Operand]:
    """Give the operands with what is hidden from one who holds this taken away."""
    gated = [
        tuple(replace(each, gate=f"{each.gate} {of.gate}") for each in of.parts) for of in written
    ]
    opened = [
        tuple(
            replace(each, gate="" if held.issuperset(each.gate.split()) else "nobody")
            for each in of
        )
        for of in gated
    ]
    left = seen(opened, held)
    return [
        replace(of, parts=parts, gate="") for of, parts in zip(written, left, strict=True) if parts
    ]


def text_of(written: Sequence[Operand]) -> str:
    """Write the intersection down as the type of a field."""
    types: list[str] = []
    uses: list[str] = []
    for of in written:
        record = f"{record_of(of.parts)}{of.words}{f' @requires(:{of.gate})' if of.gate else ''}"
        at = written.index(of)
        types += [f"type t{at} = {record}"] if of.is_named and at == len(uses) else []
        uses.append(f"t{at}" if of.is_named else f"({record})")
    whole = ", ?v: " + " & ".join(uses) if uses else ""
    return "\n".join((*types, f"type output = {{ ok: true{whole} }}"))


def record_of(parts: Sequence[Part]) -> str:
    """Write a record down."""
    return f"{{ {', '.join(map(field_of, parts))} }}"


def field_of(part: Part) -> str:
    """Write a field down."""
    around = AROUND.get(part.name, "{}")
    record = around.format(record_of(part.parts))
    written = f"({record}{part.words})" if part.parts else "String"
    return f"?{part.name}: {written}{f' @requires(:{part.gate})' if part.gate else ''}"


def listed(text: str, held: frozenset[str]) -> object:
    """Give the schema of the output for one who holds this.

    The order of fields is that of all operands, whoever sees what of them.
    """
    plan = compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))]).plan
    answers: dict[int, Answer] = {
        at: 1 if atom.flag in held else 0 for at, atom in enumerate(plan.atoms)
    }
    view = view_tool(plan, plan.tools[0], answers)
    assert view is not None
    assert view.output is not None
    return json.loads(dumps(emit_schema(view.output)))


@modest
@given(operands())
def test_words_are_those_of_what_is_seen(written: list[Operand]) -> None:
    text = text_of(written)
    for answers in product((False, True), repeat=len(FLAGS)):
        held = frozenset(flag for flag, is_held in zip(FLAGS, answers, strict=True) if is_held)
        told = as_if(written, held)
        if len(set(told)) == 1:
            # An operand alone is a use of its name, which has rules of its own.
            told = [replace(told[0], is_named=False)]
        assert listed(text, held) == listed(text_of(told), frozenset())
