"""Answers of a caller's `default_for` in, those that the caller's view accepts whole out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.enforce.fits import Fits
from schemac.enforce.foreign import foreign
from schemac.enforce.project.anything import plain_json
from schemac.enforce.project.outgoing import Outgoing
from schemac.enforce.project.places import TOP
from schemac.enforce.project.walk import Walk
from schemac.enforce.sets import compact
from schemac.enforce.types import Types, parts
from schemac.plan.model import Shape
from schemac.plan.nodes import Record, Ref

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.nodes import Field, Node

__all__ = ["accepted_defaults", "may_be_default"]

MOST_SPENT = 1 << 20
DEEPEST = 64


def accepted_defaults(shape: Shape, answers: Mapping[str, object]) -> dict[Field, str]:
    """Give the JSON text of each answer by the field that asked for it.

    An answer is a Python value, as a handler might return it. None, and whatever the field's type
    in this view does not accept whole, is left out.
    """
    found: dict[Field, str] = {}
    for field in _asking(shape):
        answer = answers.get(field.default_for or "")
        if answer is not None:
            text = _accepted(shape, field, answer)
            if text is not None:
                found[field] = text
    return found


def may_be_default(shape: Shape, key: str, answer: object) -> bool:
    """Say whether some field that asks for the key takes the answer.

    JSON is taken by any variant here, not only by the one that it would be cut to: with more
    variants than one caller has, another may be closer.
    """
    asking = [field for field in _asking(shape) if field.default_for == key]
    return any(
        _accepted(shape, field, answer) is not None or _takes_json(shape, field, answer)
        for field in asking
    )


def _takes_json(shape: Shape, field: Field, answer: object) -> bool:
    try:
        wire = plain_json(answer, Walk(MOST_SPENT), "", DEEPEST)
        return Fits(Types(shape.types), closed=True).check(field.type)(wire, {})
    except foreign():  # as below
        return False


def _accepted(shape: Shape, field: Field, answer: object) -> str | None:
    walk = Walk(MOST_SPENT)
    types = Types(shape.types)
    try:
        project = Outgoing(Shape(field.type, shape.types), DEEPEST).node(field.type, TOP)
        wire = project(answer, walk)
        if walk.cuts or not Fits(types, closed=True).check(field.type)(wire, {}):
            return None
        return compact(wire)
    except foreign():  # Misfit, and whatever an application's object may raise
        return None


def _asking(shape: Shape) -> list[Field]:
    """List the fields with a default asked for, in order of declaration."""
    found: dict[Field, None] = {}
    seen: set[int] = set()
    waiting: list[Node] = [shape.root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Ref):
            if node.target not in seen:
                seen.add(node.target)
                waiting.append(shape.types[node.target].body)
            continue
        if isinstance(node, Record):
            found.update((field, None) for field in node.fields if field.default_for is not None)
        waiting.extend(reversed(list(parts(node))))
    return list(found)
