"""The branches of two nodes in, which belongs to which out: by key, then by what they hold."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, TypeAlias

from schemac.plan.diff.branches import NULL, Branch
from schemac.plan.diff.shapes import literals, shape
from schemac.plan.nodes import Const, Record
from schemac.plan.walk import children

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from schemac.plan.diff.branches import Key
    from schemac.plan.diff.sight import Sight
    from schemac.plan.nodes import Node
    from schemac.plan.sameness import LiteralKey

__all__ = ["Pair", "alone", "matched"]

Pair: TypeAlias = tuple[Branch | None, Branch | None]

_Part: TypeAlias = "tuple[frozenset[LiteralKey], Hashable, type[Node]]"

_HALF = 0.5

_MOST_TRIED = 2_500
"""Pairs of branches of one key whose likeness is judged; of more, position decides."""


def matched(
    old: Sequence[Branch], new: Sequence[Branch], sights: tuple[Sight, Sight]
) -> list[Pair]:
    """Pair the branches: by key, then records by what they hold, then by key whatever they hold.

    What is called by its fields alone is not paired by key with what has other literals in them,
    while it may be another with a field more. The rest stand alone.
    """
    pairs: dict[Key, Branch] = {}
    for olds, news in _groups(old, new):
        is_one = len(olds) == len(news) == 1 and not _are_other_variants(olds[0], news[0])
        alike = [(olds[0], news[0])] if is_one else _alike(olds, news, sights)
        pairs.update((after.key, before) for before, after in alike)
    taken = {branch.key for branch in pairs.values()}
    rest = {branch.key: branch for branch in old if branch.key not in taken}
    others = [branch for branch in new if branch.key not in pairs]
    for before, after in _renamed(list(rest.values()), others, sights):
        pairs[after.key] = rest.pop(before.key)
    others = [branch for branch in others if branch.key not in pairs]
    for olds, news in _groups(list(rest.values()), others):
        pairs.update((after.key, before) for before, after in zip(olds, news, strict=False))
    taken = {branch.key for branch in pairs.values()}
    for before, after in _lone(old, new):
        if before.key not in taken and after.key not in pairs:
            pairs[after.key] = before
            taken.add(before.key)
    together: list[Pair] = [(pairs.get(branch.key), branch) for branch in new]
    return together + [(branch, None) for branch in old if branch.key not in taken]


def alone(
    old: Sequence[Branch], new: Sequence[Branch], pairs: Sequence[Pair]
) -> tuple[Branch, Branch] | None:
    """Give the one pair that there is, beside null perhaps: `T?` is one thing."""
    for one, other in _lone(old, new):
        if any(before is one and after is other for before, after in pairs):
            return one, other
    return None


def _lone(old: Sequence[Branch], new: Sequence[Branch]) -> Iterator[tuple[Branch, Branch]]:
    """Give the two that stand alone on each side, unless both are values."""
    one, other = _alone(old), _alone(new)
    if one is not None and other is not None and not _are_values(one, other):
        yield one, other


def _alone(branches: Sequence[Branch]) -> Branch | None:
    found = [branch for branch in branches if branch.group != NULL] or branches
    return found[0] if len(found) == 1 else None


def _groups(
    old: Sequence[Branch], new: Sequence[Branch]
) -> Iterator[tuple[list[Branch], list[Branch]]]:
    """Give the branches that have a key on both sides but for its number."""
    olds: dict[Key, list[Branch]] = {}
    news: dict[Key, list[Branch]] = {}
    for branches, groups in ((old, olds), (new, news)):
        for branch in branches:
            groups.setdefault(branch.group, []).append(branch)
    return ((olds[group], found) for group, found in news.items() if group in olds)


def _alike(
    olds: Sequence[Branch], news: Sequence[Branch], sights: tuple[Sight, Sight]
) -> Iterator[tuple[Branch, Branch]]:
    """Pair branches of one group: the very same, then those that are most alike, then in order."""
    left, right = dict(enumerate(olds)), dict(enumerate(news))
    yield from _looking_alike(left, right, sights)
    if len(left) * len(right) > _MOST_TRIED:
        yield from zip(left.values(), right.values(), strict=False)
        return
    for one, other in _likest_first(left, right, sights):
        if one in left and other in right:
            yield left.pop(one), right.pop(other)


def _looking_alike(
    left: dict[int, Branch], right: dict[int, Branch], sights: tuple[Sight, Sight]
) -> Iterator[tuple[Branch, Branch]]:
    """Take those that are the very same, then those that are but for gates and words."""
    for looks in (_all_of_it, _its_words_too, _its_gates_too, _its_types):
        waiting: dict[Hashable, deque[int]] = {}
        for number, branch in left.items():
            waiting.setdefault(looks(branch, sights[0]), deque()).append(number)
        for number, branch in tuple(right.items()):
            same = waiting.get(looks(branch, sights[1]))
            if same:
                yield left.pop(same.popleft()), right.pop(number)


def _all_of_it(branch: Branch, sight: Sight) -> Hashable:
    return branch.sight, *_its_words_too(branch, sight)


def _its_words_too(branch: Branch, sight: Sight) -> tuple[Hashable, ...]:
    return branch.words, shape(branch.node, sight, with_gates=True)


def _its_gates_too(branch: Branch, sight: Sight) -> Hashable:
    return shape(branch.node, sight, with_gates=True)


def _its_types(branch: Branch, sight: Sight) -> Hashable:
    return shape(branch.node, sight)


def _likest_first(
    left: Mapping[int, Branch], right: Mapping[int, Branch], sights: tuple[Sight, Sight]
) -> list[tuple[int, int]]:
    """Give all pairs of those that are left, but for what is called by its fields and is apart."""
    olds, news = (
        {number: _parts(branch.node, sight) for number, branch in side.items()}
        for side, sight in zip((left, right), sights, strict=True)
    )
    scores = {
        (one, other): (*_score(old, new), -abs(one - other))
        for one, old in olds.items()
        for other, new in news.items()
    }
    if left and _is_nameless(next(iter(left.values()))):
        scores = {pair: score for pair, score in scores.items() if score[0] == 0}
    return sorted(scores, key=lambda pair: scores[pair], reverse=True)


def _parts(node: Node, sight: Sight) -> dict[str, _Part]:
    """Give what is directly inside, by name or number: its literals, its type, what kind it is."""
    inner: list[tuple[str, Node]]
    if isinstance(node, Record):
        inner = [(field.name, field.type) for field in node.fields]
    else:
        inner = [(str(number), child) for number, child in enumerate(children(node))]
    return {name: (literals(part), shape(part, sight), type(part)) for name, part in inner}


def _score(old: Mapping[str, _Part], new: Mapping[str, _Part]) -> tuple[int, ...]:
    """Judge likeness: by literals that fields share or do not, then by types, then by kinds."""
    shared = [(old[name], new[name]) for name in old if name in new]
    tags = [(one[0], other[0]) for one, other in shared if one[0] and other[0]]
    apart = sum(one.isdisjoint(other) for one, other in tags)
    same_types = sum(one[1] == other[1] for one, other in shared)
    return -apart, len(tags), same_types, sum(one[2] is other[2] for one, other in shared)


def _is_nameless(branch: Branch) -> bool:
    """Tell whether a branch is a record that is called by the names of its fields."""
    return isinstance(branch.node, Record) and branch.group == ("record", branch.label)


def _are_other_variants(one: Branch, other: Branch) -> bool:
    """Tell whether two that are called by their fields have other literals in one of them."""
    return _is_nameless(one) and _Held(one.node).is_apart(_Held(other.node))


def _are_values(one: Branch, other: Branch) -> bool:
    return isinstance(one.node, Const) and isinstance(other.node, Const)


def _renamed(
    olds: Sequence[Branch], news: Sequence[Branch], sights: tuple[Sight, Sight]
) -> Iterator[tuple[Branch, Branch]]:
    """Pair records whatever they are called: the same but for that, then each with its likest."""
    left, right = (
        {at: branch for at, branch in enumerate(side) if isinstance(branch.node, Record)}
        for side in (olds, news)
    )
    yield from _looking_alike(left, right, sights)
    is_scored = len(left) * len(right) <= _MOST_TRIED
    parts, others = (
        {at: _parts(branch.node, sight) for at, branch in side.items() if is_scored}
        for side, sight in zip((left, right), sights, strict=True)
    )
    held = [{at: _Held(branch.node) for at, branch in side.items()} for side in (left, right)]
    ranks = {
        (at, number): (likeness, *_score(parts.get(at, {}), others.get(number, {})))
        for number, new in held[1].items()
        for at, old in held[0].items()
        if (likeness := _likeness(old, new)) > 0
    }
    for at, number in sorted(ranks, key=ranks.__getitem__, reverse=True):
        if at in left and number in right:
            yield left.pop(at), right.pop(number)


class _Held:
    """The names of a record's fields, and those that are literals."""

    __slots__ = ("names", "tags")

    def __init__(self, node: Node) -> None:
        fields = node.fields if isinstance(node, Record) else ()
        self.names = {field.name for field in fields}
        self.tags = {field.name: found for field in fields if (found := literals(field.type))}

    def is_apart(self, other: _Held) -> bool:
        """Tell whether both have literals in a field, and other ones."""
        shared = self.tags.keys() & other.tags.keys()
        return any(self.tags[name].isdisjoint(other.tags[name]) for name in shared)


def _likeness(one: _Held, other: _Held) -> float:
    """Give the share of fields that two records have both, half at least; 0 for other literals.

    Where they have literals in common they are one variant still, though more has changed.
    """
    if one.is_apart(other):
        return 0.0
    every = one.names | other.names
    share = len(one.names & other.names) / len(every) if every else 1.0
    if share >= _HALF:
        return share
    return share / 2 if one.tags.keys() & other.tags.keys() else 0.0
