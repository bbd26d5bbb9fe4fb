"""A tool's name and description in, what a dialect's clients will not take of them out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from schemac.emit.dialects.model import Loss

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["tool_losses"]

_NAMES: Mapping[str, re.Pattern[str]] = {
    "openai-strict": re.compile(r"[a-zA-Z0-9_-]{1,64}"),
    "anthropic": re.compile(r"[a-zA-Z0-9_-]{1,128}"),
    "anthropic-strict": re.compile(r"[a-zA-Z0-9_-]{1,128}"),
    "gemini": re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}"),
    "portable": re.compile(r"[a-z][a-z0-9_]{0,44}"),
}
_DESCRIPTIONS: Mapping[str, int] = {"openai-strict": 1024, "portable": 1024}


def tool_losses(dialect: str, name: str, description: str) -> tuple[Loss, ...]:
    """Give what is wrong with them; pointers lead into the tool, not into a schema."""
    losses: list[Loss] = []
    pattern = _NAMES.get(dialect)
    if pattern is not None and pattern.fullmatch(name) is None:
        reason = f"`{name}` does not match `{pattern.pattern}`"
        losses.append(Loss("/name", "name", reason, "SC503"))
    most = _DESCRIPTIONS.get(dialect)
    if most is not None and len(description) > most:
        reason = f"{len(description)} characters; {most} at most are taken"
        losses.append(Loss("/description", "description", reason, "SC504"))
    return tuple(losses)
