"""Arguments of a call and the places where keys were dropped in, the names of these keys out.

Records never hold a name that is not declared; whoever wrote the arguments may read it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.cli.gated import is_seen
from schemac.plan.model import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from schemac.plan.model import Plan

__all__ = ["named_keys"]

_MOST_KEYS = 20


def named_keys(
    dropped: Mapping[str, int], arguments: Mapping[str, object], plan: Plan, tool: str
) -> dict[str, int]:
    """Write `/idd` for `/*` where it is certain which keys were dropped there."""
    planned = next((each for each in plan.tools if each.name == tool), None)
    if planned is None:
        return dict(dropped)
    shape = Shape(planned.input, dict(enumerate(plan.types)))
    found: dict[str, int] = {}
    for place, count in dropped.items():
        above, _, last = place.rpartition("/")
        keys = _undeclared(shape, above, arguments) if last == "*" else {}
        is_certain = sum(keys.values()) == count and len(keys) <= _MOST_KEYS
        for name, times in (keys if is_certain else {place: count}).items():
            found[name] = found.get(name, 0) + times
    return found


def _undeclared(shape: Shape, above: str, arguments: object) -> dict[str, int]:
    """Count the keys below a place that no type declares there."""
    counts: dict[str, int] = {}
    for value in _values(arguments, above.split("/")[1:]):
        for key in value if isinstance(value, dict) else ():
            place = f"{above}/{key.replace('~', '~0').replace('/', '~1')}"
            if not is_seen(shape, place):
                counts[place] = counts.get(place, 0) + 1
    return counts


def _values(value: object, steps: list[str]) -> Iterator[object]:
    """Give the values at a place; `*` stands for each item and each key."""
    found = [value]
    for step in steps:
        key = step.replace("~1", "/").replace("~0", "~")
        inner: list[object] = []
        for each in found:
            if isinstance(each, list):
                inner += each
            elif isinstance(each, dict):
                inner += each.values() if key == "*" else [each[key]] if key in each else []
        found = inner
    yield from found
