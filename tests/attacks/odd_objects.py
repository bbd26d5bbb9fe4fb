"""Makers of Python values that lie, raise, change or never end; each makes a new one."""

from __future__ import annotations

import collections
import itertools
import math
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple
from uuid import UUID

from tests.attacks.odd_scalars import (
    SECRET,
    Count,
    Equal,
    Moment,
    Money,
    Named,
    Numeric,
    Raw,
    Real,
    Text,
    Whole,
    Word,
    Zone,
)

__all__ = ["ODD"]


class Keys(dict[Any, Any]):
    """A dict whose methods tell of other contents each."""

    def get(self, key: Any, default: Any = None) -> Any:
        return {"a": 1, "kind": "a"}.get(key, default)

    def items(self) -> Any:
        return [("a", 1), ("hidden", SECRET)]

    def __iter__(self) -> Iterator[Any]:
        return iter(["a", "b"])

    def __len__(self) -> int:
        return 1

    def __contains__(self, key: object) -> bool:
        return True


class Items(list[Any]):
    """A list whose methods tell of other contents each."""

    def __iter__(self) -> Iterator[Any]:
        return iter([1, 2])

    def __len__(self) -> int:
        return 0

    def copy(self) -> Any:
        return [SECRET]


class Pair(tuple[Any, ...]):
    """A tuple that lies about its length."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return iter([1])

    def __len__(self) -> int:
        return 7


class Changing(Mapping[str, Any]):
    """A mapping that is another one each time."""

    def __init__(self) -> None:
        self.turn = 0

    def __getitem__(self, key: str) -> Any:
        self.turn += 1
        if key != "a":
            raise KeyError(key)
        return self.turn

    def __iter__(self) -> Iterator[str]:
        self.turn += 1
        return iter(["a", "b"] if self.turn % 2 else ["a", "hidden"])

    def __len__(self) -> int:
        self.turn += 1
        return self.turn


class Uneven(Changing):
    """A mapping whose pairs are none."""

    def items(self) -> Any:
        return [("a", 1, 2), ("b",)]


class EndlessKeys(Changing):
    """A mapping that never ends."""

    def items(self) -> Any:
        return ((str(number), number) for number in itertools.count())


class Failing:
    """An object that fails when it is looked at."""

    a = 1

    @property
    def b(self) -> int:
        raise RuntimeError(SECRET)

    def __iter__(self) -> Iterator[Any]:
        raise OSError(SECRET)

    def __bool__(self) -> bool:
        raise OSError(SECRET)

    def __eq__(self, other: object) -> bool:
        raise OSError(SECRET)

    def __hash__(self) -> int:
        raise OSError(SECRET)


class Everything:
    """An object that has every attribute."""

    def __getattr__(self, name: str) -> Any:
        return SECRET if name == "hidden" else 1


class Liar:
    """An object that says it is a dict."""

    a = 1
    __class__ = dict  # type: ignore[assignment] # the lie


class Kind(type):
    """A metaclass that fails when a class of it is asked."""

    def __getattr__(cls, name: str) -> Any:
        raise OSError(SECRET)


class Asked(metaclass=Kind):
    """An object of such a class."""

    a = 1


class Model:
    """What a library of models makes, with ways to dump it whole."""

    __pydantic_fields__ = ("a",)

    def __init__(self) -> None:
        self.a = 1
        self.hidden = SECRET

    def model_dump(self) -> Any:
        return {"a": SECRET}

    def __iter__(self) -> Iterator[Any]:
        return iter([("a", SECRET)])


@dataclass(slots=True)
class Slotted:
    """A record without a dict."""

    a: int = 1
    hidden: str = SECRET


class Row(NamedTuple):
    """A record that is a tuple."""

    a: int
    b: str
    hidden: str


class Circle:
    """An object that holds itself in every way."""

    @property
    def a(self) -> Any:
        return Circle()

    def __iter__(self) -> Iterator[Any]:
        return iter([self])


def _circle() -> dict[str, Any]:
    found: dict[str, Any] = {}
    found["a"] = found
    found["b"] = [found]
    return found


def _deep() -> Any:
    found: Any = 1
    for level in range(3000):
        found = {"a": found} if level % 2 else [found]
    return found


def _breaking() -> Iterator[Any]:
    yield 1
    raise OSError(SECRET)


async def _awaited() -> int:
    return 1


def _unset() -> Any:
    return object.__new__(Slotted)


ODD: tuple[Callable[[], Any], ...] = (
    *(lambda: Text("a"), lambda: Equal("zzz"), lambda: Whole(1), lambda: Whole(10**5000)),
    *(lambda: Real(1.5), lambda: Real("nan"), lambda: Keys(a=2, hidden=SECRET), Keys),
    *(lambda: Items([1, {"a": 1, "hidden": SECRET}]), lambda: Pair([1, 2])),
    *(Changing, Uneven, EndlessKeys, Failing, Everything, Liar, Asked, Numeric, Model),
    *(lambda: Asked, Slotted, _unset, lambda: Row(1, "x", SECRET), Circle, _circle, _deep),
    *(lambda: Named.TEXT, lambda: Named.ONE, lambda: Named.RECORD, lambda: Named.NAN),
    *(lambda: Word.A, lambda: Count.ONE),
    *(lambda: datetime(2024, 1, 1, tzinfo=Zone()), lambda: Moment(2024, 1, 1, tzinfo=UTC)),
    *(lambda: datetime(2024, 1, 1), lambda: datetime(1, 1, 1, tzinfo=UTC)),  # noqa: DTZ001 - a naive one
    lambda: datetime(2024, 1, 1, tzinfo=timezone(timedelta(hours=1, seconds=17))),
    *(lambda: date(1, 1, 1), lambda: time(1, 2), lambda: timedelta(-1), lambda: timedelta.max),
    *(lambda: UUID(int=1), lambda: Money("1.5"), lambda: Decimal("sNaN"), lambda: Fraction(1, 2)),
    *(lambda: Decimal("1e999999"), lambda: Decimal("-0"), lambda: 1j),
    *(lambda: Raw(b"x"), lambda: bytearray(b"x"), lambda: memoryview(b"x")),
    *(lambda: {1: 2, "a": 1}, lambda: {None: 1}, lambda: {True: 1}, lambda: {b"a": 1}),
    *(
        lambda: {Text("a"): 1},
        lambda: {Equal("z"): 1},
        lambda: {Word.A: 1},
        lambda: {Named.TEXT: 1},
    ),
    *(lambda: {"\ud800": 1}, lambda: {"a": "\ud800"}, lambda: {"a\0": 1}, lambda: "\ud800"),
    *(lambda: iter([1, {"a": 1}]), _breaking, itertools.count, lambda: itertools.repeat({"a": 1})),
    *(lambda: range(10**12), lambda: {1, 2}, lambda: frozenset("ab"), {"a": 1}.items),
    lambda: types.MappingProxyType({"a": 1, "hidden": SECRET}),
    lambda: collections.defaultdict(lambda: SECRET, b="q"),
    lambda: collections.ChainMap[str, Any]({"a": 1}, {"hidden": SECRET}),
    *(lambda: collections.UserDict(a=1), lambda: collections.UserList([1])),
    *(lambda: collections.UserString("a"), lambda: collections.deque([1, 2])),
    *(lambda: types, lambda: int, lambda: len, lambda: NotImplemented, lambda: ..., object),
    *(
        lambda: Exception(SECRET),
        lambda: math.nan,
        lambda: math.inf,
        lambda: -0.0,
        lambda: 10**5000,
    ),
)
