"""A schema in, a definition that holds itself out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.emit.dialects.rebuild import PREFIX, inside
from schemac.plan.cycles import circular

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.emit.dialects.rebuild import Schema

__all__ = ["endless_definition"]


def endless_definition(schema: Schema) -> str | None:
    """Give the first definition that can reach itself, None where all have an end."""
    names = list(schema.get("$defs", {}))
    numbers = {name: number for number, name in enumerate(names)}
    edges = {
        numbers[name]: tuple(numbers[used] for used in _named_in(body))
        for name, body in schema.get("$defs", {}).items()
    }
    endless = circular(edges, edges)
    return names[min(endless)] if endless else None


def _named_in(body: Schema) -> Iterator[str]:
    todo = [body]
    while todo:
        part = todo.pop()
        todo.extend(inside(part))
        if "$ref" in part:
            yield part["$ref"].removeprefix(PREFIX)
