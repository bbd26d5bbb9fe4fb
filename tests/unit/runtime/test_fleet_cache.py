from __future__ import annotations

import hmac
import json
import logging
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Handler, Registry
from schemac.runtime.context import NO, UNKNOWN, YES
from schemac.runtime.fleet import Key
from schemac.runtime.grouping import Grouped

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

SALT = b"schemac listing cache"


class Ping(Handler):
    """Answer."""

    #: () -> { ok: true, ?n: Integer @requires(:a) }
    def call(self) -> object:
        return {"ok": True, "n": 1}


class Worded(Handler):
    """Never used."""

    def description(self) -> str:
        return "Words."

    #: () -> { ok: true }
    def call(self) -> object: ...


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


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def registry() -> Registry:
    made = Registry()
    made.add(Ping)
    return made


@pytest.fixture
def worker(store: Store, surface_of: SurfaceOf) -> Callable[..., Surface]:
    """Give another worker's surface of the same fleet."""

    def make(registry: Registry, **settings: object) -> Surface:
        given = {"listing_cache": store, "secrets": lambda: ["old", "secret"], "listing_ttl": 60}
        return surface_of(registry, **{**given, **settings})

    return make


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


@pytest.mark.parametrize(
    "change",
    [
        {"name": "other"},
        {"server_name": "other"},
        {"strict_schema": True},
        {"dialect": "portable"},
        {"undeclared": "reject"},
        {"domains": {"default": Grouped()}},
        {"categories": {"x": "y"}},
        {"secrets": lambda: ["another"]},
        {"default_domain": "main"},
        {"page_size": 5},
    ],
)
def test_whatever_shapes_the_bytes_is_in_the_key(
    change: dict[str, object], registry: Registry, store: Store, worker: Callable[..., Surface]
) -> None:
    worker(registry).listing(None)
    worker(registry, **change).listing(None)
    assert store.log == ["get", "set 60"] * 2
    assert len(store.kept) == 2


KEY = Key(
    format=2,
    server="hall",
    blueprint="schemac",
    domain="default",
    era="modern",
    dialect="mcp",
    page=("whole", None),
    digest="d",
    vocabulary=(("requires", "a"),),
    decisions=(YES,),
)
OTHER: list[dict[str, Any]] = [
    {"format": 3},
    {"server": "schemac"},
    {"blueprint": "hall"},
    {"domain": "ops"},
    {"era": "handshake"},
    {"dialect": "portable"},
    {"page": ("whole", 5)},
    {"page": ("5", None)},
    {"digest": "e"},
    {"vocabulary": (("feature", "a"),)},
    {"vocabulary": (("requires", "b"),)},
    {"decisions": (NO,)},
    {"decisions": (UNKNOWN,)},
]


def test_each_part_of_a_key_alone_makes_another() -> None:
    assert {name for other in OTHER for name in other} == set(Key._fields)
    sealed = [KEY._replace(**other).sealed(b"s") for other in [{}, *OTHER]]
    assert len({*sealed, KEY.sealed(b"t")}) == len(OTHER) + 2
    assert KEY.sealed(b"s") == sealed[0]


def test_the_key_of_a_listing_has_its_parts_by_name(
    registry: Registry,
    store: Store,
    worker: Callable[..., Surface],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    noted: list[Key] = []
    inner = Key.sealed

    def sealed(key: Key, secret: bytes) -> str:
        noted.append(key)
        return inner(key, secret)

    monkeypatch.setattr(Key, "sealed", sealed)
    settings: dict[str, Any] = {
        "server_name": "hall",
        "name": "mine",
        "page_size": 7,
        "dialect": "portable",
    }
    worker(registry, **settings).listing(Grants(requires="a"), None, "handshake")
    fetched, kept = noted
    assert fetched == kept
    digest = kept.digest
    assert len(digest) == 64
    vocabulary, page = (("requires", "a"),), ("whole", 7)
    assert kept == Key(
        2, "hall", "mine", "default", "handshake", "portable", page, digest, vocabulary, (YES,)
    )
    assert list(store.kept) == [inner(kept, hmac.digest(b"secret", SALT, "sha256"))]


def test_each_era_has_its_own(
    registry: Registry, store: Store, worker: Callable[..., Surface]
) -> None:
    listings = [worker(registry).listing(None, None, era) for era in ("modern", "handshake")]
    assert listings[0].fragments == listings[1].fragments
    assert store.log == ["get", "set 60"] * 2
    assert len(store.kept) == 2
    surface = worker(registry)
    assert surface.listing(None, None, "handshake") is surface.listing(None, None, "modern")
    assert store.log[4:] == ["get"]


@pytest.mark.parametrize(
    "option", [{"title": "Other"}, {"meta": {"a": 1}}, {"requires": "a"}, {"read_only": True}]
)
def test_another_tool_or_another_plan_is_another_key(
    option: Any, registry: Registry, store: Store, worker: Callable[..., Surface]
) -> None:
    worker(registry).listing(Grants.all())
    other = Registry()
    other.add(Ping, **option)
    worker(other).listing(Grants.all())
    worker(registry.select(prefix="my_")).listing(Grants.all())
    assert len(store.kept) == 3


def test_no_and_unknown_have_keys_of_their_own(
    registry: Registry, store: Store, worker: Callable[..., Surface]
) -> None:
    surface = worker(registry)
    surface.listing(None)
    surface.listing(Grants())
    assert len(store.kept) == 2


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
