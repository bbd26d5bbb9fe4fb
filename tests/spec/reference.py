"""The language reference in, its examples and shared files out.

A fenced block of `sig`, `annotation` or `python` is an example; a code behind it is the only one
that it gets. The `json` and `text` blocks below it are literate (`literate.py`) and say what it
becomes. `sig file=NAME` is a file that every example may import.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from schemac.compiler import CompileOptions, compile_paths
from schemac.shipped import shipped
from tests.spec.compiled import Compiled, compile_case
from tests.spec.literate import Block, Case, read_blocks

__all__ = ["REFERENCE", "Example", "compile_example", "read_examples"]

REFERENCE = Path(str(shipped("grammar") / "README.md"))
_EXAMPLES = ("sig", "annotation", "python")
_PREDICATES = ("tier",)


@dataclass(frozen=True)
class Example:
    """An example, the code that it gets where it is wrong, and what is said of it below."""

    language: str
    code: str
    body: str
    case: Case

    @property
    def codes(self) -> set[str]:
        """The codes that it should get."""
        return {self.code} if self.code else set()


def read_examples() -> list[Example]:
    """Read all examples, in order."""
    text = REFERENCE.read_text(encoding="utf-8")
    blocks = read_blocks(text)
    files = tuple(block for block in blocks if "file" in block.settings)
    examples: list[Example] = []
    for block in blocks:
        if block in files:
            continue
        if block.language in _EXAMPLES:
            code = "" if block.kind == "source" else block.kind
            name = f"line {text.count(chr(10), 0, block.start)}"
            source = replace(_hosted(block), kind="source")
            case = Case(name, REFERENCE, (*files, source))
            examples.append(Example(block.language, code, block.body, case))
        else:
            last = examples[-1]
            case = replace(last.case, blocks=(*last.case.blocks, block))
            examples[-1] = replace(last, case=case)
    return examples


def compile_example(example: Example, folder: Path) -> tuple[set[str], Compiled | None]:
    """Give the codes that an example gets, and its tool where it makes one."""
    if example.language == "sig" and "type output =" not in example.body:
        for block in example.case.of("source"):
            path = folder / block.settings.get("file", "example.sig")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.body, encoding="utf-8")
        options = CompileOptions(sig_paths=(folder,), predicates=_PREDICATES, root=folder)
        compilation = compile_paths([folder / "example.sig"], options)
        return {one.code for one in compilation.diagnostics}, None
    compiled = compile_case(example.case, folder)
    return {finding.split()[1] for finding in compiled.findings}, compiled


def _hosted(block: Block) -> Block:
    """Put the text of a comment block above a method that takes whatever it says."""
    if block.language != "annotation":
        return block
    text = block.body
    if text.startswith("description"):
        text += "type output = { ok: true }\n()\n"
    lines = "".join(f"    #: {line}\n" for line in text.splitlines())
    body = f"class Example:\n{lines}    def call(self, **arguments): ...\n"
    return replace(block, language="python", body=body)
