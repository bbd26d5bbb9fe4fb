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
    whole = dict(schema)
    definitions: dict[str, Any] = {}
    todo: list[tuple[dict[str, Any], int]] = [(whole, 1)]
    while todo:
        part, depth = todo.pop()
        for place, key, below in _places(part, depth):
            inner = dict(place[key])
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
    todo: list[tuple[dict[str, Any], int]] = [(schema, 1)]
    while todo:
        part, depth = todo.pop()
        if depth > _DEEPEST:
            return True
        alone = (part[word] for word in _ONE if isinstance(part.get(word), dict))
        todo.extend((each, depth + 1) for each in alone)
        for word in _LISTED:
            todo.extend((each, depth + 2) for each in part.get(word, ()))
        for word in _NAMED:
            todo.extend((each, depth + 2) for each in part.get(word, {}).values())
    return False


def _places(part: dict[str, Any], depth: int) -> Iterator[tuple[Any, Any, int]]:
    """Give where schemas stand in a schema, in copies of lists and objects, and how deep."""
    for word in _ONE:
        if isinstance(part.get(word), dict):
            yield part, word, depth + 1
    for word in _LISTED:
        if word in part:
            part[word] = list(part[word])
            yield from ((part[word], at, depth + 2) for at in range(len(part[word])))
    for word in _NAMED:
        if word in part:
            part[word] = dict(part[word])
            yield from ((part[word], name, depth + 2) for name in list(part[word]))
