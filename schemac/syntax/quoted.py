"""A line in, the same without what its author quoted out: words about an annotation are none.

What stands in backticks is quoted whatever it is. Other marks are apostrophes, too, so a gate is
quoted by them only where it ends with them: `'twas @requires(:x) by the users' choice` is a gate.
"""

from __future__ import annotations

import re

__all__ = ["unquoted", "without_quoted_gates"]

_TICKS = r"(?<!`)(?P<ticks>`++)(?:(?!(?P=ticks))[^\n])++(?P=ticks)"
_QUOTED = re.compile(
    rf"{_TICKS}|(?<![\w\"'])(?P<mark>[\"'])(?:(?!(?P=mark))[^\n])++(?P=mark)(?!\w)"
)
_TICKED = re.compile(_TICKS)
_PERHAPS_QUOTED = re.compile(
    r"(?<![\w\"'])(?P<mark>[\"'])"
    r"(?:(?!(?P=mark))[^\n]|(?<=\w)(?P=mark)(?=\w))++(?<![ \t])(?P=mark)(?!\w)"
)
"""An apostrophe in a word is none of the marks, and neither is one behind a blank."""
_INNER = r"\((?:[^()]++|\([^()]*+\))*+\)"
_ARGUMENT = rf"\((?:[^()]++|{_INNER})*+\)|[\[{{<][^\[\]{{}}<>@]*+[\]}}>]"
_GATE = re.compile(
    rf"(?:@[ \t]*+[^\W\d]\w*+[ \t]*+(?:{_ARGUMENT}|[:=]?[ \t]*+(?::?\w++|\"[^\"]*+\"|'[^']*+'))"
    rf"|(?<!\w)[^\W\d]\w*+[ \t]*+(?:{_ARGUMENT}))[ \t,.;&|]*+"
)
"""A gate from its name to its end, in any spelling, and what joins it to the next."""
_LONGEST_QUOTES = 100
"""Quoted stretches of a line that are looked for."""


def unquoted(line: str) -> str:
    """Give a line with blanks in place of what is quoted."""
    return _QUOTED.sub(lambda found: " " * len(found.group()), line, count=_LONGEST_QUOTES)


def without_quoted_gates(line: str) -> str:
    """Give a line with blanks in place of the gates that are quoted; it stays as long."""
    line = _TICKED.sub(lambda found: " " * len(found.group()), line, count=_LONGEST_QUOTES)
    return _PERHAPS_QUOTED.sub(_hollow, line, count=_LONGEST_QUOTES)


def _hollow(found: re.Match[str]) -> str:
    """Give blanks for what is quoted; its marks stay, as a flag may be quoted, too."""
    mark, inner = found["mark"], found.group()[1:-1]
    begin = _last_gates(inner)
    return f"{mark}{inner[:begin]}{' ' * (len(inner) - begin)}{mark}"


def _last_gates(text: str) -> int:
    """Give where the gates begin that a text ends with, its end where it ends otherwise."""
    begin = end = 0
    for found in _GATE.finditer(text):
        if found.start() != end:
            begin = found.start()
        end = found.end()
    return begin if end == len(text) else len(text)
