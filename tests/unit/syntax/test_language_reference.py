from __future__ import annotations

import re
from pathlib import Path

import pytest

from schemac.shipped import shipped
from schemac.source import Source
from schemac.syntax.format import format_source
from schemac.syntax.module import read_module
from schemac.syntax.parser import parse_block

_FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples() -> list[tuple[str, str, str]]:
    """Give kind, expected code and text of each example."""
    text = (shipped("grammar") / "README.md").read_text(encoding="utf-8")
    return [(kind, code.strip(), body) for kind, code, body in _FENCE.findall(text)]


def codes(kind: str, body: str) -> set[str]:
    match kind:
        case "sig":
            found = parse_block(Source("example.sig", body), mode="signature_file")[1]
        case "annotation":
            found = parse_block(Source("example", body), mode="block")[1]
        case _:
            found = read_module(Source("example.py", body))[1]
    return {one.code for one in found}


def test_there_is_an_example_for_every_section() -> None:
    text = (shipped("grammar") / "README.md").read_text(encoding="utf-8")
    for section in _FENCE.sub("an example", text).split("\n## ")[1:]:
        assert "an example" in section, section.partition("\n")[0]
    assert {kind for kind, _, _ in examples()} == {"sig", "annotation", "python"}


@pytest.mark.parametrize(("kind", "code", "body"), examples())
def test_an_example_is_what_it_says(kind: str, code: str, body: str) -> None:
    assert codes(kind, body) == ({code} if code else set())


@pytest.mark.parametrize(
    ("kind", "body"), [(kind, body) for kind, code, body in examples() if not code]
)
def test_an_example_is_laid_out_once(kind: str, body: str) -> None:
    name = "example.py" if kind == "python" else "example.sig"
    once, _ = format_source(Source(name, body))
    assert format_source(Source(name, once))[0] == once
    assert codes(kind, once) == set()


def test_the_grammar_is_the_one_that_ships() -> None:
    assert Path(shipped("grammar") / "schemac.lark").is_file()
