"""A pytest plugin: mutants that mutmut wrote in, which of them the collected tests notice out.

mutmut starts a whole pytest for each mutant, and every call of a mutated function goes by way of
its switch. Here the switches are left out: the tests are collected once and run once to see which
lines each runs; each mutant gets a fork of the process that has run nothing yet, its code in place
of the function's, and the tests that run its line, until one fails: first those of files that
import its module, then those that noticed mutants of the same function, then fast ones, a case of
each.

Run in mutmut's folder `mutants`; `JUDGE_OUT` is the file of verdicts (mutants in it are not judged
again), `JUDGE_ONLY` patterns of mutants in the order wanted, `JUDGE_BUDGET` the seconds of tests
that one mutant gets, `JUDGE_UNTIL` the time (`time.time()`) after which no mutant is begun;
`JUDGE_AGAIN` has survivors judged again, after tests were added. `JUDGE_BEFORE` is the file of
verdicts of an earlier run: what noticed a mutant there is run first (no verdict is taken over).
`JUDGE_SHARE` is `0/2` or `1/2` for one of two runs side by side, each with a `JUDGE_OUT` of its
own (`verdicts-0.json`, `verdicts-1.json`).
"""

from __future__ import annotations

import ast
import fnmatch
import gc
import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from mutmut.mutation import trampoline  # type: ignore[import-not-found] # there for the run only

from schemac.syntax.machine import parser
from tests.mutation.changes import Mutant, mutants_of
from tests.mutation.reach import failed, measured, run_test, test_key
from tests.mutation.verdict import known_in

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["pytest_runtest_logreport", "pytest_runtest_makereport", "pytest_runtestloop"]

BUDGET = float(os.environ.get("JUDGE_BUDGET", "1.5"))
UNTIL = float(os.environ.get("JUDGE_UNTIL", "inf"))
MOST_MEMORY = 6 << 30
NOTICED = 1
judging: list[Mutant] = []
"""The mutant of this fork, if it is one."""

switched: dict[str, tuple[Any, dict[str, Any]]] = {}
"""By the start of mutants' names: the function that runs, and what could run in its place."""


def _unswitched(found: dict[str, Any], **_is_classmethod: bool) -> Any:
    """Stand in for mutmut's decorator, which would cost more than most functions do."""

    def keep(function: Any) -> Any:
        switched[f"{function.__module__}.{function.__qualname__}"] = (function, found)
        return function

    return keep


trampoline.wrap_in_trampoline = _unswitched


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> None:
    """End the fork of a mutant at the first failure: to write it down takes longer than tests."""
    skipped = pytest.skip.Exception
    if judging and call.excinfo is not None and not isinstance(call.excinfo.value, skipped):
        os._exit(NOTICED)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note failures, whatever phase they are in."""
    if report.failed:
        failed.append(report.nodeid)


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Judge instead of running the tests."""
    out = Path(os.environ["JUDGE_OUT"])
    known: dict[str, dict[str, str]] = json.loads(out.read_text()) if out.exists() else {}
    again = bool(os.environ.get("JUDGE_AGAIN"))
    judged = {
        name
        for name, each in known_in(out.parent).items()
        if not again or each["verdict"] != "survived"
    }
    wanted = [each for each in _wanted() if each.name not in judged]
    tests = Tests(session.items, out.with_name("reach.json"), _noticed_before(), _files(wanted))
    parser()  # the grammar alone, which none of the mutated code has a part in
    gc.collect()
    gc.freeze()
    for number, mutant in enumerate(wanted):
        if time.time() > UNTIL:
            break
        verdict = tests.judge(mutant)
        known[mutant.name] = {"verdict": verdict[0], "by": verdict[1], "key": mutant.key}
        _say(verdict[0])
        if number % 50 == 0:
            out.write_text(json.dumps(known, indent=0))
    out.write_text(json.dumps(known, indent=0))
    return True


def _noticed_before() -> dict[str, set[str]]:
    """Give by the key of a mutant the tests that noticed it in an earlier run."""
    found: dict[str, set[str]] = {}
    if before := os.environ.get("JUDGE_BEFORE"):
        for each in json.loads(Path(before).read_text()).values():
            found.setdefault(each["key"], set()).add(each["by"])
    return found


