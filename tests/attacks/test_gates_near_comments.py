"""Gates in comments that are no annotations, or no more, are told or are surely code."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

OPEN = "type output = { id: String, secret: String }"
GATED = "type output = { id: String }"
"""What `{open}` stands for below: a type of the class, which the module has an open one of."""


def hides(folder: Path, lines: str) -> bool:
    """Whether a class with these lines is told of and is no tool."""
    written = indent(lines, "    ")
    text = f"from schemac import Handler, tool\n\n#: {OPEN}\n\n\n@tool('t')\nclass T(Handler):\n"
    text += f"    '''Show it.'''\n\n{written}\n\n    #: () -> output\n    def call(self): ...\n"
    (folder / "app.py").write_text(text, encoding="utf-8", newline="")
    compilation = compile_paths(
        [folder / "app.py"], CompileOptions(root=folder, sig_paths=(folder,))
    )
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


KNOWN = [
    "#: import person",
    "#: from person import person",
    "#: from shared import a as b, people as person",
    "#: type person = { x: String }",
]


@pytest.mark.parametrize("known", KNOWN)
@pytest.mark.parametrize("field", ["boss: person", "?boss: person?", "boss: Array[person]"])
def test_a_field_that_was_commented_out_may_be_of_any_type_of_the_file(
    tmp_path: Path, field: str, known: str
) -> None:
    (tmp_path / "person.sig").write_text("type person = { a: String }\n", "utf-8")
    (tmp_path / "shared.sig").write_text("type people = nil\ntype a = nil\n", "utf-8")
    record = f"#: type row = {{\n#:   # {field} @requires(:hr)\n#:   a: String\n#: }}\nx = 1\n"
    assert hides(tmp_path, f"{record}# {known}")
    assert not hides(tmp_path, f"{known}\n\n{record}")
    assert not hides(tmp_path, f"x = 2\n\n{known}\n\n{record}")
    assert hides(tmp_path, f"{known}\n\n{record}".replace(field, f"the {field}"))


@pytest.mark.parametrize(
    "code",
    [
        "import person",
        "from a import person",
        "import a as person",
        "if 1:\n    from a import person",
    ],
)
def test_what_python_imports_is_no_type(tmp_path: Path, code: str) -> None:
    record = "#: type row = {\n#:   # boss: person @requires(:hr)\n#:   boss: String\n#: }\nx = 1\n"
    assert hides(tmp_path, f"{code}\n\n{record}")


NOTES = ["only: pay", "restricted: pay", "Access: Array[pay]", "for: [pay]", "boss: pay"]


@pytest.mark.parametrize("note", NOTES)
def test_a_note_may_name_a_type(tmp_path: Path, note: str) -> None:
    flag = "pay" if note.startswith("boss") else "hr"
    begin = "#: type pay = { a: nil }\n#: type row = {\n#:   # "
    end = "\n#:   pay: pay\n#: }\nx = 1\n"
    assert hides(tmp_path, f"{begin}{note} @requires(:{flag}){end}")
    assert not hides(tmp_path, f"{begin}of: pay? @requires(:hr){end}")
