"""What begins like a declaration is one or a mistake: nobody takes a type of further out."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from tests.unit.syntax.prose import DECORATORS, PROSE

if TYPE_CHECKING:
    from pathlib import Path

RECORD = "{ id: String }"
TYPES = [
    f"type output + {RECORD}",
    f"type output - {RECORD}",
    f"type output += {RECORD}",
    f"type output ;= {RECORD}",
    f"type output <- {RECORD}",
    f"type output ::= {RECORD}",
    f"type out put = {RECORD}",
    f"typ e output = {RECORD}",
    f"t ype output = {RECORD}",
    f"type, output = {RECORD}",
    f"type; output = {RECORD}",
    f"type: output = {RECORD}",
    f"type output, other = {RECORD}",
    f"typedef output = {RECORD}",
    f"alias output = {RECORD}",
    f"let output = {RECORD}",
    f"def output = {RECORD}",
    f"interface output {RECORD}",
    f"class output {RECORD}",
    f"struct output {RECORD}",
    f"record output = {RECORD}",
    "output = { id: money }",
    "let output = { id: money }",
    "row = { id: money | other }",
    "row = { ?id: money }",
    "row = { id: Money }",
    "row = { id: T }",
    "row = {\n#:   ## The id.\n#:   id: String\n#: }",
    "row = {\n#:   at: money,\n#:   id: str\n#: }",
    "maps {id: Integer}",
    f"Example::\n#:   let output = {RECORD}",
    f"Example::\n#:\n#:   So.\n#: let output = {RECORD}",
    f"Example::\n#:\n#:   type output = {RECORD}",
    "Example::\n#:\n#:   id: String @requires(:x)",
    f"schema output = {RECORD}",
    f"output type = {RECORD}",
    f"output: type = {RECORD}",
    f"1. type output = {RECORD}",
    f"(type output = {RECORD})",
    f"returns {RECORD}",
    f"return {RECORD}",
    "interface output {\n#:   id: String\n#: }",
    f"type output\n#:\n#: = {RECORD}",
    f"type output\n#:   : {RECORD}",
    f"type\n#: output = {RECORD}",
    "type output -> nil",
    "typeoutput = nil",
    "type output for all = nil",
    f"@rbs type output = {RECORD}",
    f"rbs type output = {RECORD}",
    f"@type output = {RECORD}",
    f"@output = {RECORD}",
    f"@output {RECORD}",
    f"@output: {RECORD}",
    "@rbs type output = nil",
    *(f"type output{sign} String" for sign in (" +", " -", " ~", " <-", ",", ";", " \u2192", "")),
    "type output + Array[String]?",
]
IMPORTS = [
    "import money;",
    "import: money",
    "import `money`",
    "import money pagination",
    "import (money)",
    "import money (shared)",
    "import money -- shared",
    "import <money>",
    "import = money",
    "import money & x",
    "import\n#: money",
    "from: money import money",
    "from money, import money",
    "@rbs import money",
    "@import money",
    '@import "money"',
    "@from money import money",
    'from "money" import money',
    "from `money` import money",
    "import {money} from money",
    "import money from money",
    'import money from "money"',
    'import type { money } from "money"',
    "import * as money from money",
    "import (\n#:   money\n#: )",
    "import {\n#:   money,\n#:   pagination\n#: } from money",
]
DESCRIPTIONS = [
    'description("Advance")',
    "description Advance",
    'desc "Advance"',
    'description\n#: "Advance"',
    "description \u201cAdvance\u201d",
    "description = 'x'",
    "description: \u00abx\u00bb",
    'description; "A"',
    'description, "A"',
    'description -> "A"',
    'description - "A"',
    "description(A)",
    "description = advance",
    '@description "A"',
    "description `A`",
    'description f"A"',
]
OPEN = "#: type output = { id: String, secret: String }\n#: type money = { secret: String }"


def tools(folder: Path, inside: str, module: str = "") -> tuple[set[str], int]:
    lines = indent(inside, "    ")
    text = f"from schemac import Handler, tool\n\n{OPEN}\n\n{module}\n\n\n@tool('t')\n"
    text += f"class T(Handler):\n    '''Show it.'''\n\n{lines}\n\n    #: () -> output\n"
    text += "    def call(self): ...\n"
    (folder / "app.py").write_text(text, encoding="utf-8")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    return {each.code for each in compilation.diagnostics}, len(compilation.plan.tools)


@pytest.mark.parametrize("line", [*TYPES, *IMPORTS, *DESCRIPTIONS])
def test_a_near_miss_hides_the_tool(tmp_path: Path, line: str) -> None:
    assert tools(tmp_path, f"#: {line}") == ({"SC108"}, 0)
    assert tools(tmp_path, f"#: - {line}") == ({"SC108"}, 0)
    if "\n" not in line:
        assert tools(tmp_path, f"#; {line}") == ({"SC108"}, 0)


@pytest.mark.parametrize("line", [*TYPES, *IMPORTS, *DESCRIPTIONS])
def test_one_beside_types_of_the_module_is_told(tmp_path: Path, line: str) -> None:
    assert tools(tmp_path, "", f"#: {line}")[0] in ({"SC108"}, {"SC101"})


@pytest.mark.parametrize("line", ["# @rbs type out put = nil", "#: type out[put = nil"])
def test_the_name_in_one_that_cannot_be_read_is_anybodys_guess(tmp_path: Path, line: str) -> None:
    assert tools(tmp_path, line)[1] == 0


@pytest.mark.parametrize("lines", PROSE)
def test_prose_is_prose(tmp_path: Path, lines: str) -> None:
    for marker in ("#: ", "# "):
        written = marker + lines.replace("\n", f"\n{marker}")
        assert tools(tmp_path, f"{written}\nX = 1") == (set(), 1)
        assert tools(tmp_path, f"#: type row = nil\n\n{written}\nX = 1") == (set(), 1)
        assert tools(tmp_path, "", f"{written}\nX = 1") == (set(), 1)
    assert tools(tmp_path, f"#: type row = nil\n{written}\nX = 1") == (set(), 1)
    docstring = f"'''Show it.\n\n{lines}\n'''"
    assert tools(tmp_path, f"def other(self):\n{indent(docstring, '    ')}") == (set(), 1)


@pytest.mark.parametrize("line", DECORATORS)
@pytest.mark.parametrize("code", ["{}", "{}\n# def other(self): ...", "# {}", ">>> {}"])
def test_decorators_in_comments_are_code(tmp_path: Path, line: str, code: str) -> None:
    written = f"# {code.format(line)}\nX = 1"
    assert tools(tmp_path, written) == (set(), 1)
    assert tools(tmp_path, "", written) == (set(), 1)
    assert tools(tmp_path, f"#: type row = nil\n\n{written}") == (set(), 1)
    docstring = f"'''Show it.\n\n{line}\n'''"
    assert tools(tmp_path, f"def other(self):\n{indent(docstring, '    ')}") == (set(), 1)
    if "requires" not in line and "feature" not in line:
        assert tools(tmp_path, f"#: type row = nil\n{written}") == (set(), 1)
