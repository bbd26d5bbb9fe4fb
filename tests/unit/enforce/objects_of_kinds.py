"""Objects that are read by key, by attribute or by item, and walks that read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from schemac.enforce.project.walk import Misfit, Walk

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Listed", "Row", "misfit", "walk_at"]


class Row(NamedTuple):
    a: Any
    b: Any = None

    @property
    def both(self) -> str:
        return f"{self.a}{self.b}"


@dataclass
class Listed:
    """A record for its mark, though it can be iterated."""

    a: int

    def __iter__(self) -> Iterator[int]:
        return iter((1, 2))


def walk_at(prefix: str = "/p") -> Walk:
    walk = Walk(1000)
    walk.prefix = prefix
    return walk


def misfit(read: Any) -> tuple[str, str]:
    with pytest.raises(Misfit) as caught:
        read()
    return caught.value.pointer, caught.value.keyword
