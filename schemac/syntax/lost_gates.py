"""A line that nobody reads in, the gate that people see in it out.

Whatever stands in front of a gate, and whatever its characters are: its author believes in it.
Quoted it is words about a gate.
"""

from __future__ import annotations

import re

from schemac.ir.tags import ALWAYS_PREDICATES
from schemac.syntax.lookalikes import plain_places
from schemac.syntax.quoted import without_quoted_gates

__all__ = ["FLAG", "PERHAPS_GATE", "find_gate", "is_decorator"]

PERHAPS_GATE = re.compile(
    rf"[@\uff20\ufe6b]|(?:{'|'.join(ALWAYS_PREDICATES)})[^\w\r\n]{{0,9}}[(\uff08]", re.IGNORECASE
)
"""What a text holds that holds a gate."""
_NAME = r"[^\W\d]\w*+"
_SPACED = "|".join(r"[ \t]*+".join(name) for name in ALWAYS_PREDICATES)
_KNOWN = "|".join(ALWAYS_PREDICATES)
_LOOSE = r"(?:[:=][ \t]*+)?(?::(?=\w)|[\"'])"
"""What stands behind a name as Ruby has it, without a parenthesis: `:hr`, `: :hr`, `'hr'`."""
_BARE = rf"\A[^\w@]*+@[ \t]*+(?:{_KNOWN})(?:[ \t]*+[:=][ \t]*+|[ \t]++)\w++\W*+\Z"
"""Nothing but a gate's name and a word: `@requires hr`; among others both are words."""
_SURE = (
    rf"@[ \t]*+(?:{_SPACED})[ \t]*+(?:[(\[{{<]|{_LOOSE})"
    rf"|(?<!\w)(?:{_KNOWN})[ \t]*+\([ \t!(]*+:|{_BARE}"
)
FLAG = r":(?![\w:.+-]++`)(?![ \t]*+(?:[\[\\]|\d+\b))"
"""The beginning of a flag; `:class:` before a backtick is a role of Sphinx, `:22` is a port."""
_BEGIN = (
    rf"\((?:[ \t!(]|not[ \t])*+{FLAG}|\([ \t(]*+!\w"
    rf"|[ \t]++\([ \t!(]*+{FLAG}(?=[\w\"])"
)
"""What stands behind the name of a predicate; behind a blank `(:` may be a smiley."""
_SURE_GATE = re.compile(_SURE, re.IGNORECASE)
_GATE = re.compile(rf"{_SURE}|@[ \t]*+{_NAME}(?:{_BEGIN})", re.IGNORECASE)
_DECORATOR = re.compile(
    rf"(?:>>>|\.\.\.|#)?[ \t]*+@{_NAME}\([ \t]*+"
    rf"(?:[\"'\[{{]|{_NAME}(?:\.\w|[ \t]*+=(?!=)))[^\n:]*\)[ \t]*+\Z"
)


def find_gate(line: str, *, sure: bool = False) -> tuple[int, int] | None:
    """Find a gate in a line, from where it begins to where the line ends.

    With `sure` only those of predicates that every project has count.
    """
    if line.isascii() and not _may_hold_one(line):
        return None
    plain, places = plain_places(line)
    gate = _SURE_GATE if sure else _GATE
    if gate.search(plain) is None:
        return None
    found = gate.search(without_quoted_gates(plain))
    return None if found is None else (places[found.start()], len(line.rstrip()))


def _may_hold_one(line: str) -> bool:
    """Whether a line of ASCII may hold a gate; most hold neither sign, which is seen at once."""
    return ("@" in line or "(" in line) and PERHAPS_GATE.search(line) is not None


def is_decorator(line: str) -> bool:
    """Whether a line is a decorator of Python by how its arguments begin: no gate's do so.

    They begin with a text, a list, a set, a dotted name or a keyword.
    """
    return _DECORATOR.match(line.strip()) is not None
