"""Files in, the same files out, one by one behind a progress bar where a person waits for them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["MANY", "waited_for"]

MANY = 50
"""How many files are long work; fewer are read before a bar could be looked at."""


def waited_for(files: Sequence[Path]) -> Iterator[Path]:
    """Give each file in turn; on a terminal a bar on stderr moves on with every one of many."""
    if len(files) < MANY or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield from files
        return
    with click.progressbar(files, label="Reading files", file=sys.stderr) as bar:
        yield from bar
