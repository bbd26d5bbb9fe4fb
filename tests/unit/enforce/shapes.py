"""Short ways to write shapes, and enforcers whose schema is emitted from them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from schemac.emit import emit_schema
from schemac.enforce import (
    Accepted,
    Breach,
    EnforceOptions,
    InputEnforcer,
    OutputEnforcer,
    Projected,
    Refused,
    input_enforcer,
    output_enforcer,
)
from schemac.plan.model import Shape
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
    Node,
    Record,
    Scalar,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

STRING = Scalar("string")
INTEGER = Scalar("integer")
NUMBER = Scalar("number")
BOOLEAN = Scalar("boolean")
NULL = Scalar("null")
DATE = Scalar("date")
DATETIME = Scalar("datetime")
DURATION = Scalar("duration")
UUID_ = Scalar("uuid")
DECIMAL = Scalar("decimal")
BYTES = Scalar("bytes")
ANY = Anything()


def const(value: bool | float | str) -> Const:  # noqa: FBT001 - a literal, no switch
    kinds: dict[type, Any] = {bool: "boolean", int: "integer", float: "number", str: "string"}
    return Const(kinds[type(value)], json.dumps(value))


def union(*members: Node) -> Union:
    return Union(tuple(Member(member) for member in members))


def maybe(node: Node) -> Union:
    return union(node, NULL)


def record(*, closed: bool = False, **fields: Node | Field) -> Record:
    """Make a record; a name with a leading `_` may be absent."""
    made = []
    for name, node in fields.items():
        if isinstance(node, Field):
            made.append(node)
        else:
            made.append(Field(name.removeprefix("_"), node, required=not name.startswith("_")))
    return Record(tuple(made), closed=closed)


def items(node: Node, constraints: Constraints = NO_CONSTRAINTS) -> ListOf:
    return ListOf(node, constraints=constraints)


def set_of(node: Node) -> ListOf:
    return ListOf(node, is_set=True, constraints=Constraints(unique=True))


def map_of(value: Node, key: Node = STRING) -> MapOf:
    return MapOf(key, value)


def named(**bodies: Node) -> dict[int, NamedType]:
    """Number types in the order given: the first is 0."""
    return {index: NamedType(name, body) for index, (name, body) in enumerate(bodies.items())}


def taking(
    root: Node, types: Mapping[int, NamedType] | None = None, **options: Any
) -> InputEnforcer:
    shape = Shape(root, types or {})
    closed = options.get("undeclared") == "reject"
    return input_enforcer(shape, emit_schema(shape, closed=closed), EnforceOptions(**options))


def giving(
    root: Node, types: Mapping[int, NamedType] | None = None, **options: Any
) -> OutputEnforcer:
    shape = Shape(root, types or {})
    return output_enforcer(shape, emit_schema(shape), EnforceOptions(**options))


def accepted(enforcer: InputEnforcer, arguments: dict[str, Any]) -> dict[str, Any]:
    """Give the arguments that the handler gets."""
    answer = enforcer.accept(arguments)
    assert isinstance(answer, Accepted), answer
    return answer.arguments


def refused(enforcer: InputEnforcer, arguments: dict[str, Any]) -> list[str]:
    """Give the lines that the model reads."""
    answer = enforcer.accept(arguments)
    assert isinstance(answer, Refused), answer
    return [str(violation) for violation in answer.violations]


def projected(enforcer: OutputEnforcer, value: object) -> Any:
    """Give what leaves, by way of the text that is sent."""
    answer = enforcer.project(value)
    assert isinstance(answer, Projected), answer
    assert json.loads(answer.text) == answer.value
    return answer.value


def breach(enforcer: OutputEnforcer, value: object) -> tuple[str, str]:
    """Give where and by which keyword the contract is broken."""
    answer = enforcer.project(value)
    assert isinstance(answer, Breach), answer
    return answer.pointer, answer.keyword


def out(node: Node, value: object, **options: Any) -> Any:
    """Project one value of a field `v`."""
    return projected(giving(record(v=node), **options), {"v": value})["v"]


def out_breach(node: Node, value: object, **options: Any) -> tuple[str, str]:
    """Break the contract of a field `v`."""
    return breach(giving(record(v=node), **options), {"v": value})


def into(node: Node, value: object, **options: Any) -> Any:
    """Accept one value of a field `v`."""
    return accepted(taking(record(v=node), **options), {"v": value})["v"]


def into_refused(node: Node, value: object, **options: Any) -> list[str]:
    """Refuse one value of a field `v`."""
    return refused(taking(record(v=node), **options), {"v": value})


POINT = record(x=INTEGER, _label=STRING)
