"""Under which key a listing is kept: whatever shapes its bytes is part of it."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Registry
from schemac.runtime.context import NO, UNKNOWN, YES
from schemac.runtime.fleet import Key
from schemac.runtime.grouping import Grouped
from tests.unit.runtime import workers
from tests.unit.runtime.workers import Ping, Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface

store = pytest.fixture(workers.store)
registry = pytest.fixture(workers.registry)
worker = pytest.fixture(workers.worker)
SALT = b"schemac listing cache"


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
