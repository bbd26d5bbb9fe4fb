"""Gates and types that stand where nothing reads them never leave a tool open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.source import Source
from schemac.syntax.module import read_module

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "from schemac import Handler, tool\n\n"
OPEN = "#: type output = { id: String, secret: String }"
GATED = "#: type output = { id: String, secret: String @requires(:x) }"
CLASS = """class T(Handler):
    '''Show it.'''

    {inside}

    #: () -> output
    def call(self): ...
"""


def tools(folder: Path, text: str) -> tuple[list[str], list[str]]:
    (folder / "app.py").write_text(HEAD + text, encoding="utf-8")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    found = sorted({each.code for each in compilation.diagnostics})
    return found, [each.name for each in compilation.plan.tools]


@pytest.mark.parametrize(
    "gate",
    [
        "#: @requires(:x)",
        "#: @feature(:x)",
        "# : @requires(:x)",
        "##: @requires(:x)",
        "# @requires(:x)",
        "# @rbs @requires(:x)",
        "#: # why\n#: @requires(:x)",
        "#: Needs:\n#: @requires(:x)",
        "#: Needs @requires(:x)",
        "#: -> output @requires(:x)",
        "#: @requires(:x)\n# why",
        "#: @requires(:x)\n\n",
        "#: (?id: String @requires(:x)) -> output",
    ],
)
@pytest.mark.parametrize("module", ["", "#: type row = String\n\n"])
def test_a_gate_above_a_class_hides_its_tool(tmp_path: Path, gate: str, module: str) -> None:
    written = CLASS.format(inside=OPEN)
    for text in (f"{gate}\n@tool('t')\n{written}", f"@tool('t')\n{gate}\n{written}"):
        assert tools(tmp_path, f"{module}{text}") == (["SC108"], [])


def test_so_does_one_among_the_arguments_of_the_decorator(tmp_path: Path) -> None:
    text = f"@tool(\n    't',\n    #: @requires(:x)\n)\n{CLASS.format(inside=OPEN)}"
    assert tools(tmp_path, text) == (["SC108"], [])
    text = CLASS.format(inside=OPEN).replace("Handler", "\n    #: @requires(:x)\n    Handler\n", 1)
    assert tools(tmp_path, f"@tool('t')\n{text}") == (["SC108"], [])


def test_other_classes_go_on(tmp_path: Path) -> None:
    first = CLASS.format(inside=OPEN)
    second = first.replace("class T", "class U")
    text = f"@tool('t')\n{first}\n\n#: @requires(:x)\n@tool('u')\n{second}"
    assert tools(tmp_path, text) == (["SC108"], ["t"])
    between = f"#: @requires(:x)\nX = 1\n\n@tool('t')\n{first}"
    assert tools(tmp_path, between) == (["SC108"], ["t"])


@pytest.mark.parametrize(
    ("gate", "given"),
    [
        ("@requires(:x)", 'requires="x"'),
        ("@feature( :x )", 'gates={"feature": "x"}'),
        ("@requires(:x & :y)", 'requires="flag"'),
    ],
)
def test_the_hint_says_where_a_tool_is_gated(gate: str, given: str) -> None:
    text = f"#: {gate}\n@tool('t')\nclass T:\n    def call(self): ...\n"
    (found,) = read_module(Source("app.py", text))[1]
    assert found.message == f"a gate above a class is not read: `{gate}`"
    assert found.hint == f'a tool is gated in its decorator: `@tool("name", {given})`'


@pytest.mark.parametrize("gate", ["#: @requires(:x)", "# @requires(:x)", "#: | nil @requires(:x)"])
def test_a_gate_beside_a_type_of_the_module_hides_its_tools(tmp_path: Path, gate: str) -> None:
    written = f"@tool('t')\n{CLASS.format(inside='')}"
    assert tools(tmp_path, f"{OPEN}\n\n{gate}\nX = 1\n\n{written}") == (["SC108"], [])
    if "|" not in gate:
        assert tools(tmp_path, f"X = 1\n{gate}\nY = 1\n{OPEN}\n\n{written}") == (["SC108"], [])


BODIES = {
    "body": "def call(self):\n        {gated}\n        return {{}}",
    "arguments": "def call(\n        self,\n        {gated}\n    ): ...",
    "behind": "def call(self): ...\n        {gated}",
    "helper": "def call(self): ...\n\n    def other(self):\n        {gated}\n        return 1",
    "nested": "def call(self):\n        def inner():\n            {gated}\n            return 1",
}


@pytest.mark.parametrize("place", BODIES)
@pytest.mark.parametrize(
    "gated",
    [
        GATED,
        "#: type secret = String @requires(:x)\n{0}#: type output = {{ secret: secret }}",
        "#: type output = {{ secret: String @requires(:x }}",
        "# @rbs type output = {{ secret: String @requires(:x) }}",
        "#: import secrets",
        "#: from secrets import output",
        "#: description 'x' @requires(:x)",
    ],
)
def test_what_a_function_declares_hides_the_tool(tmp_path: Path, place: str, gated: str) -> None:
    blank = "            " if place == "nested" else "        "
    lines = gated.replace("{{", "{").replace("}}", "}").replace("{0}", blank)
    method = BODIES[place].format(gated=lines)
    text = CLASS.format(inside="").replace("def call(self): ...", method)
    found, names = tools(tmp_path, f"{OPEN}\n\n@tool('t')\n{text}")
    assert names == []
    assert found


def test_so_does_a_function_around_the_class(tmp_path: Path) -> None:
    lines = f"@tool('t')\n{CLASS.format(inside='')}".replace("\n", "\n    ")
    text = f"{OPEN}\n\ndef make():\n    {GATED}\n\n    {lines}\n"
    assert tools(tmp_path, text) == (["SC108"], [])


def test_what_a_function_declares_leaves_other_names_alone(tmp_path: Path) -> None:
    text = f"{OPEN}\n\ndef f():\n    #: type row = String\n    return 1\n\n@tool('t')\n"
    assert tools(tmp_path, text + CLASS.format(inside="")) == (["SC108"], ["t"])


@pytest.mark.parametrize(
    "lines",
    [GATED, "#: @requires(:x)\n#: type output = nil", "#: Text.\n" + GATED, "#: typ output = nil"],
)
def test_what_the_docstring_of_a_module_declares_hides_what_uses_it(
    tmp_path: Path, lines: str
) -> None:
    text = f"{OPEN}\n\n@tool('t')\n{CLASS.format(inside='')}"
    (tmp_path / "app.py").write_text(f'"""Tools.\n\n{lines}\n"""\n{HEAD}{text}', encoding="utf-8")
    compilation = compile_paths([tmp_path / "app.py"], CompileOptions(root=tmp_path))
    assert {each.code for each in compilation.diagnostics} == {"SC108"}
    names = [each.name for each in compilation.plan.tools]
    assert names == []


@pytest.mark.parametrize("arguments", ["'t', 'x'", "'t', ['x']", "'t', None, 'x'"])
def test_a_gate_given_without_its_keyword_hides_the_tool(tmp_path: Path, arguments: str) -> None:
    text = f"@tool({arguments})\n{CLASS.format(inside=OPEN)}"
    assert tools(tmp_path, text) == (["SC613"], [])


@pytest.mark.parametrize(
    "statement",
    [
        "match X:\n        case call: pass",
        "match X:\n        case [*call]: pass",
        "match X:\n        case {**call}: pass",
        "def other(self, a=(call := X)): ...",
        "def other(self, a: (call := X)): ...",
        "@(call := X)\n    def other(self): ...",
        "import call.part",
        "global call",
        "try: ...\n    except X as call: ...",
    ],
)
def test_a_handler_that_is_bound_again_in_any_way_is_no_tool(
    tmp_path: Path, statement: str
) -> None:
    text = f"@tool('t')\n{CLASS.format(inside=OPEN)}\n    {statement}\n"
    assert tools(tmp_path, text) == (["SC612"], [])


FUNCTION = """{above}
@tool('f')
{between}
#: type output = {{ id: String, secret: String }}
#: () -> output
def f():
    '''Show it.

    {docstring}
    '''
    {body}
    return {{}}
