"""Listings kept for a whole fleet in, the same listings out, or nothing: a store nobody trusts.

What comes out of the store is believed only if it carries a code that the application's secret
made for exactly this key. Everything else, an outage included, is a miss.
"""

from __future__ import annotations

import hmac
import json
import os
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, cast

from schemac.enforce.foreign import foreign
from schemac.enforce.journal import journal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.runtime.decide import Vector
    from schemac.runtime.settings import SurfaceSettings

__all__ = ["Answers", "Exchange", "Fleet", "FleetStore", "Key", "Place", "open_fleet"]

_FORMAT = 2
_PATIENCE = 0.25
"""Seconds that a request waits for a store that does not answer."""

Answers: TypeAlias = "tuple[tuple[tuple[str, str], ...], Vector]"
"""The vocabulary, as (predicate, flag) pairs, and the answer to each of them."""

_log = journal("schemac.cache")


class FleetStore(Protocol):
    """Where listings are kept: `get` gives what `set` was given for that key, or None."""

    def get(self, key: str, /) -> object:
        """Give the value, as text or bytes; None without one."""

    def set(self, key: str, value: str, ttl: int, /) -> object:
        """Keep the value for so many seconds."""


class Place(NamedTuple):
    """Whose listings are kept: what does not change while a service lasts.

    `page` is which part of a listing is kept, and the size of the pages that it is sent in: always
    the whole, of which pages are cut afterwards, so that all of them are of one listing.
    """

    server: str
    blueprint: str
    dialect: str
    page: tuple[str, int | None]


class Key(NamedTuple):
    """What a listing is kept under."""

    format: int
    server: str
    blueprint: str
    domain: str
    era: str
    dialect: str
    page: tuple[str, int | None]
    digest: str
    vocabulary: tuple[tuple[str, str], ...]
    decisions: Vector

    def sealed(self, secret: bytes) -> str:
        """Give it as the store sees it: whoever reads there learns nothing of it."""
        text = json.dumps(self, ensure_ascii=True, separators=(",", ":"))
        return f"schemac:listing:{hmac.new(secret, text.encode(), 'sha256').hexdigest()}"


class Fleet:
    """The listings of one service that a fleet shares. Thread-safe if its store is."""

    def __init__(
        self,
        store: FleetStore,
        secrets: Callable[[], Sequence[str | bytes]],
        place: Place,
        ttl: int,
        bypassed: Callable[[], bool],
    ) -> None:
        self._store = store
        self._secrets = secrets
        self._place = place
        self._ttl = ttl
        self._bypassed = bypassed

    def key(self, domain: str, era: str, digest: str, answers: Answers) -> Key:
        """Give what a listing of this service is kept under."""
        server, blueprint, dialect, page = self._place
        return Key(_FORMAT, server, blueprint, domain, era, dialect, page, digest, *answers)

    def fetch(self, wanted: Key) -> tuple[bytes, ...] | None:
        """Give the tool objects that were kept for these decisions; None for a miss."""
        secret = self._secret()
        if secret is None:
            return None
        key = wanted.sealed(secret)
        try:
            value = self._store.get(key)
        except foreign():  # an outage is a miss, whatever the store raises
            _log.warning("the listing cache cannot be read", exc_info=True)
            return None
        return _verified(secret, key, value)

    def keep(self, wanted: Key, fragments: Sequence[bytes]) -> None:
        """Keep the tool objects for these decisions."""
        secret = self._secret()
        if secret is None:
            return
        key = wanted.sealed(secret)
        tools = [fragment.decode() for fragment in fragments]
        value = json.dumps({"code": _code(secret, key, tools), "tools": tools})
        try:
            self._store.set(key, value, self._ttl)
        except foreign():  # the same
            _log.warning("the listing cache cannot be written", exc_info=True)

    def _secret(self) -> bytes | None:
        """Derive the key of today's secret; None without one, or where nothing is shared now."""
        if self._bypassed():
            return None
        secrets = self._secrets()
        newest = secrets[-1] if secrets else None
        if not newest:
            return None
        raw = newest.encode() if isinstance(newest, str) else newest
        return hmac.digest(raw, b"schemac listing cache", "sha256")


class Exchange:
    """The fleet's listings of one program: `digest` covers all that shapes their bytes."""

    def __init__(self, fleet: Fleet, digest: str) -> None:
        self._fleet = fleet
        self._digest = digest

    def fetch(self, domain: str, era: str, answers: Answers) -> tuple[bytes, ...] | None:
        """Give the tool objects of a domain for these decisions; None for a miss."""
        return self._fleet.fetch(self._fleet.key(domain, era, self._digest, answers))

    def keep(self, domain: str, era: str, answers: Answers, fragments: Sequence[bytes]) -> None:
        """Keep the tool objects of a domain for these decisions."""
        self._fleet.keep(self._fleet.key(domain, era, self._digest, answers), fragments)


def _code(secret: bytes, key: str, tools: Sequence[str]) -> str:
    signed = json.dumps([key, *tools], ensure_ascii=True, separators=(",", ":"))
    return hmac.new(secret, signed.encode(), "sha256").hexdigest()


def _verified(secret: bytes, key: str, value: object) -> tuple[bytes, ...] | None:
    if not isinstance(value, str | bytes):
        return None
    try:
        kept = json.loads(value)
        tools, code = kept["tools"], kept["code"]
        if hmac.compare_digest(code.encode(), _code(secret, key, tools).encode()):
            return tuple(tool.encode() for tool in tools)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass
    _log.warning("what the listing cache holds does not verify, and counts as a miss")
    return None


def open_fleet(settings: SurfaceSettings) -> Fleet | None:
    """Give what the settings ask for; None for no shared cache, or without a secret.

    Whether it is bypassed, as in debug, is asked at each request.
    """
    if settings.listing_cache is None or settings.secrets is None:
        return None
    try:
        store = cast("FleetStore", settings.listing_cache)
        if settings.listing_cache == "redis":
            store = _redis(settings)
    except ImportError:
        if settings.is_debug:
            return None  # it would be bypassed, so developers need no extra
        raise
    page = ("whole", settings.page_size)
    place = Place(settings.server_name or "", settings.name, settings.dialect, page)
    ttl = settings.listing_ttl
    return Fleet(store, settings.secrets, place, ttl, lambda: settings.is_debug)


def _redis(settings: SurfaceSettings) -> FleetStore:
    if settings.listing_cache_client is not None:
        return cast("FleetStore", settings.listing_cache_client)
    try:
        from redis import Redis  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise ImportError('listing_cache="redis" needs the extra `schemac[redis]`') from error
    url = settings.listing_cache_url or os.environ.get("REDIS_URL") or "redis://localhost:6379/0"
    client = Redis.from_url(url, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE)
    return cast("FleetStore", client)
