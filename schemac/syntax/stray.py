"""The text of a type declaration that cannot be parsed in, whether more is glued to it out.

What stands behind a mistake is read by nobody. A signature there that has no parentheses is part of
the declaration above it, and its gates would be lost without a word. So a type is looked through
word by word: where something cannot be a part of it, there is more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.syntax.lexemes import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.syntax.lexemes import Lexeme

__all__ = ["holds_more"]

_DEEPEST = 200
"""Brackets that are looked through for the one that another closes."""
_CLOSES = {")": "(", "]": "[", "}": "{"}
_TYPES = frozenset({"word", "string", "open_string", "symbol", "number"})
_JOINS = frozenset({"|", "&", ",", "^"})
"""Marks behind which a type begins, or none at all."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A word that stands in no bracket, or a bracket with all that is in it.

    `text` is the word, or the bracket that opens. `begins` says that a line begins here, `is_level`
    that it is set in no further than the declaration, `is_keyed` that a key stands behind the
    bracket.
    """

    kind: str
    text: str
    begins: bool
    is_level: bool
    is_keyed: bool = False


def holds_more(written: str) -> bool:
    """Tell whether something in the text can be no part of one type, so that more was meant.

    That is an arrow, but for the one of a function type, `^(A) -> B` or `(A) -> B`; a key, also
    behind a parenthesis; and a type behind a whole type, if it begins a line, stands in brackets or
    has tags. What stands in a bracket that is closed is of that bracket. In one that is open to the
    end of the text a line counts that is set in no further than the declaration.
    """
    parts, tail = _parts(written)
    return _Reader().holds_more(_behind_name(parts)) or _tail_holds_more(tail)


def _parts(written: str) -> tuple[list[_Part], list[_Part]]:
    """Give the parts in no bracket, and all words behind the first bracket that is never closed."""
    found = list(words(written))
    begins = _beginnings(written, found)
    closed_by = _matched(found)
    parts: list[_Part] = []
    at = 0
    while at < len(found):
        word = found[at]
        is_open = word.text in _CLOSES.values() or (word.kind == "tag" and word.text[-1] == "(")
        if is_open and at not in closed_by:
            return parts, [_part(found, begins, inner) for inner in range(at + 1, len(found))]
        parts.append(_part(found, begins, at))
        at = closed_by.get(at, at) + 1
    return parts, []


def _part(found: Sequence[Lexeme], begins: Sequence[int | None], at: int) -> _Part:
    column, first = begins[at], begins[0] or 0
    is_level = column is not None and column <= first
    return _Part(
        found[at].kind,
        found[at].text,
        column is not None and at > 0,
        is_level,
        found[at].text == "(" and _is_key(found, at + 1),
    )


def _is_key(found: Sequence[Lexeme | _Part], at: int) -> bool:
    """Whether a parameter begins here: `?` before a key, or a key with its colon."""
    texts = [word.text for word in found[at : at + 3]]
    is_optional = texts[:1] == ["?"]
    return texts[1 + is_optional : 2 + is_optional] == [":"]


def _beginnings(written: str, found: Sequence[Lexeme]) -> list[int | None]:
    """Give the column of each word that begins a line, None for the others."""
    columns: list[int | None] = []
    end = 0
    for word in found:
        between = written[end : word.start]
        line = max(between.rfind("\n"), between.rfind("\r"))
        columns.append(len(between) - line - 1 if line >= 0 or not columns else None)
        end = word.end
    return columns


def _matched(found: Sequence[Lexeme]) -> dict[int, int]:
    """Give for each bracket that is closed, by its number, the number of the closing one."""
    matched: dict[int, int] = {}
    opened: list[int] = []
    for at, word in enumerate(found):
        if word.text in _CLOSES.values() or (word.kind == "tag" and word.text[-1] == "("):
            opened.append(at)
        elif word.text in _CLOSES:
            opener = _CLOSES[word.text]
            for back, other in enumerate(reversed(opened[-_DEEPEST:]), start=1):
                if found[other].text[-1] == opener:
                    matched[other] = at
                    del opened[-back:]
                    break
    return matched


def _behind_name(parts: list[_Part]) -> list[_Part]:
    """Leave out the head of the declaration, up to its `=`."""
    at = next((at for at, part in enumerate(parts) if part.text == "="), 1)
    return parts[at + 1 :]


class _Reader:
    """Reads parts in order: `whole` after a type, `function` after what may be parameters."""

    def __init__(self) -> None:
        self._whole = False
        self._function = False
        self._tagged = False
        self._last = ""

    def holds_more(self, parts: list[_Part]) -> bool:
        tags = (at for at, part in enumerate(parts) if part.kind in {"tag", "bare_tag"})
        last_tag = max(tags, default=-1)
        for at, part in enumerate(parts):
            if part.text == "?" and _is_key(parts, at):
                return True
            if self._is_more(part, has_tags=self._tagged or at <= last_tag):
                return True
            self._last = part.text
        return False

    def _is_more(self, part: _Part, *, has_tags: bool) -> bool:
        if part.kind in {"tag", "bare_tag"}:
            self._tagged = True
            return False
        if part.text == "->":
            is_own = self._function or self._last == "^"
            self._whole = self._function = False
            return not is_own
        if part.kind in _TYPES or part.text in _CLOSES.values():
            return self._is_second(part, has_tags=has_tags)
        if part.text in _CLOSES or part.text == "?":
            return False
        self._whole = self._function = self._tagged = False
        return part.text in {":", "=>"} or (part.begins and part.text not in _JOINS)

    def _is_second(self, part: _Part, *, has_tags: bool) -> bool:
        """Whether a type begins here although one has ended; what belongs to that one aside."""
        if part.is_keyed and self._last != "^":
            return True
        is_applied = self._last.isidentifier() and not part.begins
        if part.text == "[" and (is_applied or self._last == "^"):
            return False
        if part.text == "{" and self._function:
            return False
        if not self._whole:
            self._whole, self._function = True, part.text == "("
            return False
        self._function = False
        return part.begins or part.text in _CLOSES.values() or has_tags


_OPENS = frozenset({",", *_CLOSES.values()})
"""What a field may stand behind."""


def _tail_holds_more(tail: list[_Part]) -> bool:
    for at, part in enumerate(tail):
        if part.text == "->" or (part.is_level and part.text not in _CLOSES):
            return True
        if part.text == "?" and _is_key(tail, at) and (not at or tail[at - 1].text not in _OPENS):
            return True
    return False
