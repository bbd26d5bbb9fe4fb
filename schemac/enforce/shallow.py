"""A JSON Schema in, the same one out, nested no deeper than its engine can follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["shallow"]

_DEEPEST = 100
"""Levels of JSON down to which a schema is left as it is; the engine ends at 255."""

_OF_DEFINITIONS = 3

_ONE = ("additionalProperties", "propertyNames", "items", "not")
_LISTED = ("prefixItems", "oneOf", "anyOf")
_NAMED = ("properties", "$defs")


def shallow(schema: dict[str, Any]) -> dict[str, Any]:
    """Give the schema itself, or one whose deep parts are definitions of their own.

    Their names, which have a space in them, are no names of types.
    """
    if not _is_deep(schema):
        return schema
    whole = _opened(schema)
    definitions: dict[str, Any] = {}
    todo: list[tuple[dict[str, Any], int]] = [(whole, 1)]
    while todo:
        part, depth = todo.pop()
        for place, key, below in _places(part, depth):
            inner = _opened(place[key])
            if below <= _DEEPEST:
                place[key] = inner
                todo.append((inner, below))
            else:
                number = len(definitions)
                definitions[f"deep {number}"] = inner
                place[key] = {"$ref": f"#/$defs/deep%20{number}"}
                todo.append((inner, _OF_DEFINITIONS))
    whole["$defs"] = {**whole.get("$defs", {}), **definitions}
    return whole


def _is_deep(schema: dict[str, Any]) -> bool:
    todo: list[tuple[dict[str, Any], int]] = [(schema, 1)] if _holds(schema) else []
    while todo:
        part, depth = todo.pop()
        if depth > _DEEPEST:
            return True
        todo.extend((place[key], below) for place, key, below in _places(part, depth))
    return False


def _places(part: dict[str, Any], depth: int) -> Iterator[tuple[Any, Any, int]]:
    """Give where schemas that may hold others stand in a schema, and how deep."""
    for word in _ONE:
        if isinstance(part.get(word), dict):
            yield part, word, depth + 1
    for word in _LISTED:
        listed = part.get(word, ())
        yield from ((listed, at, depth + 2) for at, each in enumerate(listed) if _holds(each))
    for word in _NAMED:
        named = part.get(word, {})
        yield from ((named, name, depth + 2) for name in list(named) if _holds(named[name]))


def _holds(schema: object) -> bool:
    return isinstance(schema, dict)  # a boolean is a schema too


def _opened(part: dict[str, Any]) -> dict[str, Any]:
    """Copy a schema as far as others stand in it."""
    copy = dict(part)
    copy.update((word, list(part[word])) for word in _LISTED if word in part)
    copy.update((word, dict(part[word])) for word in _NAMED if word in part)
    return copy
