"""A tag's name and value in, the tag as an author writes it out."""

from __future__ import annotations

import json

__all__ = ["as_tag"]


def as_tag(name: str, value: float | str) -> str:
    """Write `@min(3)`, `@pattern(^a$)`; `@unique()` for what is only there or not."""
    if isinstance(value, bool):
        return f"@{name}()"
    if isinstance(value, str):
        return f"@{name}({value if _is_balanced(value) else json.dumps(value)})"
    return f"@{name}({json.dumps(value)})"


def _is_balanced(text: str) -> bool:
    """Tell whether parentheses in a text can stand in a tag as they are."""
    depth = 0
    for char in text:
        depth += {"(": 1, ")": -1}.get(char, 0)
        if depth < 0:
            return False
    return depth == 0
