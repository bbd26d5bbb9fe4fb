"""What enforcement is told and what it answers, as frozen data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "Accepted",
    "Breach",
    "EnforceOptions",
    "Media",
    "Projected",
    "Refused",
    "Violation",
]


@dataclass(frozen=True, slots=True)
class EnforceOptions:
    """How strictly values are taken.

    `undeclared` says what becomes of keys the view does not show: dropped, or an error;
    `ignored_input_keys` are top-level names that are dropped even then. `coerce` is `"lax"` where
    strings may stand for numbers and booleans. `depth` bounds the nesting of arguments,
    `output_depth` that of results, `output_size` a result's compact JSON in bytes.
    """

    undeclared: Literal["drop", "reject"] = "drop"
    ignored_input_keys: frozenset[str] = frozenset()
    coerce: Literal["off", "lax"] = "off"
    depth: int = 64
    output_depth: int = 64
    output_size: int = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Violation:
    """What is wrong with a value: where (JSON Pointer), and what is expected there."""

    pointer: str
    expected: str

    def __str__(self) -> str:
        """Give the line that a model reads."""
        return f"{self.pointer or '(root)'}: {self.expected}"


@dataclass(slots=True)
class Accepted:
    """Arguments as the handler gets them, and where keys were dropped on the way.

    Made for each call, and freezing costs more than making: so it is not frozen.

    `dropped` counts by pointer; an undeclared key, a map key and an index are `*` in it.
    """

    arguments: dict[str, Any]
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refused:
    """Arguments that do not fit the caller's view: one violation at least, twenty at most."""

    violations: tuple[Violation, ...]
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Media:
    """Bytes in a result that a client can show: base64 text of the given media type."""

    pointer: str
    media_type: str
    data: str


@dataclass(slots=True)
class Projected:
    """A result cut to the caller's view: exact built-in types only.

    `text` is its compact JSON (UTF-8 clean, within the size limit). `cut` counts by pointer what
    was left behind, written like `Accepted.dropped`.
    """

    value: Any
    text: str
    cut: Mapping[str, int] = field(default_factory=dict)
    media: tuple[Media, ...] = ()


@dataclass(frozen=True, slots=True)
class Breach:
    """A result that breaks its contract: for the log only, holds no values.

    Indices and map keys are `*` in `pointer`. `keyword` is JSON Schema's, or one of `read` (the
    value could not be read), `depth`, `size`, `unicode`, `finite`.
    """

    pointer: str
    keyword: str
