"""A view's shape in, the whole schema with its definitions out."""

from __future__ import annotations

import json
from collections import deque
from typing import TYPE_CHECKING, Any

from schemac.emit.alternatives import Alternatives, json_type
from schemac.emit.defs import decide
from schemac.emit.json_schema import Writer, reference_to
from schemac.emit.keywords import arranged
from schemac.emit.naming import definition_names
from schemac.emit.twins import without_twins

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.emit.json_schema import Body
    from schemac.emit.keywords import Schema
    from schemac.plan.model import Shape
    from schemac.plan.nodes import Field, Node

__all__ = ["emit_schema"]


def emit_schema(
    shape: Shape, *, closed: bool = False, defaults: Mapping[Field, str] | None = None
) -> dict[str, Any]:
    """Give the JSON Schema 2020-12 of a view's input or output: fresh values, keys in order.

    `closed` closes every record. `defaults` are answers to `@default_for`, as JSON text by field;
    they change nothing but the `default` of those fields.
    """
    shape, defaults = without_twins(shape, defaults)
    hoisted: dict[int, str] = {}
    writer = Writer(shape.types, hoisted, closed=closed)
    root = writer.inlined(shape.root)
    bodies = decide(root, shape.types, writer, hoisted)
    top = writer.body(root)
    definitions = _definitions(top, shape, writer, bodies)
    names = definition_names({target: shape.types[target] for target in definitions})
    for schema, target in writer.references:
        schema["$ref"] = reference_to(names.get(target, ""))
    if defaults:
        _answer(writer, defaults)
    schema = _as_object(top.schema, root, shape)
    if definitions:
        schema["$defs"] = {names[target]: body.schema for target, body in definitions.items()}
    return schema


def _definitions(
    top: Body, shape: Shape, writer: Writer, bodies: dict[int, Body]
) -> dict[int, Body]:
    """Give the bodies in order of first use: the root is read, then each in turn."""
    found: dict[int, Body] = {}
    todo = deque(top.uses)
    while todo:
        target = todo.popleft()
        if target not in found:
            if target not in bodies:
                bodies[target] = writer.body(shape.types[target].body)
            found[target] = bodies[target]
            todo.extend(bodies[target].uses)
    return found


def _answer(writer: Writer, defaults: Mapping[Field, str]) -> None:
    for schema, field in writer.asking:
        if field in defaults:
            whole = arranged(schema | {"default": json.loads(defaults[field])})
            schema.clear()
            schema.update(whole)


def _as_object(schema: Schema, root: Node, shape: Shape) -> Schema:
    """Say at the root of a union of objects, or of nothing, that it is one, as clients ask for."""
    if "type" in schema or not any(word in schema for word in ("oneOf", "anyOf", "not")):
        return schema
    if all(json_type(part) in {"object", "none"} for part in Alternatives(shape.types).of(root)):
        return arranged({"type": "object"} | schema)
    return schema
