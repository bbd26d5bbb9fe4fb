"""Diagnostic code in, its page out: Markdown that says what is wrong and how to mend it."""

from __future__ import annotations

from importlib.resources import files

from schemac.diagnostics.catalog import CATALOG

__all__ = ["page"]


def page(code: str) -> str | None:
    """Give the page of a code of the catalogue; None for any other text."""
    if code not in CATALOG:
        return None
    place = files("schemac.diagnostics").joinpath("pages", f"{code}.md")
    return place.read_text(encoding="utf-8") if place.is_file() else None
