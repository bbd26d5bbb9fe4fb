"""The app for gunicorn: ours, and the bare views that answer the same bytes."""

from __future__ import annotations

import os
from pathlib import Path

from tests.bench.serving import listing, served_from

_made = served_from(Path(os.environ["SCHEMAC_BENCH_FOLDER"]))
_made.bare(listing(modern=True))
app = _made.app
