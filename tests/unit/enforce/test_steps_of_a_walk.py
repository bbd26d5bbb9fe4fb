"""Places and values in, where a walk is and what it may still take out, step by step."""

from __future__ import annotations

from threading import RLock
from typing import TYPE_CHECKING, Any

import pytest

from schemac.enforce.project.cuts import MOST_POINTERS, Cuts, Left, Seen, Taken
from schemac.enforce.project.places import Place, Unit, entering
from schemac.enforce.project.stringified import parser, passing
from schemac.enforce.project.undeclared import keeping, key_text
from schemac.enforce.project.walk import Misfit, Walk

if TYPE_CHECKING:
    from collections.abc import Mapping

BELOW = Place("/a", 3)


def met(value: object, walk: Walk) -> tuple[str, int, object]:
    """Stand for the projector of a named type: it tells where it is."""
    return walk.prefix, walk.depth, value


def unit(height: int) -> Unit:
    return Unit(lambda: met, height, RLock())


def walking(depth: int = 0, prefix: str = "", entries: int = 100) -> Walk:
    walk = Walk(entries)
    walk.depth, walk.prefix = depth, prefix
    return walk


def test_a_step_into_a_type_goes_there_and_back() -> None:
    walk = walking(depth=4, prefix="/x")
    assert entering(unit(1), BELOW, 64)("v", walk) == ("/x/a", 6, "v")
    assert (walk.prefix, walk.depth, walk.entries, walk.deep) == ("/x", 4, 99, False)


@pytest.mark.parametrize(
    ("deepest", "value", "deep"),
    [
        (5, {}, False),
        (4, {}, True),
        (3, {}, True),
        (2, "text", True),
        (2, None, True),
        (1, 5, True),
    ],
)
def test_a_walk_notes_where_it_may_be_too_deep(deepest: int, value: object, deep: bool) -> None:  # noqa: FBT001 - an answer
    walk = walking()
    assert entering(unit(3), BELOW, deepest)(value, walk) == ("/a", 2, value)
    assert walk.deep is deep


@pytest.mark.parametrize("value", [{}, [], (), object])
def test_nothing_is_entered_below_the_deepest_level(value: object) -> None:
    walk = walking(prefix="/x")
    with pytest.raises(Misfit) as error:
        entering(unit(1), BELOW, 2)(value, walk)
    assert (error.value.pointer, error.value.keyword) == ("/x/a", "depth")
    assert walk.deep is False


def test_steps_are_counted_to_the_last() -> None:
    walk = walking(prefix="/x", entries=2)
    enter = entering(unit(1), BELOW, 64)
    assert [enter(1, walk)[2], enter(2, walk)[2]] == [1, 2]
    assert walk.entries == 0
    with pytest.raises(Misfit) as error:
        enter(3, walk)
    assert (error.value.pointer, error.value.keyword) == ("/x/a", "size")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{}", {}),
        (' \t\r\n{"a": [1]}', {"a": [1]}),
        ("[1]", [1]),
        ("[[1], [2]]", [[1], [2]]),
        ("[[[1]]]", [[[1]]]),
    ],
)
def test_a_string_is_opened_once_and_no_deeper_than_values_go(text: str, value: object) -> None:
    parse = parser(BELOW, 6)
    assert parse(text, walking(depth=1)) == (value, True)
    walk = walking(depth=1)
    walk.parsed = True
    assert parse(text, walk) == (text, True)


@pytest.mark.parametrize(
    "text", ["", "1", "null", '"{}"', "x{}", "X{}", "\u00a0{}", "\x0b[]", "{", "[[[[1]]]]"]
)
def test_all_other_strings_stay(text: str) -> None:
    assert parser(BELOW, 6)(text, walking(depth=1)) == (text, False)


def test_a_string_is_read_once_while_variants_are_tried() -> None:
    parse, text = parser(BELOW, 64), "[1]"
    walk = walking()
    walk.remember()
    walk.trying = 1
    one, is_inside = parse(text, walk)
    assert (one, is_inside) == ([1], True)
    again, is_inside = parse(text, walk)
    assert again is one
    assert is_inside is True
    assert parse("[2]", walk) == ([2], True)
    walk.trying = 0
    anew, is_inside = parse(text, walk)
    assert (anew, is_inside) == ([1], True)
    assert anew is not one


def test_the_first_place_that_nothing_fits_is_kept() -> None:
    walk = walking(prefix="/x")
    assert passing(Place("/a"))("text", walk) == "text"
    assert walk.unfit is None
    assert passing(Place("/a"))({"k": 1}, walk) == {}
    assert passing(Place("/b"))([1], walk) == []
    assert passing(Place("/c"))(object(), walk) is None
    assert walk.unfit == "/x/a"


@pytest.mark.parametrize("key", [1, None, True, ("a",)])
def test_a_key_that_is_no_text_is_refused(key: object) -> None:
    walk = walking(prefix="/x")
    with pytest.raises(Misfit) as error:
        key_text(key, walk, "/a")
    assert (error.value.pointer, error.value.keyword) == ("/x/a", "propertyNames")
    keep: Any = keeping(frozenset({"b"}), BELOW)
    with pytest.raises(Misfit) as error:
        keep({key: 1}, {}, walk)
    assert (error.value.pointer, error.value.keyword) == ("/x/a", "propertyNames")


def test_undeclared_keys_are_kept_without_their_values() -> None:
    kept: dict[str, Any] = {"b": 1}
    keep: Any = keeping(frozenset({"b"}), BELOW)
    keep({"a": 5, "b": 6}, kept, walking())
    assert kept == {"b": 1, "a": None}


def test_no_name_is_asked_for_beyond_the_most_pointers() -> None:
    asked: list[str] = []

    def names(place: str) -> Mapping[object, str]:
        asked.append(place)
        return {"*": "/0/*" if place == f"/{MOST_POINTERS}" else f"{place}/*"}

    left: list[Left] = [(f"/{number}", "", 1) for number in range(MOST_POINTERS + 1)]
    assert Cuts(left, names).counts() == {f"/{number}/*": 1 for number in range(MOST_POINTERS)}
    assert asked == [f"/{number}" for number in range(MOST_POINTERS)]


@pytest.mark.parametrize(("length", "times"), [(4095, 1), (4096, 1), (4097, 2)])
def test_keys_are_kept_up_to_their_length(length: int, times: int) -> None:
    asked: list[str] = []

    def names(place: str) -> Mapping[object, str]:
        asked.append(place)
        return {"*": f"{place}/*"}

    seen: Seen = {}
    left: list[Left] = [(Taken("/a", frozenset()), "", ("k" * (length - 1), "l"))]
    for _ in range(2):
        assert Cuts(left, names, seen).counts() == {"/a/*": 2}
    assert asked == ["/a"] * times


@pytest.mark.parametrize(("notes", "kept"), [(1, 1), (63, 1), (64, 1), (65, 0)])
def test_walks_are_kept_up_to_their_notes(notes: int, kept: int) -> None:
    seen: Seen = {}
    left: list[Left] = [("/a", "", 1)] * notes
    for _ in range(2):
        assert Cuts(left, lambda place: {"*": place}, seen).counts() == {"/a": notes}
    assert len(seen) == kept
