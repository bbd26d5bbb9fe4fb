from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from lark.exceptions import UnexpectedInput

from schemac.ir.tags import TAGS
from schemac.source import Source
from schemac.syntax.expectations import SAMPLES, expectation
from schemac.syntax.grammar import build, grammar_text
from schemac.syntax.machine import parser
from schemac.syntax.reading import READING, Reading

_STRICT = """
import sys
sys.path.insert(0, sys.argv[1])
from schemac.syntax.grammar import build
build(None, {}, strict=True)
print("no conflicts")
"""


def strict_python() -> str | None:
    """Give an interpreter that has Lark and interegular, which slows every other load down."""
    place = os.environ.get("SCHEMAC_STRICT_PYTHON", "")
    return place if place and Path(place).is_file() else None


@pytest.mark.skipif(strict_python() is None, reason="needs SCHEMAC_STRICT_PYTHON")
def test_the_grammar_has_no_conflicts() -> None:
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [strict_python() or sys.executable, "-c", _STRICT, str(root)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout == "no conflicts\n", done.stderr


def test_the_grammar_knows_the_tags_that_take_text() -> None:
    text = grammar_text()
    assert "%" not in text.replace("%ignore", "")
    for name, spec in TAGS.items():
        assert (f"|{name}|" in text or f"|{name})" in text or f"(?:{name}|" in text) == (
            spec.argument != "flag"
        )


def test_the_parser_is_built_once() -> None:
    assert parser() is parser()
    assert build(None, {}) is not build(None, {})


@pytest.mark.parametrize(("sample", "wanted", "words"), SAMPLES)
def test_a_sample_stops_where_its_words_belong(sample: str, wanted: str, words: str) -> None:
    token = READING.set(Reading(Source("sample", sample)))
    try:
        with pytest.raises(UnexpectedInput) as caught:
            parser().parse(f"{sample}\0")
    finally:
        READING.reset(token)
    found = expectation(caught.value)
    assert found is not None
    assert (found.wanted, found.words) == (wanted, words)
