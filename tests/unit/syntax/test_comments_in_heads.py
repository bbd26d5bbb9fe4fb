"""Comments among the decorators, bases and parameters of one statement are read in linear time."""

from __future__ import annotations

import pytest

from schemac.source import Source
from schemac.syntax.module import read_module
from tests.counted import calls_at_most

MANY = 2_000
HEADS = {
    "decorators": ("", "@deco", "class T: ...\n"),
    "decorators of a function": ("", "@deco", "def f(): ...\n"),
    "bases": ("class T(\n", "    A,", "): ...\n"),
    "parameters": ("def f(\n", "    a{at},", "): ...\n"),
    "a condition": ("if (\n", "    a or", "    b\n): ...\n"),
    "items of a list": ("x = [\n", "    1,", "]\n"),
    "a pattern": ("match x:\n    case (\n", "        1 |", "        2\n    ): ...\n"),
    "contexts": ("with (\n", "    a,", "): ...\n"),
}
COMMENTS = ["#: @requires(:x)", "# @requires(:x)", "# : type a = b", "# @rbs type a = b"]


@pytest.mark.parametrize("comment", COMMENTS)
@pytest.mark.parametrize("name", HEADS)
def test_comments_in_a_head(name: str, comment: str) -> None:
    before, item, after = HEADS[name]
    items = "".join(f"{item.format(at=at)}\n{comment}\n" for at in range(MANY))
    read_module(Source("a.py", "#: type a = b\n"))  # The first one reads the grammar, too.
    with calls_at_most(1_000 * MANY):
        read_module(Source("a.py", before + items + after))