"""


@pytest.mark.parametrize(
    ("place", "lines"),
    [
        ("docstring", f"#{GATED}"),
        ("docstring", "##: @requires(:x)"),
        ("docstring", "#: @requires(:x)"),
        ("docstring", "#: typ output = nil"),
        ("docstring", "#: type row = nil \\\n    #: @requires(:x)"),
        ("body", "#: @requires(:x)"),
        ("body", GATED),
        ("body", f"#{GATED}"),
        ("body", "#: import secrets"),
        ("body", f"'''\n    {GATED}\n    '''"),
        ("body", "def inner():\n        #: @requires(:x)\n        return 1"),
        ("above", "#: @requires(:x)"),
        ("above", "#: @requires(:x)\n\n"),
        ("above", "# @requires(:x)\n# why"),
        ("above", "# : @requires(:x)"),
        ("above", "#: -> output @requires(:x)\n"),
        ("between", "#: @requires(:x)\n"),
        ("between", "# @requires(:x)"),
        ("between", "##: @requires(:x)\n# why"),
    ],
)
def test_a_function_with_types_of_its_own_is_hidden_too(
    tmp_path: Path, place: str, lines: str
) -> None:
    parts = {"above": "", "between": "", "docstring": "", "body": ""}
    assert tools(tmp_path, FUNCTION.format(**parts)) == ([], ["f"])
    found, names = tools(tmp_path, FUNCTION.format(**{**parts, place: lines}))
    assert names == []
    assert found in (["SC108"], ["SC111"])
    other = "\n\n@tool('g')\n#: type output = nil\n#: () -> output\ndef g():\n    '''G.'''\n"
    text = FUNCTION.format(**{**parts, place: lines}) + other
    assert tools(tmp_path, text)[1] == ["g"]


def test_a_signature_above_an_overload_hides_the_function_that_runs(tmp_path: Path) -> None:
    text = "from typing import overload\n\n#: (a: String @requires(:x)) -> nil\n@overload\n"
    text += "def f(a): ...\n" + FUNCTION.format(above="", between="", docstring="", body="")
    assert tools(tmp_path, text) == (["SC108"], [])
