"""Failures of a validator in, violations that a model can act on out: the caller's schema only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.enforce.fits import same_literal
from schemac.enforce.outcomes import Violation
from schemac.enforce.project.walk import escaped
from schemac.enforce.wording import (
    describe,
    given,
    listed,
    literals_of,
    on_one_line,
    one_of,
    quoted,
    resolved,
    shortened,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from schemac.enforce.validate import Failure, Step
    from schemac.enforce.values import Raw

__all__ = ["MOST_VIOLATIONS", "violations_of"]

MOST_VIOLATIONS = 20
LONGEST_PATTERN = 120
LONGEST_NAME = 60

_LIMITS: Mapping[str, str] = {
    "minimum": "at least {limit}",
    "maximum": "at most {limit}",
    "exclusiveMinimum": "more than {limit}",
    "exclusiveMaximum": "less than {limit}",
    "minLength": "at least {limit} characters",
    "maxLength": "at most {limit} characters",
    "minItems": "at least {limit} items",
    "maxItems": "at most {limit} items",
    "minProperties": "at least {limit} keys",
    "maxProperties": "at most {limit} keys",
}
_SHOWN_IN_FULL = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})


def violations_of(failures: Iterable[Failure], schema: Mapping[str, Any]) -> tuple[Violation, ...]:
    """Word the failures, by pointer and each once, twenty at most."""
    found = {each for failure in failures for each in _worded(failure, schema)}
    ordered = sorted(found, key=lambda each: (each.pointer, each.expected))
    return tuple(ordered[:MOST_VIOLATIONS])


def pointer_of(path: Iterable[Step]) -> str:
    """Write a path as a JSON Pointer, long keys shortened."""
    return "".join(escaped(shortened(on_one_line(str(step)), LONGEST_NAME)) for step in path)


def _worded(failure: Failure, schema: Mapping[str, Any]) -> Iterator[Violation]:
    pointer = pointer_of(failure.path)
    match failure.keyword:
        case "anyOf" | "oneOf":
            yield from _union(failure, schema, pointer)
        case "required" | "dependentRequired":
            yield _required(failure, schema)
        case "additionalProperties" | "falseSchema":
            yield from _undeclared(failure, schema)
        case "propertyNames":
            key = pointer_of((*failure.path, str(failure.detail)))
            yield Violation(key, f"expected as a key {_key_words(failure, schema)}")
        case _:
            yield Violation(pointer, _plain(failure, schema))


def _plain(failure: Failure, schema: Mapping[str, Any]) -> str:
    """Word what one keyword wanted of one value."""
    keyword, detail = failure.keyword, failure.detail or {}
    if keyword in _LIMITS:
        words = "expected " + _LIMITS[keyword].format(limit=quoted(detail.get("limit")))
        return words + (f", got {given(failure.instance)}" if keyword in _SHOWN_IN_FULL else "")
    match keyword:
        case "type" | "const" | "enum" | "format":
            words = describe(_parent(failure.schema_path, schema), schema)
            return f"expected {words}, got {given(failure.instance)}"
        case "pattern":
            pattern = shortened(on_one_line(str(detail.get("pattern"))), LONGEST_PATTERN)
            return f"expected a string that matches {pattern}, got {given(failure.instance)}"
        case "multipleOf":
            multiple = quoted(detail.get("multiple_of"))
            return f"expected a multiple of {multiple}, got {given(failure.instance)}"
        case "uniqueItems":
            return "expected no item twice"
        case "not":
            return "no value is accepted here"
        case _:
            return "expected a value of the declared type"


def _required(failure: Failure, schema: Mapping[str, Any]) -> Violation:
    """Point at the property that is missing."""
    name = str((failure.detail or {}).get("property", ""))
    properties = _parent(failure.schema_path, schema).get("properties", {})
    words = describe(properties.get(name, {}), schema)
    return Violation(pointer_of((*failure.path, name)), f"required, expected {words}")


def _undeclared(failure: Failure, schema: Mapping[str, Any]) -> Iterator[Violation]:
    """Point at each key that no field is declared for."""
    properties = _parent(failure.schema_path, schema).get("properties", {})
    fields = listed(map(quoted, properties))
    words = (
        f"no such field, leave it out; the fields are {fields}"
        if fields
        else ("no such field, leave it out; there are none")
    )
    for key in (failure.detail or {}).get("unexpected", ())[:MOST_VIOLATIONS]:
        yield Violation(pointer_of((*failure.path, key)), words)


def _key_words(failure: Failure, schema: Mapping[str, Any]) -> str:
    names: Any = schema
    for step in failure.schema_path:
        names = names[step]
        if step == "propertyNames":
            break
    literals = literals_of(names)
    return one_of(map(quoted, literals)) if literals else "a string of the declared form"


def _union(failure: Failure, schema: Mapping[str, Any], pointer: str) -> Iterator[Violation]:
    """Word the failures of the one member that was meant, else what the union expects."""
    members = [resolved(each, schema) for each in _at(failure.schema_path, schema)]
    meant = _meant(failure.instance, members, schema)
    if meant is not None and meant < len(failure.branches) and failure.branches[meant]:
        for inner in failure.branches[meant]:
            yield from _worded(inner, schema)
        return
    words = one_of(describe(each, schema) for each in members)
    yield Violation(pointer, f"expected {words}, got {given(failure.instance)}")


def _meant(
    value: object, members: Sequence[Mapping[str, Any]], schema: Mapping[str, Any]
) -> int | None:
    """Find the member whose literals match, or the only one of the value's JSON type."""
    scores = [_score(value, each, schema) for each in members]
    best = max(scores, default=-1)
    if best < 0 or scores.count(best) != 1:
        return None
    return scores.index(best)


def _score(value: object, member: Mapping[str, Any], schema: Mapping[str, Any]) -> int:
    """Count matching literals; below zero if a literal or the type speaks against the member."""
    kinds = member.get("type")
    if kinds is None or not _of_types(value, [kinds] if isinstance(kinds, str) else kinds):
        return -1
    if not isinstance(value, dict):
        return 0
    score = 0
    for name in member.get("required", ()):
        literals = literals_of(resolved(member.get("properties", {}).get(name, {}), schema))
        if literals is not None and name in value:
            if not any(same_literal(value[name], each) for each in literals):
                return -1
            score += 1
    return score


def _of_types(value: object, kinds: Iterable[str]) -> bool:
    return any(type(value) in _JSON_TYPES[kind] for kind in kinds)


_JSON_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int, float),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}


def _at(path: Sequence[Step], schema: Mapping[str, Any]) -> Raw:
    found: Any = schema
    for step in path:
        found = found[step]
    return found


def _parent(path: Sequence[Step], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = _at(path[:-1], schema)
    return found
