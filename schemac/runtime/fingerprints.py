"""Fingerprints of contexts in, the decisions that were made for them out, for a limited time."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from schemac.runtime.context import UNKNOWN

if TYPE_CHECKING:
    from schemac.runtime.decide import Vector

__all__ = ["Fingerprints"]

_KEPT: Final = 64


class Fingerprints:
    """Decision vectors by fingerprint: bounded, thread-safe, each kept for `seconds` once made.

    A vector with an unknown answer is never kept: what failed for one caller may work for the next.
    """

    __slots__ = ("_items", "_lock", "_seconds")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._items: OrderedDict[str, tuple[float, Vector]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, fingerprint: str) -> Vector | None:
        """Give the decisions; None where there are none, or none that still hold."""
        with self._lock:
            found = self._items.get(fingerprint)
            if found is None:
                return None
            if time.monotonic() >= found[0]:
                del self._items[fingerprint]
                return None
            self._items.move_to_end(fingerprint)
            return found[1]

    def put(self, fingerprint: str, vector: Vector) -> None:
        """Keep decisions that were made just now, in place of older ones."""
        if UNKNOWN in vector:
            return
        with self._lock:
            self._items[fingerprint] = time.monotonic() + self._seconds, vector
            self._items.move_to_end(fingerprint)
            if len(self._items) > _KEPT:
                self._items.popitem(last=False)
