"""What a page shows is what the compiler says: its first example fails, its last one does not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.diagnostics.catalog import CATALOG
from schemac.diagnostics.page import page

if TYPE_CHECKING:
    from pathlib import Path

_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_BY_THE_COMMAND = {"SC007"}
"""Codes that the compiler does not give by itself; the tests of `schemac check` do."""
_FLAGS = {"SC402": {"requires": ("compensation",)}}


def examples(code: str) -> list[tuple[str, str]]:
    """Give the fenced texts of a page; the settings that an example needs are known here."""
    found = [(each.group(1), each.group(2)) for each in _FENCE.finditer(page(code) or "")]
    return [each for each in found if code not in _FLAGS or each[0] != "toml"]


def compiled(code: str, at: int) -> bool:
    shown = examples(code)
    return code not in _BY_THE_COMMAND and shown[at][0] in {"sig", "python"}


def codes(folder: Path, example: tuple[str, str], code: str) -> set[str]:
    language, text = example
    file = folder / ("shown.sig" if language == "sig" else "shown.py")
    start = "from schemac import Handler, tool\n\n\n" if language == "python" else ""
    file.write_text(start + text, encoding="utf-8")
    options = CompileOptions(root=folder, flags=_FLAGS.get(code, {}))
    return {found.code for found in compile_paths([file], options).diagnostics}


@pytest.mark.parametrize("code", [code for code in CATALOG if compiled(code, 0)])
def test_the_first_example_is_wrong_in_the_way_the_page_says(tmp_path: Path, code: str) -> None:
    assert code in codes(tmp_path, examples(code)[0], code)


@pytest.mark.parametrize(
    "code", [code for code in CATALOG if compiled(code, -1) and len(examples(code)) > 1]
)
def test_the_last_example_is_right(tmp_path: Path, code: str) -> None:
    assert codes(tmp_path, examples(code)[-1], code) == set()
