"""The words of a declaration in, which brackets and unions stand on several lines out."""

from __future__ import annotations

from dataclasses import dataclass, field

from schemac.syntax.format.tokens import Comment, Word

__all__ = ["Chain", "Layout", "analyse", "breaks", "is_mark", "tidy"]

_OPENERS, _CLOSERS = frozenset("([{"), frozenset(")]}")
_STARTS = frozenset((",", ":", "=>", "=", "->"))


@dataclass(slots=True)
class Chain:
    """Members joined by `|` or `&`: the first word, the joints, whether each `|` begins a line."""

    first: int
    joints: list[int] = field(default_factory=list)
    spread: bool = False


@dataclass(slots=True)
class Layout:
    """For each word: the bracket around it (-1 outside), and the chain it stands in.

    `spread` are the brackets whose items take lines; `closes` gives the opening one of a closing.
    """

    parents: list[int] = field(default_factory=list)
    chains: list[Chain] = field(default_factory=list)
    spread: set[int] = field(default_factory=set)
    closes: dict[int, int] = field(default_factory=dict)


def is_mark(word: Word, marks: frozenset[str]) -> bool:
    """Say whether a word is one of these marks."""
    return word.kind == "mark" and word.text in marks


def tidy(words: list[Word]) -> list[Word]:
    """Move comments away from commas and drop bars that lead nothing."""
    found: list[Word] = []
    for index, word in enumerate(words):
        following = words[index + 1] if index + 1 < len(words) else None
        if is_mark(word, frozenset("|")) and following is not None and _leads(words, index):
            _give(word, following)
            continue
        if is_mark(word, frozenset(",")) and found:
            _pull(found[-1], word, following)
            if following is not None and _is_idle(word, following):
                continue
        found.append(word)
    return found


def _leads(words: list[Word], index: int) -> bool:
    if index == 0:
        return True
    before = words[index - 1]
    starts = is_mark(before, _OPENERS | _STARTS)
    return starts or (index == 1 and before.text == "description")


def _is_idle(comma: Word, following: Word) -> bool:
    """Say whether a comma stands before a closing bracket on the same line."""
    remarks = following.lines or following.above or comma.behind
    return is_mark(following, _CLOSERS) and not remarks


def _give(word: Word, following: Word) -> None:
    """Hand the comments of a dropped word on."""
    from_behind = [_own_line(word.behind)] if word.behind else []
    following.above[:0] = [*word.above, *from_behind]
    following.lines = max(following.lines, word.lines)


def _own_line(text: str) -> Comment:
    return Comment(text, 1)


def _pull(before: Word, comma: Word, following: Word | None) -> None:
    """Put a comma directly behind its item and the item's comment behind the comma."""
    if before.behind:
        if comma.behind and following is not None:
            following.above.insert(0, _own_line(comma.behind))
        comma.behind, before.behind = before.behind, ""
    if comma.above and following is not None:
        following.above[:0] = comma.above
        comma.above = []
    comma.lines = 0


def analyse(words: list[Word]) -> Layout:
    """Find brackets and chains, and those that the author put on several lines."""
    layout = Layout()
    stack: list[int] = []
    open_chains: list[Chain | None] = [None]
    for index, word in enumerate(words):
        if is_mark(word, _CLOSERS) and stack:
            open_chains.pop()
            layout.closes[index] = stack.pop()
            _judge(words, layout, layout.closes[index], index)
        parent = stack[-1] if stack else -1
        layout.parents.append(parent)
        chain = open_chains[-1]
        if is_mark(word, frozenset("|&")) and chain is not None:
            chain.joints.append(index)
            chain.spread = chain.spread or (word.text == "|" and breaks(words, index))
        elif is_mark(word, _STARTS) or (index == 0 and word.text == "description"):
            chain = None
        elif chain is None:
            chain = Chain(index)
        open_chains[-1] = chain
        layout.chains.append(chain or Chain(index))
        if is_mark(word, _OPENERS):
            stack.append(index)
            open_chains.append(None)
    return layout


def breaks(words: list[Word], index: int) -> bool:
    """Say whether a line break stands on either side of a joint."""
    word, following = words[index], words[index + 1]
    before = words[index - 1]
    comments = word.above or word.behind or following.above or before.behind
    return bool(word.lines or following.lines or comments)


def _judge(words: list[Word], layout: Layout, opened: int, closed: int) -> None:
    """Spread a list over lines if a line break or comment stands between its items."""
    edges = [opened + 1, closed]
    edges += (
        index + 1
        for index in range(opened + 1, closed)
        if layout.parents[index] == opened and is_mark(words[index], frozenset(","))
    )
    if closed == opened + 1 and not words[closed].above and not words[opened].behind:
        return
    if any(words[at].lines or words[at].above or words[at - 1].behind for at in edges):
        layout.spread.add(opened)
