"""The words of a declaration and its layout in, its lines out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from schemac.syntax.format.layout import analyse, breaks, is_mark, tidy
from schemac.syntax.format.lines import Lines
from schemac.syntax.format.spacing import gap
from schemac.syntax.format.tags import lay_out_tag

if TYPE_CHECKING:
    from schemac.syntax.format.layout import Layout
    from schemac.syntax.format.tokens import Word

__all__ = ["emit"]

_STEP = 2
_Group: TypeAlias = tuple[str, int]


def emit(words: list[Word]) -> list[str]:
    """Lay out a declaration."""
    tidied = tidy(words)
    emitter = _Emitter(tidied, analyse(tidied))
    for index in range(len(tidied)):
        emitter.word(index)
    return emitter.lines.finish()


@dataclass(slots=True)
class _Emitter:
    words: list[Word]
    layout: Layout
    lines: Lines = field(default_factory=Lines)
    bases: dict[int, int] = field(default_factory=dict)
    columns: dict[int, int] = field(default_factory=dict)
    base: int = 0
    group: _Group | None = None

    def word(self, index: int) -> None:
        """Put one word, on a new line where one begins."""
        word = self.words[index]
        before = self.words[index - 1] if index else None
        column, group = self._new_line(index)
        if column is not None:
            self._break(word, before, column, keeps_base=group is None and word.kind == "tag")
            self.group = group
        elif word.above or (before is not None and before.behind):
            self._break(word, before, self.base + _STEP if index else 0, keeps_base=True)
        elif before is not None:
            self.lines.put(gap(self.words, index))
        self._put(index, word)

    def _put(self, index: int, word: Word) -> None:
        chain = self.layout.chains[index]
        if chain.first == index and chain.spread:
            fresh = self.lines.is_fresh
            self.columns[index] = self.lines.width if fresh else max(self.lines.width - _STEP, 0)
            self.group = ("chain", index)
        if is_mark(word, frozenset("([{")):
            self.bases[index] = self.base
        if word.kind == "tag":
            self._tag(index, word)
        else:
            self.lines.put(word.text)
        if is_mark(word, frozenset("|&")) and self.lines.width == self.base + 1:
            self.base += _STEP
        if word.behind:
            self.lines.comment(word.behind)

    def _tag(self, index: int, word: Word) -> None:
        first = self.words[index - 1].kind != "tag"
        if first and self.group is not None and self.group == self._group_of(index):
            self.lines.mark(self.group)
        head, *more = lay_out_tag(word.text)
        self.lines.put(head)
        for line in more:
            self.lines.start(self.base + 2 * _STEP)
            self.lines.put(line)

    def _group_of(self, index: int) -> _Group | None:
        """Give the list or chain whose members have their tags in one column."""
        chain = self.layout.chains[index]
        if chain.spread:
            return ("chain", chain.first)
        parent = self.layout.parents[index]
        return ("list", parent) if parent in self.layout.spread else None

    def _new_line(self, index: int) -> tuple[int | None, _Group | None]:
        """Give the column at which a word begins a line, None if it does not have to."""
        word = self.words[index]
        before = self.words[index - 1] if index else None
        if before is None:
            return None, None
        parent = self.layout.parents[index]
        if parent in self.layout.spread and self._begins_item(index, parent):
            return self.bases[parent] + _STEP, ("list", parent)
        if is_mark(word, frozenset(")]}")) and (opened := self._opener(index)) is not None:
            return self.bases[opened], None
        chain = self.layout.chains[index]
        if is_mark(word, frozenset("|")) and chain.spread:
            return self.columns.get(chain.first, self.base), ("chain", chain.first)
        if is_mark(word, frozenset("&")) and index in chain.joints and breaks(self.words, index):
            return self.base + _STEP, None
        if word.kind == "tag" and word.lines:
            return self.base + _STEP, None
        return None, None

    def _begins_item(self, index: int, parent: int) -> bool:
        before = self.words[index - 1]
        comma = is_mark(before, frozenset(",")) and self.layout.parents[index - 1] == parent
        return index - 1 == parent or comma

    def _opener(self, index: int) -> int | None:
        """Give the bracket that a closing one on a line of its own closes."""
        opened = self.layout.closes.get(index, -1)
        return opened if opened in self.layout.spread else None

    def _break(self, word: Word, before: Word | None, column: int, *, keeps_base: bool) -> None:
        """Begin a line, after the comments that stand above the word."""
        if before is not None:
            self.lines.blank_before(word, allowed=is_mark(before, frozenset(",")))
        closes = is_mark(word, frozenset(")]}"))
        self.lines.comments(word.above, column + _STEP if closes else column)
        if word.above and word.lines > 1:
            self.lines.blank()
        self.lines.start(column)
        if not keeps_base:
            self.base = column
