"""A schema and a value that is not valid in, what is wrong with it out, one by one.

The engine can list every error of a value itself, but it makes them all, those of every member of
every union on the way included: exponential in a value's depth, and the value is a stranger's. So
the walk is ours and lazy, one member of a union is followed at most, and each place is judged by
the engine on its own: the value without what is in it, the schema without what it says of that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from schemac.enforce.meant import meant
from schemac.enforce.validate import Fault, Validator
from schemac.enforce.wording import resolved

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Explainer", "Failure", "Step"]

Step: TypeAlias = "str | int"
Schema: TypeAlias = Mapping[str, Any]

_INSIDE = frozenset(
    {"properties", "items", "prefixItems", "additionalProperties", "propertyNames", "anyOf"}
    | {"oneOf", "$defs", "$ref"}
)
_WORDS = frozenset({"title", "description", "default", "examples", "deprecated"})


@dataclass(frozen=True, slots=True)
class Failure:
    """One thing wrong with a value.

    `path` leads to the value `instance`, `schema` is where `keyword` stands, and `detail` is the
    missing property, the undeclared keys, or the key that a map refuses.
    """

    path: tuple[Step, ...]
    keyword: str
    schema: Schema
    instance: Any = None
    detail: Any = None


class Explainer:
    """Lists failures for one schema; keeps the engine's small judges by place in the schema."""

    def __init__(self, schema: Schema) -> None:
        self._root = schema
        self._engines: dict[tuple[int, str], tuple[Schema, Validator | None]] = {}

    def failures(self, value: object) -> Iterator[Failure]:
        """Give what is wrong in the order of pointers; take no more than is wanted.

        An object's own faults come first, then names by their text and items by their number: the
        order in which a caller wrote keys says nothing.
        """
        return self._walk(self._root, value, ())

    def _walk(self, schema: Schema, value: object, path: tuple[Step, ...]) -> Iterator[Failure]:
        node = resolved(schema, self._root)
        own = list(self._own(schema, node, value, path))
        yield from (failure for failure in own if failure.keyword != "required")
        if any(failure.keyword == "type" for failure in own):
            return
        for word in ("anyOf", "oneOf"):
            if word in node:
                yield from self._union(schema, node, word, value, path)
        missing = {str(failure.detail): failure for failure in own if failure.keyword == "required"}
        if isinstance(value, dict):
            yield from self._object(node, value, path, missing)
        elif isinstance(value, list):
            yield from self._list(node, value, path)

    def _own(
        self, schema: Schema, node: Schema, value: object, path: tuple[Step, ...]
    ) -> Iterator[Failure]:
        engine = self._engine(schema, "own", _without_insides(node))
        if engine is None:
            return
        for fault in engine.faults(_hollow(value, node)):
            yield from _told(fault, node, value, path)

    def _union(
        self, schema: Schema, node: Schema, word: str, value: object, path: tuple[Step, ...]
    ) -> Iterator[Failure]:
        members = node[word]
        number = meant(value, [resolved(each, self._root) for each in members], self._root)
        if number is not None:
            yield from self._walk(members[number], value, path)
            return
        alone = {word: members, "$defs": self._root.get("$defs", {})}
        engine = self._engine(schema, word, alone)
        if engine is None or not engine.is_valid(value):
            yield Failure(path, word, node, value)

    def _object(
        self,
        node: Schema,
        value: dict[str, Any],
        path: tuple[Step, ...],
        missing: Mapping[str, Failure],
    ) -> Iterator[Failure]:
        """Judge keys, and the values of those that may be there."""
        properties: Schema = node.get("properties", {})
        others = node.get("additionalProperties", True)
        names: Schema = node.get("propertyNames", {})
        engine = self._engine(names, "keys", names) if names else None
        for key in sorted([*value, *missing], key=str):
            if key in missing:
                yield missing[key]
            elif engine is not None and not engine.is_valid(key):
                yield Failure(path, "propertyNames", node, None, key)
            elif key in properties:
                yield from self._walk(properties[key], value[key], (*path, key))
            elif isinstance(others, Mapping):
                yield from self._walk(others, value[key], (*path, key))
            elif others is False:
                yield Failure(path, "additionalProperties", node, value, [key])

    def _list(self, node: Schema, value: list[Any], path: tuple[Step, ...]) -> Iterator[Failure]:
        first: list[Schema] = node.get("prefixItems", [])
        for at, (inner, item) in enumerate(zip(first, value, strict=False)):
            yield from self._walk(inner, item, (*path, at))
        rest = node.get("items")
        if isinstance(rest, Mapping) and rest:
            for at in range(len(first), len(value)):
                yield from self._walk(rest, value[at], (*path, at))

    def _engine(self, place: Schema, use: str, schema: Schema) -> Validator | None:
        """Give the judge of a place; None where there is nothing to judge."""
        key = (id(place), use)
        kept = self._engines.get(key)
        if kept is None:
            # The place is kept with its judge, so that its id stays its own.
            kept = self._engines[key] = (place, Validator(dict(schema)) if schema else None)
        return kept[1]


def _without_insides(node: Schema) -> Schema:
    return {word: each for word, each in node.items() if word not in _INSIDE | _WORDS}


def _hollow(value: object, node: Schema) -> object:
    """Give a value of the same type, keys and length, empty inside where nobody asks for that."""
    if isinstance(value, dict):
        return dict.fromkeys(value)
    if isinstance(value, list) and not node.get("uniqueItems"):
        return [None] * len(value)
    return value


def _told(fault: Fault, node: Schema, value: object, path: tuple[Step, ...]) -> Iterator[Failure]:
    yield Failure(path, fault.keyword, node, value, fault.detail)
