"""FastMCP serving the same tools, each side timed in a loop of its own."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tests.bench.measuring import asked_of_python, each
from tests.bench.row import Effort, Row, Sample, at_least
from tests.bench.serving import call, listing, member, served
from tests.bench.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bench.serving import Request

__all__ = ["ROWS"]

_LISTINGS, _CALLS = 10, 200
_FEW_LISTINGS, _FEW_CALLS = 3, 50


@cache
def _theirs(*, short: bool) -> dict[str, Any]:
    if find_spec("fastmcp") is None:
        raise RuntimeError("FastMCP is not here: pip install -e '.[bench]'")
    counts = (_FEW_LISTINGS, _FEW_CALLS) if short else (_LISTINGS, _CALLS)
    answer: dict[str, Any] = asked_of_python("tests.bench.fastmcp_child", *map(str, counts))
    return answer


def _against(key: str, request: Request) -> Callable[[Effort], Sample]:
    def measure(effort: Effort) -> Sample:
        app = served(Work())
        app.caller = member()
        return Sample(each(app.ours(request), effort), _theirs(short=effort.short)[key])

    return measure


ROWS = (
    Row(
        "list-fastmcp",
        "tools/list, warm",
        "FastMCP 4.2, the same tools",
        at_least(1_000),
        _against("list", listing(modern=False)),
        marked=True,
        brief=True,
    ),
    Row(
        "call-fastmcp",
        "tools/call",
        "FastMCP 4.2, the same tools",
        at_least(10),
        _against("call", call(modern=False)),
        marked=True,
        brief=True,
    ),
    Row(
        "call-fastmcp-least",
        "tools/call",
        "FastMCP 4.2 without sessions and streams",
        at_least(10),
        _against("call-least", call(modern=False)),
    ),
)
