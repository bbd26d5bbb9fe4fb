"""The name of a Python module in, the files that it may be out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["candidates"]


def candidates(name: str, importer: Path, roots: Sequence[Path]) -> list[tuple[Path, ...]]:
    """Give the files, root by root, that a name, perhaps relative (`..base`), means in a file."""
    dots = len(name) - len(name.lstrip("."))
    parts = [part for part in name[dots:].split(".") if part]
    if dots:
        roots = [importer.parents[min(dots, len(importer.parents)) - 1]]
    return [_module_files(root, parts) for root in roots]


def _module_files(root: Path, parts: Sequence[str]) -> tuple[Path, ...]:
    package = root.joinpath(*parts, "__init__.py")
    # In one folder a package goes before a module of its name.
    return (package, root.joinpath(*parts[:-1], f"{parts[-1]}.py")) if parts else (package,)
