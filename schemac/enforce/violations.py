"""Failures of a validator in, violations that a model can act on out: the caller's schema only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from schemac.enforce.outcomes import Violation
from schemac.enforce.project.walk import escaped
from schemac.enforce.wording import (
    choices,
    describe,
    given,
    listed,
    literals_of,
    on_one_line,
    one_of,
    quoted,
    shortened,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from schemac.enforce.explain import Failure, Step

__all__ = ["MOST_VIOLATIONS", "Way", "in_order", "pointer_of", "violations_of"]

Way: TypeAlias = "tuple[Step, ...]"

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
    """Word the failures, by where they are and each once, twenty at most."""
    found: dict[Violation, Way] = {}
    for failure in failures:
        for path, words in _worded(failure, schema):
            found.setdefault(Violation(pointer_of(path), words), path)
        if len(found) >= MOST_VIOLATIONS:
            break
    return in_order(found.items())


def in_order(found: Iterable[tuple[Violation, Way]]) -> tuple[Violation, ...]:
    """Sort violations by their ways, names by their text and items by their number; cut them."""
    ordered = sorted(found, key=lambda each: (_sortable(each[1]), each[0].expected))
    return tuple(violation for violation, _ in ordered[:MOST_VIOLATIONS])


def _sortable(path: Way) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in path)


def pointer_of(path: Iterable[Step]) -> str:
    """Write a path as a JSON Pointer, long keys shortened."""
    return "".join(escaped(shortened(on_one_line(str(step)), LONGEST_NAME)) for step in path)


def _worded(failure: Failure, schema: Mapping[str, Any]) -> Iterator[tuple[Way, str]]:
    """Give the ways to what is wrong, and what is expected there."""
    path = failure.path
    match failure.keyword:
        case "anyOf" | "oneOf":
            words = one_of(describe(each, schema) for each in choices(failure.schema, schema))
            yield path, f"expected {words}, got {given(failure.instance)}"
        case "required" | "dependentRequired":
            yield _required(failure, schema)
        case "additionalProperties":
            yield from _undeclared(failure)
        case "propertyNames":
            yield (*path, str(failure.detail)), f"expected as a key {_key_words(failure)}"
        case _:
            yield path, _plain(failure, schema)


def _plain(failure: Failure, schema: Mapping[str, Any]) -> str:
    """Word what one keyword wanted of one value."""
    keyword, asked = failure.keyword, failure.schema.get(failure.keyword)
    if keyword in _LIMITS:
        words = "expected " + _LIMITS[keyword].format(limit=quoted(asked))
        return words + (f", got {given(failure.instance)}" if keyword in _SHOWN_IN_FULL else "")
    match keyword:
        case "type" | "const" | "enum" | "format":
            return f"expected {describe(failure.schema, schema)}, got {given(failure.instance)}"
        case "pattern":
            pattern = shortened(on_one_line(str(asked)), LONGEST_PATTERN)
            return f"expected a string that matches {pattern}, got {given(failure.instance)}"
        case "multipleOf":
            return f"expected a multiple of {quoted(asked)}, got {given(failure.instance)}"
        case "uniqueItems":
            return "expected no item twice"
        case "not":
            return "no value is accepted here"
        case _:
            return "expected a value of the declared type"


def _required(failure: Failure, schema: Mapping[str, Any]) -> tuple[Way, str]:
    """Point at the property that is missing."""
    name = str(failure.detail or "")
    words = describe(failure.schema.get("properties", {}).get(name, {}), schema)
    return (*failure.path, name), f"required, expected {words}"


def _undeclared(failure: Failure) -> Iterator[tuple[Way, str]]:
    """Point at each key that no field is declared for."""
    fields = listed(map(quoted, failure.schema.get("properties", {})))
    words = (
        f"no such field, leave it out; the fields are {fields}"
        if fields
        else ("no such field, leave it out; there are none")
    )
    for key in (failure.detail or ())[:MOST_VIOLATIONS]:
        yield (*failure.path, key), words


def _key_words(failure: Failure) -> str:
    literals = literals_of(failure.schema["propertyNames"])
    return one_of(map(quoted, literals)) if literals else "a string of the declared form"
