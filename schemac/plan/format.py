"""What the JSON form of a plan is called, its version, and the error of what is none."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "DEEPEST_GATE",
    "DEEPEST_NODE",
    "LARGEST",
    "NO_PLACE",
    "VERSION",
    "PlanFormatError",
    "compact",
    "digest_of",
    "is_digest_of_text",
    "laid_out",
]

VERSION = 5
"""Raised by one whenever an older schemac would read the form wrongly."""

DEEPEST_NODE = 450
DEEPEST_GATE = 220
"""What authors can nest, and no more: whoever walks a plan relies on it."""

LARGEST = 20_000_000
"""Nodes of a plan with shared ones counted at each use, so that sharing cannot hide a flood."""


class PlanFormatError(ValueError):
    """A text is no plan that this version can read; the message says why, in one sentence."""


NO_PLACE = (-1, 0, 0)
"""Stands for a place that is not known, beside some that are: file, line and column."""

_VERSION_KEY = "schemac_plan"


def laid_out(document: Mapping[str, object]) -> str:
    """Give the text of a document with its digest, a row a line."""
    version, *rest = _entries(document)
    parts = [version, ("digest", digest_of(document)), *rest]
    lines = (f"{compact(key)}:{_rows_laid_out(value)}" for key, value in parts)
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _rows_laid_out(value: object) -> str:
    if not isinstance(value, list) or not value:
        return compact(value)
    return "[\n" + ",\n".join(compact(row) for row in value) + "\n]"


def _entries(document: Mapping[str, object]) -> list[tuple[str, object]]:
    """Give the parts of a document in the order in which they stand: the version, then by name."""
    return sorted(document.items(), key=lambda entry: (entry[0] != _VERSION_KEY, entry[0]))


def compact(value: object) -> str:
    """Give JSON text without space, ASCII, the same for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest_of(document: Mapping[str, object]) -> str:
    """Give the digest of a document's value: the same however its text is laid out."""
    parts = (f"{compact(key)}:{compact(value)}" for key, value in _entries(document))
    return _digest(f"{{{','.join(parts)}}}")


def is_digest_of_text(digest: str, text: str) -> bool:
    """Tell whether the digest fits a document that is laid out as we lay it out.

    Only such a text is, without its line ends and its digest, the very text that is digested; any
    other is judged by what it holds.
    """
    head = f'{{"{_VERSION_KEY}":{VERSION},'
    start = f'{head}"digest":{compact(digest)},'
    whole = text.replace("\n", "")
    if not (whole.isascii() and whole.startswith(start)):
        return False
    return _digest(head + whole[len(start) :]) == digest


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()
