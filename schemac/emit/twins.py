"""A view's named types in, the same with those told apart by what is hidden only made one out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.plan.nodes import Ref
from schemac.plan.sameness import same

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.plan.nodes import NamedType

__all__ = ["twin_key", "without_twins"]


def without_twins(types: Mapping[int, NamedType]) -> Mapping[int, NamedType]:
    """Make each instance of a generic that is like an earlier one in this view an alias of it.

    Arguments that differ in hidden parts make two types of one name: for this caller they are one,
    as they would be if nothing had been hidden.
    """
    alike: dict[tuple[str, str, str, str], list[int]] = {}
    for target, named in types.items():
        if named.file or named.owner:
            alike.setdefault(twin_key(named), []).append(target)
    groups = [group for group in alike.values() if len(group) > 1]
    if not groups:
        return types
    made = dict(types)
    names = {target: number for number, group in enumerate(groups) for target in group}
    for group in groups:
        for target, twin in _twins(group, types, names).items():
            made[target] = replace(types[target], body=Ref(twin))
    return made


def twin_key(named: NamedType) -> tuple[str, str, str, str]:
    """Give what types have in common that may be one for some caller."""
    return (named.file, named.owner, named.name, named.spelled or named.arguments)


def _twins(
    group: Sequence[int], types: Mapping[int, NamedType], names: Mapping[int, int]
) -> dict[int, int]:
    """Give for each type of a group the first that is the same, where that is another one."""
    firsts: list[int] = []
    found: dict[int, int] = {}
    for target in group:
        twin = next((first for first in firsts if _are_twins(first, target, types, names)), None)
        if twin is None:
            firsts.append(target)
        else:
            found[target] = twin
    return found


def _are_twins(
    one: int, other: int, types: Mapping[int, NamedType], names: Mapping[int, int]
) -> bool:
    """Compare bodies; that two names are the same is assumed while what they hold is compared."""
    met = {(one, other)}
    todo = [(one, other)]

    def same_uses(left: Ref, right: Ref) -> bool:
        if left == right:
            return True
        pair = (left.target, right.target)
        number = names.get(left.target)
        if replace(left, target=right.target) != right or number is None:
            return False
        if names.get(right.target) != number:
            return False
        if pair not in met:
            met.add(pair)
            todo.append(pair)
        return True

    while todo:
        left, right = todo.pop()
        if not same(types[left].body, types[right].body, same_uses):
            return False
    return True
