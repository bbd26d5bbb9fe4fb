"""Folder name in, its place out: the one file that knows where shipped text lies.

`grammar/` and `sig/` stand at the top of a checkout and inside the package in a wheel.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["shipped"]

_PACKAGE = Path(__file__).resolve().parent


def shipped(name: str) -> Path:
    """Give the folder `name` as shipped: inside the installed package, else in the checkout."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
