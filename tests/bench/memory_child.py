"""Tools and numbers of decision vectors in, resident bytes after so many distinct ones each out."""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from schemac import Grants
from tests.bench.serving import listing, served
from tests.bench.work import OWN_FLAGS, SHARED_FLAGS, Work

if TYPE_CHECKING:
    from collections.abc import Iterator

_FLAGS = (*SHARED_FLAGS, *OWN_FLAGS)
_ODD = 0x9E3779B1


def _distinct(count: int) -> Iterator[Grants]:
    """Give callers, no two of whom decide alike."""
    for number in range(count):
        mixed = number * _ODD % (1 << len(_FLAGS))
        yield Grants(requires={"staff", *(f for at, f in enumerate(_FLAGS) if mixed >> at & 1)})


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def _main(tools: int, *counts: int) -> None:
    app, request = served(Work(tools=tools)), listing(modern=True)
    sizes: dict[int, int] = {}
    for number, caller in enumerate(_distinct(max(counts)), 1):
        app.caller = caller
        app.post("/mcp", request)
        if number in counts:
            sizes[number] = _resident()
    print(json.dumps(sizes))  # noqa: T201 - its answer


if __name__ == "__main__":
    _main(*map(int, sys.argv[1:]))