@cache
def _imported(path: Path) -> frozenset[str]:
    """List the modules that a file of tests imports, or imports from."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found.add(node.module)
            found.update(f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            found.update(each.name for each in node.names)
    return frozenset(found)


def _say(verdict: str) -> None:
    mark = {"noticed": ".", "excluded": "-", "stopped": "t"}.get(verdict, "S")
    sys.__stdout__.write(mark)  # type: ignore[union-attr] # pytest has put its own in place
    sys.__stdout__.flush()  # type: ignore[union-attr] # as above


def _files(mutants: list[Mutant]) -> list[str]:
    """List the files that mutants are in."""
    return sorted({f"{each.name.rpartition('.')[0].replace('.', '/')}.py" for each in mutants})


def _wanted() -> Iterator[Mutant]:
    found: list[Mutant] = []
    for meta in sorted(Path("schemac").rglob("*.meta")):
        path = meta.with_suffix("")
        module = ".".join(path.with_suffix("").parts)
        found.extend(mutants_of(path, module))
    patterns = os.environ.get("JUDGE_ONLY", "*").split()
    share, _, shares = os.environ.get("JUDGE_SHARE", "0/1").partition("/")
    mine = found[int(share) :: int(shares)]
    taken: set[str] = set()
    for pattern in patterns:
        for mutant in mine:
            if mutant.name not in taken and fnmatch.fnmatchcase(mutant.name, pattern):
                taken.add(mutant.name)
                yield mutant


class Tests:
    """The collected tests, with what each of them runs."""

    def __init__(
        self, items: list[Any], cache: Path, before: dict[str, set[str]], files: list[str]
    ) -> None:
        self._items = items
        self._before = before
        self._imported = [_imported(item.path) for item in items]
        self._seconds: list[float] = []
        self._by_line: dict[tuple[str, int], list[int]] = {}
        self._noticed: dict[str, dict[int, int]] = {}
        kept = json.loads(cache.read_text()) if cache.exists() else {"files": [], "tests": {}}
        if not set(files) <= set(kept["files"]):
            kept = {"files": files, "tests": {}}
        known = kept["tests"]
        keys = [test_key(item) for item in items]
        missing = [index for index, key in enumerate(keys) if key not in known]
        if missing:
            found = measured([items[index] for index in missing], kept["files"])
            known.update((keys[index], each) for index, each in zip(missing, found, strict=True))
            cache.write_text(json.dumps(kept))
        for index, key in enumerate(keys):
            took, lines = known[key]
            self._seconds.append(took)
            if lines is None:
                sys.__stdout__.write(f"not used, fails without any mutant: {key}\n")  # type: ignore[union-attr] # as above
                continue
            for file, numbers in lines.items():
                for line in numbers:
                    self._by_line.setdefault((file, line), []).append(index)

    def judge(self, mutant: Mutant) -> tuple[str, str]:
        """Give the verdict on a mutant, and which test noticed it or what rule excludes it."""
        if mutant.rule is not None:
            return "excluded", mutant.rule
        module = mutant.name.rpartition(".")[0]
        file = module.replace(".", "/") + ".py"
        noticed = self._noticed.setdefault(mutant.where, {})
        reaching = {
            index
            for line in range(mutant.first, mutant.last + 1)
            for index in self._by_line.get((file, line), ())
        }
        order = self._ordered(reaching, module, noticed, self._before.get(mutant.key, set()))
        if not order:
            return "survived", "no test runs it"
        code, index = self._run(mutant, order)
        if index is not None:
            noticed[index] = noticed.get(index, 0) + 1
        by = "" if index is None else self._items[index].nodeid
        if code < 0:
            return "stopped", by
        return ("survived" if code == 0 else "noticed"), by

    def _ordered(
        self, reaching: set[int], module: str, noticed: dict[int, int], before: set[str]
    ) -> list[int]:
        """Put those first that noticed it before, are about it, or noticed others."""
        cases: Counter[str] = Counter()
        turns: dict[int, float] = {}
        for at in sorted(reaching, key=self._seconds.__getitem__):
            test = self._items[at].nodeid.partition("[")[0]
            turns[at] = cases[test] + 100 * self._seconds[at]
            cases[test] += 1
        return sorted(
            reaching,
            key=lambda at: (
                self._items[at].nodeid not in before,
                module not in self._imported[at],
                -noticed.get(at, 0),
                turns[at],
            ),
        )

    def _run(self, mutant: Mutant, order: list[int]) -> tuple[int, int | None]:
        """Give the exit code of a fork with the mutant in it, and the last test begun if not 0."""
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            self._child(mutant, order, writing)
        os.close(writing)
        with os.fdopen(reading, "rb") as stream:
            begun = stream.read().split()
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        return code, int(begun[-1]) if begun and code else None

    def _child(self, mutant: Mutant, order: list[int], writing: int) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        signal.alarm(300)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        judging.append(mutant)
        try:
            _put_in_place(mutant)
            start = time.process_time()
            for at in order:
                os.write(writing, f"{at} ".encode())
                signal.setitimer(signal.ITIMER_PROF, 1 + 10 * self._seconds[at])
                run_test(self._items[at])
                if time.process_time() - start > BUDGET:
                    break
        except BaseException:  # noqa: BLE001 - whatever gets out of pytest was noticed
            os._exit(NOTICED)
        os._exit(0)


def _put_in_place(mutant: Mutant) -> None:
    """Let the function run the mutant's code, wherever it was imported to."""
    module, _, name = mutant.name.rpartition(".")
    owner = mutant.where.removeprefix(module.removeprefix("schemac.") + ".")
    function, found = switched[f"{module}.{owner}"]
    other = getattr(found[name], "__func__", found[name])
    if len(function.__code__.co_freevars) == len(other.__code__.co_freevars):
        function.__code__ = other.__code__
        function.__defaults__ = other.__defaults__
        function.__kwdefaults__ = other.__kwdefaults__
    else:  # `super()` came or went
        setattr(getattr(sys.modules[module], owner.split(".")[0]), function.__name__, other)
