"""Records and lists come from many kinds of Python objects, each read once."""

from __future__ import annotations

from collections import OrderedDict, UserDict, defaultdict, deque, namedtuple
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType, SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import MagicMock, Mock

import attrs
import pydantic
import pytest

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
    out,
    out_breach,
    projected,
    record,
    set_of,
    union,
)

PERSON = giving(record(name=STRING, _age=INTEGER))


@dataclass
class Data:
    name: str
    age: int | None = None
    secret: str = "s"


@dataclass(slots=True)
class Slotted:
    name: str
    age: int = field(init=False)


@attrs.define
class Attrs:
    name: str
    age: int = 4
    secret: str = "s"


class Model(pydantic.BaseModel):
    name: str
    age: int = 4
    secret: str = "s"


class Pair(NamedTuple):
    name: str
    age: int
    secret: str = "s"


Old = namedtuple("Old", ["age", "name"])  # noqa: PYI024 - the untyped kind is the case


class Row(Sequence[Any]):
    """What a database returns: a sequence with names."""

    _fields = ("name", "age")

    def __getattr__(self, name: str) -> object:
        return {"name": "n", "age": 4}[name]

    def __getitem__(self, index: Any) -> Any:
        raise AssertionError(index)

    def __len__(self) -> int:
        raise AssertionError

    def count(self, value: object) -> int:
        raise AssertionError(value)


class Slim:
    __slots__ = ("age", "name")

    def __init__(self) -> None:
        self.name = "n"


class Lazy(Mapping[str, Any]):
    """Counts what is asked of it."""

    def __init__(self, **held: object) -> None:
        self.held = held
        self.asked: list[str] = []

    def __getitem__(self, key: str) -> object:
        self.asked.append(key)
        return self.held[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.held)

    def __len__(self) -> int:
        return len(self.held)


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


class Query:
    """What an ORM gives: something to go over."""

    def __init__(self, *rows: object) -> None:
        self.rows = rows
        self.runs = 0

    def __iter__(self) -> Iterator[object]:
        self.runs += 1
        return iter(self.rows)


@pytest.mark.parametrize(
    "value",
    [
        ["a", "b"],
        ("a", "b"),
        iter(["a", "b"]),
        (each for each in "ab"),
        deque("ab"),
        Query("a", "b"),
        {"a": 1, "b": 2}.keys(),
        map(str, "ab"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_list(value: object) -> None:
    assert out(items(STRING), value) == ["a", "b"]


@pytest.mark.parametrize(
    "value",
    ["ab", b"ab", bytearray(b"ab"), {"a": 1}, 5, None, Data("n"), Model(name="n"), Pair("a", 1)],
    ids=lambda value: type(value).__name__,
)
def test_no_list(value: object) -> None:
    assert out_breach(items(ANY), value) == ("/v", "type")


def test_an_iterable_is_consumed_once() -> None:
    query = Query({"a": 1}, {"a": 2, "b": 3})
    either = union(items(record(a=STRING)), items(record(a=INTEGER)), items(record(b=INTEGER)))
    assert out(either, query) == [{"a": 1}, {"a": 2}]
    assert query.runs == 1
    generator = ({"a": each} for each in range(3))
    assert out(either, generator) == [{"a": 0}, {"a": 1}, {"a": 2}]


def test_a_python_set_is_sorted_and_merged() -> None:
    assert out(items(STRING), {"b", "a", "a!"}) == ["a!", "a", "b"]
    assert out(items(INTEGER), frozenset({10, 9, 2})) == [10, 2, 9]
    rows = {Pair("n", 1, "x"), Pair("n", 1, "y"), Pair("m", 2)}
    assert out(items(record(name=STRING)), rows) == [{"name": "m"}, {"name": "n"}]


def test_a_set_type_merges_equal_items_of_any_source() -> None:
    assert out(set_of(INTEGER), [2, 1, 2, 1.0]) == [1, 2]
    assert out(set_of(STRING), iter("bab")) == ["a", "b"]
    maps = [{"x": 1, "y": 2}, {"y": 2, "x": 1}]
    assert out(set_of(map_of(INTEGER)), maps) == [{"x": 1, "y": 2}]
    assert out(set_of(map_of(INTEGER)), maps[::-1]) == [{"x": 1, "y": 2}]


def test_true_is_not_one_in_a_set() -> None:
    assert out(set_of(ANY), [True, 1, "1"]) == ["1", 1, True]


def test_endless_iterators_end() -> None:
    def endless() -> Iterator[str]:
        while True:
            yield "a" * 100

    assert out_breach(items(STRING), endless(), output_size=10_000) == ("/v", "size")
    assert out_breach(union(items(STRING), items(INTEGER)), endless(), output_size=10_000) == (
        "/v",
        "size",
    )


def test_a_list_that_grows_while_it_is_read() -> None:
    rows: list[object] = []

    class Growing:
        @property
        def name(self) -> str:
            rows.append(Growing())
            return "n"

    rows.append(Growing())
    assert out(items(record(name=STRING)), rows) == [{"name": "n"}]


def test_keys_of_maps() -> None:
    class Key(str):
        __slots__ = ()

    found = out(map_of(INTEGER), {Key("a"): 1, "b": 2})
    assert found == {"a": 1, "b": 2}
    assert {type(key) for key in found} == {str}
    assert out_breach(map_of(INTEGER), {1: 1}) == ("/v", "propertyNames")
    assert out_breach(map_of(INTEGER), Data("n")) == ("/v", "type")
    assert out(map_of(INTEGER), Lazy(a=1)) == {"a": 1}


def test_an_attribute_that_is_a_method() -> None:
    class Counter:
        def count(self) -> int:
            raise AssertionError

    assert breach(giving(record(count=INTEGER)), Counter()) == ("/count", "type")
    assert projected(giving(record(_count=INTEGER, name=STRING)), Pair("n", 1)) == {"name": "n"}
    assert projected(giving(record(_count=INTEGER, name=STRING)), Row()) == {"name": "n"}
