"""A pytest plugin: mutants that mutmut wrote in, which of them the collected tests notice out.

mutmut starts a whole pytest for each mutant, which costs a hundred times what the tests do. Here
they are collected once; each mutant gets a fork of the process that has run nothing yet, and in it
the tests that reach its function, the fast ones first, until one fails.

Run in mutmut's folder `mutants`; `JUDGE_OUT` is the file of verdicts (mutants in it are not judged
again), `JUDGE_ONLY` patterns of mutants in the order wanted, `JUDGE_BUDGET` the seconds of tests
that one mutant gets, `JUDGE_UNTIL` the time (`time.time()`) after which no mutant is begun.
"""

from __future__ import annotations

import fnmatch
import json
import os
import resource
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mutmut.state import state  # type: ignore[import-not-found] # there for the run only

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest

__all__ = ["pytest_runtest_logreport", "pytest_runtestloop"]

WORKERS = int(os.environ.get("JUDGE_WORKERS", "2"))
BUDGET = float(os.environ.get("JUDGE_BUDGET", "3"))
UNTIL = float(os.environ.get("JUDGE_UNTIL", "inf"))
VERDICTS = {0: "survived", 1: "killed", 4: "no tests"}
failed: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note failures, whatever phase they are in."""
    if report.failed:
        failed.append(report.nodeid)


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Judge instead of running the tests."""
    out = Path(os.environ["JUDGE_OUT"])
    known: dict[str, str] = json.loads(out.read_text()) if out.exists() else {}
    reach = _reach(session.items)
    mutants = [name for name in _mutants() if name not in known]
    running: dict[int, str] = {}
    for index, name in enumerate(mutants):
        if time.time() > UNTIL:
            break
        while len(running) >= WORKERS:
            _wait(running, known)
        function = name.rpartition("__mutmut_")[0]
        running[_fork(name, reach.get(function, []))] = name
        if index % 20 == 0:
            out.write_text(json.dumps(known, indent=0))
    while running:
        _wait(running, known)
    out.write_text(json.dumps(known, indent=0))
    return True


def _mutants() -> Iterator[str]:
    names = [
        name
        for path in sorted(Path("schemac").rglob("*.meta"))
        for name in json.loads(path.read_text())["exit_code_by_key"]
    ]
    patterns = os.environ.get("JUDGE_ONLY", "*").split()
    for number, pattern in enumerate(patterns):
        for name in fnmatch.filter(names, pattern):
            if not any(fnmatch.fnmatch(name, earlier) for earlier in patterns[:number]):
                yield name


def _reach(items: list[Any]) -> dict[str, list[Any]]:
    """Run each test once, in a fork; give those that reach each function, fast ones first."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        with os.fdopen(writing, "w") as stream:
            json.dump(_traced(items), stream)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as stream:
        traced = json.load(stream)
    os.waitpid(pid, 0)
    if traced["failed"]:
        raise RuntimeError(f"tests fail without any mutant: {traced['failed'][:9]}")
    found: dict[str, list[Any]] = {}
    spent: dict[str, float] = {}
    for index in sorted(range(len(items)), key=traced["seconds"].__getitem__):
        for function in traced["functions"][index]:
            spent[function] = spent.get(function, 0.0) + traced["seconds"][index]
            if spent[function] <= BUDGET:
                found.setdefault(function, []).append(items[index])
    return found


def _traced(items: list[Any]) -> dict[str, Any]:
    os.environ["MUTANT_UNDER_TEST"] = "stats"
    seconds, functions = [], []
    for item in items:
        state()._stats.clear()
        start = time.process_time()
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        seconds.append(time.process_time() - start)
        functions.append(sorted(state()._stats))
    return {"seconds": seconds, "functions": functions, "failed": failed}


def _fork(name: str, items: list[Any]) -> int:
    pid = os.fork()
    if pid:
        return pid
    limit = int(10 + 5 * BUDGET)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    signal.alarm(600)
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - no path, a device
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    os.environ["MUTANT_UNDER_TEST"] = name
    try:
        for item in items:
            item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
            if failed:
                os._exit(1)
    except BaseException:  # noqa: BLE001 - whatever gets out of pytest was noticed
        os._exit(1)
    os._exit(0 if items else 4)


def _wait(running: dict[int, str], known: dict[str, str]) -> None:
    pid, status = os.wait()
    name = running.pop(pid, None)
    if name is not None:
        code = os.waitstatus_to_exitcode(status)
        known[name] = VERDICTS.get(code, f"timeout or crash ({code})")
        mark = "." if code == 1 else "S" if code == 0 else "?"
        sys.__stdout__.write(mark)  # type: ignore[union-attr] # pytest has put its own in place
        sys.__stdout__.flush()  # type: ignore[union-attr] # as above
