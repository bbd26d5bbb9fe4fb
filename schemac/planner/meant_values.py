"""A value that its type does not take in, what was meant, or what stands in its way, out."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from schemac.diagnostics.suggest import did_you_mean
from schemac.plan.layers import layer
from schemac.plan.nodes import NO_CONSTRAINTS, Const, ListOf, MapOf, Ref, Scalar, Union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.nodes import Node
    from schemac.planner.acceptance import Acceptance
    from schemac.planner.table import Entry

__all__ = ["hint_for"]

_MOST = 200
"""Members of a type that are looked at."""
_MANY = 8
"""Values that are listed."""


def hint_for(
    name: str, text: str, node: Node, acceptance: Acceptance, entries: Sequence[Entry]
) -> str | None:
    """Give a hint for the value of `@default` or `@example`, the JSON of which is `text`."""
    value = json.loads(text)
    other = _otherwise(value, text)
    if other is not None and acceptance.of(node, other).sides:
        return f"write `@{name}({json.dumps(other, ensure_ascii=False)})`"
    members = _members(node, entries)
    literals = [json.loads(each.text) for each in members if isinstance(each, Const)]
    if literals and len(literals) == len(members):
        words = [each for each in literals if isinstance(each, str)]
        near = did_you_mean(value, words) if isinstance(value, str) else None
        if near is not None:
            return f"did you mean `{near}`?"
        shown = ", ".join(f"`{json.dumps(each, ensure_ascii=False)}`" for each in literals[:_MANY])
        return f"it takes {shown}{' and others' if len(literals) > _MANY else ''}"
    return _bounds(value, members[0], acceptance) if len(members) == 1 else None


def _otherwise(value: object, text: str) -> str | None:
    """Give the text that a value may have been meant as, if it may."""
    if isinstance(value, str):
        return value[1:] if value.startswith(":") else None
    return None if value is None else text


def _members(node: Node, entries: Sequence[Entry]) -> list[Node]:
    """Give what a value may be, through names and unions, null aside."""
    found: list[Node] = []
    todo, known = [node], set[int]()
    while todo and len(found) < _MOST:
        match todo.pop():
            case Union(members=members):
                todo.extend(member.type for member in reversed(members))
            case Ref() as use:
                if use.target not in known and (body := entries[use.target].body) is not None:
                    known.add(use.target)
                    todo.append(layer(body, use))
            case Scalar(kind="null"):
                pass
            case other:
                found.append(other)
    return found


def _bounds(value: object, node: Node, acceptance: Acceptance) -> str | None:
    """Say which bounds are in the way of a value that the type would take without them."""
    if not isinstance(node, Scalar | ListOf | MapOf):
        return None
    if not acceptance.of(replace(node, constraints=NO_CONSTRAINTS), value).sides:
        return None
    given = asdict(node.constraints)
    wrong = [
        f"@{key}({'' if bound is True else bound})"
        for key, bound in given.items()
        if bound is not None
        and bound is not False
        and not _fits({key: bound}, value, node, acceptance)
    ]
    return f"`{' '.join(wrong)}` leaves it out" if wrong else None


def _fits(
    bound: dict[str, Any], value: object, node: Scalar | ListOf | MapOf, acceptance: Acceptance
) -> bool:
    """Tell whether one bound alone takes the value in."""
    alone = replace(NO_CONSTRAINTS, **bound)
    return bool(acceptance.of(replace(node, constraints=alone), value).sides)
