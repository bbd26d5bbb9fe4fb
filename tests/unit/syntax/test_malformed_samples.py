from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from schemac.source import Source
from schemac.syntax.parser import parse_block

_VERDICT = re.compile(r"\^ (SC\d+) at (\d+) on (\".*?(?<!\\)\"): (.+)")


def samples() -> list[tuple[str, str, int, str, str]]:
    """Give text, code, offset, the text of the span, and message of each sample."""
    text = Path(__file__).with_name("malformed.txt").read_text(encoding="utf-8")
    found = []
    for block in text.removesuffix("----\n").split("----\n"):
        written, _, verdict = block.removesuffix("\n").rpartition("\n")
        match = _VERDICT.fullmatch(verdict)
        assert match is not None, verdict
        found.append((written, match[1], int(match[2]), json.loads(match[3]), match[4]))
    return found


def test_there_are_enough_samples() -> None:
    assert len(samples()) > 100


@pytest.mark.parametrize(("text", "code", "start", "spanned", "message"), samples())
def test_a_mistake_is_worded_and_placed(
    text: str, code: str, start: int, spanned: str, message: str
) -> None:
    parsed, diagnostics = parse_block(Source("sample", text), mode="block")
    found = [(one.code, one.span and one.span.start, one.message) for one in diagnostics]
    assert found == [(code, start, message)]
    assert diagnostics[0].span is not None
    assert diagnostics[0].span.text == spanned
    assert parsed.signature is None
    assert parsed.types == ()
