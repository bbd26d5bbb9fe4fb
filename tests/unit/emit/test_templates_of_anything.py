"""Named types that may come to `untyped`, used with words; their templates say what is so, out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.emit.templates import Drawing, Templates
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool

if TYPE_CHECKING:
    from schemac.plan.gates import Answer

BODIES = (
    "String | untyped | (Date @requires(:a))",
    "String | (untyped @requires(:a))",
    "untyped | (untyped @requires(:a))",
    "(Date | (untyped @requires(:a)) | Integer) | untyped",
    '"a" | ("b" @requires(:a)) | untyped?',
)
USES = ("u @desc(x)", "u @deprecated()", "Hash[String, u]", "Array[u] @desc(x)", "u | Integer", "u")


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("is_granted", [True, False])
def test_what_may_be_anything(body: str, use: str, is_granted: bool) -> None:  # noqa: FBT001
    text = f"type u = {body}\ntype output = {{ a: {use}, b: u }}"
    plan = compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))]).plan
    asked: dict[int, Answer] = {0: 1 if is_granted else 0}
    view = view_tool(plan, plan.tools[0], asked)
    assert view is not None
    plain = dumps(emit_schema(view.output))
    templates = Templates(plan)
    tool = templates.tool(plan.tools[0])
    drawn = None if tool is None else Drawing(templates, asked).schemas(tool)
    assert drawn is None or drawn[1] == plain
    assert json.loads(plain)["type"] == "object"
