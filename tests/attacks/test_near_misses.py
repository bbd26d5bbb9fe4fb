"""What its author takes for an annotation, and nothing reads, never leaves a tool open."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.source import Source
from schemac.syntax.module import read_module

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """from schemac import Handler, tool

#: type output = { id: String, ?secret: String }

"""
GATED = "{ id: String, ?secret: String @requires(:x) }"
BARE = """@tool('t')
class T(Handler):
    {top}'''Show it.'''

    {inside}

    {above}
    def call(self):
        {body}
        return {{}}
"""
ANNOTATED = """@tool('t')
class T(Handler):
    '''Show it.{docstring}
    '''

    {inside}

    #: () -> output
    def call(self): ...
"""
DECLARED = [
    f"#: typ output = {GATED}",
    "#: typ output = nil",
    f"#: type output: {GATED}",
    f"#: = {GATED}",
    f"#: * type output = {GATED}",
    f"#: Type output = {GATED}",
    f"#: @rbs type output = {GATED}",
]
SIGNED = [
    "#: call: () -> output",
    "#: def call() -> output",
    "#: async def call() -> output",
    "#: : () -> output",
    "#: -> output",
    f"#: {GATED}",
]
PROSE = [
    "#: type of the row",
    "#: output of the last run",
    "#: type output is the one below",
    "#: type output (deprecated)",
    "#: output: the rows",
    "#: (see below)",
    "#: call: the method",
    "#: We import foo",
]


def tools(folder: Path, text: str) -> tuple[list[str], list[str]]:
    (folder / "app.py").write_text(HEAD + text, encoding="utf-8")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    found = sorted({each.code for each in compilation.diagnostics})
    return found, [each.name for each in compilation.plan.tools]


def bare(*, top: str = "", inside: str = "", above: str = "", body: str = "") -> str:
    return BARE.format(top=top, inside=inside, above=above, body=body)


def annotated(inside: str, docstring: str = "") -> str:
    return ANNOTATED.format(inside=inside, docstring=docstring)


@pytest.mark.parametrize("line", DECLARED)
def test_a_near_miss_in_a_tool_without_annotations_hides_it(tmp_path: Path, line: str) -> None:
    for text in (bare(inside=line), bare(above=line)):
        assert tools(tmp_path, text) == (["SC108"], [])
        inherited = text.replace("def call", "def other")
        assert tools(tmp_path, inherited)[1] == []


@pytest.mark.parametrize("line", ["#: () -> output", f"#: () -> {GATED}"])
def test_so_does_a_signature_of_no_function(tmp_path: Path, line: str) -> None:
    assert tools(tmp_path, bare(body=line)) == (["SC108"], [])
    assert tools(tmp_path, bare(top=f"{line}\n    ")) == (["SC108"], [])


@pytest.mark.parametrize("line", PROSE)
def test_prose_is_prose(tmp_path: Path, line: str) -> None:
    texts = (bare(inside=line), bare(above=line), bare(body=line), annotated(line))
    assert [tools(tmp_path, text) for text in texts] == [([], ["t"])] * len(texts)


@pytest.mark.parametrize(
    "text",
    [
        f"Do. #: () -> {GATED}",
        "Signature: #: (?a: Integer @requires(:x)) -> output",
        f"Do. #: typ output = {GATED}",
        f"Do. #: text #: type output = {GATED}",
        f"Do. #: {GATED}",
    ],
)
def test_a_line_of_a_docstring_that_is_marked_behind_words_hides_the_tool(
    tmp_path: Path, text: str
) -> None:
    for docstring in (text, f"\n    {text}", f"\n\n    {text}"):
        assert tools(tmp_path, annotated("", f" {docstring}")) == (["SC108"], [])


@pytest.mark.parametrize("text", ["C#: import foo", "See `#: type output = nil`.", "Do. #: it"])
def test_words_of_a_docstring_are_words(tmp_path: Path, text: str) -> None:
    assert tools(tmp_path, annotated("", f" {text}")) == ([], ["t"])


@pytest.mark.parametrize(
    "lines",
    [
        "class T:\n  '''x\n{}\n  '''\n  #: () -> nil\n  def call(self): ...\n|  y\\\n#: type a = b ",
        "{}|#: text\nx = 1\ndef f(): ...\n",
        "class T:\n{}|  #: text\n  x = 1\n  def f(self): ...\n",
        "{}|#: type a = nil\n\n#: @requires(:x)\n\n",
        "#: type a = nil\n\n{}|#: import x\n\n#: text\n\n",
        "{}|# x #: @requires(:x) ",
    ],
)
def test_many_of_them_cost_little(lines: str) -> None:
    around, line = lines.split("|")
    source = Source("app.py", around.format(line * 4000))
    start = time.perf_counter()
    read_module(source)
    assert time.perf_counter() - start < 2
