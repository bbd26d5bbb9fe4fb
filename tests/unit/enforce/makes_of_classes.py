"""Classes of every make: a dataclass, a model, a row, and one that is lazy."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import attrs
import pydantic

__all__ = ["Attrs", "Data", "Lazy", "Model", "Old", "Pair", "Row", "Slim", "Slotted"]


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
