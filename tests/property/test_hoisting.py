"""Programs that use their types often in; what is hoisted means the same as what is written out."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.emit.json_schema import Writer
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool
from tests.property.schemas import dereferenced, references
from tests.property.strategies_names import FLAGS, NameWriter

if TYPE_CHECKING:
    from random import Random

    from schemac.plan.gates import Answer

many = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "60")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def recurs(definitions: dict[str, Any]) -> bool:
    """Tell whether a definition leads back to itself, and so cannot be written out."""
    left = {name: set(references(body)) for name, body in definitions.items()}
    while ends := [name for name, inner in left.items() if not inner & left.keys()]:
        for name in ends:
            del left[name]
    return bool(left)


@many
@given(st.randoms(use_true_random=True), st.sets(st.sampled_from(FLAGS)))
def test_hoisted_means_the_same_as_written_out(random: Random, held: set[str]) -> None:
    text = NameWriter(random).program()
    plan = compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))]).plan
    assume(plan.tools)
    asked: dict[int, Answer] = {
        at: 1 if atom.flag in held else 0 for at, atom in enumerate(plan.atoms)
    }
    view = view_tool(plan, plan.tools[0], asked)
    assert view is not None
    schema = emit_schema(view.output)
    definitions = schema.get("$defs", {})
    assume(definitions and not recurs(definitions))
    assert sorted(set(references(schema))) == sorted(definitions)
    writer = Writer(view.output.types, {}, closed=False)
    written = writer.write(writer.inlined(view.output.root))
    flat = dereferenced(schema, definitions)
    assert flat == ({"type": "object"} | written if "type" in flat else written)
    assert len(dumps(schema)) < len(dumps(written)) + len(',"$defs":{}')
