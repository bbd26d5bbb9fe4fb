"""How a domain is grouped, and what its facades are, as data."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

__all__ = ["UNCATEGORIZED", "FacadeInfo", "Grouped"]

UNCATEGORIZED = "uncategorized"
_SUFFIX = re.compile(r"[a-z0-9_]+")


@dataclass(frozen=True, slots=True)
class Grouped:
    """A domain that lists one facade for each category.

    A facade is called by category and `suffix` (`orders_tools`). `schemas="meta"` puts its tools'
    input schemas into `_meta`, `"lazy"` leaves them out. Tools without a category make a group of
    their own, or are an error. Raises ValueError.
    """

    suffix: str = "tools"
    schemas: Literal["meta", "lazy"] = "meta"
    uncategorized: Literal["group", "error"] = "group"

    def __post_init__(self) -> None:
        if not _SUFFIX.fullmatch(f"{self.suffix}"):
            raise ValueError(f"`suffix` must be of a-z, 0-9 and `_`, not {self.suffix!r}")
        if self.schemas not in ("meta", "lazy"):
            raise ValueError(f'`schemas` must be "meta" or "lazy", not {self.schemas!r}')
        if self.uncategorized not in ("group", "error"):
            raise ValueError(
                f'`uncategorized` must be "group" or "error", not {self.uncategorized!r}'
            )


@dataclass(frozen=True, slots=True)
class FacadeInfo:
    """A facade as one caller sees it: `tools` are the names they may use through it."""

    name: str
    category: str
    summary: str
    tools: tuple[str, ...]
