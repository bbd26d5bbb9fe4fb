"""Wherever a gate is seen and nobody reads it, whatever its characters are: nothing stays open."""

from __future__ import annotations

from itertools import product
from textwrap import dedent, indent
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


GATED = "type output = { id: String }"
"""What `{open}` stands for below: a type of the class, which the module has an open one of."""


def hides(folder: Path, lines: str) -> bool:
    """Whether a class with these lines is told of and is no tool."""
    written = indent(lines, "    ")
    text = f"from schemac import Handler, tool\n\n#: {OPEN}\n\n\n@tool('t')\nclass T(Handler):\n"
    text += f"    '''Show it.'''\n\n{written}\n\n    #: () -> output\n    def call(self): ...\n"
    (folder / "app.py").write_text(text, encoding="utf-8", newline="")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    assert {each.code for each in compilation.diagnostics} <= {"SC108", "SC111"}
    assert bool(compilation.diagnostics) is (compilation.plan.tools == ())
    return compilation.plan.tools == ()


@pytest.mark.parametrize("char", "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
@pytest.mark.parametrize("before", ["# note", "x = 1  # note", "x = 1  #", "#"])
@pytest.mark.parametrize(
    "line", [f"#: {GATED}", f"# @rbs {GATED}", "#: @requires(:x)", "#: import a"]
)
def test_a_line_that_only_editors_break_is_told(
    tmp_path: Path, char: str, before: str, line: str
) -> None:
    assert hides(tmp_path, f"{before}{char}    {line}")


@pytest.mark.parametrize(
    "line",
    [
        "@min(1) @requires(:x)",
        "@desc(Yearly, in euros) @requires(:x)",
        "@max(80)",
        "@patern(x)",
        "| { s: Integer }",
        "& { s: Integer }",
        "-> output",
        "} @requires(:x)",
        "| other",
        "requires(:x)",
        "- @requires(:x)",
        "@requires('x')",
    ],
)
@pytest.mark.parametrize("marker", ["# ", "#", "#   ", "#!", "#; ", "#\u200b: ", "#\u00a0"])
@pytest.mark.parametrize("above", ["#: type row = Integer", "#: type row = { id: String\n#: }"])
def test_a_plain_comment_right_below_that_goes_on_is_told(
    tmp_path: Path, above: str, marker: str, line: str
) -> None:
    assert hides(tmp_path, f"{above}\n{marker}{line}")


@pytest.mark.parametrize(
    "marker",
    [
        "#\u200b:",
        "#\u00a0:",
        "#\u3164:",
        "#\uff1a",
        "#\uff03:",
        "#\ufe0f: ",
        "#\x08: ",
        "#; ",
        "# ;",
        "##\u200b: ",
        "#\u00a0@rbs ",
        "# @rbs\u200b ",
        "# rbs ",
        "# @rb ",
        "# @rsb ",
        "# @ rbs ",
        "# @r\u200bbs ",
        "# \uff20rbs ",
    ],
)
def test_a_declaration_behind_what_looks_like_a_marker_is_told(tmp_path: Path, marker: str) -> None:
    assert hides(tmp_path, f"{marker}{GATED}")
    if "b" not in marker:
        assert hides(tmp_path, f"{marker}typ output = nil")
    assert hides(tmp_path, f"{marker}import shared")


@pytest.mark.parametrize(
    "gate",
    [
        "@requires(admin)",
        "@requires(:admin.x)",
        "@requires(!:admin)",
        "@requires(a == b)",
        "@requires(:a, x=1)",
        "@requires(x.y) @feature(:z)",
        "@requires(a.b: c)",
    ],
)
def test_a_gate_is_no_decorator(tmp_path: Path, gate: str) -> None:
    assert hides(tmp_path, f"#: {GATED}\n\n# {gate}\nx = 1")


COMMENTED = """# @tool('old')
# class Old(Handler):
#     #: type output = {
#     #:   id: String,
#     #:   ?pay: Integer @requires(:hr)
#     #: }
#
#     #: (b: String) -> output
#     def call(self, b): ..."""


@pytest.mark.parametrize(
    "lines",
    [
        COMMENTED,
        "# #: (b: String) -> output\n# def old(self, b): ...",
        "# #: type row = nil\n# #:   @requires(:x)",
        "# #: type row = {",
        "# #: import money",
    ],
)
def test_what_was_commented_out_with_its_annotations_is_code(tmp_path: Path, lines: str) -> None:
    assert not hides(tmp_path, f"#: {GATED}\n\n{lines}\n\nx = 1")


@pytest.mark.parametrize(
    "line",
    ["# #: @requires(:x)", "#  #: ?pay: Integer @requires(:x)", "# #: x\u2028#: @requires(:x)"],
)
def test_a_gate_that_was_commented_out_alone_is_told(tmp_path: Path, line: str) -> None:
    assert hides(tmp_path, f"#: {GATED}\n{line}\n\nx = 1")
    assert hides(tmp_path, f"#: {GATED}\n\n{line}\nx = 1")
    assert hides(tmp_path, f"# class Old: ...\n\n#: {GATED}\n\n{line}\nx = 1")
