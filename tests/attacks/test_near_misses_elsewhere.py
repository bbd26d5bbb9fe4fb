"""Nearly annotations in places and forms of their own: told where they count, words elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.source import Source
from schemac.syntax.module import read_module

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "from schemac import Handler, tool\n\n"


def tools(folder: Path, text: str) -> tuple[set[str], list[str]]:
    (folder / "app.py").write_text(HEAD + text, encoding="utf-8")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    found = {each.code for each in compilation.diagnostics}
    return found, [each.name for each in compilation.plan.tools]


BASE = """
class Base(Handler):
    #: type output = {{ id: String }}

    #: (a: String, ?secret: String) -> output
    def call(self, a, secret=None): ...


@tool("t")
class T(Base):
    '''Show it.'''

    #: type output = {{ id: String, n: Integer }}

    {line}
    def call(self, a, secret=None): ...
"""


@pytest.mark.parametrize(
    "line",
    [
        "# : (a: String)",
        "##: (a: String)",
        "#; (a: String)",
        "#\u200b: (a: String)",
        "#:\u200b (a: String)",
        "#:\u00a0(a: String)",
        "#:\u3000(a: String)",
        "#:\u2028(a: String)",
        "#:\x0b(a: String)",
        "#:\x1c(a: String)",
        "#:\x85(a: String)",
        "#:\u3164(a: String)",
        "#: \uff08a: String\uff09",
        "#:: (a: String)",
        "#: -(a: String)",
        "#: call(a: String)",
        "#: call: (a: String)",
        "#: def call(a: String)",
        "#: fn(a: String)",
        "#: params: (a: String)",
        "#: a: String",
        "#: a: String)",
        "#: {a: String}",
        "#: [a: String]",
        "#: \u200b()",
        "#: - ()",
        "#: call (a: String)",
        "#: call()",
        "#: call(): ",
        "#: def call()",
        "#: def call(self)",
        "#: def call(self, a: str)",
        "#: async def call(self, a: str) -> None:",
        "#: call(self, a: str)",
        "#: def call (a: money)",
        "#: self.call(a: String)",
        "#: takes (a: String)",
        "#: @(a: String)",
        "#: 9a: String)",
        "#: 9a: String) -> output",
        "#: 8a: String, ?b: String) -> output",
        "#: 9a: String, b: String) -> output",
    ],
)
def test_a_signature_that_nearly_is_one_hides_the_tool(tmp_path: Path, line: str) -> None:
    found, names = tools(tmp_path, BASE.format(line=line))
    assert (bool(found), names) == (True, [])


@pytest.mark.parametrize(
    "line",
    [
        "#: Shows it.",
        "#: see (note: below) for more",
        "#: note: it is slow",
        "#: (slow)",
        "# (a: String)",
        "#: note (new: in 3.2)",
        "#: call() is slow",
        "#: Overrides call(self) of the base.",
        "#: 9 rows: String of them",
        "#: returns the rows (id, name)",
        "# call(a: String)",
        "#: Calls f(x) and g(y).",
        "# : (see below)",
    ],
)
def test_words_above_a_method_are_words(tmp_path: Path, line: str) -> None:
    found, names = tools(tmp_path, BASE.format(line=line))
    assert (found, names) == (({"SC108"}, []) if line == "#: (slow)" else (set(), ["t"]))


NESTED = """
#: type money = {{ secret: String }}
#: type output = {{ secret: String }}


@tool("t")
class T(Handler):
    '''Show it.'''

    {lines}

    #: () -> {{ paid: money, more: output }}
    def call(self): ...
