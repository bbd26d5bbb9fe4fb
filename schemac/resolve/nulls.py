"""Program types in, those that are null and nothing else out."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from schemac.ir.types import OptionalType, Scalar, UnionType, Use
from schemac.ir.walk import bare
from schemac.resolve.fixpoint import Equations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.ir.types import Type
    from schemac.resolve.instances import Instance

__all__ = ["Nulls"]


class Nulls:
    """Tells null from other types, through names; gates are of no account."""

    def __init__(self, types: Sequence[Instance]) -> None:
        self._types = types

    def has(self, written: Type) -> bool:
        """Tell whether a type is null and nothing else."""
        used = _used(written)
        return used is not None and all(self._named[target] for target in used)

    @cached_property
    def _named(self) -> list[bool]:
        equations = Equations(len(self._types))
        for number, instance in enumerate(self._types):
            if instance.body is not None and not instance.broken:
                used = _used(instance.body)
                if used is not None:
                    equations.equate(number, equations.every(used))
        return equations.solve()


def _used(written: Type) -> list[int] | None:
    """Give the names beside null that a type comes apart into, None where there is more."""
    used: list[int] = []
    todo = [written]
    while todo:
        node = bare(todo.pop())
        match node:
            case Use(target=target):
                used.append(target)
            case UnionType(members=members):
                todo.extend(members)
            case OptionalType(inner=inner):
                todo.append(inner)
            case Scalar(kind="null"):
                pass
            case _:
                return None
    return used
