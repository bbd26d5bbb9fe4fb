"""Markdown in, cases out: the literate tests of `tests/spec`.

A file holds sections (`## name`); a section is one case, made of fenced blocks:

- `python` or `sig`: the source. The first class (or function) is the handler, or the one that
  `handler=` names; of `sig` text alone a handler without parameters is made.
  `sig file=NAME.sig` is a shared file, found by `import`.
- `json input`, `json output`: the schema for a caller with `grants=predicate:flag,…`; other gates
  are answered with no, and with nothing where `grants=?predicate:flag` says so.
- `json accepted`, `json rejected`: an array of values for `side=input` (the default) or `output`.
- `json sent` then `json called`: arguments, and those that reach the handler.
- `json returned` then `json received`: a handler's result, and what the caller gets.
- `text diagnostics`: `line:column CODE message` of every diagnostic, errors and warnings.
- `text description`: the tool's description for the caller with these `grants=`.
- `text hidden`: the tool is hidden from the caller with these `grants=`.

Whatever a case does not state is not looked at, except diagnostics: one that is not stated fails.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Block", "Case", "read_blocks", "read_cases", "rewrite"]

_FENCE = re.compile(r"^```(?P<info>[^\n`]+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^## +(?P<name>.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: its words, its `key=value` settings, its text and where the text stands."""

    language: str
    kind: str
    settings: dict[str, str]
    body: str
    start: int
    end: int

    @property
    def grants(self) -> tuple[str, ...]:
        """The gates that are open, as `predicate:flag`; `?predicate:flag` is one without answer."""
        return tuple(filter(None, self.settings.get("grants", "").split(",")))


@dataclass(frozen=True)
class Case:
    """A section of a file."""

    name: str
    path: Path
    blocks: tuple[Block, ...] = field(repr=False)

    def of(self, *kinds: str) -> list[Block]:
        """Give the blocks of these kinds, in order."""
        return [block for block in self.blocks if block.kind in kinds]


def read_cases(path: Path) -> list[Case]:
    """Read the cases of a file; a section without blocks is prose."""
    text = path.read_text(encoding="utf-8")
    heads = list(_SECTION.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    cases = []
    for head, end in zip(heads, ends, strict=True):
        blocks = tuple(read_blocks(text, head.end(), end))
        if blocks:
            cases.append(Case(head["name"].strip(), path, blocks))
    return cases


def read_blocks(text: str, start: int = 0, end: int | None = None) -> list[Block]:
    """Read the fenced blocks between two offsets, in order."""
    return [
        _block(match) for match in _FENCE.finditer(text, start, len(text) if end is None else end)
    ]


def _block(match: re.Match[str]) -> Block:
    words = match["info"].split()
    settings = dict(word.split("=", 1) for word in words if "=" in word)
    plain = [word for word in words if "=" not in word]
    kind = plain[1] if len(plain) > 1 else "source"
    return Block(plain[0], kind, settings, match["body"], match.start("body"), match.end("body"))


def rewrite(case: Case, changes: list[tuple[int, str]]) -> None:
    """Put new texts in the place of those of the blocks given by number.

    The file is read again: other cases of it may have been rewritten since this one was read.
    """
    text = case.path.read_text(encoding="utf-8")
    (now,) = (one for one in read_cases(case.path) if one.name == case.name)
    for number, body in sorted(changes, reverse=True):
        block = now.blocks[number]
        text = text[: block.start] + body.rstrip("\n") + "\n" + text[block.end :]
    case.path.write_text(text, encoding="utf-8")
