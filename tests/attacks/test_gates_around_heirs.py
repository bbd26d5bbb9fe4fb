"""A tool with no annotation of its own, and gates in the comments around it in; each is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from tests.counted import calls_at_most

if TYPE_CHECKING:
    from pathlib import Path

BASE = """
from schemac import Handler

class Base(Handler):
    #: type output = { a: String, ?secret: Integer }
    #: () -> output
    def call(self): return {}
"""
HEIR = """
from base import Base
from schemac import tool

{above}
@tool("t")
{between}
class C(Base):{behind}
    \"\"\"D.\"\"\"

    def call(self):{inside}
        return {{
            "secret": 2,{value}
        }}
"""
PLACES = ("above", "between", "behind", "inside", "value")


def found(folder: Path, comment: str, place: str) -> list[str]:
    texts = dict.fromkeys(PLACES, "") | {place: f"  {comment}" if place in PLACES[2:] else comment}
    (folder / "base.py").write_text(BASE, "utf-8")
    (folder / "t.py").write_text(HEIR.format(**texts), "utf-8")
    compilation = compile_paths([folder / "t.py"], CompileOptions(root=folder))
    assert len(compilation.plan.tools) == (not compilation.errors)
    return [each.code for each in compilation.diagnostics]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("comment", ["# @requires(:hr)", "# only @requires(:hr | :admin)"])
def test_a_gate_around_an_heir_is_told(tmp_path: Path, comment: str, place: str) -> None:
    assert "SC108" in found(tmp_path, comment, place)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("comment", ["", "# see `@requires(:hr)`", "# type: ignore", "#: words"])
def test_words_around_an_heir_stay_words(tmp_path: Path, comment: str, place: str) -> None:
    assert found(tmp_path, comment, place) == []


OTHER = """
from base import Base
from schemac import Handler, tool
{first}
LIMIT = 3


@tool("t")
class C(Base):
    \"\"\"D.\"\"\"
{inside}
{last}
"""
GATED = "#: type output = { a: String, ?secret: Integer @requires(:hr) }"
USER = '@tool("u")\nclass D(Handler):\n    """D."""\n    def call(self): return {}'


def told(folder: Path, base: str = BASE, **texts: str) -> list[str]:
    (folder / "base.py").write_text(base, "utf-8")
    filled = OTHER.format(**{"first": "", "inside": "", "last": ""} | texts)
    (folder / "t.py").write_text(filled, "utf-8")
    compilation = compile_paths([folder / "t.py"], CompileOptions(root=folder))
    return [each.code for each in compilation.diagnostics]


@pytest.mark.parametrize("place", ["first", "last"])
def test_a_gated_output_that_nobody_uses_is_told_wherever_it_is(tmp_path: Path, place: str) -> None:
    assert told(tmp_path, **{place: GATED}) == ["SC108"]
    assert told(tmp_path, **{place: GATED.replace(" @requires(:hr)", "")}) == []


@pytest.mark.parametrize("base", ["H = Handler", "from app import H", "import app\nH = app.H"])
def test_one_that_a_handler_of_another_name_uses_is_fine(tmp_path: Path, base: str) -> None:
    (tmp_path / "app.py").write_text("from schemac import Handler as H\n", "utf-8")
    user = USER.replace('@tool("u")\n', "").replace("(Handler)", "(H)")
    assert told(tmp_path, first=GATED, last=f"{base}\n\n{user}") == []


@pytest.mark.parametrize(
    "base",
    [
        "import typing\nclass D(typing.Protocol):",
        "from typing import Protocol as P\nclass D(P):",
        "import threading\nclass D(threading.Thread):",
        "class D(ValueError):",
        "class Plain: pass\nclass D(Plain):",
        "from util import Client\nclass D(Client):",
        "from util import Client as C1\nclass D(C1):",
    ],
)
def test_what_is_no_handler_uses_nothing(tmp_path: Path, base: str) -> None:
    (tmp_path / "util.py").write_text("class Client:\n    x = 1\n", "utf-8")
    user = f"{base}\n    def call(self): return 1"
    assert told(tmp_path, first=GATED, last=user) == ["SC108"]


def test_users_are_looked_for_once(tmp_path: Path) -> None:
    many = 300
    heirs = (f"@tool('t{at}')\nclass C{at}(Base):\n    'D.'\n" for at in range(many))
    others = (f"class K{at}:\n    pass\n" for at in range(many))
    with calls_at_most(many * 6_000):
        assert len(told(tmp_path, first=GATED, last="\n".join((*heirs, *others)))) == many + 1


def test_one_that_another_tool_uses_is_fine(tmp_path: Path) -> None:
    assert told(tmp_path, first=GATED, last=USER) == []


NESTED = BASE.replace(
    "#: type output =",
    "#: type person = { ?secret: Integer }\n    #: type output = { p: person } &",
)


def test_a_gated_type_that_an_heir_declares_anew_for_nothing_is_told(tmp_path: Path) -> None:
    person = "    #: type person = { ?secret: Integer @requires(:hr) }"
    assert told(tmp_path, NESTED, inside=person) == ["SC108"]
    assert told(tmp_path, NESTED, inside=person.replace(" @requires(:hr)", "")) == []
    assert told(tmp_path, NESTED, inside=f"{person}\n    #: type output = {{ p: person }}") == []
    assert told(tmp_path, BASE, inside=person) == []


@pytest.mark.parametrize("gate", ['@requires("hr")', "@requires(['hr'])", '@requires(flag="hr")'])
def test_a_gate_behind_code_is_no_decorator(tmp_path: Path, gate: str) -> None:
    text = f"    def other(self):  # {gate}\n        pass"
    assert told(tmp_path, BASE, last=f"class E(Handler):\n    #: type x = nil\n{text}") == ["SC108"]


@pytest.mark.parametrize(
    ("line", "is_told"),
    [
        ('requires = "agent"', True),
        ('requires: str = "agent"', True),
        ('requires = ["agent", "admin"]', True),
        ("requires = ()", False),
        ("requires = find_out()", False),
        ('needs = "agent"', False),
    ],
)
def test_a_gate_as_an_attribute_is_told(tmp_path: Path, line: str, *, is_told: bool) -> None:
    assert told(tmp_path, inside=f"    {line}") == (["SC108"] if is_told else [])
    assert told(tmp_path, last=f"class Plain:\n    {line}") == []


def test_a_gate_as_an_attribute_is_told_where_it_stands(tmp_path: Path) -> None:
    line = f'    x = "{"é" * 80}"; requires = "agent"'
    (tmp_path / "base.py").write_text(BASE, "utf-8")
    text = OTHER.format(first="", inside=line, last="")
    (tmp_path / "t.py").write_text(text, "utf-8")
    (found,) = compile_paths([tmp_path / "t.py"], CompileOptions(root=tmp_path)).diagnostics
    assert found.span is not None
    assert (found.span.text, found.span.start) == ("requires", text.index("requires"))


@pytest.mark.parametrize("order", [("One", "Two"), ("Two", "One")])
def test_each_heir_is_held_against_its_own_bases(tmp_path: Path, order: tuple[str, str]) -> None:
    person = "    #: type person = { ?secret: Integer @requires(:hr) }"
    bases = {"One": "Mid", "Two": "Mid, Other"}
    tools = "".join(f"@tool('{each}')\nclass {each}({bases[each]}):\n    'D.'\n" for each in order)
    other = "class Other:\n    #: type person = { ?secret: Integer }\n    x = 1\n"
    last = f"class Mid(Base):\n{person}\n    x = 1\n{other}{tools}"
    assert told(tmp_path, last=last) == ["SC108"]
