"""Enums and subclasses of scalars, which leave as what they stand for."""

from __future__ import annotations

from datetime import date
from enum import Enum, IntEnum, StrEnum

__all__ = ["Level", "Mark", "Real", "Stage", "Text", "Whole"]


class Stage(StrEnum):
    OFFER = "offer"


class Level(IntEnum):
    HIGH = 3


class Mark(Enum):
    TEXT = "text"
    NUMBER = 1.5
    FLAG = True
    DAY = date(2024, 5, 6)
    THING = object()


class Text(str):
    __slots__ = ()


class Whole(int):
    pass


class Real(float):
    pass
