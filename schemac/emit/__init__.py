"""A view in, what is told of it out: its JSON Schema."""

from __future__ import annotations

from schemac.emit.schema import emit_schema

__all__ = ["emit_schema"]
