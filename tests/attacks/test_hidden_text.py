"""Text that people do not see, or see elsewhere than where it counts (attacks 54 and 55)."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.report.text import render_text

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.compiler import Compilation

HANDLER = """
from schemac import Handler, tool


@tool("show")
class Show(Handler):
    '''Show it.'''

    #: type output = {{ id: String, ?pay: Integer @requires(:pay) }}{inside}

    #: (id: String) -> output
    def call(self, *, id): ...
"""
CONTROLS = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\u202c\u200e\u200f\u061c"
UNSEEN = "\u200b\u2060\ufeff\u00ad\x07\x1b\x7f\x9b"


def compiled(folder: Path, data: bytes, name: str = "app.py") -> Compilation:
    (folder / name).write_bytes(data)
    return compile_paths([folder / name], CompileOptions(root=folder))


def codes(compilation: Compilation) -> list[str]:
    return [found.code for found in compilation.diagnostics]


@pytest.mark.parametrize("char", CONTROLS + UNSEEN)
def test_54_an_annotation_with_a_hidden_character_compiles_to_nothing(
    tmp_path: Path, char: str
) -> None:
    text = HANDLER.format(inside="").replace(":pay", f":pa{char}y")
    compilation = compiled(tmp_path, text.encode())
    assert codes(compilation) == ["SC111"]
    (found,) = compilation.diagnostics
    assert f"U+{ord(char):04X}" in found.message
    assert compilation.plan.tools == ()
    shown = render_text(compilation.diagnostics)
    assert char not in shown
    assert all(unicodedata.category(each) != "Cf" for each in shown)


@pytest.mark.parametrize(
    "written",
    [
        'type output = {{ "{}": nil }}',
        'type output = {{ a: "{}" }}',
        "type output = {{ a: nil @requires(:x | :{}) }}",
        "type output = {{ a: String @desc(x{}) }}",
        "## {}\n    #: type output = {{ a: nil }}",
        'description "{}"\n    #: type output = {{ a: nil }}',
    ],
)
def test_54_half_of_a_character_compiles_to_nothing_though_a_docstring_can_hold_one(
    tmp_path: Path, written: str
) -> None:
    text = (
        'from schemac import tool\n\n@tool(\'a\')\nclass A:\n    """Do.\n\n    #: '
        + written.format(r"\ud800")
        + '\n    """\n    def call(self):\n        """\n        #: () -> output\n        """\n'
    )
    compilation = compiled(tmp_path, text.encode())
    assert codes(compilation) == ["SC111"]
    (found,) = compilation.diagnostics
    assert found.span is not None
    assert found.span.text == r"\ud800"
    assert found.message == "an annotation holds U+D800, which is half of a character"
    assert compilation.plan.tools == ()


@pytest.mark.parametrize("char", CONTROLS + UNSEEN)
def test_54_a_signature_file_with_one_too(tmp_path: Path, char: str) -> None:
    compilation = compiled(tmp_path, f'type a = "x{char}"\n'.encode(), "a.sig")
    assert codes(compilation) == ["SC111"]


@pytest.mark.parametrize("char", CONTROLS)
def test_54_prose_and_python_may_hold_what_they_like(tmp_path: Path, char: str) -> None:
    text = HANDLER.format(inside="") + f'\n#: The size {char}.\nSIZE = "{char}"\n'
    compilation = compiled(tmp_path, text.encode())
    assert codes(compilation) == []
    assert [tool.name for tool in compilation.plan.tools] == ["show"]


def test_54_a_nul_in_python_is_one_diagnostic(tmp_path: Path) -> None:
    compilation = compiled(tmp_path, HANDLER.format(inside="  # \x00").encode())
    assert codes(compilation) == ["SC003"]
    assert compilation.plan.tools == ()


def test_54_a_name_of_look_alikes_is_another_name(tmp_path: Path) -> None:
    text = HANDLER.format(inside="").replace("-> output", "-> \u043eutput")
    compilation = compiled(tmp_path, text.encode())
    assert "SC201" in codes(compilation)
    assert compilation.plan.tools == ()


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("indent", ["    ", "\t", " \t "])
def test_54_line_breaks_and_tabs_change_nothing(tmp_path: Path, newline: str, indent: str) -> None:
    text = HANDLER.format(inside="").replace("\n    ", f"\n{indent}").replace("\n", newline)
    compilation = compiled(tmp_path, text.encode())
    assert codes(compilation) == []
    assert [tool.name for tool in compilation.plan.tools] == ["show"]


def test_54_the_declared_encoding_counts(tmp_path: Path) -> None:
    text = "# -*- coding: koi8-r -*-" + HANDLER.format(inside="").replace("id", "имя")
    compilation = compiled(tmp_path, text.encode("koi8-r"))
    assert codes(compilation) == []
    (tool,) = compilation.plan.tools
    assert tool.handler.parameters == ("имя",)


@pytest.mark.parametrize(
    "lines",
    [
        "X = '''\n    #: type output = { id: String, pay: Integer }\n    '''",
        'X = """\n    #: type output = { id: String, pay: Integer }\n    """',
        "X = '\\\n    #: type output = { id: String, pay: Integer }'",
        "X = f'''\n    #: type output = {1}\n    '''",
        "X = ['''\n''', '''\n    #: type output = { id: String, pay: Integer }\n    ''']",
        "def f(self, x='''\n    #: type output = { id: String, pay: Integer }\n    '''): ...",
    ],
)
def test_54_what_only_looks_like_a_comment_is_none(tmp_path: Path, lines: str) -> None:
    text = HANDLER.format(inside=f"\n    {lines}")
    compilation = compiled(tmp_path, text.encode())
    assert codes(compilation) == []
    assert [tool.name for tool in compilation.plan.tools] == ["show"]
