"""A plan, a tool and a dialect in, what the dialect loses of all that callers are told out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

from schemac.cli.tool_object import tool_object
from schemac.cli.viewpoints import viewpoints
from schemac.emit.canonical import dumps
from schemac.emit.dialects import DIALECTS, tool_losses
from schemac.emit.dialects.rebuild import pointer_to
from schemac.plan.gates import Never

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from schemac.emit.dialects import Loss
    from schemac.plan.gates import Side
    from schemac.plan.model import Plan, ToolPlan

__all__ = ["SIDES", "Lost", "lost", "told_objects"]

Lost: TypeAlias = "tuple[str, Loss]"
"""Of what something is lost, a side or the tool, and what."""

SIDES: tuple[tuple[str, Side], ...] = (("inputSchema", "input"), ("outputSchema", "output"))
"""The schemas of a tool object."""

_DEFINITION = re.compile(r"/\$defs/([^/]*)")
_FIELD = re.compile(r"/properties/([^/]*)")


def told_objects(plan: Plan, tool: ToolPlan) -> tuple[dict[str, Any], ...]:
    """Give what callers are told of a tool: all of it is in one of these."""
    found: dict[str, dict[str, Any]] = {}
    for answers in viewpoints(plan, tool):
        told = tool_object(plan, tool, answers)
        if told is not None:
            found.setdefault(dumps(told), told)
    return tuple(found.values())


def lost(tool: ToolPlan, objects: Sequence[dict[str, Any]], name: str) -> list[Lost]:
    """Give what a dialect loses; of later objects only what was not lost of a field before."""
    if not objects:
        return []
    texts = [each.text for each in tool.descriptions if not isinstance(each.gate, Never)]
    found: list[Lost] = [
        ("tool", loss) for text in texts or [""] for loss in tool_losses(name, tool.name, text)
    ]
    met: set[tuple[str, ...]] = set()
    for told in objects:
        new: dict[Lost, set[tuple[str, ...]]] = {}
        for key, side in SIDES:
            users = _users(told[key])
            for loss in DIALECTS[name](told[key], side).losses:
                new[side, loss] = set(_kinds(side, loss, users))
        found += [each for each, kinds in new.items() if not kinds <= met]
        met.update(*new.values())
    return list(dict.fromkeys(found))


def _kinds(side: str, loss: Loss, users: dict[str, set[str]]) -> Iterator[tuple[str, ...]]:
    """Say what is lost of which fields. Where it stands depends on what else a caller sees.

    So does whether a type is a definition, and the number that some reasons begin with.
    """
    fields = set(_FIELD.findall(loss.pointer)[-1:])
    definition = _DEFINITION.match(loss.pointer)
    if definition is not None and not fields:
        fields = users.get(definition[1], fields)
    for field in fields or {""}:
        yield side, field, loss.keyword, loss.code, loss.reason.lstrip("0123456789")


def _users(schema: dict[str, Any]) -> dict[str, set[str]]:
    """Give by the name of a definition the fields in whose types it is used, as pointers write."""
    found: dict[str, set[str]] = {}
    todo: list[tuple[Any, str]] = [(schema, "")]
    while todo:
        part, place = todo.pop()
        if isinstance(part, list):
            todo.extend((each, place) for each in part)
        elif isinstance(part, dict):
            for key, inner in part.items():
                if key == "$ref" and isinstance(inner, str):
                    found.setdefault(inner.rpartition("/")[2], set()).add(place)
                elif key in {"properties", "$defs"} and isinstance(inner, dict):
                    todo.extend((each, pointer_to("", name)[1:]) for name, each in inner.items())
                else:
                    todo.append((inner, place))
    return found
