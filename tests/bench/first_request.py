"""The folder of a plan in, the modules that its served app imports when first asked out."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.bench.serving import call, listing, served_from


def _main(folder: Path) -> None:
    app = served_from(folder)
    app.post("/bare", listing(modern=False))  # what Flask itself imports late is not ours
    before = set(sys.modules)
    for modern in (False, True):
        app.post("/mcp", listing(modern=modern))
        app.post("/mcp", call(modern=modern))
    print(json.dumps(sorted(set(sys.modules) - before)))  # noqa: T201 - its answer


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
