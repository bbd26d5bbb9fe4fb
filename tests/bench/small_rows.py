"""The methods that need no tools: against the bare view, and with many tools against few."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench.measuring import alternate
from tests.bench.row import Effort, Row, Sample, at_most
from tests.bench.serving import served, small
from tests.bench.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FLAT_ROWS", "ROWS"]

_METHODS = ("initialize", "ping", "notifications/initialized", "server/discover")


def _against_bare(method: str) -> Callable[[Effort], Sample]:
    def measure(effort: Effort) -> Sample:
        app, request = served(Work()), small(method)
        return alternate(app.ours(request), app.bare(request), effort)

    return measure


def _with_many(method: str) -> Callable[[Effort], Sample]:
    def measure(effort: Effort) -> Sample:
        many, few = served(Work(tools=10_000)), served(Work(tools=10))
        request = small(method)
        return alternate(many.ours(request), few.ours(request), effort)

    return measure


def _short(method: str) -> str:
    return {"server/discover": "discover"}.get(method, method.partition("/")[0])


ROWS = tuple(
    Row(
        _short(method),
        method,
        "the bare view",
        at_most(1.2),
        _against_bare(method),
        marked=True,
        brief=True,
    )
    for method in _METHODS
)

FLAT_ROWS = tuple(
    Row(
        f"{_short(method)}-many-tools",
        f"{method} with 10,000 tools",
        "with 10",
        at_most(1.05),
        _with_many(method),
    )
    for method in _METHODS
)
