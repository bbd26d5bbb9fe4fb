"""`tools/call`: against the bare view, and with many tools against few."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench.measuring import alternate
from tests.bench.row import Effort, Row, Sample, at_most
from tests.bench.serving import call, member, served
from tests.bench.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MANY_ROWS", "ROWS"]


def _warm(*, modern: bool) -> Callable[[Effort], Sample]:
    def measure(effort: Effort) -> Sample:
        app, request = served(Work()), call(modern=modern)
        app.caller = member()
        return alternate(app.ours(request), app.bare(request, "/bare/call"), effort)

    return measure


def _with_many(effort: Effort) -> Sample:
    many, few = served(Work(tools=10_000)), served(Work(tools=10))
    request = call(modern=True)
    for app in (many, few):
        app.caller = member()
    return alternate(many.ours(request), few.ours(request), effort)


ROWS = tuple(
    Row(
        f"call-{version[:4]}",
        f"tools/call, 1 KB in, 2 KB out, gated, {version}",
        "the bare view",
        at_most(1.3),
        _warm(modern=modern),
        marked=True,
        brief=True,
    )
    for version, modern in (("2025-11-25", False), ("2026-07-28", True))
)

MANY_ROWS = (
    Row("call-many-tools", "tools/call with 10,000 tools", "with 10", at_most(1.05), _with_many),
)
