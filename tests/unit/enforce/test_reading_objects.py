"""Records come from many kinds of Python objects, each read once."""

from __future__ import annotations

from collections import OrderedDict, UserDict, defaultdict
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import MagicMock, Mock

import pytest

from tests.unit.enforce.makes_of_classes import (
    Attrs,
    Data,
    Lazy,
    Model,
    Old,
    Pair,
    Row,
    Slim,
    Slotted,
)
from tests.unit.enforce.shapes import (
    ANY,
    INTEGER,
    STRING,
    breach,
    const,
    giving,
    items,
    map_of,
    maybe,
    out_breach,
    projected,
    record,
    set_of,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PERSON = giving(record(name=STRING, _age=INTEGER))


@pytest.mark.parametrize(
    "value",
    [
        {"name": "n", "age": 4, "secret": "s"},
        OrderedDict(secret="s", age=4, name="n"),
        defaultdict(str, name="n", age=4),
        MappingProxyType({"name": "n", "age": 4}),
        UserDict(name="n", age=4, secret="s"),
        Lazy(name="n", age=4),
        Data("n", 4),
        Attrs("n"),
        Model(name="n"),
        Pair("n", 4),
        Row(),
        SimpleNamespace(name="n", age=4, secret="s"),
        Old(4, "n"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_record(value: object) -> None:
    assert projected(PERSON, value) == {"name": "n", "age": 4}


@pytest.mark.parametrize(
    "value", [{"name": "n"}, {"name": "n", "age": None}, Data("n"), Slotted("n"), Slim()]
)
def test_absence(value: object) -> None:
    assert projected(PERSON, value) == {"name": "n"}


def test_missing_keys_are_not_invented() -> None:
    assert breach(PERSON, defaultdict(str)) == ("/name", "required")
    assert breach(PERSON, SimpleNamespace(age=4)) == ("/name", "required")


def test_a_mapping_is_read_by_key_only() -> None:
    class Both(dict[str, object]):
        name = "attribute"

    assert projected(PERSON, Both(name="key")) == {"name": "key"}
    assert breach(PERSON, Both()) == ("/name", "required")


def test_an_object_is_read_by_attribute_only() -> None:
    class Both:
        name = "attribute"

        def __getitem__(self, key: str) -> str:
            return "key"

    assert projected(PERSON, Both()) == {"name": "attribute"}


def test_each_declared_name_is_read_once_and_no_other() -> None:
    value = Lazy(name="n", age=4, secret="s")
    assert projected(PERSON, value) == {"name": "n", "age": 4}
    assert value.asked == ["name", "age"]


def test_each_name_is_read_once_when_variants_are_tried() -> None:
    value = Lazy(kind="b", x=Lazy(a=1, b=2), secret="s")
    tried = giving(
        union(
            record(kind=const("a"), x=record(a=INTEGER)),
            record(kind=const("b"), x=record(a=INTEGER)),
            record(kind=const("b"), x=record(a=INTEGER, b=INTEGER)),
        )
    )
    assert projected(tried, value) == {"kind": "b", "x": {"a": 1}}
    assert sorted(value.asked) == ["kind", "x"]
    assert sorted(value.held["x"].asked) == ["a", "b"]  # type: ignore[attr-defined]


def test_attributes_are_read_once_when_variants_are_tried() -> None:
    class Counting:
        def __init__(self) -> None:
            self.__dict__["reads"] = []

        def __getattr__(self, name: str) -> object:
            self.__dict__["reads"].append(name)
            if name in {"a", "b"}:
                return len(self.__dict__["reads"])
            raise AttributeError(name)

    value = Counting()
    tried = giving(union(record(a=STRING), record(a=INTEGER), record(a=INTEGER, b=INTEGER)))
    assert projected(tried, value) == {"a": 1, "b": 2}
    assert value.__dict__["reads"] == ["a", "b"]


@pytest.mark.parametrize(
    "value",
    ["name", 5, 1.5, None, True, b"name", [], [("name", "n")], ("n", 4), {"name"}, iter([1])],
)
def test_no_record(value: object) -> None:
    pointer, keyword = breach(PERSON, value)
    assert (pointer, keyword) in {("", "type"), ("/name", "required")}


class Hostile:
    """Raises whatever it was given, wherever it is touched."""

    def __init__(self, error: type[Exception]) -> None:
        self.__dict__["error"] = error

    @property
    def name(self) -> str:
        raise self.__dict__["error"]("SECRET")

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise self.__dict__["error"]("SECRET")

    def __iter__(self) -> Iterator[object]:
        raise self.__dict__["error"]("SECRET")

    def __len__(self) -> int:
        raise self.__dict__["error"]("SECRET")

    def __bool__(self) -> bool:
        raise self.__dict__["error"]("SECRET")

    def __eq__(self, other: object) -> bool:
        raise self.__dict__["error"]("SECRET")

    def __hash__(self) -> int:
        raise self.__dict__["error"]("SECRET")

    def __repr__(self) -> str:
        raise self.__dict__["error"]("SECRET")


ERRORS = [ValueError, AttributeError, KeyError, StopIteration, RecursionError, LookupError]


@pytest.mark.parametrize("error", ERRORS)
def test_a_property_that_raises(error: type[Exception]) -> None:
    assert breach(PERSON, Hostile(error)) == ("", "read")
    nested = record(_name=STRING)
    assert out_breach(nested, Hostile(error)) == ("/v", "read")


@pytest.mark.parametrize("error", ERRORS)
def test_hostile_objects_everywhere(error: type[Exception]) -> None:
    value = Hostile(error)
    for node in (
        STRING,
        INTEGER,
        ANY,
        maybe(STRING),
        items(STRING),
        map_of(STRING),
        set_of(ANY),
        union(STRING, record(name=STRING)),
        union(items(STRING), record(name=STRING)),
        union(const("a"), const(1)),
    ):
        pointer, _keyword = out_breach(node, value)
        assert pointer.startswith("/v")
    assert out_breach(items(record(name=STRING)), [value]) == ("/v/*", "read")


def test_a_lie_about_the_class() -> None:
    class Liar:
        name = "n"
        __class__ = dict  # type: ignore[assignment]

    assert projected(PERSON, Liar()) == {"name": "n"}


@pytest.mark.parametrize("mock", [Mock(name="n"), MagicMock()])
def test_mocks_are_no_records(mock: object) -> None:
    assert breach(PERSON, mock) == ("", "type")


def test_classes_functions_modules_coroutines_are_no_records() -> None:
    async def later() -> None: ...

    coroutine = later()
    for value in (Data, print, pytest, coroutine, lambda: None):
        assert breach(PERSON, value) == ("", "type")
    coroutine.close()


def test_an_attribute_that_is_a_method() -> None:
    class Counter:
        def count(self) -> int:
            raise AssertionError

    assert breach(giving(record(count=INTEGER)), Counter()) == ("/count", "type")
    assert projected(giving(record(_count=INTEGER, name=STRING)), Pair("n", 1)) == {"name": "n"}
    assert projected(giving(record(_count=INTEGER, name=STRING)), Row()) == {"name": "n"}
