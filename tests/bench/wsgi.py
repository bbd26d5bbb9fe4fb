"""The app for gunicorn: ours, and the bare views that answer the same bytes.

With `SCHEMAC_BENCH_LEAST` also views that do the least of what is asked.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.bench.least import add_views
from tests.bench.serving import listing, served_from

_made = served_from(Path(os.environ["SCHEMAC_BENCH_FOLDER"]))
if os.environ.get("SCHEMAC_BENCH_LEAST"):
    add_views(_made)
_made.bare(listing(modern=True))
app = _made.app
