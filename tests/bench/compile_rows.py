"""Compiling, checking again, and starting from a plan file."""

from __future__ import annotations

import shutil
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from schemac import Grants, Registry, Service
from schemac.compiler import CompileOptions, compile_paths
from tests.bench.foreign import write_models
from tests.bench.measuring import alternate_processes, asked_of_python, process_time
from tests.bench.row import Effort, Row, Sample, at_least, at_most
from tests.bench.serving import written
from tests.bench.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["ROWS", "seconds_for_types"]

_THOUSAND = Work(tools=1_000, shared_types=100)
_MILLISECONDS = 0.1


@cache
def _folder() -> Path:
    folder = written(_THOUSAND)
    write_models(folder, _THOUSAND)
    process_time(["-m", "schemac", "build", "-o", "plan.json"], folder)
    return folder


def _child(what: str) -> Callable[[], float]:
    folder = str(_folder())
    return lambda: float(asked_of_python("tests.bench.compile_child", what, folder))


def _cold(effort: Effort) -> Sample:
    return alternate_processes(_child("sources"), _child("models"), effort)


def _plan(effort: Effort) -> Sample:
    return alternate_processes(_child("from-plan"), _child("from-sources"), effort)


def _checked(effort: Effort) -> Sample:
    folder = _folder()

    def first() -> float:
        shutil.rmtree(folder / ".schemac_cache", ignore_errors=True)
        return process_time(["-m", "schemac", "check"], folder)

    first()
    return alternate_processes(
        lambda: process_time(["-m", "schemac", "check"], folder),
        first,
        effort,
        note="whole processes, start and imports included",
    )


def seconds_for_types(counts: Sequence[int], effort: Effort) -> list[float]:
    """Compile files of so many types, each ten of which build on each other; all in turn."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"many_{count}.py" for count in counts]
        for file, count in zip(files, counts, strict=True):
            file.write_text(_many(count), "utf-8")
        rounds = [[_compiled(file) for file in files] for _ in range(effort.runs)]
        return [min(times) for times in zip(*rounds, strict=True)]


def _compiled(file: Path) -> float:
    started = time.process_time()
    compilation = compile_paths((file,), CompileOptions(root=file.parent))
    took = time.process_time() - started
    if compilation.errors:
        raise RuntimeError(compilation.errors[0].message)
    return took


def _many(count: int) -> str:
    lines = ["from schemac import tool", ""]
    for number in range(count):
        inner = f", inner: type_{number - 1}" if number % 10 else ""
        lines.append(f"#: type type_{number} = {{ id: Integer, ?name: String @max(9){inner} }}")
    for number in range(9, count, 10):
        lines += ["", "", f'@tool("tool_{number}")', f"def tool_{number}(value):"]
        lines.insert(-1, f"#: (value: type_{number}) -> {{ done: bool, value: type_{number} }}")
        lines += ['    """Do it."""', '    return {"done": True, "value": value}']
    return "\n".join(lines) + "\n"


def _linear(effort: Effort) -> Sample:
    few, many = seconds_for_types((1_000, 10_000), effort)
    return Sample(many, few * 10, note="the other is scaled by types")


def _doubling(effort: Effort) -> Sample:
    times = [_doubled() for _ in range(effort.runs + 1)]
    return Sample(min(times), _MILLISECONDS)


def _nothing() -> dict[str, object]:
    return {}


def _doubled() -> float:
    registry = Registry()
    types = ["type a0 = { value: String }"]
    types += [f"type a{at} = {{ l: a{at - 1}, r: a{at - 1} }}" for at in range(1, 31)]
    types.append("type output = a30")
    registry.add(
        _nothing, name="a30", description="All.", signature="() -> output", types="\n".join(types)
    )
    started = time.process_time()
    if len(Service(registry).list_tools(Grants())) != 1:
        raise RuntimeError("a30 is not listed")
    return time.process_time() - started


ROWS = (
    Row(
        "compile-cold",
        "cold compile of 1,000 handlers, 100 shared types",
        "pydantic: 2,000 models and their schemas",
        at_most(0.6),
        _cold,
    ),
    Row(
        "check-second",
        "second check of the same tree",
        "the first",
        at_least(10),
        _checked,
    ),
    Row(
        "plan-load",
        "load of a plan, 1,000 tools, ready to answer",
        "compiling from sources",
        at_least(12),
        _plan,
    ),
    Row(
        "compile-linear",
        "compiling 10,000 types",
        "1,000 types, by count",
        at_most(1.2),
        _linear,
    ),
    Row(
        "compile-a30",
        "a30, which doubles thirty times, until it is listed",
        "a tenth of a second",
        at_most(1),
        _doubling,
    ),
)
