"""Violations come by where they are: items by number, names by text, the first twenty of all."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Registry
from schemac.service import Service

if TYPE_CHECKING:
    from collections.abc import Callable

SIGNATURE = """(
  ?items: Array[Integer],
  ?days: Array[Date],
  ?pair: [Integer, Integer, Integer],
  ?by_name: Hash[String, Integer],
  ?by_day: Hash[String, Date],
  ?rows: Array[{ a: Integer, b: Integer, c: Integer }]
) -> { ok: true }"""


@pytest.fixture(scope="module")
def told() -> Callable[[dict[str, Any]], list[str]]:
    registry = Registry()
    registry.add(lambda **_: {"ok": True}, name="t", description="d", signature=SIGNATURE)
    service = Service(registry, undeclared="reject")

    def pointers(arguments: dict[str, Any]) -> list[str]:
        result = service.call_tool("t", arguments, Grants())
        assert result.is_error
        return [line.partition(": ")[0] for line in (result.reason or "").splitlines()]

    return pointers


def test_items_come_by_number(told: Callable[[dict[str, Any]], list[str]]) -> None:
    assert told({"items": ["x"] * 12}) == [f"/items/{number}" for number in range(12)]
    assert told({"items": ["x"] * 200}) == [f"/items/{number}" for number in range(20)]
    assert told({"pair": ["x", "y", "z"]}) == ["/pair/0", "/pair/1", "/pair/2"]


def test_items_that_python_cannot_hold_do_too(told: Callable[[dict[str, Any]], list[str]]) -> None:
    assert told({"days": ["0000-01-01"] * 12}) == [f"/days/{number}" for number in range(12)]
    assert told({"days": ["0000-01-01"] * 200}) == [f"/days/{number}" for number in range(20)]


@pytest.mark.parametrize(
    ("name", "wrong"), [("by_name", "x"), ("by_day", "x"), ("by_day", "0000-01-01")]
)
def test_the_order_of_keys_says_nothing_beyond_twenty_either(
    name: str, wrong: str, told: Callable[[dict[str, Any]], list[str]]
) -> None:
    keys = [f"k{number:02}" for number in range(50)]
    expected = [f"/{name}/{key}" for key in keys[:20]]
    for seed in range(5):
        random.Random(seed).shuffle(keys)  # noqa: S311 - no secret
        assert told({name: dict.fromkeys(keys, wrong)}) == expected


def test_undeclared_missing_and_wrong_names_stand_among_each_other(
    told: Callable[[dict[str, Any]], list[str]],
) -> None:
    row = {"z": 1, "c": "x", "aa": 1, "a": "x"}
    assert told({"rows": [row]}) == [f"/rows/0/{name}" for name in ("a", "aa", "b", "c", "z")]
    assert told({"rows": [row] * 11})[-10:] == [
        f"/rows/{number}/{name}" for number in (2, 3) for name in ("a", "aa", "b", "c", "z")
    ]
    many = {f"u{number:03}": 1 for number in range(300)}
    assert told({**many, "items": ["x"]}) == ["/items/0", *(f"/u{at:03}" for at in range(19))]


def test_a_name_of_digits_is_text(told: Callable[[dict[str, Any]], list[str]]) -> None:
    assert told({"by_name": {"10": "x", "2": "x", "1": "x"}}) == [
        "/by_name/1",
        "/by_name/10",
        "/by_name/2",
    ]
