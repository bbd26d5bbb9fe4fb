"""A Lark failure in, a diagnostic in human words out."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from lark.exceptions import UnexpectedCharacters, UnexpectedInput

from schemac.syntax.expectations import expectation
from schemac.syntax.lexemes import read_place
from schemac.syntax.mistaken_habits import HABIT_RULES
from schemac.syntax.mistaken_lists import LIST_RULES
from schemac.syntax.mistaken_types import TYPE_RULES
from schemac.syntax.mistaken_words import WORD_RULES
from schemac.syntax.mistakes import Stop

if TYPE_CHECKING:
    from schemac.diagnostics.model import Diagnostic
    from schemac.source import Text
    from schemac.syntax.cut import Piece

__all__ = ["explain"]

_RULES = (*WORD_RULES, *HABIT_RULES, *TYPE_RULES, *LIST_RULES)
_ENDS = {"{": "`,` or `}`", "[": "`,` or `]`", "(": "`,` or `)`"}


def explain(text: Text, piece: Piece, failure: UnexpectedInput) -> Diagnostic:
    """Say what is wrong where reading stopped."""
    place = read_place(text.text, piece.start, piece.end, _offset(piece, failure))
    stop = Stop(text, place, expectation(failure))
    for rule in _RULES:
        finding = rule(stop)
        if finding is not None:
            return finding
    return _plain(stop)


def _offset(piece: Piece, failure: UnexpectedInput) -> int | None:
    """Give where reading stopped; None is the end."""
    if isinstance(failure, UnexpectedCharacters):
        return piece.start + cast("int", failure.pos_in_stream)
    token = getattr(failure, "token", None)
    if token is None or token.type == "$END":
        return None
    return piece.start + (token.start_pos or 0)


def _plain(stop: Stop) -> Diagnostic:
    """Word what no rule has words for: what was expected, after what, and what is there."""
    last = stop.last
    where = last if stop.found.kind == "end" and last is not None else stop.found
    after = f" after {last.shown()}" if last is not None else ""
    found = "" if stop.found.kind == "end" else f", found {stop.found.shown()}"
    if stop.expected is not None:
        message = f"expected {stop.expected.words}{after}{found}"
        return stop.say("SC101", message, stop.span(where))
    if stop.inside is not None:
        message = f"expected {_ENDS.get(stop.inside.text, '`)`')}{after}{found}"
        return stop.say("SC101", message, stop.span(where))
    message = f"{stop.found.shown()} has no place{after}"
    return stop.say("SC101", message, stop.span(where))
