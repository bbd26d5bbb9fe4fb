"""The written form of a string, number or comment in, its value out, with what is wrong in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from schemac.ir.numbers import mistaken_for

__all__ = ["BadText", "NumberValue", "decode_number", "decode_string", "doc_text"]

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})(?:\\u([0-9A-Fa-f]{4}))?|(.))", re.DOTALL)
_SIMPLE = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}
_HIGH = range(0xD800, 0xDC00)
_LOW = range(0xDC00, 0xE000)
_LONGEST_INTEGER = 4300


@dataclass(frozen=True, slots=True)
class BadText:
    """A mistake inside a literal: where it is, counted from the literal's start, and why."""

    start: int
    end: int
    message: str


@dataclass(frozen=True, slots=True)
class NumberValue:
    """A number: an `int` without fraction and exponent, else a `float`."""

    value: int | float
    message: str | None = None


def decode_string(written: str) -> tuple[str, BadText | None]:
    """Decode a quoted string, quotes included: JSON's escapes in `"…"`, two of them in `'…'`."""
    body = written[1:-1]
    if "\\" not in body:
        return body, None
    if written[0] == "'":
        return re.sub(r"\\(['\\])", r"\1", body), None
    return _decode_escapes(body)


def _decode_escapes(body: str) -> tuple[str, BadText | None]:
    parts: list[str] = []
    at = 0
    while found := _ESCAPE.search(body, at):
        parts.append(body[at : found.start()])
        text, at = _escape(found)
        if text is None:
            return "", BadText(found.start() + 1, at + 1, _complaint(found))
        parts.append(text)
    parts.append(body[at:])
    return "".join(parts), None


def _escape(found: re.Match[str]) -> tuple[str | None, int]:
    """Give the text of an escape, None for a wrong one, and where reading goes on."""
    first, second, simple = found.groups()
    if first is None:
        return _SIMPLE.get(simple), found.end()
    high = int(first, 16)
    if high in _HIGH and second is not None and int(second, 16) in _LOW:
        return chr(0x10000 + ((high - 0xD800) << 10) + int(second, 16) - 0xDC00), found.end()
    alone = found.start() + 6
    return (None if high in _HIGH or high in _LOW else chr(high)), alone


def _complaint(found: re.Match[str]) -> str:
    if found[1] is not None:
        return f"`\\u{found[1]}` is half of a character; write both halves, or the character"
    return f"`\\{found[3]}` is no escape; double-quoted strings have those of JSON"


def decode_number(written: str) -> NumberValue:
    """Decode a number. `message` says why it cannot be used."""
    if not any(mark in written for mark in ".eE"):
        if len(written) > _LONGEST_INTEGER:
            return NumberValue(0, f"an integer has {_LONGEST_INTEGER} digits at most")
        return NumberValue(int(written))
    mistaken = mistaken_for(written)
    if mistaken is None:
        return NumberValue(float(written))
    if mistaken == "inf":
        return NumberValue(0.0, f"`{written[:40]}` is larger than any number JSON readers know")
    message = f"JSON readers take `{written[:40]}` for `{mistaken}`, so write that"
    return NumberValue(float(written), message)


def doc_text(written: str) -> str:
    """Give the text of `##` lines, joined by line breaks, without marks and outer blanks."""
    lines = (line.strip()[2:] for line in re.split(r"\r\n|\n|\r", written))
    return "\n".join(line.removeprefix(" ").rstrip() for line in lines)
