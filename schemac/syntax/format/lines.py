"""Words and breaks in, finished lines out, with the tags of a list in one column."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.syntax.format.tokens import Comment, Word

__all__ = ["Lines"]

_WIDEST_GAP = 20
"""A type that is longer than the shortest by more does not push the column of tags out."""


@dataclass(slots=True)
class Lines:
    """Lines being written. A mark is a place before which spaces may be added at the end."""

    done: list[str] = field(default_factory=list)
    line: str = ""
    started: bool = False
    marks: dict[tuple[str, int], list[tuple[int, int]]] = field(default_factory=dict)
    marked: int = -1
    trailing: dict[int, int] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """The column of the next word."""
        return len(self.line)

    @property
    def is_fresh(self) -> bool:
        """Whether nothing stands on the line yet."""
        return not self.line.strip()

    def put(self, text: str) -> None:
        """Add text to the line."""
        self.line += text
        self.started = True

    def start(self, column: int) -> None:
        """End the line, if there is one, and begin another at a column."""
        if self.started:
            self.done.append(self.line.rstrip(" "))
        self.line = " " * column
        self.started = False

    def comment(self, text: str) -> None:
        """Put a comment behind the line's last word."""
        self.trailing[len(self.done)] = len(self.line)
        self.put(f"  {text}")

    def comments(self, found: Sequence[Comment], column: int) -> None:
        """Put comments on lines of their own."""
        for number, comment in enumerate(found):
            if comment.lines > 1 and number and self.done:
                self.blank()
            self.start(column)
            self.put(comment.text)

    def blank_before(self, word: Word, *, allowed: bool) -> None:
        """Keep one empty line of those before a word or the comments above it."""
        first = word.above[0].lines if word.above else word.lines
        if allowed and first > 1:
            self.blank()

    def blank(self) -> None:
        """Leave a line empty."""
        if self.started:
            self.done.append(self.line.rstrip(" "))
        self.line, self.started = "", False
        self.done.append("")

    def mark(self, group: tuple[str, int]) -> None:
        """Note where the first tag of a line's item begins, once a line."""
        if self.marked != len(self.done):
            self.marked = len(self.done)
            self.marks.setdefault(group, []).append((len(self.done), len(self.line)))

    def finish(self) -> list[str]:
        """Give all lines."""
        self.start(0)
        for places in self.marks.values():
            narrow = min(at for _, at in places) + _WIDEST_GAP
            column = max(at for _, at in places if at <= narrow) + 1
            for number, at in places:
                line = self.done[number]
                self.done[number] = line[:at] + " " * max(column - at, 1) + line[at:]
        return self.done
