"""Names of rows in, one table out: ours, the other, ratio, goal, met or not."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from tests.bench.catalogue import GROUPS, ROWS
from tests.bench.measuring import ROOT
from tests.bench.row import Effort, Judged, Row, Sample
from tests.bench.table import Table, as_json, as_object

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FULL = Effort(rounds=30, batch=0.02, runs=3)
_SHORT = Effort(rounds=15, batch=0.01, runs=2, short=True)
_MARGIN = 1.5
_AGAIN = 4
"""How often a row that is too far from its goal is measured anew: what else runs makes it worse."""
_BY_NAME = {row.name: row for row in ROWS}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--only", action="append", metavar="NAME", help="a row, or a pattern")
    parser.add_argument("--short", action="store_true", help="the marked rows only, and quickly")
    parser.add_argument(
        "--gate", action="store_true", help="fail where a marked row misses its goal by far"
    )
    parser.add_argument("--here", action="store_true", help="in this process, for a profiler")
    parser.add_argument("--lines", action="store_true", help="print a line of JSON for each row")
    parser.add_argument("--list", action="store_true", help="print the names of the rows")
    return parser.parse_args()


def _chosen(patterns: list[str] | None, *, short: bool) -> list[Row]:
    if patterns is None:
        return [row for row in ROWS if row.brief or not short]
    return [row for row in ROWS if any(fnmatchcase(row.name, pattern) for pattern in patterns)]


def _measured(rows: list[Row], *, short: bool) -> Iterator[Judged]:
    """Measure rows, those of each group in a fresh process; give each when it is measured."""
    for group in GROUPS:
        names = [row.name for row in group if row in rows]
        if names:
            yield from _apart(names, short=short)


def _apart(names: list[str], *, short: bool) -> Iterator[Judged]:
    command = [sys.executable, "-m", "tests.bench", "--here", "--lines"]
    command += ["--short"] if short else []
    command += [word for name in names for word in ("--only", name)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        for line in child.stdout or ():
            yield _judged(json.loads(line))
    if child.returncode:
        raise SystemExit(f"could not measure {', '.join(names)}")


def _judged(told: dict[str, object]) -> Judged:
    sample = Sample(*(told[key] for key in ("ours", "other", "unit", "note")))  # type: ignore[arg-type] # as written
    return Judged(_BY_NAME[str(told["name"])], sample, float(str(told["took"])))


def _here(rows: list[Row], *, short: bool) -> Iterator[Judged]:
    effort = _SHORT if short else _FULL
    for row in rows:
        started = time.perf_counter()
        sample = row.measure(effort)
        yield Judged(row, sample, time.perf_counter() - started)


def _told(judged: Iterable[Judged], rows: list[Row], options: argparse.Namespace) -> list[Judged]:
    """Print each row when it is measured; a JSON list at the end."""
    table, kept = Table(rows), list[Judged]()
    if not (options.json or options.lines):
        print(table.head, flush=True)  # noqa: T201 - a command prints
    for one in judged:
        kept.append(one)
        if options.lines:
            print(json.dumps(as_object(one)), flush=True)  # noqa: T201 - the same
        elif not options.json:
            print(table.line(one), flush=True)  # noqa: T201 - the same
    if options.json:
        print(as_json(kept))  # noqa: T201 - the same
    return kept


def _far(judged: list[Judged]) -> list[Judged]:
    """Give the marked rows that miss their goal by more than the margin."""
    return [
        one
        for one in judged
        if one.row.marked and not one.row.goal.is_met(one.ratio, margin=_MARGIN)
    ]


def main() -> int:
    """Measure and print; with `--gate` say by the exit code whether all is fast enough."""
    options = _arguments()
    if options.list:
        print("\n".join(row.name for row in ROWS))  # noqa: T201 - a command prints
        return 0
    rows = _chosen(options.only, short=options.short)
    measure = _here if options.here else _measured
    judged = _told(measure(rows, short=options.short), rows, options)
    missed = _far(judged) if options.gate else []
    for _ in range(_AGAIN):
        if not missed:
            break
        again = [one.row for one in missed]
        print("\nMeasured once more:", ", ".join(row.name for row in again))  # noqa: T201 - the same
        missed = _far(_told(measure(again, short=options.short), again, options))
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
