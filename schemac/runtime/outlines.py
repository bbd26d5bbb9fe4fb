"""Python files in, where their classes begin out: read once for all classes of a file."""

from __future__ import annotations

import os
import tokenize
from typing import TYPE_CHECKING

from schemac.enforce.kinds import own_qualname
from schemac.runtime.bodies import body_functions
from schemac.runtime.class_runs import class_runs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.runtime.class_runs import Run

__all__ = ["Outlines"]


class Outlines:
    """Remembers the outlines of files, for Pythons whose classes do not know their own line."""

    def __init__(self) -> None:
        self._files: dict[str, dict[str, list[Run]]] = {}

    def first_line(self, cls: type, file: str) -> int | None:
        """Give the first line of a class; None where the file does not have it any more.

        It is None, too, where several classes have the name and no function tells which one it is:
        a function stands in one of them, and another one may have it from there.
        """
        runs = self._runs(cls, file)
        if len(runs) > 1:
            known = {*_known_lines(cls, file)}
            runs = [run for run in runs if not any(_excludes(*each, run) for each in known)]
            if not any(_holds(run, line) for run in runs for _, line in known):
                return None
        return runs[0][0] if len(runs) == 1 else None

    def _runs(self, cls: type, file: str) -> list[Run]:
        if file not in self._files:
            self._files[file] = _outline(file)
        return self._files[file].get(own_qualname(cls), [])


def _known_lines(cls: type, file: str) -> Iterator[tuple[str, int]]:
    for name, each in body_functions(cls):
        if os.path.realpath(each.__code__.co_filename) == os.path.realpath(file):
            yield name, each.__code__.co_firstlineno


def _holds(run: Run, line: int) -> bool:
    return run[0] <= line <= run[1]


def _excludes(name: str, line: int, run: Run) -> bool:
    """Whether a class is none that stands there, as that one has a function of its own there."""
    return name in run[2] and not _holds(run, line)


def _outline(file: str) -> dict[str, list[Run]]:
    try:
        with tokenize.open(file) as text:
            return class_runs(text.read())
    except (OSError, SyntaxError, ValueError):
        return {}
