"""JSON values and leaves in, whether they fit out."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from schemac.plan.nodes import NO_CONSTRAINTS, NO_META, Constraints, Scalar
from schemac.planner.numbers import is_integer
from schemac.planner.wire_texts import is_held

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.plan.nodes import Node

__all__ = ["LeafJudge", "frozen"]


class LeafJudge:
    """Judges single values; `asks` is the validator that knows patterns and formats, if any."""

    def __init__(self, asks: Callable[[Node, object], bool] | None) -> None:
        self._asks = asks
        self._known: dict[tuple[Node, object], bool] = {}

    def scalar(self, node: Node, value: object) -> bool:
        """Tell whether a scalar accepts a value."""
        if not isinstance(node, Scalar):
            return False
        match node.kind:
            case "null":
                return value is None
            case "boolean":
                return isinstance(value, bool)
            case "integer":
                return is_integer(value) and self.within(node.constraints, value)
            case "number":
                is_number = isinstance(value, int | float) and not isinstance(value, bool)
                return is_number and self.within(node.constraints, value)
            case "string":
                return isinstance(value, str) and self.within(node.constraints, value)
            case _:
                bare = replace(node, constraints=NO_CONSTRAINTS, meta=NO_META)
                return (
                    isinstance(value, str) and self._ask(bare, value) and is_held(node.kind, value)
                )

    def within(self, bounds: Constraints, value: object) -> bool:
        """Tell whether a value is within bounds; a kind that they are not about always is."""
        if bounds == NO_CONSTRAINTS or value is None or isinstance(value, bool):
            return True
        if isinstance(value, int | float):
            return _in_range(bounds, value)
        if isinstance(value, str):
            return _counted(bounds, len(value)) and self._shaped(bounds, value)
        if isinstance(value, list):
            return _counted(bounds, len(value)) and not (bounds.unique and _repeats(value))
        return not isinstance(value, dict) or _counted(bounds, len(value))

    def _shaped(self, bounds: Constraints, value: str) -> bool:
        if bounds.pattern is None and bounds.format is None:
            return True
        return self._ask(Scalar("string", bounds), value)

    def _ask(self, node: Node, value: str) -> bool:
        if self._asks is None:
            return True
        if (node, value) not in self._known:
            self._known[node, value] = self._asks(node, value)
        return self._known[node, value]


def frozen(value: object) -> object:
    """Give a value that is equal to another's where the two are equal as JSON."""
    if isinstance(value, dict):
        return ("record", tuple(sorted((key, frozen(inner)) for key, inner in value.items())))
    if isinstance(value, list):
        return ("list", tuple(frozen(inner) for inner in value))
    return (type(value).__name__ if isinstance(value, bool | str) else "", value)


def _repeats(values: list[object]) -> bool:
    return len({frozen(value) for value in values}) < len(values)


def _counted(bounds: Constraints, count: int) -> bool:
    return (bounds.min is None or count >= bounds.min) and (
        bounds.max is None or count <= bounds.max
    )


def _in_range(bounds: Constraints, value: float) -> bool:
    return (
        (bounds.min is None or value >= bounds.min)
        and (bounds.max is None or value <= bounds.max)
        and (bounds.exclusive_min is None or value > bounds.exclusive_min)
        and (bounds.exclusive_max is None or value < bounds.exclusive_max)
        and (bounds.multiple_of is None or _is_multiple(value, bounds.multiple_of))
    )


def _is_multiple(value: float, step: float) -> bool:
    """Tell whether a number is a multiple of another, both taken as written in decimals."""
    return Fraction(repr(value)) % Fraction(repr(step)) == 0
