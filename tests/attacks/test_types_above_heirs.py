"""A gated `output` above a class that inherits one is told, unless something else uses it."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from tests.attacks.test_gates_at_the_margin import OWN, PLACES
from tests.counted import calls_at_most

if TYPE_CHECKING:
    from pathlib import Path

GATED = PLACES["above the class"].replace("{line}", OWN)
BASES = PLACES["at the end"].partition("@tool")[0]
MANY = 500
USERS = [
    "@tool('u')\nclass U(Handler, Generic[X]):\n{}",
    "class Plain(Handler):\n    x = 1\n\n\n@tool('u')\nclass U(Plain):\n{}",
    "@tool('u')\nclass U(Handler, ABC):\n{}",
    "class Plain:\n{}\n\n@tool('u')\nclass U(Plain, Handler):\n    'U.'\n",
    "class O:\n    @tool('u')\n    class U(Handler):\n    {}",
    "class O:\n    class P:\n        @tool('u')\n        class U(Handler):\n        {}",
]
CALL = "    #: () -> output\n    def call(self): ...\n"
OTHERS = [
    f"class U(Base):\n{CALL}",
    f"class Plain(Base): ...\n\n\nclass U(Plain):\n{CALL}",
    f"class O:\n    #: type output = nil\n\n    class U(Handler):\n{indent(CALL, '    ')}",
    f"class U(Unknown):\n{CALL}",
    "class U(Base):\n    x = 1\n",
    "class Client:\n    def call(self): ...\n",
    "class Client(Plain):\n    def call(self): ...\n\n\nclass Plain: ...\n",
    "class Client:\n    #: ()\n    def call(self): ...\n",
    "def call(): ...\n",
    "#: (a: String)\ndef helper(a): ...\n",
    "import pytest\n\n\n@pytest.fixture\ndef client(): ...\n",
    "import click\n\n\n@click.command()\ndef run(): ...\n",
    "from .auth import login_required\n\n\n@login_required\ndef index(): ...\n",
    "import celery\n\n\nclass P:\n    @celery.shared_task(retry=3)\n    def run(self): ...\n",
    "import attrs\n\n\n@attrs.define\nclass M:\n    def call(self): ...\n",
]
PERSON = "type person = {{name: String, ?pay: Integer{}}}\ntype other = {{a: String}}\n"
GATE = " @requires(:hr)"
IMPORTED = [
    "#: import person\n#: type output = {a: String, who: person}",
    "#: import person\n#: type row = [person]\n#: type output = {a: String, ?who: row}",
    "#: from person import person\n#: type output = {a: String, who: person}",
    "#: from person import person as p\n#: type output = {a: String, who: p}",
    "#: from person import person as output",
    "#: import whole\n#: type output = whole",
    "#: import named",
]
HARMLESS = [
    "#: import person",
    "#: from person import person",
    "#: type output = nil\n\nX = 1\n\n#: import person",
]


def compiled(folder: Path, text: str) -> tuple[list[str], list[str]]:
    (folder / "app.py").write_text(text, encoding="utf-8")
    options = CompileOptions(root=folder, sig_paths=(folder,))
    compilation = compile_paths([folder / "app.py"], options)
    found = [each.code for each in compilation.diagnostics]
    return found, [each.name for each in compilation.plan.tools]


@pytest.mark.parametrize("returns", ["#: () -> output", "#: ()", "#: () -> untyped", "# Words."])
@pytest.mark.parametrize("user", USERS)
def test_whatever_its_users_inherit_and_stand_in(tmp_path: Path, user: str, returns: str) -> None:
    body = f"    '''U.'''\n\n    {returns}\n    def call(self): ...\n"
    depth = user.rpartition("\n")[2].removesuffix("{}")
    written = user.format(indent(body, depth)[len(depth) :])
    text = f"from abc import ABC\nfrom typing import Generic\n{GATED}\n\n{written}"
    assert compiled(tmp_path, text) == ([], ["t", "u"])


@pytest.mark.parametrize("other", OTHERS)
def test_a_class_with_another_output_uses_none_around_it(tmp_path: Path, other: str) -> None:
    assert compiled(tmp_path, f"{GATED}\n\n{other}") == (["SC108"], [])


def test_the_base_of_a_user_may_stand_elsewhere(tmp_path: Path) -> None:
    base = "from schemac import Handler\n\nclass Plain(Handler):\n    x = 1\n"
    (tmp_path / "plain.py").write_text(base, "utf-8")
    user = f"@tool('u')\nclass U(Plain):\n    '''U.'''\n{CALL}"
    text = f"from plain import Plain\n{GATED}\n\n{user}"
    assert compiled(tmp_path, text) == ([], ["t", "u"])
    declared = f"{base}    #: type output = nil\n"
    (tmp_path / "plain.py").write_text(declared, "utf-8")
    # Neither of the two has it.
    assert compiled(tmp_path, text) == (["SC108", "SC108"], [])


@pytest.mark.parametrize("gap", ["", "\n", "\n# Words.\n\n"])
@pytest.mark.parametrize("lines", IMPORTED)
def test_the_gate_may_be_in_an_imported_type(tmp_path: Path, lines: str, gap: str) -> None:
    (tmp_path / "whole.sig").write_text("import person\ntype whole = [person]\n", "utf-8")
    (tmp_path / "named.sig").write_text("import person\ntype output = [person]\n", "utf-8")
    text = PLACES["right above the class"].replace("{line}", lines + gap)
    for gate in (GATE, ""):
        (tmp_path / "person.sig").write_text(PERSON.format(gate), "utf-8")
        told = bool(gate) or not gap
        assert compiled(tmp_path, text) == ((["SC108"], []) if told else ([], ["t"]))
    nested = indent(f"{lines}\n{gap}\n@tool('t')\nclass C(Base):\n    '''D.'''\n", "    ")
    (tmp_path / "person.sig").write_text(PERSON.format(GATE), "utf-8")
    assert compiled(tmp_path, f"{BASES}class Outer:\n{nested}") == (["SC108"], [])


@pytest.mark.parametrize("line", HARMLESS)
def test_other_imports_above_it_are_fine(tmp_path: Path, line: str) -> None:
    (tmp_path / "person.sig").write_text(PERSON.format(GATE), "utf-8")
    text = PLACES["right above the class"].replace("{line}", line)
    assert compiled(tmp_path, text) == ([], ["t"])


def test_types_of_a_class_between_are_looked_at_once(tmp_path: Path) -> None:
    types = "".join(f"    #: type aaaaa{each} = nil\n" for each in range(MANY))
    tool = "\n@tool('t{0}')\nclass T{0}(M):\n    'D.'\n"
    tools = "".join(map(tool.format, range(MANY)))
    text = f"{BASES}class M(Base):\n{types}\n    x = 1\n{tools}"
    with calls_at_most(MANY * 5_000):
        assert len(compiled(tmp_path, text)[1]) == MANY


@pytest.mark.parametrize(
    "line", ["from person import person as ouput", "from person import outputs"]
)
def test_a_slip_may_be_imported(tmp_path: Path, line: str) -> None:
    (tmp_path / "person.sig").write_text(f"{PERSON.format(GATE)}type outputs = nil\n", "utf-8")
    tool = f"{BASES}@tool('t')\nclass C(Base):\n    'D.'\n    #: {line}\n"
    assert compiled(tmp_path, tool) == (["SC108"], [])
    used = f"    #: type row = {line.rpartition(' ')[2]}\n"
    assert compiled(tmp_path, tool + used) == ([], ["t"])


def test_a_handler_under_another_name_uses_it_too(tmp_path: Path) -> None:
    base = "from schemac import Handler as H\n\n"
    user = "class U(H):\n    #: ()\n    def call(self): ...\n"
    assert compiled(tmp_path, f"{base}{GATED}\n\n{user}") == ([], ["t"])
    other = user.replace("(H)", "(Other)")
    assert compiled(tmp_path, f"{base}{GATED}\n\n{other}") == (["SC108"], [])


@pytest.mark.parametrize(
    "user",
    [
        "#: (a: String)\ndef u(a): ...\n\n\nseen = set()\nseen.add(u)\n",
        "# registry.add(u)\n#: (a: String)\ndef u(a): ...\n",
        "class U:\n    #: ()\n    def call(self): ...\n\n\nseen = {0}\nseen.add(U)\n",
    ],
)
def test_what_is_added_to_anything_makes_no_tool(tmp_path: Path, user: str) -> None:
    assert compiled(tmp_path, f"{GATED}\n\n{user}") == (["SC108"], [])


def test_users_of_a_type_are_looked_for_where_it_counts_only(tmp_path: Path) -> None:
    heir = "    #: type output = nil @requires(:x)\n\n    @tool('t{0}')\n    class C(Base):\n"
    user = "    class U(Handler):\n        #: ()\n        def call(self): ...\n"
    lines = f"class O{{0}}:\n{heir}        'D.'\n{user}"
    text = BASES + "".join(map(lines.format, range(MANY)))
    with calls_at_most(MANY * 6_000):
        assert len(compiled(tmp_path, text)[1]) == MANY
