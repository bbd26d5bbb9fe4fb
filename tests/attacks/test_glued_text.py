"""A signature that nobody can read, glued to a type, is never taken for no signature at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

GLUED = [
    "-> output @requires(:x)",
    "id: String @requires(:x) -> output",
    "?id: String @requires(:x) -> { ok: true }",
    "id: String @requires(:x)",
    "output @requires(:x)",
    "[id: String] -> output @requires(:x)",
    "{ id: String } -> output @requires(:x)",
    "=> output @requires(:x)",
    "> output @requires(:x)",
    "async (id: String) -> output @requires(:x)",
    "call(id: String) -> output @requires(:x)",
    "^(String) -> { ok: true } -> output @requires(:x)",
    "@requires(:x) -> output",
    "| -> output @requires(:x)",
    "@requires(:x) ?id: String",
    "@requires(:x) output",
    "@returns output @requires(:x)",
    "@sig (?id: String @requires(:x))",
    "[?id: String @requires(:x)]",
    "{ ?id: String @requires(:x) }",
    ", ?id: String @requires(:x)",
    ") ?id: String @requires(:x)",
    "&(?id: String @requires(:x))",
    "| (id: String @requires(:x)) -> output",
    ": output @requires(:x)",
    "= output @requires(:x)",
    "=> output @requires(:x)",
]
"""Words that are no signature by how they begin, each with a gate that was meant."""

TYPES = [
    ["type row = { id: String, secret: String }"],
    ["type row = { id: String,", "  secret: String }"],
    ["type row = String"],
    ["type row = { id: Strin g }"],
    ["type row = { id: String"],
    ["type row = { id: 'x }"],
    ["type row = { id: String @requires(:y }"],
    ["type row[T] = Array[T"],
    ["type row = ^(Integer) -> String"],
]

PLACES = {
    "own": """
@tool("t")
class T(Handler):
    '''Doc.'''
    #: type output = {{ id: String, secret: String }}

    {block}
    def call(self, id=None): ...
""",
    "apart": """
@tool("t")
class T(Handler):
    '''Doc.'''
    {block}

    #: type output = {{ id: String, secret: String }}

    def call(self, id=None): ...
""",
    "base": """
class Base(Handler):
    {block}
    def call(self, id=None): ...

@tool("t")
class T(Base):
    '''Doc.'''
    #: type output = {{ id: String, secret: String }}
""",
    "overridden": """
class Base(Handler):
    {block}
    def call(self, id=None): ...

@tool("t")
class T(Base):
    '''Doc.'''
    #: type output = {{ id: String, secret: String }}

    def call(self, id=None): ...
""",
    "docstring": """
@tool("t")
class T(Handler):
    '''Doc.'''
    #: type output = {{ id: String, secret: String }}

    def call(self, id=None):
        '''
    {block}
        '''
""",
    "function": """
#: type output = {{ id: String, secret: String }}

    {block}
@tool("t")
def t(id=None):
    '''Doc.'''
""",
}


ON_ONE_LINE = [
    "type row = { id: String } (?id: String @requires(:x))",
    "type row = { id: String } (?id: String @requires(:x)) : output",
    "type row = { id: String } (?id: String @requires(:x)) => output",
    "type row = { id: String } () -> output @requires(:x)",
    "type row = { id: String } [?id: String @requires(:x)]",
    "type row = String (id: String)",
    "type row = String -> output",
    "type row = { id: String } output @requires(:x)",
    "type row = { id: String } id: String @requires(:x)",
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("line", ON_ONE_LINE)
def test_nor_where_a_line_break_is_missing(line: str, place: str, tmp_path: Path) -> None:
    """The same, behind the type on its own line."""
    assert compiled(tmp_path, place, [line]) == []


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("glued", GLUED)
def test_a_lost_signature_compiles_no_tool(glued: str, place: str, tmp_path: Path) -> None:
    """Whatever stands above the words, and wherever both stand: they hide the tool."""
    for lines in TYPES:
        found = compiled(tmp_path, place, [*lines, glued])
        assert found == [], lines


def compiled(folder: Path, place: str, lines: list[str]) -> list[str]:
    """Give the names of the tools that stand."""
    written = "\n".join(f"    #: {line}" for line in lines)
    text = PLACES[place].format(block=written.lstrip())
    if place == "function":
        text = text.replace("    #:", "#:")
    file = folder / "app.py"
    file.write_text(f"from schemac import Handler, tool\n{text}")
    found = compile_paths([file], CompileOptions(root=folder))
    assert found.errors
    return [tool.name for tool in found.plan.tools]


@pytest.mark.parametrize(
    "lines",
    [
        ["type row = { id: String secret: Integer }"],
        ["type row = { id: Strin g,", "  secret: String }"],
        ["type row = ^(Integer) -> String"],
        ["type row = A |", "  B % C"],
        ["type row = A", "  | B C"],
        ["type row = {", "a: String", "b: Integer", "}"],
        ["type row = { String -> Integer }"],
        ["type row = { a -> Integer }"],
        ["type row = Hash[String -> Integer]"],
        ["type row = { cb: (Integer) -> String }"],
        ["type row = Proc[(Integer) -> String]"],
        ["type row = (Integer) -> String"],
        ["type row = ^[T] (A) -> B"],
        ["type row = ^(a: Integer) { (B) -> C } -> D"],
        ["type row = ^ -> B"],
        ["type row = A::B? | C.d", "  & ^(E) -> F"],
        ["type row = { a: 1", "# -> a comment", "}}"],
        ["type row = String @desc(a -> b) %"],
        ['type row = "->" 1'],
    ],
)
@pytest.mark.parametrize("place", ["apart", "base", "own"])
def test_a_mistake_inside_a_type_leaves_the_others_alone(
    lines: list[str], place: str, tmp_path: Path
) -> None:
    """A tool that does not use the type stands, as language.md 1 promises."""
    assert compiled(tmp_path, place, lines) == ["t"]
