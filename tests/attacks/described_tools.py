"""Tools compiled from text, and what is shown to describe them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.compiler import Compilation

__all__ = ["compiled", "shown"]


def compiled(folder: Path, text: str) -> Compilation:
    (folder / "app.py").write_text(f"from schemac import Handler, tool\n{text}", encoding="utf-8")
    return compile_paths([folder / "app.py"], CompileOptions(root=folder))


def shown(compilation: Compilation) -> list[tuple[str, list[str]]]:
    return [
        (tool.name, [each.text for each in tool.descriptions]) for tool in compilation.plan.tools
    ]
