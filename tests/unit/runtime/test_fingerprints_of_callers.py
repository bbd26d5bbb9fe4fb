"""A context that gives a fingerprint is asked once for all who have the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.runtime.errors import FingerprintError
from tests.unit.runtime import greetings

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac import Registry
    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

registry = pytest.fixture(greetings.registry)


class Printed:
    """A context that says what it depends on."""

    def __init__(self, fingerprint: object, *flags: str) -> None:
        self.fingerprint = fingerprint
        self.flags = flags
        self.asked = 0

    def requires(self, flag: str) -> bool:
        self.asked += 1
        return flag in self.flags

    def mcp_cache_fingerprint(self) -> object:
        if isinstance(self.fingerprint, Exception):
            raise self.fingerprint
        return self.fingerprint


def test_a_fingerprint_looks_a_listing_up_without_asking(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry)
    first = surface.listing(Printed({"role": "staff"}, "staff"))
    again = Printed({"role": "staff"}, "staff")
    assert surface.listing(again) is first
    assert again.asked == 0
    assert surface.listing(Printed(["other"])) is not first


@pytest.mark.parametrize("fingerprint", [object(), float("nan"), OSError("x"), {1j}, None])
def test_a_fingerprint_that_is_no_json_is_ignored(
    fingerprint: object, registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry)
    for flags in ((), ("staff",)):
        context = Printed(fingerprint, *flags)
        assert len(surface.listing(context).fragments) == 1 + len(flags)
        assert context.asked > 0


def test_in_debug_a_fingerprint_that_hides_a_difference_is_an_error(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry, debug=True)
    surface.listing(Printed("same", "staff"))
    surface.listing(Printed("same", "staff"))
    with pytest.raises(FingerprintError):
        surface.listing(Printed("same"))


class Failing(Printed):
    """Its predicate does not answer."""

    def requires(self, flag: str) -> bool:
        raise ConnectionError(flag)


@pytest.mark.parametrize("debug", [False, True])
def test_a_fingerprint_keeps_nothing_of_an_outage(
    debug: bool,  # noqa: FBT001 - one of two
    registry: Registry,
    surface_of: SurfaceOf,
) -> None:
    surface = surface_of(registry, debug=debug)
    assert len(surface.listing(Failing("same", "staff")).fragments) == 1
    assert len(surface.listing(Printed("same", "staff")).fragments) == 2
    assert len(surface.listing(Failing("same", "staff")).fragments) == (1 if debug else 2)


def test_what_a_fingerprint_stands_for_is_replaced_when_it_is_made_anew(
    registry: Registry, surface_of: SurfaceOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("schemac.runtime.fingerprints.time.monotonic", lambda: now[0])
    surface = surface_of(registry, listing_ttl=60)
    seen = []
    for at, flags in ((0, ("staff",)), (59, ()), (60, ()), (61, ("staff",)), (120, ("staff",))):
        now[0] = 1000.0 + at
        seen.append(len(surface.listing(Printed("same", *flags)).fragments))
    assert seen == [2, 2, 1, 1, 2]


def test_in_production_a_fingerprint_is_not_kept_longer_for_being_used(
    registry: Registry, surface_of: SurfaceOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("schemac.runtime.fingerprints.time.monotonic", lambda: now[0])
    surface = surface_of(registry, listing_ttl=60)
    asked = []
    for at in (0, 40, 59, 60, 80, 119, 120):
        now[0] = 1000.0 + at
        context = Printed("same", "staff")
        surface.listing(context)
        asked.append(context.asked > 0)
    assert asked == [True, False, False, True, False, False, True]


def test_fingerprints_are_bounded(registry: Registry, surface_of: SurfaceOf) -> None:
    surface = surface_of(registry)
    for number in range(200):
        surface.listing(Printed(number))
    first, last = Printed(0), Printed(199)
    surface.listing(last)
    surface.listing(first)
    assert (first.asked > 0, last.asked) == (True, 0)
