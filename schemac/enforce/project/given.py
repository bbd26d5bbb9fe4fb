"""The JSON text of a default in, the value as an argument would arrive out."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from schemac.enforce.outcomes import EnforceOptions
from schemac.enforce.project.incoming import Incoming
from schemac.enforce.project.places import TOP
from schemac.enforce.project.walk import Walk
from schemac.plan.model import Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.enforce.project.walk import Projector
    from schemac.plan.nodes import NamedType, Node

__all__ = ["reader_of"]

_FRACTION = re.compile(r"[0-9][.eE]")


def reader_of(node: Node, types: Mapping[int, NamedType]) -> Callable[[str], Any]:
    """Make what reads a default of a type: an integer that is written `2.0` arrives whole.

    What is made raises Misfit for what no argument could be.
    """
    made: list[Projector] = []

    def read(text: str) -> object:
        value = json.loads(text)
        if _FRACTION.search(text) is None:
            return value
        if not made:
            made.append(Incoming(Shape(node, types), EnforceOptions()).node(node, TOP))
        return made[0](value, Walk(len(text)))

    return read
