"""The text of one declaration in, the same declaration laid out; unsound text stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.builtins import OTHER_SPELLING, Spelling
from schemac.source import Source
from schemac.syntax.format.emit import emit
from schemac.syntax.format.tokens import words
from schemac.syntax.hidden import hidden_characters
from schemac.syntax.parser import parse_block

if TYPE_CHECKING:
    from schemac.syntax.cut import Mode
    from schemac.syntax.format.tokens import Word
    from schemac.syntax.parser import Parsed

__all__ = ["lay_out"]

_PYTHON = frozenset((*OTHER_SPELLING["python"].values(), "any", "frozenset", "Mapping"))
_RBS = frozenset((*OTHER_SPELLING["rbs"].values(), *(OTHER_SPELLING["rbs"].keys() - _PYTHON)))
_KEPT = {"rbs": _RBS, "python": _PYTHON}


def lay_out(text: str, mode: Mode, spelling: Spelling | None) -> tuple[list[str], str] | None:
    """Give the lines of a declaration and what follows it; None if it had better stay as it is.

    What is laid out must mean the same as before: it is read again to make sure.
    """
    meant = _read(text, mode)
    if meant is None:
        return None
    found, end = words(text)
    if spelling is not None:
        _respell(found, spelling)
    lines = emit(found)
    return (lines, text[end:]) if _read("\n".join(lines), mode) == meant else None


def _read(text: str, mode: Mode) -> Parsed | None:
    source = Source("annotation", text)
    if hidden_characters(source):
        return None
    parsed, diagnostics = parse_block(source, mode=mode)
    return None if diagnostics else parsed


def _respell(found: list[Word], spelling: Spelling) -> None:
    """Write built-in names the other way; keys and the words of imports are no types."""
    if found and found[0].text in {"import", "from", "description"}:
        return
    for word in found:
        if word.kind == "word" and word.text not in _KEPT[spelling]:
            word.text = OTHER_SPELLING[spelling].get(word.text, word.text)
