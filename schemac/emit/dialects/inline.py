"""A schema in, the same without references out; refused where it never ends or grows too large."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.emit.canonical import size
from schemac.emit.dialects.model import Loss, Rewritten
from schemac.emit.dialects.rebuild import MANY, NAMED, ONE, PREFIX, in_order

if TYPE_CHECKING:
    from typing import Any

    from schemac.emit.dialects.rebuild import Schema
    from schemac.plan.gates import Side

__all__ = ["LARGEST", "inline"]

LARGEST = 262_144
"""Bytes of an inlined schema, at most."""

_MOST_SCHEMAS = 20_000
_DEEPEST = 400
_LOW = frozenset({"minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"})
_HIGH = frozenset({"maxLength", "maximum", "exclusiveMaximum", "maxItems", "maxProperties"})


class _Refusal(Exception):  # noqa: N818 - it is caught below and never seen
    """Why a schema cannot be inlined."""


def inline(schema: dict[str, Any], side: Side) -> Rewritten:  # noqa: ARG001 - a dialect takes it
    """Inline every reference, on either side."""
    if "$defs" not in schema:
        return Rewritten(schema)
    definitions = schema["$defs"]
    root = {key: value for key, value in schema.items() if key != "$defs"}
    try:
        whole = _Inliner(definitions).inlined(root)
    except _Refusal as refusal:
        return Rewritten(schema, (Loss("", "$ref", str(refusal), "SC501"),))
    if size(whole) > LARGEST:
        reason = f"it takes more than {LARGEST} bytes without references"
        return Rewritten(schema, (Loss("", "$ref", reason, "SC501"),))
    return Rewritten(whole)


class _Inliner:
    def __init__(self, definitions: Schema) -> None:
        self._definitions = definitions
        self._inside: list[str] = []
        self._depth = 0
        self._count = 0

    def inlined(self, schema: Schema) -> Schema:  # noqa: C901 - one frame a level, so one function
        """Give the schema with its references followed. One frame a level."""
        self._count += 1
        self._depth += 1
        if self._count > _MOST_SCHEMAS or self._depth > _DEEPEST:
            raise _Refusal("it is too large without references")
        result: Schema = {}
        for key, value in schema.items():
            if key in ONE and isinstance(value, dict):
                result[key] = self.inlined(value)
            elif key in MANY:
                parts: list[Schema] = []
                for part in value:
                    parts.append(self.inlined(part))  # noqa: PERF401 - it would cost a frame
                result[key] = parts
            elif key in NAMED:
                named: Schema = {}
                for name, part in value.items():
                    named[name] = self.inlined(part)
                result[key] = named
            elif key != "$ref":
                result[key] = value
        if "$ref" in schema:
            name = schema["$ref"].removeprefix(PREFIX)
            if name in self._inside:
                raise _Refusal(f"`{name}` holds itself, so that it has no end without references")
            self._inside.append(name)
            result = _joined(self.inlined(self._definitions[name]), result)
            self._inside.pop()
        self._depth -= 1
        return result


def _joined(target: Schema, beside: Schema) -> Schema:
    """Give the target with what stands beside the reference: the tighter bound, the nearer word."""
    joined = target | beside
    for key in beside.keys() & target.keys():
        if key in _LOW:
            joined[key] = max(target[key], beside[key])
        elif key in _HIGH:
            joined[key] = min(target[key], beside[key])
    return in_order(joined)
