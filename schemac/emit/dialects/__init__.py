"""A schema and its side in, the schema for one consumer and its losses out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.emit.dialects.anthropic import anthropic, anthropic_strict
from schemac.emit.dialects.gemini import gemini
from schemac.emit.dialects.inline import inline
from schemac.emit.dialects.model import Dialect, Loss, Rewritten
from schemac.emit.dialects.openai import openai_strict
from schemac.emit.dialects.portable import portable
from schemac.emit.dialects.tools import tool_losses

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.gates import Side

__all__ = ["DIALECTS", "Dialect", "Loss", "Rewritten", "mcp", "tool_losses"]


def mcp(schema: dict[str, Any], side: Side) -> Rewritten:  # noqa: ARG001 - a dialect takes it
    """Give the schema as it is: the MCP wire carries all of it."""
    return Rewritten(schema)


DIALECTS: Mapping[str, Dialect] = {
    "mcp": mcp,
    "inline": inline,
    "openai-strict": openai_strict,
    "anthropic": anthropic,
    "anthropic-strict": anthropic_strict,
    "gemini": gemini,
    "portable": portable,
}
"""By the names that the configuration and `--dialect` use."""
