"""A stretch of work in, the same without looking for garbage out: for work whose objects stay."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["collector_paused"]


@contextmanager
def collector_paused() -> Iterator[None]:
    """Spare work that makes many objects, all of which stay, the search for garbage among them.

    Another thread that does the same at the same time may start the collector sooner; no more.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            _count_as_old()
            gc.enable()


def _count_as_old() -> None:
    """Spare all objects the first search, which the young ones get as soon as one more is made.

    What somebody froze stays frozen: both of these calls are about all objects of the process.
    """
    if gc.get_freeze_count() == 0:
        gc.freeze()
        gc.unfreeze()
