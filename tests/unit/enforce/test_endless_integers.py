"""Integers of more digits than anybody writes: the engine does not see their bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.enforce import Accepted, Breach, Projected, Refused
from schemac.plan.nodes import Constraints, Node, Scalar
from tests.unit.enforce.shapes import (
    ANY,
    INTEGER,
    NUMBER,
    STRING,
    const,
    giving,
    items,
    map_of,
    maybe,
    out,
    out_breach,
    record,
    taking,
    union,
)

if TYPE_CHECKING:
    from schemac.enforce import InputEnforcer

LONGEST = 10**4300 - 1
TOO_LONG = LONGEST + 1
SMALL = Scalar("integer", Constraints(max=5))
LARGE = Scalar("number", Constraints(min=-5))

PLACES: dict[str, tuple[Node, object, str]] = {
    "alone": (INTEGER, TOO_LONG, "/v"),
    "with a bound": (SMALL, TOO_LONG, "/v"),
    "below": (LARGE, -TOO_LONG, "/v"),
    "a number": (NUMBER, TOO_LONG, "/v"),
    "nullable": (maybe(INTEGER), TOO_LONG, "/v"),
    "in a list": (items(INTEGER), [1, TOO_LONG], "/v/*"),
    "in a list of numbers": (items(maybe(NUMBER)), [1.5, -TOO_LONG], "/v/*"),
    "in a map": (map_of(SMALL), {"a": TOO_LONG}, "/v/*"),
    "in a record": (record(n=record(m=SMALL)), {"n": {"m": TOO_LONG}}, "/v/n/m"),
    "in a list of records": (items(record(n=INTEGER)), [{"n": TOO_LONG}], "/v/*/n"),
    "in a union": (union(SMALL, STRING), TOO_LONG, "/v"),
    "untyped": (ANY, TOO_LONG, "/v"),
    "deep in what is untyped": (ANY, {"a": [TOO_LONG]}, "/v/*/*"),
    "beside what is missing": (record(n=INTEGER, m=STRING), {"n": TOO_LONG}, "/v/n"),
}


def takers(node: Node) -> list[InputEnforcer]:
    return [
        taking(record(v=node)),
        taking(record(_v=node)),
        taking(record(v=node), coerce="lax"),
        taking(record(v=node), undeclared="reject"),
    ]


@pytest.mark.parametrize("place", PLACES)
def test_arguments_hold_none(place: str) -> None:
    node, value, pointer = PLACES[place]
    for taker in takers(node):
        answer = taker.accept({"v": value})
        assert isinstance(answer, Refused)
        assert [str(each) for each in answer.violations] == [
            f"{pointer}: expected a number of at most 4300 digits"
        ]


def test_none_of_several_variants_holds_one() -> None:
    node = union(const(1), INTEGER)
    for taker in takers(node):
        assert isinstance(taker.accept({"v": TOO_LONG}), Refused)
    assert isinstance(giving(record(v=node)).project({"v": TOO_LONG}), Breach)


def test_a_variant_without_it_may_fit() -> None:
    node = union(record(a=INTEGER), record(b=STRING))
    assert taking(record(v=node)).accept({"v": {"a": TOO_LONG, "b": "x"}}) == Accepted(
        {"v": {"b": "x"}}, {"/v/*": 1}
    )


@pytest.mark.parametrize("place", PLACES)
def test_results_hold_none(place: str) -> None:
    node, value, _ = PLACES[place]
    assert isinstance(giving(record(v=node)).project({"v": value}), Breach)


@pytest.mark.parametrize("sign", [1, -1])
def test_the_longest_that_text_can_hold_is_taken_and_its_bounds_are_seen(sign: int) -> None:
    longest = sign * LONGEST
    assert taking(record(v=INTEGER)).accept({"v": longest}) == Accepted({"v": longest})
    assert isinstance(giving(record(v=NUMBER)).project({"v": longest}), Projected)
    bounded = Scalar("integer", Constraints(min=-5, max=5))
    assert isinstance(taking(record(v=bounded)).accept({"v": longest}), Refused)
    assert isinstance(giving(record(v=bounded)).project({"v": longest}), Breach)


def test_a_text_that_stands_for_a_longer_one_is_no_number() -> None:
    taker = taking(record(v=SMALL), coerce="lax")
    assert isinstance(taker.accept({"v": "9" * 4301}), Refused)
    assert isinstance(taker.accept({"v": "-" + "9" * 4301}), Refused)


@pytest.mark.parametrize("node", [INTEGER, items(INTEGER), map_of(INTEGER), record(x=INTEGER)])
def test_results_without_fractions_hold_none_either(node: Node) -> None:
    """Another writer writes these, which has no bound of its own."""

    def holding(number: int) -> object:
        kinds = {"ListOf": [number], "MapOf": {"x": number}, "Record": {"x": number}}
        return kinds.get(type(node).__name__, number)

    longest = int("9" * 4300)
    for number in (longest, -longest):
        assert out(node, holding(number)) == holding(number)
    for number in (longest + 1, -longest - 1, 10**5000, 10**200_000):
        assert out_breach(node, holding(number)) == ("", "finite")


def test_digits_in_a_text_may_be_as_many_as_they_like() -> None:
    for text in ("7" * 4301, "0" * 100_000):
        assert out(record(t=STRING, n=INTEGER), {"t": text, "n": 1}) == {"t": text, "n": 1}
