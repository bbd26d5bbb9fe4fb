"""Named types in, those with something left in them out: the least fixed point."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, assert_never

from schemac.plan.nodes import (
    Anything,
    Const,
    ListOf,
    MapOf,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.walk import children

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Field, Member, Node

__all__ = ["Leftovers", "has_value", "is_null", "reachable", "solve", "telling"]


def solve(
    targets: Iterable[int],
    references: Mapping[int, tuple[int, ...]],
    holds: Callable[[int, set[int]], bool],
) -> set[int]:
    """Give the smallest set of targets closed under `holds(target, the set so far)`.

    `holds` may look at nothing of the set but the target's references; a target is judged again
    only when one of those has come in, so the work is linear in the references.
    """
    order = tuple(targets)
    users: dict[int, list[int]] = {target: [] for target in order}
    for target in order:
        for used in references[target]:
            if used in users:
                users[used].append(target)
    found: set[int] = set()
    todo = deque(order)
    while todo:
        target = todo.popleft()
        if target not in found and holds(target, found):
            found.add(target)
            todo.extend(user for user in users[target] if user not in found)
    return found


def reachable(
    roots: Iterable[int],
    references: Mapping[int, tuple[int, ...]],
    wanted: Callable[[int], bool],
) -> tuple[int, ...]:
    """Give the wanted targets that the roots reach through wanted ones, inner ones first."""
    order: dict[int, None] = {}
    entered: set[int] = set()
    todo = [(root, False) for root in roots]
    while todo:
        target, is_done = todo.pop()
        if is_done:
            order[target] = None
        elif target not in entered and wanted(target):
            entered.add(target)
            todo.append((target, True))
            todo.extend((used, False) for used in references[target])
    return tuple(order)


def is_null(node: Node, null_types: set[int]) -> bool:
    """Tell whether the node is null and nothing else, `null_types` being the names that are."""
    if isinstance(node, Union):
        return all(is_null(member.type, null_types) for member in node.members)
    if isinstance(node, Ref):
        return node.target in null_types
    return isinstance(node, Scalar) and node.kind == "null"


def telling(union: Union, null_types: set[int], gated: Container[int]) -> Sequence[Member]:
    """Give the members by which a union is left: where nothing is of these, nothing is of it.

    Null is none of them. Where no more than null was written, it is what a gate may hide, `gated`
    being the names in reach of one; where there is no gate either, all of it.
    """
    told = [member for member in union.members if not is_null(member.type, null_types)]
    if not told:
        told = [member for member in union.members if _may_hide(member, gated)]
    return told or union.members


def _may_hide(member: Member, gated: Container[int]) -> bool:
    """Tell whether a gate may hide a member that is null and nothing else."""
    node = member.type
    if isinstance(node, Union) and member.gate is None:
        return any(_may_hide(inner, gated) for inner in node.members)
    return member.gate is not None or (isinstance(node, Ref) and node.target in gated)


def has_value(node: Node, found: set[int]) -> bool:  # noqa: C901 - one frame a level
    """Tell whether some finite value fits, given the named types that have one.

    A type whose every field may be absent has one, even if all of them lead back to it.
    """
    match node:
        case Scalar() | Const() | Anything() | Nothing() | ListOf() | MapOf():
            return True
        case Ref():
            return node.target in found
        case TupleOf():
            for item in node.items:  # noqa: SIM110 - a generator would be a frame
                if not has_value(item, found):
                    return False
            return True
        case Record():
            for field in node.fields:
                if field.required and not has_value(field.type, found):
                    return False
            return True
        case Union():
            for member in node.members:  # noqa: SIM110 - as above
                if has_value(member.type, found):
                    return True
            return False
        case _:
            assert_never(node)


class Leftovers:
    """What has something left for one caller, given the named types that have.

    `always` are named types that have something left for every caller.
    """

    def __init__(
        self,
        is_open: Callable[[Gate | None], bool],
        shows: Callable[[Field], bool],
        null_types: set[int],
        gated: set[int],
        always: set[int],
    ) -> None:
        self._is_open = is_open
        self._shows = shows
        self._null_types = null_types
        self._gated = gated
        self._always = always

    def has(self, node: Node, found: Container[int]) -> bool:  # noqa: C901 - one frame a level
        """Tell whether anything of the node is left. One frame a level, as nesting is deep."""
        match node:
            case Scalar() | Const() | Anything() | Nothing():
                return True
            case Ref():
                return node.target in found or node.target in self._always
            case ListOf():
                return self.has(node.item, found)
            case MapOf():
                return self.has(node.key, found) and self.has(node.value, found)
            case TupleOf():
                for item in node.items:  # noqa: SIM110 - a generator would be a frame
                    if not self.has(item, found):
                        return False
                return True
            case Record():
                for field in node.fields:
                    if self._shows(field) and self.has(field.type, found):
                        return True
                return not node.fields
            case Union():
                for part in telling(node, self._null_types, self._gated):
                    if self._is_open(part.gate) and self.has(part.type, found):
                        return True
                return False
            case _:
                assert_never(node)

    def references(self, root: Node, found: Container[int]) -> tuple[int, ...]:
        """Give the named types used in what is left of the node, each once."""
        used: dict[int, None] = {}
        todo = [root]
        while todo:
            node = todo.pop()
            if isinstance(node, Scalar | Const) or not self.has(node, found):
                continue
            if isinstance(node, Ref):
                used[node.target] = None
            elif isinstance(node, Record):
                todo.extend(field.type for field in node.fields if self._shows(field))
            elif isinstance(node, Union):
                todo.extend(part.type for part in node.members if self._is_open(part.gate))
            else:
                todo.extend(children(node))
        return tuple(used)
