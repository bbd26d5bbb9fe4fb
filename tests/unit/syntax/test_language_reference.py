"""The language reference reads well: every part has an example, which `schemac fmt` lays out.

That examples are what they say is seen in `tests/spec/test_reference_examples.py`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from schemac.shipped import shipped
from schemac.source import Source
from schemac.syntax.format import format_source
from schemac.syntax.module import read_module
from schemac.syntax.parser import parse_block
from tests.spec.reference import REFERENCE, Example, read_examples

_FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_RIGHT = [example for example in read_examples() if not example.code]


def codes(example: Example, body: str) -> set[str]:
    match example.language:
        case "sig":
            found = parse_block(Source("example.sig", body), mode="signature_file")[1]
        case "annotation":
            found = parse_block(Source("example", body), mode="block")[1]
        case _:
            found = read_module(Source("example.py", body))[1]
    return {one.code for one in found}


def test_there_is_an_example_for_every_section() -> None:
    text = REFERENCE.read_text(encoding="utf-8")
    for section in _FENCE.sub("an example", text).split("\n## ")[1:]:
        assert "an example" in section, section.partition("\n")[0]
    assert {example.language for example in _RIGHT} == {"sig", "annotation", "python"}


def test_the_list_of_sections_leads_to_all_of_them() -> None:
    text = _FENCE.sub("", REFERENCE.read_text(encoding="utf-8"))
    heads = re.findall(r"^## (.+)$", text, re.MULTILINE)
    listed = re.findall(r"^\[(.+)\]\(#(.+?)\)(?: ·)?$", text, re.MULTILINE)
    assert [name for name, _ in listed] == heads
    assert [re.sub(r"[^\w-]", "", name.lower().replace(" ", "-")) for name in heads] == [
        anchor for _, anchor in listed
    ]


@pytest.mark.parametrize("example", _RIGHT, ids=lambda example: example.case.name)
def test_an_example_is_laid_out_once(example: Example) -> None:
    name = "example.py" if example.language == "python" else "example.sig"
    once, _ = format_source(Source(name, example.body))
    assert format_source(Source(name, once))[0] == once
    assert codes(example, once) == set()


def test_the_grammar_is_the_one_that_ships() -> None:
    assert Path(str(shipped("grammar") / "schemac.lark")).is_file()
