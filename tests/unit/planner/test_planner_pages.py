"""The page of each code that the planner gives: its failing example fails, its fix does not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from schemac.diagnostics.page import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

CODES = [
    *(f"SC3{n:02}" for n in range(2, 20)),
    "SC401",
    "SC403",
    *(f"SC4{n:02}" for n in (7, 8, 9, 11, 12, 13)),
]
_BLOCK = re.compile(r"^```sig\n(.*?)^```", re.DOTALL | re.MULTILINE)
_OUTPUT = "\ntype result_of_the_test = {}\n"


WRITTEN = {code: blocks for code in CODES if (blocks := _BLOCK.findall(page(code) or ""))}


def test_most_pages_show_annotations() -> None:
    assert len(WRITTEN) > len(CODES) // 2


@pytest.mark.parametrize("code", WRITTEN)
def test_pages(planned: Planner, code: str) -> None:
    blocks = WRITTEN[code]
    bad, *good = (planned(block + _OUTPUT, "() -> result_of_the_test") for block in blocks)
    assert code in [found for found, _ in bad.found]
    for fixed in good:
        assert code not in [found for found, _ in fixed.found]
