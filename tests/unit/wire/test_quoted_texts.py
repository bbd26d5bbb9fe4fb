"""Texts in answers are written as the standard encoder writes them, character by character."""

from __future__ import annotations

import json
import sys

import pytest

from schemac.wire.replies import quoted

HALVES = range(0xD800, 0xE000)


def test_every_character_is_written_as_the_encoder_does() -> None:
    for first in range(0, sys.maxunicode + 1, 4096):
        characters = range(first, min(first + 4096, sys.maxunicode + 1))
        text = "".join(chr(code) for code in characters if code not in HALVES)
        assert quoted(text) == json.dumps(text, ensure_ascii=False).encode()


@pytest.mark.parametrize("half", ["\ud800", "a\udfff"])
def test_half_a_character_is_refused(half: str) -> None:
    with pytest.raises(UnicodeEncodeError):
        quoted(half)
