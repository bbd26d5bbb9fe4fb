"""Fuzz the reading, laying out and compiling of annotations, by hand.

`python tests/attacks/fuzz_annotations.py -max_len=400 -max_total_time=60 SCRATCH CORPUS` with
atheris installed: libFuzzer writes what it finds into the first folder, and begins with what is in
the second, `tests/unit/syntax/corpus` say. Without atheris the same checks run on random edits of
that corpus for a minute.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool
from schemac.source import Source
from schemac.syntax.format import format_source
from schemac.syntax.parser import parse_block

if TYPE_CHECKING:
    from schemac.plan.gates import Answer

_CORPUS = Path(__file__).parents[1] / "unit" / "syntax" / "corpus"
_SECONDS = 60


def check(data: bytes) -> None:
    """Read bytes as annotations: nothing may raise, and findings lie inside the text."""
    text = data.decode("utf-8", "replace")
    for mode in ("block", "signature_file"):
        _, diagnostics = parse_block(Source("fuzz", text), mode=mode)
        for one in diagnostics:
            assert one.span is not None
            assert 0 <= one.span.start <= one.span.end <= len(text)
    for name in ("fuzz.sig", "fuzz.py"):
        once, before = format_source(Source(name, text))
        twice, after = format_source(Source(name, once))
        assert twice == once
        assert [one.message for one in after] == [one.message for one in before]
    compiled(text)


def compiled(text: str) -> None:
    """Make a plan of a text, and of the plan what everybody and nobody with grants is told."""
    found = compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))])
    for one in found.diagnostics:
        assert not one.code.startswith("SC9"), one
        assert one.span is None or 0 <= one.span.start <= one.span.end <= len(one.span.source.text)
    for tool in found.plan.tools:
        for answer in (0, 1):
            asked: dict[int, Answer] = dict.fromkeys(range(len(found.plan.atoms)), answer)
            view = view_tool(found.plan, tool, asked)
            if view is not None:
                emit_schema(view.output)


def edits() -> None:
    """Check random edits of the corpus."""
    texts = [path.read_bytes() for path in sorted(_CORPUS.glob("*.rbs"))]
    choose = random.Random(0)  # noqa: S311 - no secret
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        text = bytearray(choose.choice(texts)[choose.randrange(800) :][:300])
        for _ in range(choose.randrange(8)):
            text[choose.randrange(len(text))] = choose.randrange(256)
        check(bytes(text))


def main() -> None:
    """Run under atheris if it is there."""
    if importlib.util.find_spec("atheris") is None:
        edits()
        return
    atheris = importlib.import_module("atheris")
    atheris.instrument_all()
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
