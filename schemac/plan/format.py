"""What the JSON form of a plan is called, its version, and the error of what is none."""

from __future__ import annotations

import hashlib
import json

__all__ = ["DEEPEST_GATE", "DEEPEST_NODE", "LARGEST", "VERSION", "PlanFormatError", "digest_of"]

VERSION = 1
"""Raised by one whenever an older schemac would read the form wrongly."""

DEEPEST_NODE = 450
DEEPEST_GATE = 220
"""What authors can nest, and no more: whoever walks a plan relies on it."""

LARGEST = 20_000_000
"""Nodes of a plan with shared ones counted at each use, so that sharing cannot hide a flood."""


class PlanFormatError(ValueError):
    """A text is no plan that this version can read; the message says why, in one sentence."""


def digest_of(document: object) -> str:
    """Give the digest of a document's value: the same however its text is laid out."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
