"""Workers that keep their listings in one store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac import Handler, Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

__all__ = ["Ping", "Store", "registry", "store", "worker"]


class Ping(Handler):
    """Answer."""

    #: () -> { ok: true, ?n: Integer @requires(:a) }
    def call(self) -> object:
        return {"ok": True, "n": 1}


class Store:
    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}
        self.log: list[str] = []
        self.down = False

    def get(self, key: str) -> object:
        self.log.append("get")
        if self.down:
            raise ConnectionError("store is down")
        return self.kept.get(key)

    def set(self, key: str, value: object, seconds: int) -> None:
        self.log.append(f"set {seconds}")
        if self.down:
            raise ConnectionError("store is down")
        self.kept[key] = value


def store() -> Store:
    return Store()


def registry() -> Registry:
    made = Registry()
    made.add(Ping)
    return made


def worker(store: Store, surface_of: SurfaceOf) -> Callable[..., Surface]:
    """Give another worker's surface of the same fleet."""

    def make(registry: Registry, **settings: object) -> Surface:
        given = {"listing_cache": store, "secrets": lambda: ["old", "secret"], "listing_ttl": 60}
        return surface_of(registry, **{**given, **settings})

    return make
