"""A text in, its digest out: all that is asked of a source that is as it was."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from schemac.plan.model import SourceFile

if TYPE_CHECKING:
    from schemac.plan.declaration import InlineAnnotations

__all__ = ["given_source", "text_digest"]


def text_digest(text: str) -> str:
    """Give the digest of a whole text; how its lines end does not matter."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()


def given_source(name: str, given: InlineAnnotations) -> SourceFile:
    """Give annotations that came as text as the file that they make up, called after the tool."""
    digest = text_digest(json.dumps([given.types, given.signature]))
    return SourceFile(name, digest, digest)
