"""The reference of the Python API names exactly what exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import schemac
from schemac import Handler, Registry, Result, Service
from schemac.runtime.options import ToolOptions
from schemac.runtime.pipeline import Call

_TEXT = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
_FOR_OURSELVES = {"about", "dispatcher", "furnished", "handed", "surface"}
"""What adapters and the pipeline use."""


def _rows(head: str) -> list[str]:
    """Give the names in the first column of a table, in order."""
    table = _TEXT.partition(f"| {head} |")[2].partition("\n\n")[0]
    cells = [line.split(" | ")[0] for line in table.splitlines()[2:]]
    return [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]


def _members(kind: type) -> set[str]:
    own = {name for base in kind.__mro__[:-1] for name in (*vars(base), *base.__annotations__)}
    return {name for name in own if not name.startswith("_")} - _FOR_OURSELVES


def test_the_arguments_of_a_tool_are_those_that_exist() -> None:
    assert _rows("Argument of `@tool`") == list(ToolOptions.__annotations__)


@pytest.mark.parametrize(
    ("head", "kind", "made"),
    [
        ("In a handler", Handler, set()),
        ("In a call", Call, {"tool", "context", "decisions", "correlation_id", "meta"}),
        ("Member", Result, set()),
    ],
)
def test_members_are_those_that_exist(head: str, kind: type, made: set[str]) -> None:
    rows = _rows(head)
    assert len(rows) == len(set(rows))
    assert set(rows) == _members(kind) | made


def test_the_members_of_registries_and_services_are_those_that_exist() -> None:
    tables = _TEXT.split("| Member |")[2:]
    for table, kind in zip(tables, (Registry, Service), strict=True):
        lines = table.partition("\n\n")[0].splitlines()[2:]
        named = {name for line in lines for name in re.findall(r"`(\w+)`", line.split(" | ")[0])}
        assert named == _members(kind)


def test_all_that_schemac_offers_is_spoken_of() -> None:
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`\n]+`", _TEXT))))
    assert [name for name in schemac.__all__ if name not in named] == []
