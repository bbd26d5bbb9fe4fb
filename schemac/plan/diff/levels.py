"""A kind of change and its side in, how bad it is for callers out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.plan.diff.model import Level
    from schemac.plan.gates import Side

__all__ = ["LEVELS", "level_of"]

LEVELS: Mapping[str, tuple[Level, Level]] = {
    # kind: (in an input, in an output)
    "field-added": ("safe", "safe"),
    "field-added-required": ("breaking", "safe"),
    "field-added-closed": ("safe", "risky"),
    "field-removed": ("risky", "breaking"),
    "field-removed-closed": ("breaking", "breaking"),
    "field-shown": ("safe", "safe"),
    "field-shown-required": ("breaking", "safe"),
    "field-shown-closed": ("safe", "risky"),
    "field-hidden": ("risky", "breaking"),
    "field-hidden-closed": ("breaking", "breaking"),
    "field-required": ("breaking", "safe"),
    "field-optional": ("safe", "breaking"),
    "variant-added": ("safe", "risky"),
    "variant-removed": ("breaking", "safe"),
    "variant-shown": ("safe", "risky"),
    "variant-hidden": ("breaking", "safe"),
    "value-added": ("safe", "risky"),
    "value-removed": ("breaking", "safe"),
    "value-shown": ("safe", "risky"),
    "value-hidden": ("breaking", "safe"),
    "key-added": ("safe", "risky"),
    "key-removed": ("risky", "risky"),
    "key-removed-closed": ("breaking", "breaking"),
    "key-removed-counted": ("breaking", "breaking"),
    "key-shown": ("safe", "risky"),
    "key-hidden": ("risky", "risky"),
    "key-hidden-closed": ("breaking", "breaking"),
    "key-hidden-counted": ("breaking", "breaking"),
    "null-added": ("safe", "breaking"),
    "null-removed": ("breaking", "safe"),
    "null-removed-optional": ("risky", "safe"),
    "null-shown": ("safe", "breaking"),
    "null-hidden": ("breaking", "safe"),
    "null-hidden-optional": ("risky", "safe"),
    "type-changed": ("breaking", "breaking"),
    "type-widened": ("safe", "risky"),
    "type-narrowed": ("breaking", "safe"),
    "bound-added": ("breaking", "safe"),
    "bound-removed": ("safe", "risky"),
    "bound-tightened": ("breaking", "safe"),
    "bound-loosened": ("safe", "risky"),
    "bound-replaced": ("breaking", "risky"),
    "record-closed": ("breaking", "safe"),
    "record-opened": ("safe", "risky"),
    "need-added": ("breaking", "safe"),
    "need-removed": ("safe", "risky"),
    "default-added": ("risky", "safe"),
    "default-removed": ("risky", "safe"),
    "default-changed": ("risky", "safe"),
    "header-changed": ("risky", "safe"),
    "words-changed": ("safe", "safe"),
    "not-compared": ("breaking", "breaking"),
}

_TOOLS: Mapping[str, Level] = {
    "tool-added": "safe",
    "tool-removed": "breaking",
    "tool-shown": "safe",
    "tool-hidden": "breaking",
    "domain-added": "safe",
    "domain-removed": "breaking",
    "internal-begun": "risky",
    "internal-ended": "risky",
    "hint-changed": "risky",
    "order-changed": "safe",
    "inputs-closed": "breaking",
    "inputs-opened": "safe",
    "result-wrapped": "safe",
    "result-unwrapped": "safe",
    "schemas-closed": "risky",
    "schemas-opened": "safe",
    "gates-opened": "risky",
    "text-changed": "safe",
}


def level_of(kind: str, side: Side | None) -> Level:
    """Give the level of a kind of change; `side` is None for what belongs to neither."""
    if side is None:
        return _TOOLS[kind]
    return LEVELS[kind][0 if side == "input" else 1]
