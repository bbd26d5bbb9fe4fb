"""What stands last in a class is the class's, whatever begins below it and however it is set in."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.source import Source
from schemac.syntax.module import read_module

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.syntax.host import HostClass

BASE = """from schemac import Handler, tool

class Base(Handler):
    '''B.'''

    #: type output = {a: String, secret: Integer}
    #: type input = {?secret: String}
    def call(self, *, secret=None): ...

"""
CLASS = """@tool('t')
class C(Base):
    '''D.'''

    #: type output = {a: String}
    #:     | ({secret: Integer} @requires(:hr))
    #: type input = {?secret: String @requires(:hr)}
"""
BELOW = {
    "a function": "def helper():\n    '''F.'''\n",
    "an async function": "async def helper():\n    '''F.'''\n",
    "a decorated function": "import functools\n@functools.cache\ndef helper():\n    '''F.'''\n",
    "a decorator": "@staticmethod\n# words\n\ndef helper():\n    '''F.'''\n",
    "a function that is a tool": "@tool('f')\n#: () -> {b: nil}\ndef f():\n    '''F.'''\n",
    "a class": "class Other: ...\n",
    "a value": "X = 1\n",
    "nothing": "",
}


def names(host: HostClass) -> list[str]:
    return [each.name for each in host.declarations.types]


@pytest.mark.parametrize("tab", ["    ", "\t", " "])
@pytest.mark.parametrize("below", BELOW)
def test_its_last_declarations_are_its_own(below: str, tab: str) -> None:
    text = (BASE + CLASS + BELOW[below]).replace("    ", tab)
    inside = f"class Outer:\n{indent(CLASS + BELOW[below], tab)}\n"
    branch = f"if True:\n{indent(CLASS + BELOW[below], tab)}"
    for written in (text, BASE + inside, BASE + branch):
        module, found = read_module(Source("app.py", written.replace("    ", tab)))
        assert found == ()
        (host,) = [
            each for one in module.classes for each in (one, *one.classes) if each.name == "C"
        ]
        assert names(host) == ["output", "input"]
        assert all(each.name != "C" or not each.functions for each in module.classes)


@pytest.mark.parametrize("below", BELOW)
def test_their_gates_hold(tmp_path: Path, below: str) -> None:
    (tmp_path / "app.py").write_text(BASE + CLASS + BELOW[below], encoding="utf-8")
    found = compile_paths([tmp_path / "app.py"], CompileOptions(root=tmp_path))
    assert found.diagnostics == ()
    owners = {(each.name, each.owner) for each in found.plan.types}
    assert owners == {("output", "C"), ("input", "C")}


@pytest.mark.parametrize("tab", ["    ", "\t"])
def test_a_class_in_a_class_ends_before_what_is_the_outer_ones(tab: str) -> None:
    inner = "class Outer:\n    class In:\n        x = 1\n    {lines}\n\n    def call(self): ...\n"
    for lines in (
        "#: type row = nil",
        "#: type row = nil\n    y = 2",
        "# words\n    #: type row = nil",
    ):
        text = inner.replace("{lines}", lines).replace("    ", tab)
        module, found = read_module(Source("app.py", text))
        (outer,) = module.classes
        assert (found, names(outer), names(outer.classes[0])) == ((), ["row"], [])


@pytest.mark.parametrize("extra", ["", "  ", "    "])
def test_a_signature_that_is_set_in_too_far_is_the_functions(extra: str) -> None:
    text = "class T:\n    def other(self):\n        x = 1\n\n    {extra}#: () -> nil\n"
    text += "    def call(self): ..."
    module, found = read_module(Source("app.py", text.replace("{extra}", extra)))
    assert found == ()
    assert module.classes[0].functions[1].signature is not None
    text = "def other():\n    x = 1\n\n{extra}#: type a = nil\n{extra}#: () -> a\ndef f(): ..."
    module, found = read_module(Source("app.py", text.replace("{extra}", extra)))
    assert found == ()
    assert module.functions[1].signature is not None
