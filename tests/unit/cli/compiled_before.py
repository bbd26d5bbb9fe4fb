"""A project that was checked before, so that its findings are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.cli import checking
from schemac.compiler import compile_paths

if TYPE_CHECKING:
    import pytest

    from tests.unit.cli.commands import Project

__all__ = ["BASE", "compiled"]

BASE = """
from schemac import tool
from app.inner import shared


class Odd(shared.Base):
    #: import stage
    #: (a: stage, b: nothing) -> { c: String @requires(:x) @requires(:x) }  # schemac: ignore[SC413]
    @tool("odd")
    def call(self, *, a, b): ...
"""


def compiled(project: Project, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Say how often sources were compiled so far, by its length."""
    project.write("app/odd.py", BASE)
    project.write("app/inner/shared.py", "class Base:\n    pass\n")
    times: list[int] = []

    def counted(*given: Any, **named: Any) -> Any:
        times.append(1)
        return compile_paths(*given, **named)

    monkeypatch.setattr(checking, "compile_paths", counted)
    return times
