"""Diagnostics as data: what is wrong in a source text, where, and what to do about it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schemac.source import Span

__all__ = ["Diagnostic", "Fix", "Label", "Severity"]

_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def _line(text: str) -> str:
    """Write a text that may quote what an author wrote on one line, controls by their escapes."""
    return _CONTROLS.sub(lambda found: json.dumps(found[0])[1:-1], text)


class Severity(Enum):
    """How bad it is. A property of the code; see `Diagnostic.lenient` for the one exception."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Label:
    """A secondary span and what it has to do with the matter."""

    span: Span
    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", _line(self.text))


@dataclass(frozen=True, slots=True)
class Fix:
    """Replace the span by the text, and the mistake is gone."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about source text.

    `code` is a key of the catalogue (`SC201`), which holds the name and the severity. `message`
    is one line that stands alone. `span` is the narrowest span; `None` only where the finding is
    about no text (a missing file named on the command line). `tool` is the only tool that the
    finding concerns, None where its place says which. `lenient` makes a warning of an error: of a
    change (SC7xx) that a comparison was not told to fail on.
    """

    code: str
    message: str
    span: Span | None
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    hint: str | None = None
    fix: Fix | None = None
    tool: str | None = field(default=None, compare=False)
    lenient: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", _line(self.message))
        object.__setattr__(self, "notes", tuple(map(_line, self.notes)))
        if self.hint is not None:
            object.__setattr__(self, "hint", _line(self.hint))
