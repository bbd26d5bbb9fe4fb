"""Two pieces of work in, the medians of interleaved runs out.

Times are of the processor, not of the clock: what else runs on the machine does not count.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.bench.row import Sample

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.bench.row import Effort

__all__ = [
    "ROOT",
    "alternate",
    "alternate_processes",
    "asked_of_python",
    "each",
    "in_turn",
    "process_time",
]

ROOT = Path(__file__).parents[2]
_MOST_CALLS = 100_000


def alternate(
    ours: Callable[[], object], other: Callable[[], object], effort: Effort, note: str = ""
) -> Sample:
    """Time A B A B …; give the median seconds of one run of each."""
    first, second = in_turn((ours, other), effort)
    return Sample(first, second, note=note)


def in_turn(works: Sequence[Callable[[], object]], effort: Effort) -> list[float]:
    """Time any number of works so; give the median seconds of one run of each."""
    counts = [_count(work, effort.batch) for work in works]
    times: list[list[float]] = [[] for _ in works]
    gc.collect()
    for _ in range(effort.rounds):
        for side, work in enumerate(works):
            times[side].append(_timed(work, counts[side]))
    return [median(each) for each in times]


def each(work: Callable[[], object], effort: Effort) -> float:
    """Give the median seconds of one run, in a loop of its own."""
    count = _count(work, effort.batch)
    return median(_timed(work, count) for _ in range(effort.rounds))


def _count(work: Callable[[], object], batch: float) -> int:
    """Find how many runs fill a batch; this warms it up too.

    The first run may make what all others use: counted, it would fill a batch by itself, and each
    batch would be one run with cold caches.
    """
    work()
    count = 1
    while True:
        took = _timed(work, count) * count
        if took >= batch / 2 or count >= _MOST_CALLS:
            return count
        count = min(_MOST_CALLS, max(count * 2, int(count * batch / max(took, 1e-6) * 0.7)))


def _timed(work: Callable[[], object], count: int) -> float:
    started = time.process_time()
    for _ in range(count):
        work()
    return (time.process_time() - started) / count


def process_time(arguments: Sequence[str], cwd: Path) -> float:
    """Run a Python process; give the processor's seconds that it and its children took."""
    command = [sys.executable, *arguments]
    environment = {**os.environ, "PYTHONPATH": f"{cwd}{os.pathsep}{ROOT}"}
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(
            command, cwd=cwd, env=environment, stdout=said, stderr=subprocess.STDOUT
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(said.read().decode(errors="replace")[-4000:])
    return usage.ru_utime + usage.ru_stime


def alternate_processes(
    ours: Callable[[], float], other: Callable[[], float], effort: Effort, note: str = ""
) -> Sample:
    """The same as `alternate` for work that tells its own time, each run once in turn."""
    pairs = [(ours(), other()) for _ in range(effort.runs)]
    return Sample(median(a for a, _ in pairs), median(b for _, b in pairs), note=note)


def asked_of_python(module: str, *arguments: str) -> Any:
    """Run one of our own modules in a fresh process; give what it prints as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-4000:])
    return json.loads(done.stdout.splitlines()[-1])
