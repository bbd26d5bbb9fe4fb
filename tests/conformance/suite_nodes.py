"""A schema of the suite in, the plan nodes that say the same out, where our language can say it.

What our emitter never writes is refused with the keyword that cannot be said, never passed over.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    Anything,
    Const,
    Constraints,
    Field,
    ListOf,
    MapOf,
    Member,
    NamedType,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.plan.nodes import Node, ScalarKind

__all__ = ["Unsayable", "translated"]

WORDS = {"$schema", "$comment", "$defs", "title", "description", "default", "examples"}
TYPES = ("object", "array", "string", "number", "boolean", "null")
BY_TYPE: Mapping[str, dict[str, str]] = {
    "string": {"minLength": "min", "maxLength": "max", "pattern": "pattern", "format": "format"},
    "number": {
        "minimum": "min",
        "maximum": "max",
        "exclusiveMinimum": "exclusive_min",
        "exclusiveMaximum": "exclusive_max",
        "multipleOf": "multiple_of",
    },
    "array": {"minItems": "min", "maxItems": "max", "uniqueItems": "unique"},
    "object": {"minProperties": "min", "maxProperties": "max"},
}
SHAPING = {"type", "const", "enum", "anyOf", "$ref", "items", "prefixItems", "properties"}
SHAPING |= {"required", "additionalProperties", "propertyNames", "dependentRequired"}
SAYABLE = SHAPING.union(*BY_TYPE.values())
FORMATS: Mapping[str, ScalarKind] = {
    "date": "date",
    "date-time": "datetime",
    "duration": "duration",
    "uuid": "uuid",
}


class Unsayable(Exception):  # noqa: N818 - an answer about a schema, no error
    """Our language cannot say this; the argument is the reason's key."""


def translated(schema: Any, *, wire: bool = False) -> tuple[Node, tuple[NamedType, ...]]:
    """Translate a schema; `wire` makes scalars of our own (`Date`) of the formats that have one."""
    translator = _Translator(schema, wire=wire)
    root = translator.named("#")
    return root, translator.types()


class _Translator:
    def __init__(self, root: Any, *, wire: bool) -> None:
        self.root = root
        self.wire = wire
        self.numbers: dict[str, int] = {}
        self.bodies: dict[int, Node] = {}

    def types(self) -> tuple[NamedType, ...]:
        return tuple(NamedType(f"n{index}", self.bodies[index]) for index in sorted(self.bodies))

    def named(self, reference: str) -> Ref:
        """Use what a reference into the document names."""
        if reference not in self.numbers:
            number = self.numbers[reference] = len(self.numbers)
            self.bodies[number] = self.node(self.target(reference))
        return Ref(self.numbers[reference])

    def target(self, reference: str) -> Any:
        found = self.root
        if reference == "#":
            return found
        if not reference.startswith("#/$defs/") or "%" in reference:
            raise Unsayable("$ref elsewhere")
        for step in reference.removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        return found

    def node(self, schema: Any) -> Node:
        if isinstance(schema, bool):
            return Anything() if schema else Nothing()
        said = {key: each for key, each in schema.items() if key not in WORDS}
        for keyword in said:
            if keyword not in SAYABLE:
                raise Unsayable(keyword)
        for alone in ("$ref", "anyOf"):
            if alone in said:
                if len(said) > 1:
                    raise Unsayable(f"{alone} and more")
                return self.named(said[alone]) if alone == "$ref" else self.any_of(said[alone])
        if "const" in said or "enum" in said:
            return self.literals(said)
        if not said:
            return Anything()
        kinds = said.get("type", TYPES)
        kinds = (kinds,) if isinstance(kinds, str) else tuple(kinds)
        return _union([self.of_type(kind, said) for kind in kinds])

    def any_of(self, members: list[Any]) -> Node:
        return _union([self.node(each) for each in members])

    def literals(self, said: dict[str, Any]) -> Node:
        if len(said) > 1:
            raise Unsayable("literals and more")
        values = said["enum"] if "enum" in said else [said["const"]]
        return _union([_literal(each) for each in values])

    def of_type(self, kind: str, said: dict[str, Any]) -> Node:
        makers: dict[str, Callable[[dict[str, Any]], Node]] = {
            "object": self.object,
            "array": self.array,
            "string": self.string,
        }
        if kind in makers:
            return makers[kind](said)
        if kind in {"integer", "number"}:
            number: ScalarKind = "integer" if kind == "integer" else "number"
            return Scalar(number, _constraints("number", said))
        return Scalar("boolean" if kind == "boolean" else "null")

    def string(self, said: dict[str, Any]) -> Node:
        constraints = _constraints("string", said)
        if self.wire and constraints == Constraints(format=constraints.format):
            return Scalar(FORMATS[constraints.format or ""])
        return Scalar("string", constraints)

    def array(self, said: dict[str, Any]) -> Node:
        constraints = _constraints("array", said)
        if "prefixItems" not in said:
            return ListOf(self.node(said.get("items", True)), constraints=constraints)
        count = len(said["prefixItems"])
        if said.get("items") is not False or constraints != Constraints(min=count):
            raise Unsayable("prefixItems of no fixed length")
        return TupleOf(tuple(self.node(each) for each in said["prefixItems"]))

    def object(self, said: dict[str, Any]) -> Node:
        constraints = _constraints("object", said)
        rest = said.get("additionalProperties", True)
        if not said.keys() & {"properties", "required", "dependentRequired"}:
            if rest is False:
                return Record((), closed=True)
            return MapOf(self.keys(said), self.node(rest), constraints)
        if constraints != NO_CONSTRAINTS or "propertyNames" in said or rest not in (True, False):
            raise Unsayable("fields and free keys")
        return Record(self.fields(said), closed=rest is False)

    def fields(self, said: dict[str, Any]) -> tuple[Field, ...]:
        declared, required = said.get("properties", {}), said.get("required", [])
        needed = said.get("dependentRequired", {})
        names = [
            *declared,
            *required,
            *needed,
            *(each for more in needed.values() for each in more),
        ]
        return tuple(
            Field(
                name,
                self.node(declared.get(name, True)),
                required=name in required,
                depends_on=tuple(given for given, more in needed.items() if name in more),
            )
            for name in dict.fromkeys(names)
        )

    def keys(self, said: dict[str, Any]) -> Node:
        names = said.get("propertyNames", True)
        if isinstance(names, bool):
            return Scalar("string") if names else Nothing()
        key = self.node({"type": "string", **names} if not names.keys() & SHAPING else names)
        if isinstance(key, Union) and not all(isinstance(each.type, Const) for each in key.members):
            raise Unsayable("keys of another kind")
        return key


def _constraints(kind: str, said: dict[str, Any]) -> Constraints:
    known = BY_TYPE[kind]
    return Constraints(**{known[key]: each for key, each in said.items() if key in known})


def _union(nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else Union(tuple(Member(node) for node in nodes))


def _literal(value: Any) -> Node:
    if value is None:
        return Scalar("null")
    kinds: dict[type, Any] = {
        bool: "boolean",
        int: "integer",
        float: "number",
        str: "string",
    }
    if type(value) not in kinds:
        raise Unsayable("literals that are no scalars")
    return Const(kinds[type(value)], json.dumps(value, ensure_ascii=False))
