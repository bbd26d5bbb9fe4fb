"""Laws of the planner: intersections mean both, defaults are shown where they are accepted."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from schemac.diagnostics.catalog import severity
from schemac.diagnostics.model import Severity
from schemac.emit import emit_schema
from schemac.plan.decisions import is_open
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.nodes import Record, Ref
from schemac.plan.view import view_tool
from schemac.planner.program import plan_program
from schemac.resolve.loader import Loader
from schemac.resolve.resolver import resolve

if TYPE_CHECKING:
    from random import Random

    from schemac.diagnostics.model import Diagnostic
    from schemac.plan.gates import Answer, Side
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Field

ANSWERS: tuple[Answer, ...] = (0, 1, 2)
GATES = ("@requires(:x)", "@requires(:y)", "@requires(!:z)")
SIDES = ("@read_only()", "@write_only()")
SCALARS = ("String", "Integer", "Float", '"p"', '"q"', "1", "true", "bool", "(String @max(1))")
FEW = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
GENERATORS = st.randoms(use_true_random=False)


class Writer:
    """Writes random types; `gated` with gates on all that can bear one."""

    def __init__(self, random: Random, *, gated: bool) -> None:
        self._random = random
        self._gated = gated

    def type(self, depth: int) -> str:
        if depth == 0:
            return self._random.choice((*SCALARS, "t0", "t1"))
        kind = self._random.choice(
            ("record", "record", "list", "union", "optional", "map", "tuple")
        )
        match kind:
            case "record":
                return self.record(depth)
            case "list":
                return f"Array[{self._member(depth)}]"
            case "union":
                return f"({self._member(depth)} | {self._member(depth)})"
            case "optional":
                return f"({self._member(depth)})?"
            case "map":
                return f"Hash[String, {self._member(depth)}]"
            case _:
                return f"[{self._member(depth)}, {self._member(depth)}]"

    def record(self, depth: int) -> str:
        names = self._random.sample(("a", "b", "c"), self._random.randint(0, 3))
        fields = [
            f"{self._random.choice(('', '?'))}{name}: ({self.type(depth - 1)}){self._gate(SIDES)}"
            for name in names
        ]
        return f"{{ {', '.join(fields)} }}"

    def _member(self, depth: int) -> str:
        return f"({self.type(depth - 1)}{self._gate()})"

    def _gate(self, more: tuple[str, ...] = ()) -> str:
        if not self._gated or self._random.random() < 0.65:
            return ""
        return f" {self._random.choice((*GATES, *more))}"

    def value(self, depth: int) -> object:
        kind = self._random.choice(("text", "number", "null", "record", "record", "list"))
        match kind if depth else self._random.choice(("text", "number", "null")):
            case "record":
                names = self._random.sample(("a", "b", "c"), self._random.randint(0, 3))
                return {name: self.value(depth - 1) for name in names}
            case "list":
                return [self.value(depth - 1) for _ in range(self._random.randint(0, 2))]
            case "text":
                return self._random.choice(("p", "q", "pq"))
            case "number":
                return self._random.choice((1, 2, 1.5, True))
            case _:
                return None


def plan_of(types: str, signature: str = "() -> output") -> tuple[Plan, tuple[Diagnostic, ...]]:
    handler = InlineAnnotations(signature=signature, types=types, parameters=None)
    program, found = resolve([ToolDeclaration(name="t", handler=handler)], Loader(()))
    assume(not found)
    return plan_program(program)


def schema_of(types: str) -> dict[str, Any] | None:
    plan, _ = plan_of(types)
    view = view_tool(plan, plan.tools[0], {}) if plan.tools else None
    return None if view is None else emit_schema(view.output)


def has_empty(value: object) -> bool:
    """Tell whether an empty list or record is in a value: it fits where nothing else would."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return not value or any(has_empty(part) for part in inner)
    return False


@given(GENERATORS)
@FEW
def test_an_intersection_accepts_what_both_operands_accept(random: Random) -> None:
    writer = Writer(random, gated=False)
    types = (
        f"type t0 = {{ x: Integer, ?a: {writer.type(1)}, ?r: t0 }}\n"
        f"type t1 = {{ x: Integer, ?b: {writer.type(0)}, ?r: t0? }}\n"
    )
    left, right = writer.record(2), writer.record(2)
    schemas = [
        schema_of(f"{types}type output = {{ v: {written} }}")
        for written in (left, right, f"({left}) & ({right})")
    ]
    one, other, both = schemas
    assume(one is not None and other is not None and both is not None)
    judges = [Draft202012Validator(schema) for schema in schemas if schema is not None]
    for _ in range(20):
        value = {"v": writer.value(2)}
        fits_one, fits_other, fits_both = (judge.is_valid(value) for judge in judges)
        if fits_both:
            assert fits_one
            assert fits_other
        if fits_one and fits_other and not has_empty(value):
            assert fits_both


def default_field(plan: Plan, side: Side) -> Field:
    node = plan.tools[0].input if side == "input" else plan.tools[0].output
    while isinstance(node, Ref):
        node = plan.types[node.target].body
    assert isinstance(node, Record)
    return next(field for field in node.fields if field.name == "v")


@given(GENERATORS)
@FEW
def test_a_default_is_shown_where_the_view_accepts_all_of_it(random: Random) -> None:
    writer = Writer(random, gated=True)
    types = (
        f"type t0 = {{ x: Integer, ?a: ({writer.type(1)}), ?r: t0 @requires(:x) }}\n"
        f"type t1 = {writer.record(1)} @requires(:y)\n"
    )
    written = f"?v: ({writer.type(2)}) @default({json.dumps(writer.value(2))})"
    for plan, found in (
        plan_of(f"{types}type output = {{ k: Integer, {written} }}"),
        plan_of(f"{types}type output = {{}}", f"({written}) -> output"),
    ):
        if any(severity(each) is Severity.ERROR for each in found):
            continue
        check_default(plan)


def check_default(plan: Plan) -> None:
    tool = plan.tools[0]
    is_input = isinstance(tool.input, Record) and bool(tool.input.fields)
    side: Side = "input" if is_input else "output"
    field = default_field(plan, side)
    for chosen in product(ANSWERS, repeat=len(plan.atoms)):
        answers = dict(enumerate(chosen))
        view = view_tool(plan, tool, answers)
        if view is None:
            continue
        schema = emit_schema(view.input if is_input else view.output, closed=True)
        shown = schema["properties"].get("v")
        if shown is None or field.default is None:
            continue
        judge = Draft202012Validator({**shown, "$defs": schema.get("$defs", {})})
        accepts = judge.is_valid(json.loads(field.default.value))
        is_shown = is_open(field.default.gate, answers, side)
        if is_shown or 2 not in chosen:
            assert is_shown == accepts
