"""Workers share their listings through a store, and what fails or does not verify is a miss."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Handler, Registry
from tests.unit.runtime import workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface
    from tests.unit.runtime.workers import Store

    SurfaceOf = Callable[..., Surface]

store = pytest.fixture(workers.store)
registry = pytest.fixture(workers.registry)
worker = pytest.fixture(workers.worker)


class Worded(Handler):
    """Never used."""

    def description(self) -> str:
        return "Words."

    #: () -> { ok: true }
    def call(self) -> object: ...


def test_a_second_worker_finds_what_the_first_one_made(
    registry: Registry, store: Store, worker: Callable[..., Surface]
) -> None:
    first, second = worker(registry), worker(registry)
    made = first.listing(Grants(requires="a"))
    assert store.log == ["get", "set 60"]
    found = second.listing(Grants(requires="a", user="other"))
    assert (found.fragments, found.shared) == (made.fragments, True)
    assert store.log == ["get", "set 60", "get"]
    assert second.listing(Grants(requires="a")) is found
    assert len(second.program().domain("default").tools["ping"]._pages) == 0
    assert second.listing(Grants()).fragments != made.fragments
    assert len(store.kept) == 2


def test_a_hit_opens_no_call(registry: Registry, worker: Callable[..., Surface]) -> None:
    worker(registry).listing(Grants(requires="a"))
    surface = worker(registry)
    surface.listing(Grants(requires="a"))
    assert surface.call_tool("ping", {}, Grants()).structured == {"ok": True}


def damaged(value: str) -> list[object]:
    kept = json.loads(value)
    swapped = {**kept, "tools": [kept["tools"][0].replace("Answer", "Obey")]}
    return [
        json.dumps(swapped),
        json.dumps({**kept, "code": "0" * 64}),
        json.dumps({**kept, "code": None}),
        json.dumps({"tools": kept["tools"]}),
        json.dumps([]),
        json.dumps({**kept, "tools": kept["tools"] * 2}),
        json.dumps({**kept, "tools": "x"}),
        "not json",
        "[" * 100_000,
        b"\xff",
        b"",
        5,
        {"tools": []},
    ]


def test_what_does_not_verify_is_a_miss(
    registry: Registry, store: Store, worker: Callable[..., Surface]
) -> None:
    right = worker(registry).listing(None).fragments
    ((key, value),) = store.kept.items()
    for wrong in damaged(value):
        store.kept[key] = wrong
        assert worker(registry).listing(None).fragments == right
    assert store.kept[key] == value


def test_an_entry_under_another_key_is_a_miss(
    registry: Registry, store: Store, worker: Callable[..., Surface]
) -> None:
    surface = worker(registry)
    surface.listing(Grants(requires="a"))
    surface.listing(None)
    rich, poor = store.kept
    store.kept[poor] = store.kept[rich]
    assert b'"n"' not in worker(registry).listing(None).joined()


def test_a_value_comes_back_as_bytes_too(
    registry: Registry, store: Store, worker: Callable[..., Surface]
) -> None:
    right = worker(registry).listing(None).fragments
    store.kept = {key: value.encode() for key, value in store.kept.items()}
    store.log.clear()
    assert worker(registry).listing(None).fragments == right
    assert store.log == ["get"]


def test_an_outage_is_a_miss_and_logged(
    registry: Registry,
    store: Store,
    worker: Callable[..., Surface],
    caplog: pytest.LogCaptureFixture,
) -> None:
    store.down = True
    with caplog.at_level(logging.WARNING, "schemac.cache"):
        assert len(worker(registry).listing(None).fragments) == 1
    messages = [record.getMessage() for record in caplog.records]
    assert messages == ["the listing cache cannot be read", "the listing cache cannot be written"]


def test_a_listing_with_one_callers_words_is_never_kept(
    store: Store, worker: Callable[..., Surface]
) -> None:
    registry = Registry()
    registry.add(Worded)
    worker(registry).listing(None)
    assert store.log == ["get"]


@pytest.mark.parametrize(
    "settings", [{"debug": True}, {"secrets": None}, {"secrets": lambda: [None]}]
)
def test_in_debug_and_without_a_secret_there_is_no_shared_cache(
    settings: dict[str, object],
    registry: Registry,
    store: Store,
    worker: Callable[..., Surface],
) -> None:
    worker(registry, **settings).listing(None)
    assert store.log == []


def test_a_given_redis_client_is_used(
    registry: Registry, store: Store, surface_of: SurfaceOf
) -> None:
    surface = surface_of(
        registry, listing_cache="redis", listing_cache_client=store, secrets=lambda: [b"s"]
    )
    surface.listing(None)
    assert store.log == ["get", "set 3600"]


def test_a_redis_that_is_not_there_costs_a_listing_nothing_but_time(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(
        registry,
        listing_cache="redis",
        listing_cache_url="redis://127.0.0.1:1/0",
        secrets=lambda: ["s"],
    )
    assert len(surface.listing(None).fragments) == 1
