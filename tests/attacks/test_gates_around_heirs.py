"""A tool with no annotation of its own, and gates in the comments around it in; each is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

BASE = """
from schemac import Handler

class Base(Handler):
    #: type output = { a: String, ?secret: Integer }
    #: () -> output
    def call(self): return {}
"""
HEIR = """
from base import Base
from schemac import tool

{above}
@tool("t")
{between}
class C(Base):{behind}
    \"\"\"D.\"\"\"

    def call(self):{inside}
        return {{
            "secret": 2,{value}
        }}
"""
PLACES = ("above", "between", "behind", "inside", "value")


def found(folder: Path, comment: str, place: str) -> list[str]:
    texts = dict.fromkeys(PLACES, "") | {place: f"  {comment}" if place in PLACES[2:] else comment}
    (folder / "base.py").write_text(BASE, "utf-8")
    (folder / "t.py").write_text(HEIR.format(**texts), "utf-8")
    compilation = compile_paths([folder / "t.py"], CompileOptions(root=folder))
    assert len(compilation.plan.tools) == (not compilation.errors)
    return [each.code for each in compilation.diagnostics]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("comment", ["# @requires(:hr)", "# only @requires(:hr | :admin)"])
def test_a_gate_around_an_heir_is_told(tmp_path: Path, comment: str, place: str) -> None:
    assert "SC108" in found(tmp_path, comment, place)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("comment", ["", "# see `@requires(:hr)`", "# type: ignore", "#: words"])
def test_words_around_an_heir_stay_words(tmp_path: Path, comment: str, place: str) -> None:
    assert found(tmp_path, comment, place) == []
