"""A string and what is expected in its place in, the number or boolean that it stands for out."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from schemac.enforce.project.walk import ABSENT
from schemac.enforce.read import most_digits
from schemac.plan.nodes import Const, Scalar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.enforce.project.unions import Alternative
    from schemac.plan.nodes import Node

__all__ = ["coerced", "coerced_among"]

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


def coerced(text: str, kind: str) -> object:
    """Read a string as the scalar of a kind; ABSENT where it is none."""
    if kind == "boolean":
        return _BOOLEANS.get(text, ABSENT)
    if kind not in {"integer", "number"} or len(text) > most_digits():
        return ABSENT
    if _INTEGER.fullmatch(text):
        return int(text)
    if kind == "integer" or not _NUMBER.fullmatch(text):
        return ABSENT
    number = float(text)
    return number if math.isfinite(number) else ABSENT


def coerced_among(text: str, members: Sequence[Alternative]) -> object:
    """Read a string for the one member of a union that can take it; else leave it alone."""
    kinds = [(each, kind) for each in members if (kind := _kind(each.node)) is not None]
    if len(kinds) == 1:
        value = coerced(text, kinds[0][1])
        return text if value is ABSENT else value
    taken = [
        value
        for each, kind in kinds
        if (value := coerced(text, kind)) is not ABSENT and each.fits(value, {})
    ]
    return taken[0] if len(taken) == 1 else text


def _kind(node: Node) -> str | None:
    if isinstance(node, Scalar | Const) and node.kind in {"integer", "number", "boolean"}:
        return node.kind
    return None
