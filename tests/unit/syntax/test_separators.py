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
