from __future__ import annotations

import pytest

from schemac.diagnostics.page import page


def test_gives_the_page_of_a_code() -> None:
    text = page("SC201")
    assert text is not None
    assert text.startswith("# SC201 unknown-name\n\n")


@pytest.mark.parametrize("code", ["SC999", "", "../catalog", "sc201", "README"])
def test_gives_none_for_anything_else(code: str) -> None:
    assert page(code) is None
