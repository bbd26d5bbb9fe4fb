"""Icons as an author gives them in, the same icons fit for every client out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from schemac.runtime.errors import ContractError

__all__ = ["checked_icons"]

_KEYS: Final = ("src", "mimeType", "sizes", "theme")
_SRC: Final = re.compile(r"(?:https://[^\s\x00-\x1f\x7f]+|data:[^\s\x00-\x1f\x7f]+)", re.IGNORECASE)
_SIZE: Final = re.compile(r"[1-9][0-9]*x[1-9][0-9]*|any")
_THEMES: Final = ("light", "dark")


def checked_icons(icons: object) -> list[dict[str, Any]]:
    """Check a tool's icons. Raises ContractError: one bad icon would break a whole listing."""
    if not isinstance(icons, list | tuple) or not all(isinstance(one, Mapping) for one in icons):
        raise ContractError("`icons` must be a list of objects")
    return [_checked(dict(icon)) for icon in icons]


def _checked(icon: dict[str, Any]) -> dict[str, Any]:
    strange = [key for key in icon if key not in _KEYS]
    if strange:
        raise ContractError(f"an icon has {', '.join(_KEYS)}, not {strange[0]!r}")
    src = icon.get("src")
    if not isinstance(src, str) or not _SRC.fullmatch(src):
        raise ContractError("an icon needs a `src`, a text that begins with `https://` or `data:`")
    if not isinstance(icon.get("mimeType", ""), str):
        raise ContractError("the `mimeType` of an icon must be a text")
    sizes = icon.get("sizes", [])
    if not isinstance(sizes, list | tuple) or not all(_is_size(size) for size in sizes):
        raise ContractError(
            'the `sizes` of an icon must be a list of texts such as "48x48" or "any"'
        )
    if icon.get("theme", "light") not in _THEMES:
        raise ContractError('the `theme` of an icon must be "light" or "dark"')
    return icon


def _is_size(size: object) -> bool:
    return isinstance(size, str) and _SIZE.fullmatch(size) is not None
