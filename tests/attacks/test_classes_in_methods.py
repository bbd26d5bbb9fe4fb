"""Tools in classes and methods find the types of the class around, as language.md 1.1 says."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.plan.nodes import Record

if TYPE_CHECKING:
    from pathlib import Path

TOOLS = {
    "class": ['@tool("t")', "class T(Handler):", "    '''A.'''", "    #: () -> row", "    {call}"],
    "function": ["#: () -> row", '@tool("t")', "def t():", "    '''A tool.'''"],
}
CASES = [
    (tool, levels)
    for count in range(1, 5)
    for levels in product(("class", "def"), repeat=count)
    if "class" in levels
    for tool in TOOLS
    if tool == "class" or levels[-1] == "def"  # a function in a class is a method, and no tool
]


def program(levels: tuple[str, ...], declaring: set[int], tool: str) -> str:
    lines = ["from schemac import Handler, tool", "", "#: type row = { of_module: true }", ""]
    for depth, level in enumerate(levels):
        pad = "    " * depth
        if level == "def":
            lines.append(f"{pad}def m{depth}(*given):")
        else:
            lines += [f"{pad}class C{depth}:", f"{pad}    X = 1"]
            lines += [f"{pad}    #: type row = {{ at_{depth}: true }}"] * (depth in declaring)
        lines.append("")
    pad = "    " * len(levels)
    lines += [pad + line.replace("{call}", "def call(self): ...") for line in TOOLS[tool]]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("tool", "levels"), CASES)
def test_it_finds_the_types_of_the_class_around(
    tool: str, levels: tuple[str, ...], tmp_path: Path
) -> None:
    classes = [depth for depth, level in enumerate(levels) if level == "class"]
    for number, declaring in enumerate((set(classes), set(classes[:1]), set(classes[-1:]))):
        file = tmp_path / f"app{number}.py"
        file.write_text(program(levels, declaring, tool), "utf-8")
        found = compile_paths([file], CompileOptions(root=tmp_path))
        assert found.errors == ()
        (row,) = found.plan.types
        assert isinstance(row.body, Record)
        assert [field.name for field in row.body.fields] == [f"at_{max(declaring)}"]
