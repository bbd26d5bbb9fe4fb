"""The collector is left as it was found, whatever happened in between."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from schemac.plan.collector import collector_paused

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    was = gc.isenabled()
    yield
    (gc.enable if was else gc.disable)()
    gc.unfreeze()


@pytest.mark.parametrize("enabled", [True, False])
def test_it_stands_still_inside_and_is_as_before_outside(*, enabled: bool) -> None:
    (gc.enable if enabled else gc.disable)()
    with collector_paused():
        assert not gc.isenabled()
    assert gc.isenabled() is enabled
    with pytest.raises(KeyError), collector_paused():
        raise KeyError
    assert gc.isenabled() is enabled


def test_what_was_made_is_not_searched_at_once() -> None:
    gc.enable()
    gc.collect()
    with collector_paused():
        kept = [[number] for number in range(50_000)]
    assert len(gc.get_objects(generation=0)) < len(kept)
    assert gc.get_freeze_count() == 0


def test_what_somebody_froze_stays_frozen() -> None:
    gc.enable()
    gc.freeze()
    with collector_paused():
        pass
    assert gc.get_freeze_count() > 0
