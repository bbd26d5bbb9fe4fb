"""Python objects in, how each is read and what of it is out."""

from __future__ import annotations

import asyncio
import collections
import decimal
import io
import json
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from types import MappingProxyType, SimpleNamespace
from typing import Any
from uuid import UUID

import pytest

from schemac.enforce.project.reading import kind_of, read_names
from tests.unit.enforce.objects_of_kinds import Listed, Row, misfit, walk_at


class Letters(AbstractSet[str]):
    def __contains__(self, item: object) -> bool:
        return item in ("a", "b")

    def __iter__(self) -> Iterator[str]:
        return iter("ab")

    def __len__(self) -> int:
        return 2


class Numbers(Sequence[int]):
    def __len__(self) -> int:
        return 2

    def __getitem__(self, at: Any) -> Any:
        return [1, 2][at]


class Colour(Enum):
    RED = "red"


class Marked(AbstractSet[str]):
    __table__ = "t"

    def __contains__(self, item: object) -> bool:
        return False

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Called:
    def __call__(self) -> int:
        return 1


async def waited() -> int:
    return 1


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        *(
            (value, "scalar")
            for value in (
                "s",
                b"s",
                bytearray(b"s"),
                memoryview(b"s"),
                1,
                1.5,
                True,
                1j,
                decimal.Decimal(1),
                date(2024, 1, 31),
                datetime(2024, 1, 31, tzinfo=UTC),
                time(1),
                timedelta(1),
                UUID(int=1),
                Colour.RED,
                None,
            )
        ),
        ({"a": 1}, "mapping"),
        (MappingProxyType({"a": 1}), "mapping"),
        (collections.UserDict({"a": 1}), "mapping"),
        ([1], "list"),
        ((1,), "list"),
        (range(2), "list"),
        (collections.deque([1]), "list"),
        (Numbers(), "list"),
        (Row(1), "row"),
        ({1}, "set"),
        (frozenset({1}), "set"),
        (Letters(), "set"),
        ({"a": 1}.keys(), "stream"),
        ({"a": 1}.values(), "stream"),
        ({"a": 1}.items(), "stream"),
        (iter([1]), "stream"),
        (io.StringIO("a"), "stream"),
        (Listed(1), "record"),
        (Marked(), "record"),
        (SimpleNamespace(a=1), "record"),
        (object(), "record"),
        (Row, "refused"),
        (json, "refused"),
        (len, "refused"),
        (lambda: 1, "refused"),
        (Called(), "refused"),
        (asyncio.Future, "refused"),
    ],
)
def test_kinds(value: object, kind: str) -> None:
    assert kind_of(value) == kind


def test_what_is_waited_for_is_refused() -> None:
    coroutine = waited()
    assert kind_of(coroutine) == "refused"
    coroutine.close()


@pytest.mark.parametrize("value", ["ab", 5, [1], (1,), Numbers(), {1}, Letters(), Row, len])
def test_what_is_no_record(value: object) -> None:
    assert misfit(lambda: read_names(value, walk_at(), ("a",), "/q")) == ("/p/q", "type")
