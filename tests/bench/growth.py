"""Nothing in, a table for each thing that grows out, as Markdown: `python -m tests.bench.growth`.

Give names of tables to measure those only.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

import flask

from schemac import Grants, Registry
from schemac.flask import blueprint
from tests.bench.compile_rows import seconds_for_types
from tests.bench.enforcing_rows import judging_rows
from tests.bench.listing_rows import by_size
from tests.bench.measuring import asked_of_python, each
from tests.bench.row import Effort
from tests.bench.serving import Served, call, listing, served
from tests.bench.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_EFFORT = Effort(rounds=9, batch=0.05, runs=2)
_VECTORS = (1, 10, 100, 1_000, 10_000, 100_000)


def _tools() -> Iterator[str]:
    yield "| tools | listing | list, warm | per MB | call |"
    yield "|---:|---:|---:|---:|---:|"
    for count, size, seconds in by_size(_EFFORT, (10, 100, 1_000, 10_000)):
        called = each(served(Work(tools=count)).ours(call(modern=True)), _EFFORT)
        megabytes = size / 2**20
        yield (
            f"| {count:,} | {megabytes:.2f} MB | {seconds * 1e6:,.0f} µs |"
            f" {seconds * 1e6 / megabytes:,.0f} µs | {called * 1e6:,.0f} µs |"
        )


def _grants() -> Iterator[str]:
    yield "| grants asked for | list, warm | list, new vector | call |"
    yield "|---:|---:|---:|---:|"
    for count in (1, 10, 50, 100, 500):
        app = _served(_gated(count))
        app.caller = Grants(requires={f"flag_{at}" for at in range(0, count, 2)})
        warm = each(app.ours(listing(modern=True)), _EFFORT)
        called = each(app.ours(call(modern=True, tool="tool_0")), _EFFORT)
        new = _unseen(count)
        times = []
        for _ in range(9):
            app.caller = next(new)
            started = time.process_time()
            app.post("/mcp", listing(modern=True))
            times.append(time.process_time() - started)
        yield (
            f"| {count} | {warm * 1e6:,.0f} µs | {sorted(times)[4] * 1e6:,.0f} µs |"
            f" {called * 1e6:,.0f} µs |"
        )


def _served(registry: Registry) -> Served:
    app = flask.Flask("growth")
    made = Served(app, sys.modules[__name__])
    app.register_blueprint(blueprint(context=lambda _: made.caller, registry=registry))
    return made


def _gated(count: int) -> Registry:
    """Give a hundred tools, over which so many flags are spread, each on a field."""
    registry = Registry()
    for number in range(100):
        flags = [f"flag_{at}" for at in range(count) if at % 100 == number or count < 100]
        fields = "".join(f", ?f{at}: String @requires(:{each})" for at, each in enumerate(flags))
        registry.add(
            _done,
            name=f"tool_{number}",
            description="Do it.",
            signature=f"(id: String{fields}) -> {{ done: bool{fields} }}",
        )
    return registry


def _done(*, id: str, **_: object) -> dict[str, object]:  # noqa: A002 - the parameter's name
    return {"done": bool(id)}


def _unseen(count: int) -> Iterator[Grants]:
    for number in range(1, 1_000):
        flags = {f"flag_{at}" for at in range(count) if (number * 2_654_435_761 >> at % 32) & 1}
        yield Grants(requires=flags)


def _vectors() -> Iterator[str]:
    sizes = asked_of_python("tests.bench.memory_child", "20", *map(str, _VECTORS))
    yield "| distinct decision vectors | resident memory |"
    yield "|---:|---:|"
    for count in _VECTORS:
        yield f"| {count:,} | {sizes[str(count)] / 2**20:.0f} MB |"


def _source() -> Iterator[str]:
    yield "| types | compile | per type |"
    yield "|---:|---:|---:|"
    counts = (10, 100, 1_000, 10_000)
    for count, seconds in zip(counts, seconds_for_types(counts, _EFFORT), strict=True):
        yield f"| {count:,} | {seconds * 1e3:,.0f} ms | {seconds * 1e6 / count:,.0f} µs |"


def _values() -> Iterator[str]:
    yield "| result | project and validate | `json.dumps` | ratio |"
    yield "|---:|---:|---:|---:|"
    for rows in (12, 120, 1_200, 12_000, 120_000):
        judge, value = judging_rows(rows)
        size = len(json.dumps(value))
        ours = each(judge, _EFFORT)
        theirs = each(lambda value=value: json.dumps(value), _EFFORT)  # type: ignore[misc] # bound now
        yield (
            f"| {size / 1024:,.0f} KB | {ours * 1e3:,.3f} ms | {theirs * 1e3:,.3f} ms |"
            f" {ours / theirs:.2f} |"
        )


_TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "tools": _tools,
    "grants": _grants,
    "vectors": _vectors,
    "source": _source,
    "values": _values,
}


def main(names: list[str]) -> None:
    """Print the tables."""
    for name in names or _TABLES:
        print(f"\n### {name}\n")  # noqa: T201 - a command prints
        for line in _TABLES[name]():
            print(line, flush=True)  # noqa: T201 - the same


if __name__ == "__main__":
    main(sys.argv[1:])
