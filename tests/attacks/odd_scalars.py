"""Classes of scalars and enums that lie or raise, and the secret that their lies hold."""

from __future__ import annotations

import math
from datetime import datetime, timedelta, tzinfo
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "SECRET",
    "Count",
    "Equal",
    "Moment",
    "Money",
    "Named",
    "Numeric",
    "Raw",
    "Real",
    "Text",
    "Whole",
    "Word",
    "Zone",
]

SECRET = "zqsecret"
"""What a lie says: it may come out of nothing but `untyped`."""


class Text(str):
    """A string that says it is another wherever it is asked."""

    __slots__ = ()

    def __str__(self) -> str:
        return SECRET

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return SECRET

    def __len__(self) -> int:
        return 10**9

    def __getitem__(self, at: Any) -> str:
        return SECRET

    def __iter__(self) -> Iterator[str]:
        return iter(SECRET)

    def encode(self, *_: Any) -> bytes:
        return SECRET.encode()


class Equal(str):
    """A string that equals everything."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("a")


class Whole(int):
    """An integer that says it is another."""

    def __int__(self) -> int:
        return 99

    __index__ = __int__

    def __repr__(self) -> str:
        return SECRET

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1

    def bit_length(self) -> int:
        return 0


class Real(float):
    """A number that says it is none."""

    def __float__(self) -> float:
        return math.nan

    def __repr__(self) -> str:
        return SECRET

    def is_integer(self) -> bool:
        return True


class Numeric:
    """What other libraries take for numbers and arrays."""

    a = 1
    dtype = "int64"

    def __int__(self) -> int:
        return 1

    __index__ = __int__

    def __array__(self) -> Any:
        return [SECRET]


class Named(Enum):
    """Members of many kinds."""

    TEXT = "a"
    ONE = 1
    RECORD = {"a": SECRET}  # noqa: RUF012 - a value that is no constant is the point
    NAN = math.nan


class Word(StrEnum):
    """A member that is a string."""

    A = "a"


class Count(IntEnum):
    """A member that is an integer."""

    ONE = 1


class Zone(tzinfo):
    """A time zone that answers once."""

    def __init__(self) -> None:
        self.asked = 0

    def utcoffset(self, moment: datetime | None) -> timedelta | None:  # noqa: ARG002 - the interface's
        self.asked += 1
        return timedelta(hours=1) if self.asked == 1 else None

    def dst(self, moment: datetime | None) -> timedelta | None:  # noqa: ARG002 - the same
        raise OSError(SECRET)

    def tzname(self, moment: datetime | None) -> str:  # noqa: ARG002 - the same
        return SECRET


class Moment(datetime):
    """A moment that is written as it likes."""

    def isoformat(self, *_: Any) -> str:
        return SECRET


class Money(Decimal):
    """A decimal that is written as it likes."""

    def __format__(self, *_: Any) -> str:
        return SECRET


class Raw(bytes):
    """Bytes that say they are few."""

    def __len__(self) -> int:
        return 0
