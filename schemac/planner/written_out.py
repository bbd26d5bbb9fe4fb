"""Finished types in, findings out: `@closed` at uses that would write out too much.

`@closed` at a use makes that use inline: two in each type would double what is written at each
level, and a chain of them would nest without end. A copy holds copies of the names in it, too, for
callers to whom these are used but once. Work is linear in what the author wrote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from schemac.plan.nodes import Nothing, Record, Ref, TupleOf, Union
from schemac.plan.walk import children
from schemac.planner.steps import run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Node
    from schemac.planner.findings import Findings
    from schemac.planner.steps import Steps
    from schemac.planner.table import Entry, Ledger, Where
    from schemac.source import Span

__all__ = ["MOST_LEVELS", "MOST_NODES", "WrittenOut"]

MOST_NODES = 10_000
"""Types that the closed uses in one type or tool may write out, all of them together."""

MOST_LEVELS = 80
"""Levels of JSON that a closed use may write out: readers end at 128, and more stands around."""


class _Use(NamedTuple):
    """The closed use of a name in a body, `depth` levels of JSON below its top."""

    target: int
    depth: int


class _Body(NamedTuple):
    """How many nodes and levels a body has itself, and what it uses closed, in order.

    `copied` are the names that may be no definition where this body stands: those that it uses not
    closed, and not twice for every caller. Other uses of them may be hidden, or in other tools.
    """

    nodes: int
    levels: int
    uses: tuple[_Use, ...]
    copied: tuple[int, ...]


class _Extent(NamedTuple):
    """What a body comes to with its closed uses written out; nothing where one was reported."""

    nodes: int
    levels: int
    is_reported: bool = False


class _Part(NamedTuple):
    """A node in a body; `is_sure` where no gate inside the body hides it from anybody."""

    node: Node
    depth: int
    is_closed: bool
    is_sure: bool


_ALWAYS = 2
"""Uses in one body that make a name a definition."""

_REPORTED = _Extent(0, 0, is_reported=True)


class WrittenOut:
    """Measures types and tools with their closed uses written out, each once."""

    def __init__(self, findings: Findings, entries: Sequence[Entry], ledger: Ledger) -> None:
        self._findings = findings
        self._entries = entries
        self._ledger = ledger
        self._extents: dict[tuple[int, bool], _Extent] = {}
        # Where nothing is closed at a use, which is nearly everywhere, there is nothing to measure.
        self._is_asked = any(bound.name == "closed" for use in ledger.uses for bound in use.bounds)

    def check_types(self) -> None:
        """Report the types that write out too much."""
        for number in range(len(self._entries)) if self._is_asked else ():
            run(self._extent(number, closed=False))

    def check_root(self, root: Node, where: Where) -> None:
        """Report the input or the output of a tool that writes out too much."""
        if self._is_asked:
            run(self._measured(_survey(root, closed=False), where))

    def _extent(self, number: int, *, closed: bool) -> Steps[_Extent]:
        """Measure a type; a `closed` one closes its variants, too."""
        known = self._extents.get((number, closed))
        if known is not None:
            return known
        # What comes back to itself stays a reference there.
        self._extents[number, closed] = _Extent(1, 1)
        entry = self._entries[number]
        body = _survey(Nothing() if entry.hole else entry.body or Nothing(), closed=closed)
        made: _Extent = yield self._measured(body, None if closed else entry.where)
        self._extents[number, closed] = made
        return made

    def _measured(self, body: _Body, where: Where | None) -> Steps[_Extent]:
        """Measure a body; the use that first makes it too large is reported where `where` is."""
        nodes, levels = 0, body.levels
        for target in body.copied:
            copied: _Extent = yield self._extent(target, closed=False)
            if copied.is_reported:
                return _REPORTED
            body = body._replace(nodes=body.nodes + copied.nodes)
        for use in body.uses:
            # Whatever is wrong inside is reported there, and not here again.
            plain: _Extent = yield self._extent(use.target, closed=False)
            inner: _Extent = yield self._extent(use.target, closed=True)
            if plain.is_reported or inner.is_reported:
                return _REPORTED
            nodes += inner.nodes
            levels = max(levels, use.depth + inner.levels)
            is_deep = inner.levels > MOST_LEVELS
            if where is not None and (is_deep or nodes > MOST_NODES):
                self._report(use.target, where, is_deep=is_deep)
                return _REPORTED
        return _Extent(body.nodes + nodes, levels)

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


def _survey(body: Node, *, closed: bool) -> _Body:
    """Look through a body, in reading order; in a `closed` one its variants are closed, too."""
    nodes = deepest = 0
    uses: list[_Use] = []
    plain: dict[int, int] = {}
    todo: list[_Part] = [_Part(body, 0, is_closed=closed, is_sure=True)]
    while todo:
        node, depth, is_closed, is_sure = todo.pop()
        nodes += 1
        if isinstance(node, Ref):
            if node.closed or is_closed:
                uses.append(_Use(node.target, depth))
            else:
                plain[node.target] = plain.get(node.target, 0) + is_sure
            continue
        # What holds nothing more holds a list of values at most.
        deepest = max(deepest, depth + 2)
        below = depth + (2 if isinstance(node, Record | Union | TupleOf) else 1)
        is_closed = is_closed and isinstance(node, Union)
        parts = zip(children(node), _gates(node), strict=True)
        todo += [
            _Part(child, below, is_closed, is_sure and gate is None)
            for child, gate in reversed(tuple(parts))
        ]
    copied = tuple(target for target, times in plain.items() if times < _ALWAYS)
    return _Body(nodes, deepest, tuple(uses), copied)


def _gates(node: Node) -> tuple[Gate | None, ...]:
    """Give the gate on each child, for those that bear one."""
    match node:
        case Record():
            return tuple(field.gate for field in node.fields)
        case Union():
            return tuple(member.gate for member in node.members)
        case _:
            return (None,) * len(children(node))
