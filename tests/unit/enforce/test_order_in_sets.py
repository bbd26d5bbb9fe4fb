"""What is shown of a set goes as its items go."""

from __future__ import annotations

from typing import Any

import pytest

from schemac.enforce import Media, Projected
from schemac.plan.nodes import Constraints, Scalar
from tests.unit.enforce.shapes import NUMBER, giving, items, out, record, set_of

IMAGE = Scalar("bytes", Constraints(media_type="image/png"))


def shown(node: Any, value: object) -> list[tuple[str, str]]:
    answer = giving(record(v=node)).project({"v": value})
    assert isinstance(answer, Projected)
    assert all(type(media) is Media for media in answer.media)
    return [(media.pointer, media.data) for media in answer.media]


MANY = frozenset(bytes([number]) for number in range(100, 140))
TEXTS = sorted(out(items(IMAGE), list(MANY)))


@pytest.mark.parametrize("value", [MANY, sorted(MANY), sorted(MANY, reverse=True), [*MANY] * 2])
def test_bytes_of_a_set_are_shown_once_and_in_the_order_of_its_items(value: object) -> None:
    assert shown(set_of(IMAGE), value) == [("/v/*", text) for text in TEXTS]
    assert out(set_of(IMAGE), value) == TEXTS


def test_bytes_of_a_python_set_are_shown_in_the_order_of_the_list_that_it_becomes() -> None:
    assert shown(items(IMAGE), MANY) == [("/v/*", text) for text in TEXTS]


def test_bytes_in_items_that_became_equal_are_shown_once() -> None:
    node = set_of(record(d=IMAGE, more=set_of(IMAGE)))
    one = {"d": b"b", "more": [b"y", b"x"], "hidden": 1}
    two = {"d": b"b", "more": [b"x", b"y", b"x"], "hidden": 2}
    other = {"d": b"a", "more": []}
    assert shown(node, iter([one, two, other])) == [
        ("/v/*/d", "YQ=="),
        ("/v/*/d", "Yg=="),
        ("/v/*/more/*", "eA=="),
        ("/v/*/more/*", "eQ=="),
    ]


def test_bytes_around_a_set_are_shown_where_they_stand() -> None:
    answer = giving(record(a=IMAGE, s=set_of(IMAGE), z=IMAGE)).project(
        {"a": b"2", "s": [b"1", b"0"], "z": b"3"}
    )
    assert isinstance(answer, Projected)
    assert [media.pointer for media in answer.media] == ["/a", "/s/*", "/s/*", "/z"]


def test_the_first_of_equal_items_by_its_bytes_stays_whatever_came_first() -> None:
    node = set_of(record(n=NUMBER))
    for value in ([{"n": 1.0}, {"n": 1}], [{"n": 1}, {"n": 1.0}]):
        answer = giving(record(v=node)).project({"v": value})
        assert isinstance(answer, Projected)
        assert answer.text == '{"v":[{"n":1.0}]}'
