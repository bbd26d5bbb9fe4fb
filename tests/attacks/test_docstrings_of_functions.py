"""What the docstring of a function declares is the function's own, in whatever blocks it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.plan.nodes import Record

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.compiler import Compilation

OUTER = "#: type row = { id: String, secret: String }\n#: type output = { secret: String }\n\n"
ONE = ["#: type row = { id: String }", "#: () -> row"]
OUTPUT = ["#: type output = { id: String }", "#: () -> output"]
BODIES = {
    "one block": ONE,
    "two blocks": [ONE[0], "", ONE[1]],
    "two blocks, the signature first": [ONE[1], "", ONE[0]],
    "words between": [ONE[0], "", "The rows.", "", ONE[1]],
    "its output": [OUTPUT[0], "", OUTPUT[1]],
    "its output, without an arrow": [OUTPUT[0], "", "#: ()"],
}


def function(lines: list[str], pad: str, above: str = "") -> str:
    body = ["'''Show it.", "", *lines, "'''"]
    head = [*filter(None, [above]), "@tool('t')", "def f():", *(f"    {line}" for line in body)]
    return "".join(f"{pad}{line}\n" for line in head)


def compiled(folder: Path, text: str) -> Compilation:
    (folder / "app.py").write_text(f"from schemac import Handler, tool\n{text}", encoding="utf-8")
    return compile_paths([folder / "app.py"], CompileOptions(root=folder))


def keys(compilation: Compilation) -> set[str]:
    """Give the keys of all records that a tool uses."""
    assert compilation.errors == ()
    bodies = [each.body for each in compilation.plan.types]
    return {field.name for body in bodies if isinstance(body, Record) for field in body.fields}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize(
    ("before", "pad"),
    [(OUTER, ""), (OUTER + "def around():\n", "    "), (OUTER + "class M:\n", "    ")],
)
def test_its_types_go_before_those_around(tmp_path: Path, name: str, before: str, pad: str) -> None:
    assert keys(compiled(tmp_path, before + function(BODIES[name], pad))) == {"id"}


@pytest.mark.parametrize("name", BODIES)
def test_so_they_do_in_a_method(tmp_path: Path, name: str) -> None:
    before = "class M:\n    #: type row = { secret: String }\n\n    def m(self):\n"
    assert keys(compiled(tmp_path, before + function(BODIES[name], "        "))) == {"id"}


def test_they_are_nobody_elses(tmp_path: Path) -> None:
    other = "\n@tool('other')\n#: () -> row\ndef g():\n    '''Show more.'''\n"
    found = compiled(tmp_path, function(BODIES["two blocks"], "") + other)
    assert [each.message for each in found.errors] == ["unknown type `row`"]
    assert [each.name for each in found.plan.tools] == ["t"]


@pytest.mark.parametrize(
    ("line", "code"),
    [("#: import shard", "SC202"), ("#: type row = {", "SC102"), ("#: typ row = String", "SC108")],
)
def test_what_is_wrong_in_it_hides_the_function(tmp_path: Path, line: str, code: str) -> None:
    text = OUTER + function([line, "", "Words."], "", above="#: () -> row")
    found = compiled(tmp_path, text)
    assert {each.code for each in found.errors} == {code}
    assert found.plan.tools == ()


def test_a_type_in_its_comment_and_in_its_docstring(tmp_path: Path) -> None:
    above = f"{ONE[0]}\n{ONE[1]}"
    found = compiled(tmp_path, function([ONE[0]], "", above=above))
    assert [each.code for each in found.errors] == ["SC109"]
    assert found.plan.tools == ()


def test_without_a_signature_they_are_the_modules(tmp_path: Path) -> None:
    text = function([OUTPUT[0]], "").replace("@tool('t')\n", "")
    other = "\n@tool('other')\n#: () -> output\ndef g():\n    '''Show more.'''\n"
    assert keys(compiled(tmp_path, text + other)) == {"id"}
    again = compiled(tmp_path, "#: type output = String\n\n" + text + other)
    assert [each.code for each in again.errors] == ["SC109"]
