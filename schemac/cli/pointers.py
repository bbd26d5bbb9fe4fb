"""A pointer into a tool in, where there is such a part, and which gates lie on the way to it, out.

`/stage` means both sides, `input/stage` and `output/items/*/salary` one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from schemac.cli.gated import is_seen
from schemac.cli.sight import fields_of
from schemac.diagnostics.suggest import did_you_mean
from schemac.plan.model import Shape
from schemac.report.display import one_line

if TYPE_CHECKING:
    from schemac.cli.gated import Gated
    from schemac.plan.gates import Side
    from schemac.plan.model import Plan, ToolPlan

__all__ = ["existing_sides", "leads", "split"]


def split(pointer: str) -> tuple[str, str]:
    """Give the side ("" for both) and the pointer in it."""
    side, slash, rest = pointer.partition("/")
    return side, slash + rest


def existing_sides(plan: Plan, tool: ToolPlan, pointer: str) -> tuple[Side, ...]:
    """Say on which sides the pointer leads to a part, whoever sees it.

    Raises click.UsageError where there is none: this is for authors, to whom nothing is hidden.
    """
    side, place = split(pointer)
    sides: tuple[Side, ...] = ("input", "output")
    asked = [each for each in sides if side in {"", each}]
    found = tuple(each for each in asked if is_seen(_whole(plan, tool, each), place))
    if not found:
        meant = _meant(plan, tool, pointer)
        hint = f"; did you mean `{one_line(meant)}`?" if meant else ""
        raise click.UsageError(f"there is no `{one_line(pointer)}` in `{tool.name}`{hint}")
    return found


def leads(plan: Plan, part: Gated, pointer: str) -> bool:
    """Say whether a part under a gate is what a pointer leads to, or leads on to it."""
    if part.side is None or part.below is None:
        return part.what == "tool"
    side, place = split(pointer)
    keys, wanted = part.pointer.split("/"), place.split("/")
    met = all(key in {"*", given} or given == "*" for key, given in zip(keys, wanted, strict=False))
    if side not in {"", part.side} or len(keys) > len(wanted) or not met:
        return False
    rest = "".join(f"/{key}" for key in wanted[len(keys) :])
    return is_seen(Shape(part.below, dict(enumerate(plan.types))), rest)


def _whole(plan: Plan, tool: ToolPlan, side: Side) -> Shape:
    root = tool.input if side == "input" else tool.output
    return Shape(root, dict(enumerate(plan.types)))


def _meant(plan: Plan, tool: ToolPlan, pointer: str) -> str | None:
    """Suggest a pointer: one that is nearly the same, or the same on another side."""
    inputs, outputs = (fields_of(_whole(plan, tool, side))[0] for side in ("input", "output"))
    side, place = split(pointer)
    written = dict.fromkeys(
        (*inputs, *outputs)
        if side == ""
        else (
            *(f"input{each}" for each in inputs),
            *(f"output{each}" for each in outputs),
            *((*inputs, *outputs) if side not in {"input", "output"} else ()),
        )
    )
    nearly = did_you_mean(side, ("input", "output")) or ""
    for other in (f"/{pointer}", f"{nearly}{place}", place, f"input{place}", f"output{place}"):
        if other in written:
            return other
    return did_you_mean(pointer, written)
