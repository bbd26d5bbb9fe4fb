"""Lines of signs that set parts of a file apart are words, and are read at once."""

from __future__ import annotations

import pytest

from schemac.source import Source
from schemac.syntax.module import read_module

SIGNS = [*"-=#*~_+─═—•█→…·▶é日ﬁ☃😀\u00a0\u3000\u0301", "─ ", "═-", "é#", "· ·", "—:", "█|"]
PLACES = {
    "at the top": "{line}\n# Types\n#: type a = nil\n",
    "in a class": "class A:\n    #: type output = nil\n\n    {line}\n    # Types\n    X = 1\n",
    "below a type": "class A:\n    #: type output = nil\n    {line}\n    X = 1\n",
    "behind code": "class A:\n    #: type output = nil\n    X = 1  {line}\n",
    "in a docstring": 'class A:\n    """A.\n\n    {line}\n    """\n\n    #: type output = nil\n',
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("sign", SIGNS)
def test_they_are_words(sign: str, place: str) -> None:
    for line in (f"# {sign * 60}", f"#{sign * 60}", f"# {sign * 60} Types {sign * 60}"):
        module, told = read_module(Source("a.py", PLACES[place].format(line=line)))
        assert told == (), line
        assert module.classes or place == "at the top"


BESIDE = """
class A(H):
    '''A.'''

    #: type output = {{ id: String }}
{below}

    #: (a: String) -> output
    def call(self, a): ...
"""
WORDS = [
    "# def old(\n#     self,\n# ) -> None:\n#     return 1",
    "# )",
    "# }",
    "# x = [\n#     1,\n# ] | y",
    "# -> the drop is raised again by",
    "# | in 3.10+",
    "# & near the end",
    "# := binds the match",
    "\n#: Handlers by name.\n#:\n#: :type: dict[str, int]\nX = {}",
    "\n#: type of event -> handler\nX = 1",
    "\n#: Import providers\nX = 1",
    "\n#: imported modules.\nX = 1",
    "\n#: Type checking pass number (0 = first pass)\nX = 1",
    "\n#: Type identifier:\nX = 1",
    "\n#: Example::\n#:\n#:     >>> import numpy\nX = 1",
    "\n#: >>> from typing import Protocol\nX = 1",
    "\n#: typed=True keeps 3 and 3.0 apart\nX = 1",
    "\n#: type_id = 3\nX = 1",
    "\n#: options = {a: b}\nX = 1",
]
GOING_ON = [
    "# | error",
    "# & other",
    "# | { a: String }",
    '# | "a" | "b"',
    "# -> output",
    "# } @requires(:x)",
    "# @max(80)",
    "#: type pay -> { a: Integer }",
    "\n#: Type money = { a: Integer }",
    "\n#: Imprt money",
    "\n#: type out put = { a: Integer }",
    "\n#: money = { a: { b: code }, ?c: Integer }",
    "\n#: money {\n#:   currency: code,\n#:   sum: { a: code },\n#:   ?c: Integer\n#: }",
    "\n# class of those who see it\n# #: @requires(:x)\nX = 1",
]


def told(below: str) -> int:
    lines = "\n".join(f"    {line}".rstrip() for line in below.split("\n"))
    return len(read_module(Source("a.py", BESIDE.format(below=lines)))[1])


@pytest.mark.parametrize("below", WORDS)
def test_code_and_words_beside_an_annotation_are_no_part_of_it(below: str) -> None:
    assert told(below) == 0


@pytest.mark.parametrize("below", GOING_ON)
def test_what_would_go_on_with_it_is_told(below: str) -> None:
    assert told(below) > 0
