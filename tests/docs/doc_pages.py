"""A page of the documentation in, the steps that a reader takes on it out.

Every fenced block is a step, taken in a folder that belongs to the page:

- a block whose first line is a comment with a path (`# app/tools.py`) is that file;
- `python` without a path is a program; `sh` holds one command a line, which goes on where a
  quoted text does or a backslash ends it (where there is no curl, `doc_curl` stands in);
- `text` or `json` behind one of these is what it prints. `…` stands for any text on its line, a
  line of `…` alone for any lines, the JSON string "…" for any value;
- `sh status=1` ends with that status; `sh server` goes on running until the page ends, and the
  ports 8000 to 8009 of the page stand for free ones;
- the two marked commands of the README are for CI, which runs them;
- in `yaml`, the lines `- run: schemac …` are commands;
- `ruby` and `nginx` are only shown.

Two comments that readers do not see: `<!-- before` and shell lines prepare the folder, and
`<!-- not run: REASON -->` above a block says why it cannot run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from tests.spec.literate import Block, read_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["Step", "read_steps", "reasons"]

_NAMED = re.compile(r"# ([\w./-]*\w\.\w+)\n")
_BEFORE = re.compile(r"<!-- before\n(.*?)-->", re.DOTALL)
_NOT_RUN = re.compile(r"<!-- (?:not run: (.+?)|(?:demo|test)-command) -->\n+```[^\n]*\n\Z")
_ONLY_SHOWN = {"ruby", "nginx"}
"""Languages of programs that are not here."""

_RUN = re.compile(r"^ *- run: (schemac .*)$", re.MULTILINE)

Kind: TypeAlias = Literal["before", "file", "program", "commands", "server"]


@dataclass(frozen=True)
class Step:
    """One thing to do. `shown` is the block with what it prints; None where none is shown."""

    kind: Kind
    text: str
    line: int
    name: str = ""
    status: int = 0
    shown: Block | None = None


def read_steps(page: Path) -> list[Step]:
    """Read the steps of a page, in order."""
    text = page.read_text(encoding="utf-8")
    blocks = read_blocks(text)
    steps: list[Step] = []
    end = 0
    for number, block in enumerate(blocks):
        gap, line = text[end : block.start], text.count("\n", 0, block.start)
        steps += [Step("before", one, line) for one in _BEFORE.findall(gap)]
        end = block.end
        if _NOT_RUN.search(gap) is None and block.language not in {"text", "json"}:
            after = blocks[number + 1] if number + 1 < len(blocks) else None
            steps += _steps(block, after, line)
        elif block.language == "json":
            steps += _file(block, line)
    return steps


def reasons(page: Path) -> Iterator[str]:
    """Give the reasons why blocks of a page are not run."""
    text = page.read_text(encoding="utf-8")
    for block in read_blocks(text):
        found = _NOT_RUN.search(text[: block.start])
        if found is not None and found[1] is not None:
            yield found[1]


def _steps(block: Block, after: Block | None, line: int) -> list[Step]:
    shown = after if after is not None and after.language in {"text", "json"} else None
    if shown is not None and _NAMED.match(shown.body):
        shown = None
    status = int(block.settings.get("status", "0"))
    if block.language == "sh":
        kind: Kind = "server" if block.kind == "server" else "commands"
        return [Step(kind, block.body, line, status=status, shown=shown)]
    files = _file(block, line)
    if block.language == "yaml":
        return [*files, *(Step("commands", run, line) for run in _RUN.findall(block.body))]
    if block.language in _ONLY_SHOWN:
        return []
    if block.language != "python":
        assert files, f"line {line}: a block of `{block.language}` that names no file"
        return files
    name = files[0].name if files else ""
    if name and shown is None and name.rpartition("/")[2].startswith(("test_", "conftest")):
        return files
    return [*files, Step("program", block.body, line, name, status, shown)]


def _file(block: Block, line: int) -> list[Step]:
    named = _NAMED.match(block.body)
    return [] if named is None else [Step("file", block.body, line, named[1])]
