"""Wherever a gate is seen and nobody reads it, whatever its characters are: nothing stays open."""

from __future__ import annotations

from itertools import product
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.source import Source
from schemac.syntax.module import read_module

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

UNSEEN = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u202c\u2060\u2064\u2065"
    "\u206f\u2800\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\U000e0001\U000e0100\x01\x08\x0b\x1b\x1f\x7f\x85"
)
BLANKS = "\t\x0c\u00a0\u1680\u2003\u2028\u2029\u202f\u205f\u3000"
MARKERS = [
    "#{}:",
    "#:{}",
    "#{}",
    "# {}",
    "#{}: ",
    "##{}:",
    "#{}#: ",
    "#{};",
    "#!{}",
    "#.{} ",
    "# -{} ",
    "# {}- #: ",
    "# @rbs{} ",
    "# @{}rbs ",
    "# rbs{} ",
    "#{}\uff1a",
    "#{}\ua789 ",
    "#\uff03{}:",
    "#\u266f{}: ",
]
GATES = [
    "{}@requires(:x)",
    "@{}requires(:x)",
    "@requires{}(:x)",
    "@requires({}:x)",
    "@req{}uires(!:x)",
    "Words @requires{}(:x).",
    "Words.{}@requires(:x)",
    "words{}@tier(:x)",
    "@min(1) {}@requires(:x)",
    "type row = nil {}@feature(:x)",
    "?secret: String {}@requires(:x)",
    "| nil {}@requires(:x)",
    "\uff20{}requires(:x)",
    "\ufe6b{}requires(:x)",
    "@{}requires\uff08:x)",
    "@{}requires(\uff1ax)",
]
OPEN = "type output = { id: String, secret: String }"
CARRIERS = {
    "comment": """
        class T:
            #: {open}

            {line}
            X = 1

            #: () -> output
            def call(self): ...
        """,
    "below": """
        class T:
            #: {open}
            {line}

            #: () -> output
            def call(self): ...
        """,
    "older": """
        class T:
            # @rbs {open}
            {line}

            #: () -> output
            def call(self): ...
        """,
    "body": """
        class T:
            #: {open}

            #: () -> output
            def call(self):
                {line}
                return 1
        """,
    "trailing": """
        class T:
            #: {open}

            x = 1  {line}

            #: () -> output
            def call(self): ...
        """,
    "head": """
        class T:  {line}
            #: {open}

            #: () -> output
            def call(self): ...
        """,
    "docstring": """
        class T:
            '''Show it.

            {line}
            '''
            #: {open}

            #: () -> output
            def call(self): ...
        """,
    "in docstring": """
        class T:
            '''Show it.

            #: {open}
            {line}
            '''

            #: () -> output
            def call(self): ...
        """,
    "docstring of a method": """
        class T:
            #: {open}

            #: () -> output
            def call(self):
                '''Show it.

                {line}
                '''
        """,
    "module": """
        #: {open}
        {line}

        class T:
            #: () -> output
            def call(self): ...
        """,
}


def texts(carrier: str) -> Iterator[str]:
    template = dedent(CARRIERS[carrier]).replace("{open}", OPEN)
    for marker, gate, char in product(MARKERS, GATES, ["", " ", *UNSEEN, *BLANKS]):
        for line in (marker.format(char) + gate.format(""), marker.format("") + gate.format(char)):
            yield template.replace("{line}", line)


def some(carrier: str, step: int) -> list[str]:
    first = list(CARRIERS).index(carrier)
    return list(dict.fromkeys(texts(carrier)))[first::step]


def is_closed(text: str) -> bool:
    module, found = read_module(Source("app.py", text))
    (handler,) = module.classes
    if not found:
        return "Tag(" in repr((handler.declarations.types, module.declarations.types))
    return bool(handler.declarations.broken or module.declarations.broken)


@pytest.mark.parametrize("carrier", CARRIERS)
def test_no_gate_is_lost_in_silence(carrier: str) -> None:
    """All of them take minutes: here is every 17th, beginning elsewhere for each carrier."""
    assert [text for text in some(carrier, 17) if not is_closed(text)] == []


@pytest.mark.parametrize("carrier", CARRIERS)
def test_the_tool_is_hidden(tmp_path: Path, carrier: str) -> None:
    imports = "from schemac import Handler, tool\n\n"
    for text in some(carrier, 571):
        written = text.replace("class T:", "@tool('t', description='T.')\nclass T(Handler):")
        (tmp_path / "app.py").write_text(imports + written, encoding="utf-8", newline="")
        compilation = compile_paths([tmp_path / "app.py"], CompileOptions(root=tmp_path))
        plan = repr(compilation.plan)
        is_of_row = "type row" in text and "row" in repr(compilation.diagnostics)
        assert (
            compilation.plan.tools == ()
            or is_of_row
            or (not compilation.diagnostics and "Gate" in plan)
        )
