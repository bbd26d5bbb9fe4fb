"""A node in, a test of exact JSON values out: whether a projected value is valid for a variant.

The whole value is always judged by the real validator; this judges one variant of a union, where
several could take the value.
"""

from __future__ import annotations

import binascii
import json
import math
from base64 import b64decode
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from schemac.enforce.sets import identity
from schemac.enforce.validate import Validator
from schemac.plan.nodes import (
    Anything,
    Const,
    Constraints,
    ListOf,
    MapOf,
    Node,
    Nothing,
    Record,
    Ref,
    Scalar,
    ScalarKind,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.enforce.types import Types
    from schemac.enforce.values import Wire

    Sound: TypeAlias = "Mapping[tuple[int, int], object]"
    """Values already known to fit a union: its number and the value's id, and the value."""

    Check: TypeAlias = "Callable[[Wire, Sound], bool]"
    Leaf: TypeAlias = "Callable[[Wire], bool]"

__all__ = ["Fits", "is_base64", "leaf_schema", "same_literal"]

WIRE_FORMATS: Mapping[str, str] = {
    "date": "date",
    "datetime": "date-time",
    "duration": "duration",
    "uuid": "uuid",
}
DECIMAL_PATTERN = r"^-?[0-9]+(\.[0-9]+)?$"


class Fits:
    """Makes the tests of one shape; `closed` where undeclared keys are refused everywhere."""

    def __init__(self, types: Types, *, closed: bool = False) -> None:
        self._types = types
        self._closed = closed
        self._units: dict[Ref, Check] = {}

    def check(self, node: Node) -> Check:  # noqa: C901 - one case for each node of a closed union
        """Make the test of one node."""
        match node:
            case Scalar(kind=kind, constraints=constraints):
                return _leaf(scalar_check(kind, constraints))
            case Const():
                return _leaf(const_check(node))
            case Anything():
                return _leaf(_always)
            case Nothing():
                return _leaf(_never)
            case ListOf():
                return self._list(node)
            case TupleOf(items=items):
                return _tuple_check(tuple(self._later(item) for item in items))
            case MapOf():
                return self._map(node)
            case Record():
                return self._record(node)
            case Union():
                return self._union(node)
            case Ref():
                return self._named(node)
            case _:
                assert_never(node)

    def _later(self, node: Node) -> Check:
        """Make a test at once if it is small, else when it is first asked for."""
        if isinstance(node, Scalar | Const | Anything | Nothing):
            return self.check(node)
        made: list[Check] = []

        def check_later(value: Wire, sound: Sound) -> bool:
            if not made:
                made.append(self.check(node))
            return made[0](value, sound)

        return check_later

    def _named(self, node: Ref) -> Check:
        check = self._units.get(node)
        if check is None:
            check = self._units[node] = self.check(self._types.effective(node))
        return check

    def _list(self, node: ListOf) -> Check:
        item = self._later(node.item)
        within = _count_check(node.constraints)
        unique = node.constraints.unique or node.is_set

        def check_list(value: Wire, sound: Sound) -> bool:
            return (
                type(value) is list
                and within(value)
                and all(item(each, sound) for each in value)
                and not (unique and len({identity(each) for each in value}) != len(value))
            )

        return check_list

    def _map(self, node: MapOf) -> Check:
        key, item = self._later(node.key), self._later(node.value)
        within = _count_check(node.constraints)

        def check_map(value: Wire, sound: Sound) -> bool:
            return (
                type(value) is dict
                and within(value)
                and all(key(name, sound) and item(each, sound) for name, each in value.items())
            )

        return check_map

    def _record(self, node: Record) -> Check:
        fields = {field.name: self._later(field.type) for field in node.fields}
        required = tuple(field.name for field in node.fields if field.required)
        closed = node.closed or self._closed
        pairs = _dependent(node)

        def check_record(value: Wire, sound: Sound) -> bool:
            if type(value) is not dict or any(name not in value for name in required):
                return False
            for name, inner in value.items():
                check = fields.get(name)
                if closed if check is None else not check(inner, sound):
                    return False
            return all(needed in value for given, needed in pairs if given in value)

        return check_record

    def _union(self, node: Union) -> Check:
        """Test members in order; an object that was settled for this union is not tested anew."""
        checks = tuple(self._later(member.type) for member in node.members)
        number = self._types.number(node)

        def check_union(value: Wire, sound: Sound) -> bool:
            if (number, id(value)) in sound:
                return True
            return any(check(value, sound) for check in checks)

        return check_union


def scalar_check(kind: ScalarKind, constraints: Constraints) -> Leaf:
    """Make the test of a scalar; what has a bound or a format is asked of the real validator."""
    plain = _PLAIN_CHECKS[kind]
    schema = leaf_schema(kind, constraints)
    if set(schema) <= {"type"}:
        return plain
    judge = Validator(schema).is_valid
    return lambda value: plain(value) and judge(value)


def leaf_schema(kind: ScalarKind, constraints: Constraints) -> dict[str, Any]:
    """Give what the validator has to know about a scalar."""
    numeric = kind in {"integer", "number"}
    schema: dict[str, Any] = {"type": kind if kind in _JSON_KINDS else "string"}
    asked = (
        ("minimum" if numeric else "minLength", constraints.min),
        ("maximum" if numeric else "maxLength", constraints.max),
        ("exclusiveMinimum", constraints.exclusive_min),
        ("exclusiveMaximum", constraints.exclusive_max),
        ("multipleOf", constraints.multiple_of),
        ("pattern", DECIMAL_PATTERN if kind == "decimal" else constraints.pattern),
        ("format", WIRE_FORMATS.get(kind, constraints.format)),
    )
    schema.update((keyword, value) for keyword, value in asked if value is not None)
    return schema


def const_check(node: Const) -> Leaf:
    """Make the test of a literal."""
    literal = json.loads(node.text)
    return lambda value: same_literal(value, literal)


def same_literal(value: object, literal: object) -> bool:
    """Compare as JSON does: `1` is `1.0`, and neither is `true`."""
    alike = type(value) is type(literal) or (type(value) in _NUMBERS and type(literal) in _NUMBERS)
    return alike and value == literal


def is_base64(value: str) -> bool:
    """Say whether a string decodes, padding and alphabet taken strictly."""
    try:
        b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True


def _is_text(value: object) -> bool:
    if type(value) is not str:
        return False
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_integer(value: object) -> bool:
    return type(value) is int or (type(value) is float and value.is_integer())


def _is_number(value: object) -> bool:
    return type(value) is int or (type(value) is float and math.isfinite(value))


def _is_bytes(value: object) -> bool:
    return type(value) is str and is_base64(value)


_NUMBERS = (int, float)
_JSON_KINDS = frozenset({"string", "integer", "number", "boolean", "null"})
_PLAIN_CHECKS: Mapping[ScalarKind, Leaf] = {
    "string": _is_text,
    "integer": _is_integer,
    "number": _is_number,
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
    "date": _is_text,
    "datetime": _is_text,
    "duration": _is_text,
    "uuid": _is_text,
    "decimal": _is_text,
    "bytes": _is_bytes,
}


def _always(_value: object) -> bool:
    return True


def _never(_value: object) -> bool:
    return False


def _leaf(check: Leaf) -> Check:
    return lambda value, _sound: check(value)


def _tuple_check(checks: tuple[Check, ...]) -> Check:
    def check_tuple(value: Wire, sound: Sound) -> bool:
        return (
            type(value) is list
            and len(value) == len(checks)
            and all(check(item, sound) for check, item in zip(checks, value, strict=True))
        )

    return check_tuple


def _count_check(constraints: Constraints) -> Leaf:
    least = 0 if constraints.min is None else constraints.min
    most = math.inf if constraints.max is None else constraints.max
    return lambda value: least <= len(value) <= most


def _dependent(node: Record) -> tuple[tuple[str, str], ...]:
    names = {field.name for field in node.fields}
    return tuple(
        (other, field.name) for field in node.fields for other in field.depends_on if other in names
    )
