"""A value and the members of a union in, the member that was meant out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.enforce.fits import same_literal
from schemac.enforce.wording import literals_of, resolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["meant"]


def meant(
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
        return _scalar_score(value, literals_of(member))
    score = 0
    for name in member.get("required", ()):
        literals = literals_of(resolved(member.get("properties", {}).get(name, {}), schema))
        if literals is not None and name in value:
            if not any(same_literal(value[name], each) for each in literals):
                return -1
            score += 1
    return score


def _scalar_score(value: object, literals: Sequence[object] | None) -> int:
    """Say that a scalar was not meant to be one of literals that it is none of."""
    return -1 if literals is not None and not any(same_literal(value, e) for e in literals) else 0


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
