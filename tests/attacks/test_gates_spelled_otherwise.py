"""Gates in comments as other languages spell them: nobody reads them, and their authors do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.syntax.lost_gates import find_gate
from tests.counted import calls_at_most

if TYPE_CHECKING:
    from pathlib import Path

APP = """from schemac import Handler, tool

@tool("t")
class T(Handler):
    '''Show it.'''

    #: type output = {{ secret: Integer }}

    {line}
    x = 1{behind}

    #: () -> output
    def call(self): ...
"""
GATES = [
    "@requires :hr",
    "@requires: hr",
    "@requires: :hr",
    "@requires = :hr",
    "@requires:hr",
    "@requires 'hr'",
    '@requires "hr"',
    "@requires: 'hr'",
    "@requires hr",
    "@requires hr.",
    "@requires<:hr>",
    "@feature :x",
    "@ requires :hr",
    "only for @requires :hr",
    "secret: Integer @feature 'x', that is",
    "@requires\u00a0:hr",
    "\uff20requires \uff1ahr",
    "@tier (:hr)",
    '@tier (:"a b")',
    "@tier (!:hr)",
    "@tier(!hr)",
    "@tier(not :hr)",
    "@tier( not !:hr)",
]


def compiled(folder: Path, line: str, behind: str = "") -> tuple[set[str], int]:
    (folder / "app.py").write_text(APP.format(line=line, behind=behind), encoding="utf-8")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    return {each.code for each in compilation.diagnostics}, len(compilation.plan.tools)


@pytest.mark.parametrize("gate", GATES)
def test_they_are_told_and_hide_the_tool(tmp_path: Path, gate: str) -> None:
    for line in (
        f"# {gate}",
        f"#: {gate}",
        f"# : {gate}",
        f"#: type row = {{  # {gate}\n    #: }}",
    ):
        assert compiled(tmp_path, line) == ({"SC108"}, 0), line
    assert compiled(tmp_path, "# Words.", f"  # {gate}") == ({"SC108"}, 0)


@pytest.mark.parametrize("gate", GATES)
def test_quoted_they_are_words(tmp_path: Path, gate: str) -> None:
    assert find_gate(f"see `{gate}` there") is None
    assert compiled(tmp_path, f"# As in `{gate}`.") == (set(), 1)


QUOTED = [
    'only "{}"',
    "only '{}'",
    "'only {}' it says",
    '("{}", "{}")',
    "'twas the users' choice: '{}'",
    "'it's only {}.'",
    "'{}, {}'",
]
APOSTROPHES = [
    "'twas {} by the users' choice",
    "'{}, the users' choice",
    "'{} users'",
    "the users' {} and the others'",
    "rock 'n' {} 'n' roll",
    "don't {}, don't",
    "'a' {} 'b'",
    "' {} '",
    '"a {} b"',
    '"{}"s',
    '"{}',
    '"{} and {}"',
    '"{} and so on, as in `a` and {}"',
]


@pytest.mark.parametrize("quoted", QUOTED)
@pytest.mark.parametrize("gate", ["@requires(:hr)", "requires(!(:a | (:b & :c)))", "@tier (!:x)"])
def test_quotation_marks_that_close_behind_a_gate_quote_it(quoted: str, gate: str) -> None:
    assert find_gate(quoted.replace("{}", gate)) is None


@pytest.mark.parametrize("words", APOSTROPHES)
@pytest.mark.parametrize("gate", ["@requires(:hr)", "@feature (:x)", "requires(!:hr)"])
def test_apostrophes_quote_nothing(tmp_path: Path, words: str, gate: str) -> None:
    assert find_gate(words.replace("{}", gate)) is not None
    if gate == "@requires(:hr)":
        line = words.replace("{}", gate)
        assert compiled(tmp_path, f"# {line}") == ({"SC108"}, 0)
        assert compiled(tmp_path, "# Words.", f"  # {line}") == ({"SC108"}, 0)


TICKED = [
    'see "`{}`"',
    "see '`{}`'",
    '"as in `{}`, and so on"',
    "the ('90s) rule, see `{}` in the authors' notes",
    "'twas `{}` by the users' choice",
    '"a `{}" b` c"',
    "`{}` and '`{}`' and \"`{}`\"",
]


@pytest.mark.parametrize("words", TICKED)
@pytest.mark.parametrize("gate", ["@requires(:hr)", "requires(!(:a | (:b & :c)))", "@tier (!:x)"])
def test_backticks_quote_a_gate_whatever_is_around_them(words: str, gate: str) -> None:
    quoted = words.replace("{}", gate)
    assert find_gate(quoted) is None
    assert find_gate(f"{quoted} {gate}") is not None
    assert find_gate(f"{gate} {quoted}") is not None


LONG = [
    *("'a ", "@a '", "(a ", "'it's ", "@x(:a) ", "a(b[", "' @", "\"'", "a[", "a{", "@a<", "`a` "),
]


@pytest.mark.parametrize("text", LONG)
def test_quotation_marks_are_each_looked_at_once(text: str) -> None:
    for line in (f"'@requires(:a) {text * 20_000}", f"'{text * 20_000}' @requires(:a)"):
        with calls_at_most(3_000):
            assert find_gate(line) is not None
