"""Random programs in which anything may name anything in; each becomes a plan, or findings, out."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.emit.dialects import DIALECTS
from schemac.emit.templates import Drawing, Templates
from schemac.plan.codec import decode, encode
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.diff import compare
from schemac.plan.view import view_tool

if TYPE_CHECKING:
    from random import Random

    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan

many = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "150")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
NAMES = ("t0", "t1", "t2", "t3", "g0", "g1", "g2", "output")
LEAVES = ("String", "Integer", "nil", '"a"', "1", "untyped", "bool", "Date", ":a", "A", "B")
TAGS = ("@requires(:a)", "@requires(!:b)", "@desc(x)", "@min(1)", "@closed()", "@write_only()")
BITS = (*NAMES, *LEAVES, *TAGS, *"{}[]()|&?,:=#@!\n\"'", "type ", "->", "##", " ", "\x00", "é")


def written(random: Random, depth: int) -> str:
    """Write a type; whether its names fit is not looked at."""
    kind = random.randrange(12 if depth else 4)
    if kind < 3:
        return random.choice(LEAVES)
    if kind == 3:
        return random.choice(NAMES)
    inner = [written(random, depth - 1) for _ in range(random.randrange(1, 4))]
    first = inner[0]
    forms = (
        f"{random.choice(NAMES)}[{', '.join(inner)}]",
        f"Array[{first}]",
        f"[{', '.join(inner)}]",
        f"({first})?",
        f"({' | '.join(inner)})",
        f"({' & '.join(inner)})",
        f"{{ {', '.join(field(random, part) for part in inner)} }}",
        f"({first} {random.choice(TAGS)})",
    )
    return forms[kind - 4]


def field(random: Random, part: str) -> str:
    """Write a field."""
    tag = random.choice(TAGS) if random.randrange(3) == 0 else ""
    return f"{random.choice(('', '?'))}{random.choice('abcd')}: {part} {tag}"


def program(random: Random) -> str:
    """Write a program; its generics have defaults that name what they please."""
    lines = [f"type {name} = {written(random, 2)}" for name in NAMES[:4]]
    for name in NAMES[4:7]:
        default = written(random, 1) if random.randrange(2) else "nil"
        parameters = random.choice((f"A = {default}", "A", f"A, B = {default}", f"A, B = {name}"))
        lines.append(f"type {name}[{parameters}] = {written(random, 2)}")
    random.shuffle(lines)
    return "\n".join((*lines, f"type output = {{ always: nil, v: {written(random, 2)} }}"))


def edited(random: Random, text: str) -> str:
    """Put some bits of the language where they do not belong, or take some out."""
    for _ in range(random.randrange(4)):
        at = random.randrange(len(text) + 1)
        bit = random.choice(BITS) if random.randrange(3) else ""
        text = f"{text[:at]}{bit}{text[at + random.randrange(4) :]}"
    return text


def plan_of(text: str) -> Plan:
    """Compile, and hold what is said against the text."""
    found = compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))])
    for each in found.diagnostics:
        assert not each.code.startswith("SC9"), (each, text)
        spans = (each.span, *(label.span for label in each.labels))
        assert all(0 <= span.start <= span.end <= len(span.source.text) for span in spans if span)
    return found.plan


def use(plan: Plan) -> None:
    """Do with a plan what is done with plans."""
    assert decode(encode(plan)) == plan
    for tool in plan.tools:
        templates = Templates(plan)
        template = templates.tool(tool)
        for answer in (0, 1):
            asked: dict[int, Answer] = dict.fromkeys(range(len(plan.atoms)), answer)
            view = view_tool(plan, tool, asked)
            if view is None:
                continue
            schema = emit_schema(view.output)
            for dialect in DIALECTS.values():
                dialect(schema, "output")
            drawn = None if template is None else Drawing(templates, asked).schemas(template)
            assert drawn is None or drawn[1] == dumps(schema)


@many
@given(st.randoms(use_true_random=True), st.booleans())
def test_programs_become_plans_or_findings(
    random: Random,
    is_edited: bool,  # noqa: FBT001 - drawn
) -> None:
    texts = [program(random) for _ in range(2)]
    plans = [plan_of(edited(random, text) if is_edited else text) for text in texts]
    for plan in plans:
        use(plan)
    compare(*plans)
