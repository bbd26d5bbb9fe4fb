"""Alternatives in, the choice out: what fits, then what keeps most keys, then order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from schemac.enforce.project.literals import tags_of
from schemac.enforce.project.walk import Misfit, Walk
from schemac.plan.nodes import (
    Anything,
    Const,
    ListOf,
    MapOf,
    Node,
    Record,
    Scalar,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from schemac.enforce.fits import Check, Fits, Sound
    from schemac.enforce.outcomes import Media
    from schemac.enforce.project.cuts import Left
    from schemac.enforce.project.walk import Projector
    from schemac.enforce.types import Types
    from schemac.enforce.values import Wire

    Settled: TypeAlias = tuple[int, Wire, list[Left], list[Media] | None, int, int]
    """Index of the member, the projected value, what was noted on the way and what it took."""

__all__ = [
    "EXACT_SCALARS",
    "Alternative",
    "Choice",
    "build_choice",
    "json_types",
    "plain_types",
]

_EXACT: tuple[type, ...] = (type(None), bool, int, float, str, list, dict)
EXACT_SCALARS = frozenset(_EXACT) - {list, dict}
_SCALAR_TYPES: dict[str, tuple[type, ...]] = {
    "integer": (int, float),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def json_types(node: Node) -> tuple[type, ...]:
    """List the exact types that a value of this node may have on the wire."""
    match node:
        case Scalar(kind=kind) | Const(kind=kind):
            return _SCALAR_TYPES.get(kind, (str,))
        case Record() | MapOf():
            return (dict,)
        case ListOf() | TupleOf():
            return (list,)
        case Anything():
            return _EXACT
        case _:
            return ()


def plain_types(members: Sequence[Node], *, bytes_too: bool = False) -> tuple[type, ...]:
    """List the types whose values need no work, null aside, where all members are scalars.

    An integer written `1.0` does need work, and base64 that leaves has to be decoded once.
    """
    found: dict[type, None] = {}
    for each in members:
        match each:
            case Scalar(kind="null"):
                continue
            case Const(kind="integer") | Scalar(kind="integer"):
                found[int] = None
            case Const() | Scalar() if bytes_too or each.kind != "bytes":
                found.update(dict.fromkeys(json_types(each)))
            case _:
                return ()
    if float in found and any(getattr(each, "kind", "") == "integer" for each in members):
        del found[float]
    return tuple(found)


class Alternative:
    """One member of a union: how to project onto it, and the test whether the result is valid."""

    __slots__ = ("_check", "_make_check", "index", "node", "project", "tags", "types")

    def __init__(
        self, index: int, node: Node, project: Projector, make_check: Callable[[], Check]
    ) -> None:
        self.index = index
        self.node = node
        self.project = project
        self.types = json_types(node)
        self.tags: tuple[tuple[str, frozenset[tuple[type, object]]], ...] = ()
        self._make_check = make_check
        self._check: Check | None = None

    def fits(self, projected: object, sound: Sound) -> bool:
        """Say whether a projected value is valid for this member."""
        check = self._check
        if check is None:
            check = self._check = self._make_check()
        return check(projected, sound)

    def named_by(self, value: dict[str, Any]) -> bool:
        """Say whether the literals of this member leave it possible for a raw object."""
        for name, literals in self.tags:
            given = value.get(name)
            kind = type(given)
            if kind in EXACT_SCALARS and (kind, given) not in literals:
                return False
        return True


class Choice:
    """The members of one union, by the types that they take."""

    def __init__(self, number: int, alternatives: Sequence[Alternative]) -> None:
        self.number = number
        self.alternatives = tuple(alternatives)
        self.by_type: dict[type, tuple[Alternative, ...]] = {
            kind: tuple(each for each in alternatives if kind in each.types) for kind in _EXACT
        }
        self.tagged = True
        self._tag, self._by_literal = _shared_tag(self.by_type[dict])

    def direct(self, *, bytes_too: bool = False) -> frozenset[type]:
        """List the types whose values every member would take as they are."""
        return frozenset(
            kind
            for kind, members in self.by_type.items()
            if members
            and all(kind in plain_types((each.node,), bytes_too=bytes_too) for each in members)
        ) | ({type(None)} if self.by_type[type(None)] else set())

    def of_types(self, *kinds: type) -> tuple[Alternative, ...]:
        """List the members that take one of these types."""
        return tuple(
            each for each in self.alternatives if any(kind in each.types for kind in kinds)
        )

    def candidates(self, value: dict[str, Any]) -> tuple[Alternative, ...]:
        """List the members possible for a raw object."""
        found = self.by_type[dict]
        if not self.tagged or len(found) < 2:  # noqa: PLR2004 - one leaves nothing to choose
            return found
        given = value.get(self._tag)
        if type(given) in EXACT_SCALARS:
            found = self._by_literal.get((type(given), given), found)
        if len(found) > 1:
            found = tuple(each for each in found if each.named_by(value))
        return found

    def alone(self) -> tuple[str, dict[tuple[type, object], Alternative]]:
        """Give the field that tells members apart, and its literals that leave one of them."""
        if not self.tagged or len(self.by_type[dict]) < 2:  # noqa: PLR2004 - as above
            return "", {}
        return self._tag, {
            key: found[0] for key, found in self._by_literal.items() if len(found) == 1
        }

    def meant(self, value: dict[str, Any]) -> Alternative | None:
        """Find the one member whose literals match a raw object that none fits."""
        found = [each for each in self.by_type[dict] if each.named_by(value)]
        return found[0] if len(found) == 1 else None

    def settle(
        self, value: object, walk: Walk, candidates: Iterable[Alternative]
    ) -> tuple[int, Any] | None:
        """Try the members; the index and the projected value of the best, or None.

        The same value may come here again and again, once for each way that a union around it
        is tried; it is settled once. One that comes while it is being settled holds itself.
        """
        key = (id(self), id(value))
        if walk.trying and key in walk.seen:
            known = walk.seen[key][1]
        else:
            walk.remember()
            walk.seen[key] = (value, None)
            known = _best(value, walk, candidates)
            walk.seen[key] = (value, known)
            if not walk.trying:
                walk.seen.clear()
                walk.sound.clear()
        if known is None:
            return None
        index, projected, left_behind, media, weight, entries = known
        if walk.trying:
            walk.sound[self.number, id(projected)] = projected
        walk.entries -= entries
        walk.spend(weight, "")
        walk.left_behind += left_behind
        for each in media or ():
            walk.show(each)
        return index, projected


def _best(value: object, walk: Walk, candidates: Iterable[Alternative]) -> Settled | None:
    """Project onto each candidate; what is noted on the way counts for the winner only."""
    prefix, depth, parsed, unfit = walk.prefix, walk.depth, walk.parsed, walk.unfit
    left, entries = walk.left, walk.entries
    left_behind, media = walk.left_behind, walk.media
    best: Settled | None = None
    most = -1
    for each in candidates:
        walk.left_behind, walk.media = [], None
        walk.trying += 1
        trying = walk.trying
        try:
            projected = each.project(value, walk)
            valid = walk.unfit is unfit and each.fits(projected, walk.sound)
        except Misfit as misfit:
            if misfit.keyword == "size":
                raise
            valid = False
        walk.trying = trying - 1
        if valid:
            kept = len(projected) if type(projected) is dict else 0
            if kept > most:
                most = kept
                spent = (left - walk.left, entries - walk.entries)
                best = (each.index, projected, walk.left_behind, walk.media, *spent)
        walk.prefix, walk.depth, walk.parsed, walk.unfit = prefix, depth, parsed, unfit
        walk.left, walk.entries = left, entries
        walk.left_behind, walk.media = left_behind, media
    return best


def _shared_tag(
    members: Sequence[Alternative],
) -> tuple[str, dict[tuple[type, object], tuple[Alternative, ...]]]:
    """Find the first field that holds literals in all members; the members by its literals."""
    tags = [dict(each.tags) for each in members]
    shared = (name for name in tags[0] if all(name in each for each in tags)) if tags else ()
    name = next(iter(shared), "")
    found: dict[tuple[type, object], list[Alternative]] = {}
    if name:
        for each, tag in zip(members, tags, strict=True):
            for literal in tag[name]:
                found.setdefault(literal, []).append(each)
    return name, {literal: tuple(several) for literal, several in found.items()}


def build_choice(
    node: Union, types: Types, fits: Fits, project: Callable[[Node], Projector], *, tagged: bool
) -> Choice:
    """Make the choice of a union; `tagged` where raw literals are what they seem."""
    alternatives = []
    for index, member in enumerate(types.alternatives(node)):
        inner = types.effective(member)
        alternative = Alternative(
            index,
            inner,
            project(member),
            lambda member=member: fits.check(member),  # type: ignore[misc] # the default hides the parameter's type
        )
        alternative.tags = tags_of(inner, types)
        alternatives.append(alternative)
    choice = Choice(types.number(node), alternatives)
    choice.tagged = tagged
    return choice
