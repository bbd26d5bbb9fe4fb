"""Named types in, the arguments that one caller reads of them out: as they are left in the view."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from schemac.plan.left import reachable
from schemac.plan.shown import bracketed, full_name, is_anonymous, shown_name
from schemac.plan.spelling import arguments_of, shortened, spelled
from schemac.plan.walk import references

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.nodes import NamedType, Node

__all__ = ["ArgumentTexts", "named_in"]


class Cuts(Protocol):
    """What is asked of the one who cuts."""

    def cut(self, node: Node) -> Node | None:
        """Give what is left of a node, None for nothing."""

    def stays(self, target: int) -> bool:
        """Tell whether a named type has no end, or is too large to be written out."""

    def named(self, target: int) -> tuple[NamedType, tuple[int, ...]]:
        """Give a named type, cut, and the names used in it."""


class ArgumentTexts:
    """Writes what is left of arguments, those of types that they name included, each once.

    An intersection is written out, as it has no name that its author gave it.
    """

    def __init__(self, types: Sequence[NamedType], cuts: Cuts) -> None:
        self._types = types
        self._cuts = cuts
        self._known: dict[int, tuple[str, str]] = {}

    def of(self, target: int) -> tuple[str, str]:
        """Give the arguments of a type, and the same with the file and class of every name."""
        parts: dict[int, tuple[Node, ...]] = {}
        todo = [target]
        while todo:
            at = todo.pop()
            if at not in parts and at not in self._known:
                parts[at] = self._parts(at)
                todo += (used for part in parts[at] for used in references(part))
        inside = {
            at: tuple(used for part in found for used in references(part))
            for at, found in parts.items()
        }
        # Inner ones first, so that a tower of them needs no deep stack.
        for at in reachable((target,), inside, inside.__contains__):
            self._known[at] = self._text(parts[at], 0), self._text(parts[at], 1)
        return self._known[target]

    def _parts(self, target: int) -> tuple[Node, ...]:
        """Give the types that are written where a type is named."""
        named = self._types[target]
        if named.told is not None:
            return tuple(arguments_of(self._cuts.cut(named.told)))
        if is_anonymous(named) and not self._cuts.stays(target):
            return (self._cuts.named(target)[0].body,)
        return ()

    def _text(self, parts: Sequence[Node], kind: int) -> str:
        def name_of(at: int) -> str:
            named = self._types[at]
            text = self._known[at][kind] if at in self._known else ""
            if named.told is not None:
                named = replace(named, arguments="", shown=None, spelled=None)
            elif is_anonymous(named) and text:
                return text
            name = full_name(named) if kind else shown_name(named)
            return bracketed(name, text)

        return shortened(", ".join(spelled(part, name_of) for part in parts))


def named_in(told: Node | None) -> tuple[int, ...]:
    """Give the types that the arguments name."""
    return tuple(at for part in arguments_of(told) for at in references(part))
