"""The page of each code that this room gives: its failing example fails, its fix does not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from schemac.diagnostics.page import page
from tests.unit.resolve.projects import Project

if TYPE_CHECKING:
    from pathlib import Path

_BLOCK = re.compile(r"^```(sig|python|text)\n(.*?)^```", re.DOTALL | re.MULTILINE)

CODES = (
    *(f"SC2{number:02}" for number in range(1, 9)),
    "SC301",
    *(f"SC6{number:02}" for number in range(1, 14)),
)


@pytest.mark.parametrize("code", CODES)
def test_pages(tmp_path: Path, code: str) -> None:
    project = Project(tmp_path)
    project.write("sig/billing.sig", "type address = { street: String }")
    project.write("sig/shipping.sig", "type address = { harbour: String }")
    bad, *good = _BLOCK.findall(page(code) or "")
    assert code in _codes(project, *bad)
    for language, text in good:
        assert _codes(project, language, text) == []


def _codes(project: Project, language: str, text: str) -> list[str]:
    if language == "python":
        return project.module("from schemac import Handler, tool\n\n" + text).codes
    return project.shared(text).codes
