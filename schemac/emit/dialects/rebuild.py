"""A schema and a rule in, the schema rebuilt by the rule from the inside out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from schemac.emit.dialects.model import Loss
from schemac.emit.keywords import KEY_ORDER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from schemac.emit.dialects.model import LossCode

__all__ = [
    "MANY",
    "NAMED",
    "ONE",
    "PREFIX",
    "Place",
    "Schema",
    "in_order",
    "inside",
    "pointer_to",
    "rebuilt",
    "without_dead",
]

Schema: TypeAlias = "dict[str, Any]"

ONE = frozenset({"additionalProperties", "items"})
MANY = frozenset({"prefixItems", "oneOf", "anyOf"})
NAMED = frozenset({"properties", "$defs"})
"""Keywords that hold one schema, a list of them, schemas by name.

`not` and `propertyNames` are left out: no dialect but the full one says either, so they are kept
whole for the description.
"""

PREFIX = "#/$defs/"
"""What stands before the name of a definition in a reference."""

_RANK = {key: rank for rank, key in enumerate(KEY_ORDER)}


@dataclass(slots=True)
class Place:
    """Where a rule is at work, and the ledger of what is lost there."""

    pointer: str = ""
    losses: list[Loss] = field(default_factory=list)

    def lose(self, keyword: str, reason: str, code: LossCode = "SC502") -> None:
        """Note what the consumer will not see."""
        self.losses.append(Loss(self.pointer, keyword, reason, code))

    def forget(self, keyword: str) -> None:
        """Leave out what was noted behind a keyword of this place, which goes as a whole."""
        start = len(self.losses)
        while start and _is_at(self.losses[start - 1].pointer, self.pointer):
            start -= 1
        gone = pointer_to(self.pointer, keyword)
        kept = [loss for loss in self.losses[start:] if not _is_at(loss.pointer, gone)]
        self.losses[start:] = kept


def pointer_to(pointer: str, *keys: str | int) -> str:
    """Give the pointer to what is inside."""
    escaped = (str(key).replace("~", "~0").replace("/", "~1") for key in keys)
    return "/".join((pointer, *escaped))


def in_order(schema: Schema) -> Schema:
    """Give the schema with its keywords in order, those that JSON Schema has not last."""
    return dict(sorted(schema.items(), key=lambda item: _RANK.get(item[0], len(_RANK))))


def rebuilt(schema: Schema, place: Place, rule: Callable[[Schema, Place], Schema]) -> Schema:
    """Give what the rule makes of the schema; those inside it come first. One frame a level."""
    pointer = place.pointer
    result: Schema = {}
    for key, value in schema.items():
        if key in ONE and isinstance(value, dict):
            place.pointer = pointer_to(pointer, key)
            result[key] = rebuilt(value, place, rule)
        elif key in MANY:
            parts: list[Schema] = []
            for index, part in enumerate(value):
                place.pointer = pointer_to(pointer, key, index)
                parts.append(rebuilt(part, place, rule))
            result[key] = parts
        elif key in NAMED:
            named: Schema = {}
            for name, part in value.items():
                place.pointer = pointer_to(pointer, key, name)
                named[name] = rebuilt(part, place, rule)
            result[key] = named
        else:
            result[key] = value
    place.pointer = pointer
    return in_order(rule(result, place))


def without_dead(schema: Schema, place: Place) -> Schema:
    """Drop definitions that nothing refers to any more, and forget what was lost in them."""
    definitions = schema.get("$defs", {})
    used: set[str] = set()
    todo: list[Schema] = [{key: value for key, value in schema.items() if key != "$defs"}]
    while todo:
        part = todo.pop()
        todo.extend(inside(part))
        name = part.get("$ref", "").removeprefix(PREFIX)
        if name and name not in used:
            used.add(name)
            todo.append(definitions[name])
    dead = [pointer_to("", "$defs", name) for name in definitions if name not in used]
    if not dead:
        return schema
    place.losses[:] = [
        loss for loss in place.losses if not any(_is_at(loss.pointer, each) for each in dead)
    ]
    kept = {name: part for name, part in definitions.items() if name in used}
    rest = {key: value for key, value in schema.items() if key != "$defs"}
    return {**rest, "$defs": kept} if kept else rest


def inside(schema: Schema) -> Iterator[Schema]:
    """Give the schemas directly inside; what only looks like one, in data, is none."""
    for key, value in schema.items():
        if key in ONE and isinstance(value, dict):
            yield value
        elif key in MANY:
            yield from value
        elif key in NAMED:
            yield from value.values()


def _is_at(pointer: str, place: str) -> bool:
    return pointer == place or pointer.startswith(f"{place}/")
