"""A branch and others in, when some other takes every value of it, or shows it, out."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from schemac.plan.diff.branches import NULL, subject_of
from schemac.plan.diff.formula import CLOSED, all_of, any_of, beyond, negated
from schemac.plan.diff.scalars import TEXTS, takes_all
from schemac.plan.nodes import NO_META, Anything, Const, Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.plan.diff.branches import Branch, Key
    from schemac.plan.diff.fitting import Fitting
    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.pairing import Pair
    from schemac.plan.diff.places import Words

__all__ = [
    "covered",
    "holder",
    "is_named",
    "merged",
    "replaced",
    "reread",
    "shown",
    "told",
    "uncovered",
]

_HOLDERS: Mapping[str, Key] = {"record": ("map",), "tuple": ("list",)}
"""Of what shows its parts one by one, the group of what holds any number of them."""


def covered(
    branch: Branch,
    others: Mapping[Key, Sequence[Branch]],
    like: Branch | None = None,
    *,
    apart: bool = False,
    with_words: bool = False,
    fitting: Fitting | None = None,
    alone: Mapping[Key, Sequence[Branch]] | None = None,
) -> Formula:
    """Give when some of the others, which come by group, takes every value of the branch.

    The one that it belongs to, `like`, does whatever its bounds are: those are compared apart, and
    so are those of integers and numbers where `apart` says so. `with_words` asks for what is
    written on the branch, too. With `fitting`, maps and lists take records and tuples that fit.
    These, and strings that take other texts, are of `alone` only where that is given: beside one
    that stays, the other is told.
    """
    wider = [other for group in _wider_groups(branch) for other in others.get(group, ())]
    more = others if alone is None else alone
    if branch.group[0] == "scalar" and branch.group[1] in TEXTS:
        wider += more.get(("scalar", "string"), ())
    holders = more.get(_HOLDERS.get(str(branch.group[0]), ()), ())
    return any_of(
        (
            *(() if like is None else (like.sight,)),
            *(other.sight for other in others.get(("untyped",), ())),
            *(
                other.sight
                for other in wider
                if not (with_words and _says_more(branch, other))
                and takes_all(other.node, branch.node, apart=apart)
            ),
            *(
                other.sight
                for other in holders
                if fitting is not None and fitting.takes(other.node, branch.node)
            ),
        )
    )


def replaced(
    olds: Mapping[Key, Sequence[Branch]],
    news: Mapping[Key, Sequence[Branch]],
    pairs: Sequence[Pair],
    fitting: Fitting,
) -> tuple[str, Formula]:
    """Say what became what, and give when no branch is in one of the other side.

    Null is none of them, and literals alone are a matter of values.
    """
    gone = [(old, new) for old, new in pairs if old is not None and old.group != NULL]
    come = [(old, new) for old, new in pairs if new is not None and new.group != NULL]
    was, now = [old for old, _ in gone], [new for _, new in come]
    if all(isinstance(each.node, Const) for each in (*was, *now)):
        return "", CLOSED
    narrower = (all_of((new.sight, covered(new, olds, old, fitting=fitting))) for old, new in come)
    wider = (all_of((old.sight, covered(old, news, new))) for old, new in gone)
    labels = (" | ".join(each.label for each in side) for side in (was, now))
    seen = (any_of(each.sight for each in side) for side in (was, now))
    return " → ".join(labels), beyond(any_of((*narrower, *wider)), *seen)


def merged(branch: Branch, others: Mapping[Key, Sequence[Branch]]) -> Formula:
    """Give when a branch is not told beside the others, as the union that callers see is flat.

    `untyped` leaves nothing beside it; a bare scalar no other of its kind, and no literal of it; a
    literal that was told is not told again.
    """
    if isinstance(branch.node, Anything):
        return CLOSED
    told = [other.sight for other in others.get(("untyped",), ())]
    for group in _wider_groups(branch):
        for other in others.get(group, ()):
            if other is branch:
                break
            if other.around is branch.around and isinstance(other.node, Const):
                told.append(other.sight)
        told += (
            other.sight
            for other in others.get(group, ())
            if other.is_bare and other is not branch and other.around is branch.around
        )
    return any_of(told)


def holder(branch: Branch, pairs: Sequence[tuple[Branch | None, Branch | None]]) -> Branch | None:
    """Give the one old map, or list, that a new record, or tuple, can have come from.

    It has no new one that belongs to it, unless that is this.
    """
    group = _HOLDERS.get(str(branch.group[0]))
    found = [
        before
        for before, after in pairs
        if before is not None and before.group == group and (after is None or after is branch)
    ]
    return found[0] if len(found) == 1 else None


def told(branch: Branch, others: Mapping[Key, Sequence[Branch]]) -> Branch:
    """Give a branch for those who are told of it, as nothing beside it takes it in."""
    return replace(branch, sight=all_of((branch.sight, negated(merged(branch, others)))))


def uncovered(
    pairs: Sequence[Pair],
    olds: Mapping[Key, Sequence[Branch]],
    news: Mapping[Key, Sequence[Branch]],
) -> Iterator[tuple[tuple[Words, ...], Formula]]:
    """Give words that stayed, for those who did not read them as a branch beside took theirs in."""
    for old, new in pairs:
        if old is not None and new is not None and old.words == new.words != ():
            now = all_of((old.sight, told(new, news).sight, negated(told(old, olds).sight)))
            if now is not CLOSED:
                yield new.words, now


def reread(pairs: Sequence[Pair]) -> Iterator[tuple[tuple[Words, ...], Formula]]:
    """Give words that stayed, for those who read others of them now.

    What one reads no more uncovers what stands below it.
    """
    for old, new in pairs:
        if old is None or new is None or old.words != new.words:
            continue
        both = [each for each in zip(old.readers, new.readers, strict=True) if each[0] != each[1]]
        if both:
            others = (any_of((beyond(was, now), beyond(now, was))) for was, now in both)
            yield new.words, all_of((old.sight, new.sight, any_of(others)))


def shown(
    branch: Branch,
    olds: Mapping[Key, Sequence[Branch]],
    like: Branch | None,
    wider: Formula,
    news: Mapping[Key, Sequence[Branch]],
) -> Formula:
    """Give when the old branches showed a literal, or the record that `like` was.

    A type that takes it in shows no name. But `bool` shows both of its values, and so does one
    beside the other, which is told as `bool`: `wider` says to whom such a type is nothing new.
    """
    known = [] if like is None else [like]
    if isinstance(branch.node, Const):
        known += (old for old in olds.get(branch.group, ()) if not _says_more(branch, old))
    found = [told(old, olds).sight for old in known]
    if isinstance(branch.node, Const) and branch.node.kind == "boolean":
        found += (told(old, olds).sight for old in olds.get(("scalar", "boolean"), ()))
        both = any_of(told(other, news).sight for other in _beside(branch, news))
        found.append(all_of((wider, both)))
    return any_of(found)


def is_named(branch: Branch, beside: Mapping[Key, Sequence[Branch]]) -> bool:
    """Tell whether a branch shows more than types: a literal, or a record among other variants.

    Of a record that stands alone the fields are told, each at its own pointer.
    """
    if isinstance(branch.node, Record):
        variants = (
            each for group in beside.values() for each in group if subject_of(each) != "null"
        )
        return branch.node.fields != () and len(list(islice(variants, 2))) > 1
    return isinstance(branch.node, Const)


def _beside(branch: Branch, news: Mapping[Key, Sequence[Branch]]) -> list[Branch]:
    """Give the other one of `true` and `false`, where the two are joined."""
    return [
        other
        for group, others in news.items()
        for other in others
        if group[:2] == ("value", "boolean")
        and group != branch.group
        and (other.around, other.words) == (branch.around, branch.words)
        and other.node.meta == branch.node.meta == NO_META
    ]


def _says_more(branch: Branch, other: Branch) -> bool:
    """Tell whether words are written on a branch that the other does not have."""
    return branch.words not in ((), other.words)


def _wider_groups(branch: Branch) -> list[Key]:
    """Give the groups that can take in scalars and literals, first their own."""
    group = branch.group
    if group[0] == "value":
        groups: list[Key] = [group, ("scalar", str(group[1]))]
        if isinstance(branch.node, Const) and branch.node.kind == "integer":
            groups.append(("scalar", "integer"))
        return groups
    if group[0] != "scalar":
        return []
    return [group, ("scalar", "number")] if group == ("scalar", "integer") else [group]
