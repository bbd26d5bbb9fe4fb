"""A tool class inside a method finds the types of the class around, as language.md 1.1 says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.plan.nodes import Record

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """
from schemac import Handler, tool

#: type row = {{ of_module: true }}

class O(Handler):
    #: type row = {{ of_module: true, ?secret: String @requires(:x) }}
    {inside}
"""
TOOL = """@tool("t")
{pad}class T(Handler):
{pad}    '''A tool.'''
{pad}    #: () -> row
{pad}    def call(self): ..."""
INSIDE = {
    "a method": "def m(self):\n        " + TOOL.format(pad=" " * 8),
    "a function in a method": "def m(self):\n        def f():\n            "
    + TOOL.format(pad=" " * 12),
    "a class": TOOL.format(pad=" " * 4),
    "a class in a method": "def m(self):\n        class I:\n            "
    + TOOL.format(pad=" " * 12),
    "a method of a class inside": "class I:\n        def m(self):\n            "
    + TOOL.format(pad=" " * 12),
}


@pytest.mark.parametrize("inside", INSIDE)
def test_it_finds_the_types_of_the_class_around(inside: str, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(TEXT.format(inside=INSIDE[inside]), "utf-8")
    found = compile_paths([tmp_path / "app.py"], CompileOptions(root=tmp_path))
    assert found.errors == ()
    (row,) = found.plan.types
    assert isinstance(row.body, Record)
    assert [(field.name, field.gate is None) for field in row.body.fields] == [
        ("of_module", True),
        ("secret", False),
    ]
