"""`tools/list`: warm, for decisions never seen, and by size."""

from __future__ import annotations

from itertools import count, cycle, islice
from typing import TYPE_CHECKING

from schemac import Grants
from tests.bench.measuring import alternate, each
from tests.bench.row import Effort, Row, Sample, at_most
from tests.bench.serving import listing, member, served
from tests.bench.work import OWN_FLAGS, SHARED_FLAGS, Work, rare_flags

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.bench.serving import Served

__all__ = ["ROWS", "WARM_ROWS", "by_size", "never_seen"]

_RARE = Work(rare=10)
_UNTIMED = 20
"""Listings until templates are made: were they counted, a batch would be one cold run."""
_CALLERS = 1_000
"""Made before, and so many that whatever was made for one is forgotten when they come again."""


def _warm(*, modern: bool) -> Callable[[Effort], Sample]:
    def measure(effort: Effort) -> Sample:
        app, request = served(Work()), listing(modern=modern)
        app.caller = member()
        return alternate(app.ours(request), app.bare(request), effort)

    return measure


def never_seen() -> Iterator[Grants]:
    """Give callers of whom no tool has seen the like: each differs in what all tools consult."""
    for number in count(1):
        shared = [flag for at, flag in enumerate(SHARED_FLAGS) if number >> at & 1]
        own = [flag for at, flag in enumerate(OWN_FLAGS) if number >> 9 + at % 2 & 1]
        yield Grants(requires={"staff", *shared, *own})


def _new(work: Work) -> Callable[[Effort], Sample]:
    callers = never_seen()

    def measure(effort: Effort) -> Sample:
        return _alternate_new(served(work), callers, effort)

    return measure


def _mostly_seen() -> Iterator[Grants]:
    flags = rare_flags(_RARE)
    for number in count(1):
        yield member(*(flag for at, flag in enumerate(flags) if number >> at & 1))


def _seen(effort: Effort) -> Sample:
    app, callers = served(_RARE), _mostly_seen()
    return _alternate_new(app, callers, effort)


def _alternate_new(app: Served, callers: Iterator[Grants], effort: Effort) -> Sample:
    request = listing(modern=True)
    bare = app.bare(request)
    ready = cycle([*islice(callers, _CALLERS)])
    sizes: list[int] = []

    def ours() -> None:
        app.caller = next(ready)
        sizes.append(app.sent("/mcp", request))

    for _ in range(_UNTIMED):
        ours()
    sample = alternate(ours, bare, effort)
    return Sample(sample.ours, sample.other, note=f"{len(sizes)} vectors")


def by_size(effort: Effort, sizes: tuple[int, ...]) -> Iterator[tuple[int, int, float]]:
    """Give tools, bytes and seconds of a warm listing for each number of tools."""
    request = listing(modern=True)
    for size in sizes:
        app = served(Work(tools=size))
        app.caller = member()
        work = app.ours(request)
        yield size, work(), each(work, effort)


def _linear(effort: Effort) -> Sample:
    (_, few, soon), (_, many, late) = by_size(effort, (1_000, 10_000))
    note = f"{few:,} and {many:,} bytes; the other is scaled by bytes"
    return Sample(late, soon * many / few, note=note)


WARM_ROWS = tuple(
    Row(
        f"list-warm-{version[:4]}",
        f"tools/list, warm, {version}",
        "the bare view",
        at_most(bound),
        _warm(modern=modern),
        marked=True,
        brief=True,
    )
    for version, bound, modern in (("2025-11-25", 1.3, False), ("2026-07-28", 1.4, True))
)

ROWS = (
    Row(
        "list-new-plain",
        "tools/list, vector never seen, nothing hoisted",
        "the bare view",
        at_most(30),
        _new(Work(hoisted=False)),
    ),
    Row(
        "list-new-hoisted",
        "tools/list, vector never seen, three shared types hoisted",
        "the bare view",
        at_most(60),
        _new(Work()),
    ),
    Row(
        "list-new-mostly-seen",
        "tools/list, vector never seen, 95 % of the tools' own gates seen",
        "the bare view",
        at_most(2.5),
        _seen,
    ),
)

SIZE_ROWS = (
    Row(
        "list-by-size",
        "tools/list, warm, 10,000 tools",
        "1,000 tools, by bytes",
        at_most(1.3),
        _linear,
    ),
)
