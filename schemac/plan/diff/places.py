"""Where a comparison stands: a pointer, and a node of each plan with who sees it there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from schemac.plan.nodes import NO_META

if TYPE_CHECKING:
    from schemac.plan.diff.formula import Formula
    from schemac.plan.nodes import Meta, Node

__all__ = ["Half", "Place", "Words", "inside", "words_in"]

Words: TypeAlias = "tuple[str | None, str | None, bool, tuple[str, ...]]"
"""Title, description, whether it is deprecated, and examples."""


@dataclass(frozen=True, slots=True)
class Half:
    """A node of one of the plans and who sees it.

    Where there is no node, `sight` tells who sees all that could be there (through `untyped`).
    """

    node: Node | None
    sight: Formula


@dataclass(frozen=True, slots=True)
class Place:
    """A pointer to a value, and what can stand there before and after.

    `is_key` where it is the keys of a map.
    """

    pointer: str
    old: Half
    new: Half
    is_key: bool = False


def inside(pointer: str, key: str) -> str:
    """Give the pointer to what is inside."""
    return f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"


def words_in(meta: Meta) -> tuple[Words, ...]:
    """Give the words on a type, whoever reads them; nothing where there are none."""
    if meta == NO_META:
        return ()
    examples = tuple(example.value for example in meta.examples)
    return ((meta.title, meta.description, meta.deprecated, examples),)
