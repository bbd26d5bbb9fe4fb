"""Names of dialects from the command line in, the same names checked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from schemac.diagnostics.suggest import did_you_mean
from schemac.emit.dialects import DIALECTS

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["read_dialects"]


def read_dialects(names: Iterable[str]) -> tuple[str, ...]:
    """Check names, each once. Raises click.UsageError."""
    found = tuple(dict.fromkeys(names))
    for name in found:
        if name not in DIALECTS:
            meant = did_you_mean(name, DIALECTS)
            rest = f"did you mean `{meant}`?" if meant else f"there are {', '.join(DIALECTS)}"
            raise click.UsageError(f"`{name}` is no dialect; {rest}")
    return found
