"""Finished types in, findings out: `@closed` at uses that would write out too much.

`@closed` at a use makes that use inline: two in each type would double what is written at each
level, and a chain of them would nest without end. A copy holds copies of the names in it, too, for
callers to whom these are used but once; of no name two, for a name used twice is a definition. And
a union in another is no name there: what is closed in it is written out wherever it is a member.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from schemac.planner.bodies import Bodies
from schemac.planner.steps import run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.plan.nodes import Node
    from schemac.planner.bodies import Body, Kind, Use
    from schemac.planner.findings import Findings
    from schemac.planner.steps import Steps
    from schemac.planner.table import Entry, Ledger, Where
    from schemac.source import Span

__all__ = ["MOST_LEVELS", "MOST_NODES", "WrittenOut"]

MOST_NODES = 10_000
"""Types that the closed uses in one type or tool may write out, all of them together."""

MOST_LEVELS = 80
"""Levels of JSON that a closed use may write out: readers end at 128, and more stands around."""


class _Extent(NamedTuple):
    """What the use of a name writes out: nodes, counted to a little above the most, and levels.

    Where something in it was reported, nothing more is to be said.
    """

    nodes: int
    levels: int
    is_reported: bool = False


class WrittenOut:
    """Measures types and tools with their closed uses written out, each once."""

    def __init__(self, findings: Findings, entries: Sequence[Entry], ledger: Ledger) -> None:
        self._findings = findings
        self._entries = entries
        self._ledger = ledger
        self._bodies = Bodies(entries)
        self._extents: dict[tuple[int, Kind], _Extent] = {}
        self._reported: dict[int, bool] = {}
        # Where nothing is closed at a use, which is nearly everywhere, there is nothing to measure.
        self._is_asked = any(bound.name == "closed" for use in ledger.uses for bound in use.bounds)

    def check_types(self) -> None:
        """Report the types that write out too much."""
        for number in range(len(self._entries)) if self._is_asked else ():
            run(self._is_reported(number))

    def check_root(self, root: Node, where: Where) -> None:
        """Report the input or the output of a tool that writes out too much."""
        if self._is_asked:
            run(self._judged(self._bodies.inside(root), where))

    def _is_reported(self, number: int) -> Steps[bool]:
        """Tell whether a type, or one that is written out in it, is reported, as it may be now."""
        if number not in self._reported:
            self._reported[number] = False  # what comes back to itself is no longer there
            body = self._bodies.of(number, "plain")
            found: bool = yield self._judged(body, self._entries[number].where)
            self._reported[number] = found
        return self._reported[number]

    def _judged(self, body: Body, where: Where) -> Steps[bool]:
        """Judge a body; the use that first makes it too large is reported where `where` is."""
        for target in body.copied:
            # Whatever is wrong inside is reported there, and not here again.
            is_reported: bool = yield self._is_reported(target)
            if is_reported:
                return True
        extents: list[_Extent] = []
        for use in body.uses:
            inner: _Extent = yield self._extent(use)
            if inner.is_reported:
                return True
            extents.append(inner)
        nodes = 0
        for use, extent in zip(body.uses, extents, strict=True):
            nodes += extent.nodes
            is_deep = extent.levels > MOST_LEVELS
            if is_deep or nodes > MOST_NODES:
                self._report(self._closed_in(use), where, is_deep=is_deep)
                return True
        return False

    def _extent(self, use: Use) -> Steps[_Extent]:
        """Measure what a use writes out of the type that it names."""
        key = (use.target, use.kind)
        if key not in self._extents:
            # What comes back to itself stays a reference there.
            self._extents[key] = _Extent(0, 0)
            found: _Extent = yield self._measured(use)
            self._extents[key] = found
        return self._extents[key]

    def _measured(self, use: Use) -> Steps[_Extent]:
        is_reported: bool = yield self._is_reported(use.target)
        top = self._bodies.of(use.target, use.kind)
        nodes, levels = 0, top.levels if use.kind == "closed" else 0
        # The members of a union in another stand where those of the other do.
        joined = 2 if use.kind == "spliced" else 0
        for body, kind in self._copied(use):
            nodes += body.nodes if use.kind == "closed" else 0
            for inside in body.uses if kind != "spliced" or body is top else ():
                inner: _Extent = yield self._extent(inside)
                is_reported = is_reported or inner.is_reported
                nodes += inner.nodes
                if body is top and inner.levels:
                    levels = max(levels, inside.depth - joined + inner.levels)
            if is_reported or nodes > MOST_NODES:
                break
        return _Extent(nodes, levels, is_reported)

    def _copied(self, use: Use) -> Iterator[tuple[Body, Kind]]:
        """Give the bodies that a use writes out where nothing in them is a definition, each once.

        Of a union in another no more than its own: what names stand in it is counted around it.
        Its closed uses are counted for each place, and so not here.
        """
        todo: list[tuple[int, Kind]] = [(use.target, use.kind)]
        met = set(todo)
        while todo:
            number, kind = todo.pop()
            body = self._bodies.of(number, kind)
            yield body, kind
            if use.kind == "spliced":
                return
            for each in body.inside:
                if each not in met:
                    met.add(each)
                    todo.append(each)

    def _closed_in(self, use: Use) -> int:
        """Give the name that is closed at a use, or at the first one in a union that is there."""
        met: set[int] = set()
        while use.kind == "spliced" and use.target not in met:
            met.add(use.target)
            inside = self._bodies.of(use.target, use.kind).uses
            use = next((each for each in inside if self._writes(each)), use)
        return use.target

    def _writes(self, use: Use) -> bool:
        return self._extents[use.target, use.kind].nodes > 0

    def _report(self, target: int, where: Where, *, is_deep: bool) -> None:
        name = self._entries[target].name
        much = f"{MOST_LEVELS} levels" if is_deep else f"{MOST_NODES} types"
        self._findings.report(
            where.scope,
            "SC319",
            f"with `{name}` closed here, more than {much} may be written out in one another",
            self._span(target, where),
            hint=f"put `@closed()` on the declaration of `{name}`",
        )

    def _span(self, target: int, where: Where) -> Span:
        """Give the tag that closes a name there; one that was merged in stands elsewhere."""
        found: Span | None = None
        for use in self._ledger.uses:
            if use.target != target:
                continue
            for bound in use.bounds:
                if bound.name == "closed":
                    if use.scope == where.scope:
                        return bound.tag.span
                    found = found or bound.tag.span
        return found or where.span