"""


@pytest.mark.parametrize(
    "line",
    [
        "#: import\u200bmoney",
        "#: import\ufeffmoney",
        "#: import\u00admoney",
        "#: import\u2028money",
        "#: import\x0bmoney",
        "#: import\x1cmoney",
        "#: type\x0bmoney = nil",
        "#\u00a0: type money = nil",
        "#; type money = { a: String }",
        "#. type money = { a: String }",
        "#! type money = { a: String }",
        "#- type money = { a: String }",
        "#| type money = { a: String }",
        "#! import money",
        "#: import b / m",
        "# @rbs import: money",
        '# @rbs import "money"',
        "#: from monye import mony",
        "#: from monye import money",
        "# @rbs import (money)",
    ],
)
def test_declarations_with_odd_blanks_and_markers_hide_the_tool(tmp_path: Path, line: str) -> None:
    found, names = tools(tmp_path, NESTED.format(lines=line))
    assert (bool(found), names) == (True, [])


STRINGS = [
    "__doc__ = '''{}'''",
    "'''{}'''.strip()",
    "'''{}''' % ()",
    "'''{}''',",
    "b'''{}'''",
    "__doc__ = textwrap.dedent('''{}''')",
    "__doc__ = inspect.cleandoc('''{}''' or X)",
    "textwrap.dedent('''{}''')",
    "__doc__: str = '''{}'''",
    "__doc__ += '''{}'''",
    "x = __doc__ = '''{}'''",
    "'''{}''' if X else ''",
    "if True:\n        '''{}'''",
    "try:\n        '''{}'''\n    finally:\n        pass",
]


@pytest.mark.parametrize("string", STRINGS)
def test_a_string_that_is_no_docstring_is_not_read(tmp_path: Path, string: str) -> None:
    for prefix in ("", "x = 1\n    "):
        lines = prefix + string.format("D.\n    #: type output = { id: String }\n    ")
        text = NESTED.format(lines=lines).replace("'''Show it.'''\n", "")
        assert tools(tmp_path, text) == ({"SC108"}, [])
        words = prefix + string.format("D.\n    #: The size.\n    ")
        text = NESTED.format(lines=words).replace("'''Show it.'''\n", "")
        assert tools(tmp_path, text)[1] == ["t"]


IMPORTING = """
from schemac import Handler, tool
#: import money

{line}

@tool("t")
class T(Handler):
    '''D.'''
    #: () -> money
    def call(self): ...
"""


@pytest.mark.parametrize(
    "line",
    [
        "#: typ money = { id: String }",
        "# : type money = { id: String }",
        "#: type money + { id: String }",
        "#: type money { id: String }",
        "#: money = { id: String }",
        "# : type money = {",
    ],
)
def test_near_misses_beside_an_import_of_the_module(tmp_path: Path, line: str) -> None:
    (tmp_path / "sig").mkdir(exist_ok=True)
    (tmp_path / "sig" / "money.sig").write_text("type money = { ?secret: Integer }", "utf-8")
    for text, expected in ((line, ["SC108"]), ("#: The size.", [])):
        file = tmp_path / "app.py"
        file.write_text(HEAD + IMPORTING.format(line=text), encoding="utf-8")
        found = compile_paths([file], CompileOptions(root=tmp_path, sig_paths=(tmp_path / "sig",)))
        assert [each.code for each in found.diagnostics] == expected
        assert len(found.plan.tools) == 1 - len(expected)


def test_a_class_with_a_call_and_nothing_else_is_told_where_it_is_registered(
    tmp_path: Path,
) -> None:
    alone = "#: type output = { id: String }\n\n\nclass T:\n    #: typ output = nil\n"
    alone += "    x = 1\n\n    def call(self): ...\n"
    assert read_module(Source("a.py", HEAD + alone))[1] == ()
    inherits = alone.replace("class T:", "class T(Handler):")
    assert {each.code for each in read_module(Source("a.py", HEAD + inherits))[1]} == {"SC108"}
    assert read_module(Source("a.py", "# uses schemac\n" + inherits))[1] == ()
    made = alone + "\n\ntool('t')(T)\n"
    assert tools(tmp_path, made) == ({"SC108"}, [])


def test_texts_given_to_calls_are_others(tmp_path: Path) -> None:
    text = "X = 1\n    " + "print('''D.\n    #: type output = { id: String }\n    ''')"
    assert tools(tmp_path, NESTED.format(lines=text)) == (set(), ["t"])
