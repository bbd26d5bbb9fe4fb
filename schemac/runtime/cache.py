"""Keys in, values out, the least recently used forgotten: bounded and thread-safe."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

__all__ = ["Cache"]

K = TypeVar("K")
V = TypeVar("V")


class Cache(Generic[K, V]):
    """A bounded map; None is no value. Two threads may make one value twice; the first is kept."""

    __slots__ = ("_items", "_limit", "_lock")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._items: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """Give the value, and remember that it was asked for; None without one."""
        found = self._items.get(key)
        if found is not None:
            try:  # noqa: SIM105 - for each request, and `suppress` is slow
                self._items.move_to_end(key)
            except KeyError:
                pass  # another thread has just forgotten it
        return found

    def put(self, key: K, value: V) -> V:
        """Keep a value, unless another thread was first; give the one that is kept."""
        with self._lock:
            kept = self._items.setdefault(key, value)
            if kept is not value:
                self._items.move_to_end(key)
            elif len(self._items) > self._limit:
                self._items.popitem(last=False)
            return kept

    def __len__(self) -> int:
        return len(self._items)
