"""Tests in, how long each takes and which lines of mutated files it runs out."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType

__all__ = ["failed", "measured", "run_test", "test_key"]

failed: list[str] = []
"""Tests that failed, as pytest reports them."""


def measured(
    items: list[Any], files: Iterable[str]
) -> list[tuple[float, dict[str, list[int]] | None]]:
    """Give the seconds of each test and the lines of files it runs; None if it fails there."""
    seconds = _in_fork(lambda: _timed(items))
    lines = _in_fork(lambda: _reached(items, files))
    return [
        (0.0, None) if took is None else (took, reached)
        for took, reached in zip(seconds, lines, strict=True)
    ]


def test_key(item: Any) -> str:
    content = item.path.read_bytes()
    return f"{hashlib.sha256(content).hexdigest()[:12]} {item.nodeid}"


def _in_fork(work: Callable[[], Any]) -> Any:
    """Do it in a fork, so that nothing has run here."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        with os.fdopen(writing, "w") as stream:
            json.dump(work(), stream)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as stream:
        result = json.load(stream)
    os.waitpid(pid, 0)
    return result


def run_test(item: Any) -> None:
    """Run a test; without pytest's part, which takes longer than most tests, where it has none."""
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    if item.cls is not None or set(item.fixturenames) - set(parameters) or _has_hooks(item):
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
        return
    try:
        item.function(**parameters)
    except pytest.skip.Exception:
        return


def _has_hooks(item: Any) -> bool:
    return inspect.iscoroutinefunction(item.function) or any(
        mark.name != "parametrize" for mark in item.iter_markers()
    )


def _timed(items: list[Any]) -> list[float | None]:
    """Give the seconds of each test; None if it fails without any mutant."""
    seconds: list[float | None] = []
    for item in items:
        failed.clear()
        start = time.process_time()
        try:
            run_test(item)
        except Exception:  # noqa: BLE001 - a test may fail with anything
            failed.append(item.nodeid)
        seconds.append(None if failed else time.process_time() - start)
    return seconds


def _reached(items: list[Any], names: Iterable[str]) -> list[dict[str, list[int]] | None]:
    root = f"{Path.cwd()}/"
    files = {root + name for name in names}
    found: list[dict[str, list[int]] | None] = []
    for item in items:
        failed.clear()
        lines = _traced(item, files)
        reached = {file.removeprefix(root): sorted(each) for file, each in lines.items()}
        found.append(None if failed else reached)
    return found


def _traced(item: Any, files: set[str]) -> dict[str, set[int]]:
    lines: dict[str, set[int]] = {}

    def entered(frame: FrameType, _event: str, _arg: object) -> Any:
        file = frame.f_code.co_filename
        if file not in files:
            return None
        found = lines.setdefault(file, set())

        def stepped(frame: FrameType, _event: str, _arg: object) -> Any:
            found.add(frame.f_lineno)
            return stepped

        found.add(frame.f_lineno)
        return stepped

    sys.settrace(entered)
    try:
        item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
    finally:
        sys.settrace(None)
    return lines
