"""A parsed JSON value in, its parts out, each checked: what is amiss is a `PlanFormatError`."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from schemac.plan.format import PlanFormatError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Row", "all_in", "all_of", "as_list", "as_text", "json_value", "keys_once"]

_Choice = TypeVar("_Choice", bound=str)


class Row:
    """An object of the form, which is used up: each part is taken once.

    `end` refuses what nobody took.
    """

    __slots__ = ("_parts", "place")

    def __init__(self, value: object, place: str) -> None:
        self.place = place
        if not isinstance(value, dict):
            self.fail("is no object")
        self._parts: dict[str, Any] = value

    def fail(self, what: str) -> NoReturn:
        """Refuse the plan on account of this row."""
        raise PlanFormatError(f"The plan is damaged: {self.place} {what}.")

    def points_nowhere(self) -> NoReturn:
        """Refuse the plan for a number in this row."""
        self.fail("points to a row that is not there")

    def end(self) -> None:
        """Refuse parts that nobody took."""
        if self._parts:
            self.fail(f"has an unknown part `{next(iter(self._parts))[:40]}`")

    @property
    def is_spent(self) -> bool:
        """Whether every part was taken."""
        return not self._parts

    def text(self, key: str) -> str:
        """Take a text that must be there."""
        text = self.maybe_text(key)
        return self.fail(f"lacks `{key}`") if text is None else text

    def maybe_text(self, key: str) -> str | None:
        """Take a text, None if it is not there."""
        value = self._parts.pop(key, None)
        if value is None or isinstance(value, str):
            return value
        return self.fail(f"has a `{key}` that is no text")

    def choice(self, key: str, choices: Sequence[_Choice]) -> _Choice:
        """Take one of the words."""
        choice = self.maybe_choice(key, choices)
        return self.fail(f"lacks `{key}`") if choice is None else choice

    def maybe_choice(self, key: str, choices: Sequence[_Choice]) -> _Choice | None:
        """Take one of the words, None if none is there."""
        text = self.maybe_text(key)
        for choice in choices:
            if text == choice:
                return choice
        return None if text is None else self.fail(f"has an unknown `{key}`")

    def flag(self, key: str) -> bool:
        """Take a truth value, False if it is not there."""
        value = self._parts.pop(key, False)
        return value if isinstance(value, bool) else self.fail(f"has a `{key}` that is no boolean")

    def number(self, key: str) -> int | float | None:
        """Take a finite number, None if it is not there."""
        value = self._parts.pop(key, None)
        match value:
            case bool():
                pass
            case None | int():  # of any size: no float could hold some
                return value
            case float() if math.isfinite(value):
                return value
        return self.fail(f"has a `{key}` that is no number")

    def index(self, key: str, limit: int) -> int:
        """Take the number of a row, which must be less than `limit`."""
        number = self.maybe_index(key, limit)
        return self.fail(f"lacks `{key}`") if number is None else number

    def maybe_index(self, key: str, limit: int) -> int | None:
        """Take the number of a row, None if it is not there."""
        value = self._parts.pop(key, None)
        return None if value is None else self.checked_index(value, limit)

    def checked_index(self, value: object, limit: int) -> int:
        """Give the number of a row, which must be less than `limit`."""
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit:
            return value
        return self.fail("points to a row that is not there")

    def numbers(self, key: str, limit: int, *, are_checked: bool = False) -> list[int]:
        """Take a list of numbers of rows, each of which must be less than `limit`.

        If `are_checked` that was found out before.
        """
        numbers = self.items(key)
        if are_checked:
            return numbers
        return numbers if all_in(numbers, range(limit)) else self.points_nowhere()

    def items(self, key: str) -> list[Any]:
        """Take a list, empty if it is not there."""
        value = self._parts.pop(key, None)
        return [] if value is None else as_list(value, self.place)

    def texts(self, key: str) -> tuple[str, ...]:
        """Take a list of texts."""
        return tuple(as_text(item, self.place) for item in self.items(key))

    def row(self, key: str) -> Row | None:
        """Take an object, None if it is not there."""
        value = self._parts.pop(key, None)
        return None if value is None else Row(value, self.place)

    def json_text(self, key: str) -> str:
        """Take a text that must be JSON."""
        text = self.text(key)
        json_value(text, self.place)
        return text

    def maybe_json_text(self, key: str) -> str | None:
        """Take a text that must be JSON, None if it is not there."""
        text = self.maybe_text(key)
        if text is not None:
            json_value(text, self.place)
        return text


def all_of(rows: Sequence[Any], key: str) -> list[Any] | None:
    """Give what the lists by this name in rows hold, in one list; None where one is no list."""
    parts = [row[key] for row in rows if type(row) is dict and key in row]
    if {type(part) for part in parts} <= {list}:
        return [value for part in parts for value in part]
    return None


def all_in(values: Sequence[Any] | None, allowed: range) -> bool:
    """Tell whether all are whole numbers in a range without gaps; None is not."""
    if not values:
        return values is not None
    is_whole = set(map(type, values)) == {int}
    return is_whole and min(values) >= allowed.start and max(values) < allowed.stop


def as_list(value: object, place: str, length: int | None = None) -> list[Any]:
    """Give the value as a list, of that length if one is given."""
    if isinstance(value, list) and length in {None, len(value)}:
        return value
    raise PlanFormatError(f"The plan is damaged: {place} lacks a list.")


def as_text(value: object, place: str) -> str:
    """Give the value as a text."""
    if isinstance(value, str):
        return value
    raise PlanFormatError(f"The plan is damaged: {place} lacks a text.")


def json_value(text: str, place: str) -> object:
    """Give the value of a JSON text, numbers finite."""
    try:
        value: object = json.loads(
            text, parse_constant=_refused, parse_float=_finite, object_pairs_hook=keys_once
        )
    except (ValueError, RecursionError):
        raise PlanFormatError(f"The plan is damaged: {place} holds text that is no JSON.") from None
    return value


def keys_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Give the object of these pairs. A key twice is refused: readers differ in which one holds."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise PlanFormatError("The plan is damaged: a key stands twice in one object.")
    return value


def _refused(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(text: str) -> float:
    number = float(text)
    if math.isfinite(number):
        return number
    raise ValueError(text)
