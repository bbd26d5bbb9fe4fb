"""The pieces of a schema in, its text out: which names are definitions is decided here.

The rule is that of `schemac.emit.defs`, and what it says is the same.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from schemac.emit.defs import is_shorter
from schemac.emit.templates.words import Words, dressed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from schemac.emit.templates.drawing import Drawn
    from schemac.emit.templates.parts import Piece, Use

__all__ = ["gathered"]


def gathered(pieces: Sequence[Piece], drawn: Callable[[int], Drawn | None]) -> str:
    """Give the schema whose root is drawn in these pieces; every name in them is left."""
    uses = [piece for piece in pieces if type(piece) is not str]
    if not uses:
        return "".join(pieces)  # type: ignore[arg-type] # texts only
    return _Gathering(drawn).text(pieces, uses)  # type: ignore[arg-type] # no texts


class _Gathering:
    """The decisions of one schema."""

    def __init__(self, drawn: Callable[[int], Drawn | None]) -> None:
        self._drawn = drawn
        self._counts: dict[int, int] = {}
        self._types: dict[int, Drawn] = {}
        self._hoisted: set[int] = set()
        self._decided: set[int] = set()
        self._used: dict[int, None] = {}

    def text(self, pieces: Sequence[Piece], uses: Sequence[Use]) -> str:
        self._count(uses)
        if any(count > 1 for count in self._counts.values()):
            for use in uses:
                self._decide(use.target)
        top = self._joined(pieces)
        if not self._used:
            return top
        return f'{top[:-1]},"$defs":{{{",".join(self._definitions())}}}}}'

    def _count(self, uses: Iterable[Use]) -> None:
        """Count the uses in the root and in the body of each name, once."""
        counts, types = self._counts, self._types
        todo = [uses]
        while todo:
            for use in todo.pop():
                target = use.target
                if target in counts:
                    counts[target] += 1
                    continue
                counts[target] = 1
                found = self._drawn(target)
                if found is None:
                    msg = f"nothing is left of type {target}"
                    raise AssertionError(msg)
                types[target] = found
                if found.uses:
                    todo.append(found.uses)

    def _decide(self, target: int) -> None:
        """Decide of a name, those in it first."""
        if target in self._decided:
            return
        self._decided.add(target)
        found = self._types[target]
        for use in found.uses:
            self._decide(use.target)
        count = self._counts[target]
        if count > 1:
            weight = found.weight
            if found.uses:
                body = self._body(found)
                self._used.clear()
                weight = len(body) if body.isascii() else len(body.encode())
            if is_shorter(count, weight, found.template.name):
                self._hoisted.add(target)

    def _definitions(self) -> list[str]:
        """Write the definitions in order of first use: those of the root, then of each in turn."""
        written: list[str] = []
        todo = deque(self._used)
        seen = set(todo)
        while todo:
            found = self._types[todo.popleft()]
            if not found.uses:
                written.append(found.definition)
                continue
            self._used = {}
            written.append(f'"{found.template.name}":{self._body(found)}')
            todo.extend(target for target in self._used if target not in seen)
            seen.update(self._used)
        return written

    def _body(self, found: Drawn) -> str:
        words = Words(found.template.before, found.template.after)
        return dressed(words, self._joined(found.pieces))

    def _joined(self, pieces: Sequence[Piece]) -> str:
        out: list[str] = []
        self._join(pieces, out)
        return "".join(out)

    def _join(self, pieces: Sequence[Piece], out: list[str]) -> None:
        for piece in pieces:
            if isinstance(piece, str):
                out.append(piece)
            elif piece.target in self._hoisted:
                self._used[piece.target] = None
                out.append(piece.reference)
            else:
                out.append(piece.before)
                self._join(self._types[piece.target].pieces, out)
                out.append(piece.after)
