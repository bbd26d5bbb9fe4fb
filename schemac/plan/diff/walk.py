"""One side of a tool in two plans in, their differences noted, place by place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from schemac.plan.diff.branches import branches_of, matched, received
from schemac.plan.diff.covering import covered
from schemac.plan.diff.formula import CLOSED, OPEN, all_of, any_of, negated
from schemac.plan.diff.inside import Inside
from schemac.plan.diff.places import Half, Place
from schemac.plan.nodes import Const

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.plan.diff.branches import Branch, Key
    from schemac.plan.diff.findings import Findings
    from schemac.plan.diff.formula import Formula
    from schemac.plan.diff.sight import Sight
    from schemac.plan.gates import Side

__all__ = ["Walk"]

_MOST_PLACES = 50_000
"""Places of one side of a tool that are looked at; a doubling type has more than the stars."""


class Walk:
    """Goes through both trees at once, without recursion; a pair that was met is not met again."""

    def __init__(self, side: Side, old: Sight, new: Sight, findings: Findings) -> None:
        self._side = side
        self._old = old
        self._new = new
        self._findings = findings
        self._met: set[tuple[int, int, Formula, Formula]] = set()
        self._todo: list[Place] = []
        self._inside = Inside(side, old, new, findings)

    def compare(self, old: Half, new: Half) -> None:
        """Note all differences from these roots down."""
        self._todo = [Place("", old, new)]
        while self._todo:
            place = self._todo.pop()
            key = (id(place.old.node), id(place.new.node), place.old.sight, place.new.sight)
            if key in self._met:
                continue
            if len(self._met) == _MOST_PLACES:
                self._findings.change(self._side, place.pointer, "not-compared", "", OPEN)
                return
            self._met.add(key)
            self._todo.extend(reversed(list(self._place(place))))

    def _place(self, place: Place) -> Iterator[Place]:
        """Compare what can stand at one place; give the places inside."""
        old = self._branches(place, place.old, self._old)
        new = self._branches(place, place.new, self._new)
        pairs = matched(old, new)
        self._compare_words(place, pairs)
        if len(old) == len(new) == 1 and _has_other_type(old[0], new[0]):
            self._compare_types(place, old[0], new[0])
        else:
            self._compare_members(place, old, new, pairs)
        everything = CLOSED if place.old.node is not None else place.old.sight
        for branch in old:
            if branch.key == ("untyped",):
                everything = branch.sight
        for before, after in pairs:
            if after is not None:
                yield from self._inside.places(place, before, after, everything)

    def _branches(self, place: Place, half: Half, sight: Sight) -> tuple[Branch, ...]:
        if half.node is None:
            return ()
        is_root = place.pointer == "" and self._side == "input"
        return (received if is_root else branches_of)(half.node, half.sight, sight)

    def _compare_words(
        self, place: Place, pairs: Sequence[tuple[Branch | None, Branch | None]]
    ) -> None:
        who = any_of(
            all_of((before.sight, after.sight))
            for before, after in pairs
            if before is not None and after is not None and before.words != after.words
        )
        self._findings.change(self._side, place.pointer, "words-changed", "", who)

    def _compare_types(self, place: Place, old: Branch, new: Branch) -> None:
        """Compare two types that stand alone."""
        kind = "type-changed"
        if covered(old, {new.key: new}, apart=True) != CLOSED:
            kind = "type-widened"
        elif covered(new, {old.key: old}, apart=True) != CLOSED:
            kind = "type-narrowed"
        who = all_of((old.sight, new.sight))
        detail = f"{old.label} → {new.label}"
        self._findings.change(self._side, place.pointer, kind, detail, who)
        if new.key == ("untyped",) or (kind == "type-widened" and isinstance(old.node, Const)):
            self._expose(place, new, {old.key: old})

    def _compare_members(
        self,
        place: Place,
        old: Sequence[Branch],
        new: Sequence[Branch],
        pairs: Sequence[tuple[Branch | None, Branch | None]],
    ) -> None:
        """Compare the members of unions, or types that stand alone and are alike."""
        olds, news = ({branch.key: branch for branch in part} for part in (old, new))
        for before, after in pairs:
            is_value = after is not None and isinstance(after.node, Const)
            if after is not None and (len(new) > 1 or len(old) > 1 or is_value):
                self._expose(place, after, olds if before is None else {**olds, after.key: before})
            if place.old.node is None:
                continue
            if before is None and after is not None:
                self._member(place, "added", after, covered(after, olds))
            elif before is not None and after is None:
                self._member(place, "removed", before, covered(before, news))
            elif before is not None and after is not None and before.sight != after.sight:
                self._member(place, "shown", after, any_of((before.sight, covered(after, olds))))
                self._member(place, "hidden", before, any_of((after.sight, covered(before, news))))

    def _member(self, place: Place, what: str, branch: Branch, elsewhere: Formula) -> None:
        """Note a member that callers who see the place on both sides gain or lose."""
        who = all_of((branch.sight, place.old.sight, place.new.sight, negated(elsewhere)))
        is_key = place.is_key and isinstance(branch.node, Const)
        kind = f"{'key' if is_key else _subject(branch)}-{what}"
        self._findings.change(self._side, place.pointer, kind, branch.label, who)

    def _expose(self, place: Place, branch: Branch, olds: Mapping[Key, Branch]) -> None:
        subject = _subject(branch)
        if subject == "null":
            return
        before = covered(branch, olds)
        if place.old.node is None:
            before = any_of((before, place.old.sight))
        self._findings.exposure(
            self._side, place.pointer, subject, branch.label, before, branch.sight
        )


def _has_other_type(old: Branch, new: Branch) -> bool:
    """Tell whether two types that stand alone are unlike; two literals are a matter of values."""
    if old.key[0] == "scalar":
        return old.key != new.key
    return old.key[0] != new.key[0]


def _subject(branch: Branch) -> Literal["value", "variant", "null"]:
    if branch.key == ("scalar", "null"):
        return "null"
    return "value" if isinstance(branch.node, Const) else "variant"
