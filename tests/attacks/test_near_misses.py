"""What its author takes for an annotation, and nothing reads, never leaves a tool open."""

from __future__ import annotations

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
FORMS = [
    "#: type output { id: String }",
    "#: type output\n    #: { id: String }",
    "#: type output -> { id: String }",
    "#: type output is { id: String }",
    "#: type\u00a0output = { id: String }",
    "#: type output\u00a0= { id: String }",
    "#: type output\u200b = { id: String }",
    "#: ty\u200bpe output = { id: String }",
    "#: type output \uff1d { id: String }",
    "#: \uff20requires(:x)",
    "#: @requires\u200b(:x)",
    "#: output = { id: String }",
    "#: output: { id: String }",
    "#: output = String",
    "#: row = { id: String }",
    "#: fromerror import error",
    "#: fromshared/rows import row, other",
    "#: from errorimport error as other",
    "#: from error importerror",
    "#: from shared/rows importrow as other",
    "#: description |",
    "#: description |\n    #:   Show the rows.",
    "#: description | Show the rows.",
    "#: description: |\n    #:   Show the rows.",
    "#: description >-\n    #:   Show the rows.",
    "#: description :rows",
    "#: export type row = nil",
]
"""Declarations in forms of their own."""
SIGNED = [
    "#: call: () -> output",
    "#: def call() -> output",
    "#: async def call() -> output",
    "#: : () -> output",
    "#: -> output",
    f"#: {GATED}",
    "#: def call(\n    #:   a: String\n    #: ) -> output",
    "#: call: [T] (a: T) -> T",
    "#: [T] (a: T) -> T",
    "#: [T] (?a: T)",
    "#: [T < Foo, unchecked out U] () -> output",
    "#: [in T] (\n    #:   a: T\n    #: ) -> T",
    "#: [T](T) -> output",
    "#: [Item] (?a: Item) -> output",
    "#: call = () -> output",
    "#: function call() -> output",
    "#: Signature: () -> output",
    "#: \u200b() -> output",
    "#: \uff08\uff09 -> output",
]
PROSE = [
    "#: f(x) -> y",
    "#: caf\u00e9\u00a0au lait \u2026",
    "#: limit = 'x'",
    "#: x = {'a': 1}",
    "#: note: (see\n    #: below)",
    "#: The output is: {a}",
    "#: input = what is sent",
    "#: type output",
    "#: type of the row",
    "#: output of the last run",
    "#: type output is the one below",
    "#: type output (deprecated)",
    "#: output: the rows",
    "#: (see below)",
    "#: [A](http://example.com) -> there",
    "#: [Deprecated] (since: 2.0) use the other",
    "#: [Deprecated] (since 2.0) -> other",
    "#: [1] (see: below) -> there",
    "#: [x] (a: done)",
    "#: [T] is a list (of: rows)",
    "#: [Hz] (default: 50)",
    "#: [V] (nominal: 230)",
    "#: [A] ()",
    "#: [Hz] (range: 20-20000)",
    "#: [W] (see: RFC)",
    "#: [T] (?)",
    "#: call: the method",
    "#: We import foo",
    "#: from the importer",
    "#: fromkeys imports all",
    "#: from a reimport",
    "#: from data importers",
    "#: from data imports",
    "#: from the importance",
    "#: importlib",
    "#: description: the rows",
    "#: description > 5",
    "#: description :class:`Row`",
    "#: name | description",
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


@pytest.mark.parametrize("line", [*DECLARED, *FORMS])
def test_so_does_one_in_a_tool_with_annotations(tmp_path: Path, line: str) -> None:
    assert tools(tmp_path, annotated(line)) == (["SC108"], [])
    assert tools(tmp_path, bare(inside=line)) == (["SC108"], [])


@pytest.mark.parametrize("line", SIGNED)
def test_so_does_a_signature_in_another_form(tmp_path: Path, line: str) -> None:
    assert tools(tmp_path, bare(above=line)) == (["SC108"], [])
    text = bare(inside="#: type row = nil", above=line)
    assert tools(tmp_path, text) == (["SC108"], [])


@pytest.mark.parametrize("line", ["#: [T] (a: T)", "#: [T, U] ()", "#: [T] (a?: String, b: T)"])
def test_one_behind_type_parameters_needs_no_arrow_above_a_def(tmp_path: Path, line: str) -> None:
    assert tools(tmp_path, bare(inside="#: type row = nil", above=line)) == (["SC108"], [])
    assert tools(tmp_path, annotated(line)) == ([], ["t"])


@pytest.mark.parametrize("line", FORMS)
def test_one_at_the_margin_hides_what_uses_the_name(tmp_path: Path, line: str) -> None:
    if "output" in line:
        line = line.replace("\n    ", "\n")
        assert tools(tmp_path, f"{line}\n\n{annotated('')}") == (["SC108"], [])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (FORMS[0], "this is no declaration of a type: `type output { id: String }`"),
        (FORMS[4], "U+00A0 (NO-BREAK SPACE) keeps this line from being read"),
        (SIGNED[0], "this is no signature: `call: () -> output`"),
        (FORMS[-1], "a declaration behind other text is not read"),
    ],
)
def test_they_are_told_by_what_is_wrong(line: str, message: str) -> None:
    (found,) = read_module(Source("app.py", HEAD + annotated(line)))[1]
    assert (found.message, bool(found.hint)) == (message, True)


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
        "class T:\n  '''x\n{}\n  '''\n  #: () -> nil\n  def call(self): ...\n|  y\\\n#: type a = b",
        "{}|#: text\nx = 1\ndef f(): ...\n",
        "class T:\n{}|  #: text\n  x = 1\n  def f(self): ...\n",
        "{}|#: type a = nil\n\n#: @requires(:x)\n\n",
        "#: type a = nil\n\n{}|#: import x\n\n#: text\n\n",
        "{}|# x #: @requires(:x) ",
    ],
)
def test_many_of_them_end(lines: str) -> None:
    """Where each looked at all of them, this would take minutes and all memory there is."""
    around, line = lines.split("|")
    module, _ = read_module(Source("app.py", around.format(line * 20_000)))
    assert module.source.text
