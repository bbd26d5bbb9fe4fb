"""A gate that a slip made words of a text is told, and what it was meant for is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

TOOL = """
from schemac import Handler, tool


@tool("t")
class T(Handler):
    '''Show it.'''

    #: type output = {{
    #:   ok: true,
    {field}
    #: }}

    #: (?a: String {tag}) -> output
    def call(self, *, a=""): ...
"""
TEXTS = [
    "@desc(Yearly pay {})",
    "@title(Pay {})",
    "@example(a {})",
    "@pattern(^a$ {})",
    "@desc(Yearly\n    #:   pay {})",
]


def tools(folder: Path, *, field: str = "#:   s: Integer", tag: str = "") -> tuple[list[str], int]:
    (folder / "app.py").write_text(TOOL.format(field=field, tag=tag), encoding="utf-8")
    options = CompileOptions(root=folder, sig_paths=(folder / "sig",))
    compilation = compile_paths([folder / "app.py"], options)
    return [each.code for each in compilation.diagnostics], len(compilation.plan.tools)


@pytest.mark.parametrize("gate", ["@requires(:x)", "@tier(!:x)", "\uff20requires(:x)"])
@pytest.mark.parametrize("text", TEXTS)
def test_a_gate_in_the_text_of_a_tag_hides_the_tool(tmp_path: Path, text: str, gate: str) -> None:
    written = text.format(gate)
    # In a pattern or a value, `@tier(` may be part of an address.
    is_value = "tier" in gate and not text.startswith(("@desc", "@title"))
    expected = ([], 1) if is_value else (["SC108"], 0)
    assert tools(tmp_path, tag=written) == expected
    assert tools(tmp_path, field=f"#:   s: String {written}") == expected


@pytest.mark.parametrize("line", ["## @requires(:x)", "## The pay. @requires(:x)", "##@tier(:x)"])
def test_so_does_one_in_a_doc_comment(tmp_path: Path, line: str) -> None:
    field = f"#:   {line}\n    #:   s: String"
    assert tools(tmp_path, field=field) == (["SC108"], 0)
    assert tools(tmp_path, field=f"#:   ## The pay.\n    {field}") == (["SC108"], 0)


def test_a_shared_type_with_one_is_hidden(tmp_path: Path) -> None:
    (tmp_path / "sig").mkdir()
    for lines in ("## @requires(:x)\ntype pay = Integer", "type pay = Integer @desc(a @tier(:x))"):
        (tmp_path / "sig" / "pay.sig").write_text(lines, encoding="utf-8")
        more = "#:   s: pay\n    #: }\n    #: import pay\n    #: type more = { a: nil"
        found, count = tools(tmp_path, field=more)
        assert ("SC108" in found, count) == (True, 0), found


@pytest.mark.parametrize("text", ["`@requires(:x)`", "'@requires(:x)'", "me@example.com (a: b)"])
def test_words_are_words(tmp_path: Path, text: str) -> None:
    assert tools(tmp_path, tag=f"@desc(See {text})") == ([], 1)
    assert tools(tmp_path, tag=f'@desc("See {text}")') == ([], 1)
    assert tools(tmp_path, field=f"#:   ## See {text}.\n    #:   s: Integer") == ([], 1)
