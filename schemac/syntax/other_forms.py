"""A line of prose in, the declaration or signature that it is in a form of its own out.

People write what other languages have: a type without `=`, a signature behind the name of its
function, a word before `type`; or a character that looks like another.
"""

from __future__ import annotations

import re

from schemac.syntax.lookalikes import plainly

__all__ = [
    "is_other_signature",
    "is_other_type",
    "led_type",
    "other_names",
]

_NAME = r"[^\W\d]\w*+"
_GENERIC = r"[ \t]*+(?:\[[^\]\n]*+\][ \t]*+)?"
_TYPE = re.compile(
    rf"type[ \t]++{_NAME}{_GENERIC}"
    r"(?:\{|(?:->|=>|(?:is|are|as|be)\b|:)[ \t]*+[{\[(\"'|^])",
    re.IGNORECASE,
)
_ALONE = re.compile(rf"type[ \t]++{_NAME}{_GENERIC}\Z", re.IGNORECASE)
_OPENS = ("{", "[", "(", "|", '"', "'", "=", ":")
_LED = re.compile(rf"(?:\w++[ \t]++){{1,3}}(?=type[ \t]++{_NAME}{_GENERIC}:?=(?!=))")
_ROOT = re.compile(
    rf"(?:output|input)[ \t]*+:?=(?!=)[ \t]*+"
    rf"(?:[{{\[(\"'|^]|{_NAME}[ \t]*+(?:[\[|&?@#]|\Z))"
    rf"|(?:output|input)[ \t]*+:[ \t]*+\{{"
)
_DEF = r"(?:async[ \t]++)?(?:def|function|func|fn)[ \t]++"
_HEADS = rf"(?:{_DEF})?{_NAME}[ \t]*+:|{_DEF}{_NAME}|(?i:call|signature)[ \t]*+=?"
_SIGNATURE = re.compile(
    rf"(?:{_HEADS}|[^\w\s\"'`(@]++)[ \t]*+(?:\[[^\]\n]*+\][ \t]*+)?"
    rf"\([ \t]*+(?:\Z|(?:\?|\*|{_NAME}[ \t]*+\??:)[^)\n]*+\Z|[^\n]*->)"
)
_FIRST = rf"\([ \t]*+(?:\)|\?|\*|{_NAME}[ \t]*+\??:(?!//|:))"
_FOR = r"\[(?:[a-z]+[ \t]+)*+[A-Z]"
_ONE = rf"{_FOR}\w?(?!\w)[^\]\n]*+\][ \t]*+"
_FOR_TYPES = re.compile(
    rf"{_FOR}\w*+[^\]\n]*+\][ \t]*+{_FIRST}[^\n]*->"
    rf"|{_ONE}(?:\([ \t]*+(?:\Z|[?*][ \t]*+\w)|\([ \t]*+[A-Z][^():\n]*+\)[ \t]*+->)"
)
"""`[T] (a: T) -> T`, a signature with type parameters, as RBS has it."""
_PERHAPS_FOR_TYPES = re.compile(rf"{_ONE}{_FIRST}")
"""The same without an arrow, or a unit with words behind it: `[Hz] (default: 50)`."""
_NAMED = re.compile(
    rf"(?m)^[ \t\f]*+(?:(?:\w++[ \t]++){{0,3}}?type[ \t]++({_NAME})"
    rf"|(?:\w++[ \t]++){{0,4}}?({_NAME}){_GENERIC}(?::?=(?!=)|:[ \t]*+\{{))"
)


def is_other_type(line: str, below: str) -> bool:
    """Whether a line declares a type, but for its `=` or its `type`; `below` are the next."""
    if _TYPE.match(line) or _ROOT.match(line):
        return True
    return _ALONE.match(line) is not None and below.startswith(_OPENS)


def led_type(line: str) -> int | None:
    """Give where a declaration of a type begins behind a few words, as in `export type …`."""
    found = _LED.match(line)
    return None if found is None else found.end()


def is_other_signature(line: str, *, above: bool) -> bool:
    """Whether a line is a signature behind the name of its function, `def`, or other marks.

    `above` says that it stands right above a `def`.
    """
    if _SIGNATURE.match(line) or _FOR_TYPES.match(line):
        return True
    return above and _PERHAPS_FOR_TYPES.match(line) is not None


def other_names(text: str) -> tuple[str, ...]:
    """Give the names of the types that lines may declare in such a form."""
    lines = "\n".join(map(plainly, text.split("\n")))
    return tuple(found[1] or found[2] for found in _NAMED.finditer(lines))
