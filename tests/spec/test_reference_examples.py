"""What the language reference shows is what the compiler does, and nothing is left out of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from schemac.ir.builtins import BUILTIN_NAMES
from schemac.ir.tags import ALWAYS_PREDICATES, TAGS
from tests.spec.expected import found_for, same
from tests.spec.reference import REFERENCE, Example, compile_example, read_examples

if TYPE_CHECKING:
    from pathlib import Path

_EXAMPLES = read_examples()
_EXPECTATIONS = {"input", "output", "description", "hidden"}


@pytest.mark.parametrize("example", _EXAMPLES, ids=lambda example: example.case.name)
def test_an_example_is_what_it_says(example: Example, tmp_path: Path) -> None:
    codes, compiled = compile_example(example, tmp_path)
    assert codes == example.codes
    for block in example.case.blocks:
        if block.kind == "source":
            continue
        assert block.kind in _EXPECTATIONS
        assert compiled is not None, "JSON below types that make no tool"
        found = found_for(example.case, compiled, block)
        assert found is not None
        assert same(block, found), f"{block.kind} grants={block.grants}: {found}"


def _right() -> str:
    return "\n".join(example.body for example in _EXAMPLES if not example.code)


def test_every_tag_is_in_an_example_that_is_right() -> None:
    text = _right()
    assert [name for name in (*TAGS, *ALWAYS_PREDICATES) if f"@{name}(" not in text] == []


def test_every_tag_is_in_the_table_of_all_tags() -> None:
    table = REFERENCE.read_text(encoding="utf-8").partition("| Tag | On |")[2].partition("\n\n")[0]
    first = " ".join(line.split(" | ")[0] for line in table.splitlines()[2:])
    assert sorted(re.findall(r"`@(\w+)\(", first)) == sorted((*TAGS, *ALWAYS_PREDICATES))


def test_every_built_in_type_is_in_an_example_that_is_right() -> None:
    words = set(re.findall(r"\w+", _right()))
    assert sorted(BUILTIN_NAMES - words) == []


def test_most_examples_show_what_they_become() -> None:
    shown = [block for example in _EXAMPLES for block in example.case.of(*_EXPECTATIONS)]
    assert len(shown) > len(TAGS)
