"""Rows about a whole process: its memory, its start, and how often it asks."""

from __future__ import annotations

from collections import Counter
from statistics import median

from tests.bench.measuring import ROOT, asked_of_python, process_time
from tests.bench.row import Effort, Row, Sample, at_most
from tests.bench.serving import call, listing, served, written
from tests.bench.work import Work

__all__ = ["GATE_ROWS", "ROWS"]


_TOOLS = "60"
"""Enough to outweigh the interpreter, and few enough for ten thousand listings that nobody had."""


def _memory(effort: Effort) -> Sample:
    few, many = (10, 100) if effort.short else (100, 10_000)
    sizes = asked_of_python("tests.bench.memory_child", _TOOLS, str(few), str(many))
    return Sample(sizes[str(many)], sizes[str(few)], unit="bytes")


class _Counting:
    """A context that counts what it is asked."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def requires(self, flag: str) -> bool:
        self.asked[flag] += 1
        return True


def _gates(effort: Effort) -> Sample:
    del effort
    app = served(Work())
    most = 0
    for request in (listing(modern=True), call(modern=True), call(modern=False)):
        for _ in range(3):
            app.caller = context = _Counting()
            app.post("/mcp", request)
            most = max(most, *context.asked.values())
    return Sample(most, 1, unit="times")


def _imported(module: str, effort: Effort) -> float:
    pairs = [
        (process_time(["-c", f"import {module}"], ROOT), process_time(["-c", "pass"], ROOT))
        for _ in range(effort.runs)
    ]
    return median(with_it - without for with_it, without in pairs)


def _front_door(effort: Effort) -> Sample:
    return Sample(_imported("schemac", effort), _imported("schemac.flask", effort))


def _first_request(effort: Effort) -> Sample:
    del effort
    folder = written(Work(tools=10))
    process_time(["-m", "schemac", "build", "-o", "plan.json"], folder)
    late = asked_of_python("tests.bench.first_request", str(folder))
    return Sample(len(late), 1, unit="times", note=", ".join(late[:5]))


GATE_ROWS = (
    Row(
        "gates-once",
        "how often one gate is asked in one request, at most",
        "once",
        at_most(1),
        _gates,
    ),
)

ROWS = (
    Row(
        "memory",
        "resident memory after 10,000 distinct decision vectors",
        "after 100",
        at_most(1.3),
        _memory,
    ),
    Row(
        "import",
        "import schemac",
        "import schemac.flask",
        at_most(0.1),
        _front_door,
    ),
    Row(
        "first-request",
        "modules imported by the first requests",
        "none",
        at_most(0),
        _first_request,
    ),
)
