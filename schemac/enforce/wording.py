"""Schemas and values in, short words for people and models out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = [
    "choices",
    "declared_names",
    "describe",
    "given",
    "listed",
    "literals_of",
    "on_one_line",
    "one_of",
    "quoted",
    "resolved",
    "shortened",
]

MOST_LITERALS = 20
MOST_NAMES = 12
LONGEST_GIVEN = 40
LONGEST_TEXT = 300

_FORMATS: Mapping[str, str] = {
    "date": "a date like 2024-12-31",
    "date-time": "a date and time with offset like 2024-12-31T23:59:59Z",
    "time": "a time with offset like 23:59:59Z",
    "duration": "an ISO 8601 duration like P1DT12H",
    "uuid": "a UUID",
    "email": "an e-mail address",
    "uri": "a URI",
}
_TYPES: Mapping[str, str] = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}


def resolved(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Follow the reference of a schema into the root's definitions."""
    reference = schema.get("$ref")
    if not isinstance(reference, str):
        return schema
    name = reference.removeprefix("#/$defs/").replace("~1", "/").replace("~0", "~")
    target: Mapping[str, Any] = root if reference == "#" else root.get("$defs", {}).get(name, {})
    return {**target, **{key: each for key, each in schema.items() if key != "$ref"}}


def describe(schema: Mapping[str, Any], root: Mapping[str, Any]) -> str:
    """Say what a schema expects, one level deep."""
    return shortened(_described(resolved(schema, root), root), LONGEST_TEXT)


def _described(schema: Mapping[str, Any], root: Mapping[str, Any]) -> str:
    literals = literals_of(schema)
    if literals is not None:
        return one_of(map(quoted, literals))
    if "oneOf" in schema or "anyOf" in schema:
        return one_of(_described(each, root) for each in choices(schema, root))
    if schema.get("format") in _FORMATS:
        return _with_null(schema, _FORMATS[schema["format"]])
    kinds = schema.get("type", ())
    kinds = [kinds] if isinstance(kinds, str) else list(kinds)
    if kinds == ["object"]:
        return _object(schema, root)
    return " or ".join(_TYPES[kind] for kind in kinds) if kinds else "any value"


def choices(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Give what is no choice in a choice of choices, each definition once."""
    seen: set[str] = set()
    todo = [schema]
    while todo:
        each = todo.pop()
        name = each.get("$ref")
        if name in seen:
            continue
        if name is not None:
            seen.add(name)
        inner = resolved(each, root)
        members = inner.get("oneOf") or inner.get("anyOf")
        if members:
            todo.extend(reversed(members))
        else:
            yield inner


def _with_null(schema: Mapping[str, Any], text: str) -> str:
    return f"{text} or null" if "null" in schema["type"] else text


def _object(schema: Mapping[str, Any], root: Mapping[str, Any]) -> str:
    """Name an object by its literal fields where it has any, else by what it requires."""
    required = schema.get("required", ())
    fixed = []
    for name in required:
        literals = literals_of(resolved(schema.get("properties", {}).get(name, {}), root))
        if literals is not None:
            fixed.append(f"{quoted(name)} {one_of(map(quoted, literals))}")
    if fixed:
        return "an object with " + " and ".join(fixed)
    return "an object with " + listed(map(quoted, required)) if required else "an object"


def literals_of(schema: Mapping[str, Any]) -> list[Any] | None:
    """List the values of a schema of literals; None for any other schema."""
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return list(values) if isinstance(values, list) else None


def one_of(texts: Iterable[str]) -> str:
    """Join alternatives."""
    return _joined(list(dict.fromkeys(texts)), "or", MOST_LITERALS)


def listed(texts: Iterable[str]) -> str:
    """Join names."""
    return _joined(list(texts), "and", MOST_NAMES)


def _joined(texts: list[str], word: str, most: int) -> str:
    """Join with commas and a last word, the first few of many."""
    if len(texts) > most:
        texts = [*texts[:most], f"{len(texts) - most} more"]
    if len(texts) < 2:  # noqa: PLR2004 - one text needs no word between
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def given(value: object) -> str:
    """Show a scalar that was given, shortened; of anything else only its kind."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return quoted(value)


def quoted(value: object) -> str:
    """Write a scalar as JSON, shortened and without anything that breaks a line."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError):
        return "a value"
    return shortened(text, LONGEST_GIVEN)


def on_one_line(text: str) -> str:
    """Write out what would break a line or hide on it."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def shortened(text: str, longest: int) -> str:
    """Cut a text that is too long."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def subschemas(schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Walk a schema and everything in it."""
    waiting: list[Any] = [schema]
    while waiting:
        each = waiting.pop()
        yield each
        for keyword in ("properties", "$defs"):
            waiting.extend(each.get(keyword, {}).values())
        for keyword in ("prefixItems", "oneOf", "anyOf"):
            waiting.extend(each.get(keyword, ()))
        inner = (each.get("items"), each.get("additionalProperties"))
        waiting.extend(one for one in inner if isinstance(one, dict))


def declared_names(schema: Mapping[str, Any]) -> frozenset[str]:
    """Collect the names of all properties of a schema."""
    return frozenset(name for each in subschemas(schema) for name in each.get("properties", {}))
