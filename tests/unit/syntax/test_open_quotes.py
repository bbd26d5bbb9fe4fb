"""Quotes that are not closed are looked at once on each line."""

from __future__ import annotations

import pytest

from schemac.syntax import scan as scanning
from schemac.syntax.scan import scan


@pytest.mark.parametrize("quote", ["'", '"'])
def test_no_line_is_searched_twice_for_an_end(quote: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    class Counting:
        def match(self, text: str, at: int, end: int) -> None:
            looked.append(at)
            assert text[at:end].startswith(quote)

    monkeypatch.setattr(scanning, "_STRING", Counting())
    scan(f"{quote}\\{quote}\\{quote}\\\n" * 3, 0, 30)
    assert looked == [0, 7, 14]


@pytest.mark.parametrize(
    ("text", "signatures"),
    [
        ("'(a: b' (c: d)\n(e: f) -> g", [15]),
        ("it's\n(e: f) -> g", [5]),
        ("'\\' \"(\" it's\n(e: f) -> g", [13]),
        ("'\\\"' \"\\'\"\n(e: f) -> g", [10]),
    ],
)
def test_what_stands_in_strings_is_no_beginning(text: str, signatures: list[int]) -> None:
    assert scan(text, 0, len(text)).signatures == signatures
