"""What stands at the margin of a file whose classes are annotated is looked at like all else."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from tests.unit.syntax.prose import PROSE

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "from schemac import Handler, tool\n"
BASE = """
class Base(Handler):
    '''B.'''

    #: type output = {a: String, ?secret: Integer}
    #: type input = {}
    def call(self): ...

"""
TOOL = "class C(Base):\n    '''D.'''\n"
PLACES = {
    "right above the class": HEAD + BASE + "{line}\n@tool('t')\n" + TOOL,
    "above the class": HEAD + BASE + "{line}\n\n@tool('t')\n" + TOOL,
    "among its decorators": HEAD + BASE + "@tool('t')\n{line}\n" + TOOL,
    "at the end": HEAD + BASE + "@tool('t')\n" + TOOL + "\n\n{line}\n",
    "above the base": HEAD + "{line}\n" + BASE + "@tool('t')\n" + TOOL,
    "above a value": HEAD + "{line}\nX = 1\n" + BASE + "@tool('t')\n" + TOOL,
}
APART = ("at the end", "above a value")
"""Where it stands beside no class that the tool is made of."""
GATES = [
    "() -> {a: String, ?secret: Integer @requires(:hr)}",
    "typ output = {a: String, ?secret: Integer @requires(:hr)}",
    "output = {a: String, ?secret: Integer @requires(:hr)}",
    "{a: String, ?secret: Integer @requires(:hr)}",
    "-> {a: String, ?secret: Integer @requires(:hr)}",
    "?secret: Integer @requires(:hr)",
    "secret only for @requires(:hr)",
    "secret: see (x) @tier(:hr)",
    "@requires(:hr)",
    "The answer.\n#:\n#: The secret @requires(:hr)",
]


def compiled(folder: Path, text: str) -> tuple[set[str], list[str]]:
    (folder / "app.py").write_text(text, encoding="utf-8")
    compilation = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    found = {each.code for each in compilation.diagnostics}
    return found, [each.name for each in compilation.plan.tools]


@pytest.mark.parametrize("line", GATES)
@pytest.mark.parametrize("place", PLACES)
def test_a_gate_is_told_and_hides_the_tool_below(tmp_path: Path, place: str, line: str) -> None:
    names = ["t"] if place in APART else []
    for marker in ("#: ", "# : ", "# "):
        written = marker + line.replace("\n#:", "\n" + marker.rstrip())
        assert compiled(tmp_path, PLACES[place].replace("{line}", written)) == ({"SC108"}, names)


@pytest.mark.parametrize("line", GATES)
def test_one_in_the_body_of_a_function_is_told(tmp_path: Path, line: str) -> None:
    body = indent(f"#: {line}\nx = 1", "    ")
    text = PLACES["at the end"].replace("{line}", f"def f():\n{body}")
    assert compiled(tmp_path, text)[0] == {"SC108"}


@pytest.mark.parametrize("place", PLACES)
def test_words_are_words(tmp_path: Path, place: str) -> None:
    for line in PROSE:
        written = "#: " + line.replace("\n", "\n#: ")
        text = PLACES[place].replace("{line}", written)
        assert compiled(tmp_path, text) == (set(), ["t"]), line


@pytest.mark.parametrize("line", ["() -> {a: String}", "typ output = {a: String}", "-> nil"])
def test_a_near_miss_right_above_a_tool_is_told(tmp_path: Path, line: str) -> None:
    for place in ("right above the class", "among its decorators"):
        written = PLACES[place].replace("{line}", f"#: {line}")
        assert compiled(tmp_path, written) == ({"SC108"}, [])
    assert compiled(tmp_path, PLACES["above a value"].replace("{line}", f"#: {line}"))[1] == ["t"]


def test_so_it_is_where_the_base_stands_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "base.py").write_text(HEAD + BASE, encoding="utf-8")
    imports = f"{HEAD}from base import Base\n\n"
    for line in (*GATES, "() -> {a: String}", "typ output = {a: String}"):
        for text in (f"#: {line}\n@tool('t')\n{TOOL}", f"@tool('t')\n#: {line}\n{TOOL}"):
            assert compiled(tmp_path, imports + text) == ({"SC108"}, [])
        for gap in ("\n", "\n# Words.\n", "\n\n# Words.\n\n"):
            found = compiled(tmp_path, f"{imports}#: {line}\n{gap}@tool('t')\n{TOOL}")
            assert found == (({"SC108"}, []) if line in GATES else (set(), ["t"])), line


OWN = "#: type output = {a: String, ?secret: Integer @requires(:hr)}"
MORE = [
    OWN,
    "#: type input = {}",
    f"{OWN}\n#: type input = {{}}",
    f"{OWN}\n# Words.",
    f"#: type row = nil\n#:\n{OWN}",
    "# @rbs type output = {a: String, ?secret: Integer @requires(:hr)}",
    "#: type row = [Integer] @requires(:hr)\n\n#: type output = {?secret: row}",
]


@pytest.mark.parametrize("lines", MORE)
def test_declarations_right_above_a_class_that_inherits_are_told(
    tmp_path: Path, lines: str
) -> None:
    for place in ("right above the class", "among its decorators"):
        text = PLACES[place].replace("{line}", lines)
        assert compiled(tmp_path, text) == ({"SC108"}, [])
    nested = indent(f"{lines}\n@tool('t')\n{TOOL}", "    ")
    assert compiled(tmp_path, f"{HEAD}{BASE}class Outer:\n{nested}") == ({"SC108"}, [])


@pytest.mark.parametrize("lines", MORE)
def test_elsewhere_they_are_the_modules(tmp_path: Path, lines: str) -> None:
    """Where nothing uses them there either, a gate on them is for nothing, which is told."""
    for place in ("at the end", "above a value"):
        text = PLACES[place].replace("{line}", lines)
        is_for_nothing = "requires" in lines
        assert compiled(tmp_path, text) == (({"SC108"}, []) if is_for_nothing else (set(), ["t"]))
    own = "    #: () -> output\n    def call(self): ...\n"
    for base in ("Handler", ""):
        text = f"{HEAD}{lines}\n@tool('t')\nclass C({base}):\n    '''D.'''\n{own}"
        assert compiled(tmp_path, text)[1] == (["t"] if "output" in lines else [])
    declared = "\n    #: type output = {a: nil}\n    #: type input = {}\n"
    text = PLACES["right above the class"].replace("{line}", lines)
    assert compiled(tmp_path, text + declared) == (set(), ["t"])


GAPS = ["", "\n", "\n# Words.\n", "\n\n\n# Words.\n\n# More.", "\n    ", "\n# type x = nil\n"]


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("lines", MORE)
def test_so_are_those_with_a_gate_that_have_empty_lines_below(
    tmp_path: Path, lines: str, gap: str
) -> None:
    text = PLACES["above the class"].replace("{line}", f"{lines}\n{gap}")
    is_gated = "@requires" in lines
    assert compiled(tmp_path, text) == (({"SC108"}, []) if is_gated else (set(), ["t"]))
    nested = indent(f"{lines}\n{gap}\n@tool('t')\n{TOOL}", "    ")
    text = f"{HEAD}{BASE}class Outer:\n{nested}"
    assert compiled(tmp_path, text) == (({"SC108"}, []) if is_gated else (set(), ["t"]))


USER = "@tool('u')\nclass U(Handler):\n    '''U.'''\n\n    #: {}\n    def call(self{}): ...\n"
USERS = [
    USER.format("() -> output", ""),
    USER.format("()", ""),
    USER.format("() -> [output]", ""),
    '@tool("u")\n#: () -> output\ndef u():\n    """U."""\n',
]


@pytest.mark.parametrize("user", USERS)
def test_what_others_of_the_module_use_is_theirs(tmp_path: Path, user: str) -> None:
    text = PLACES["above the class"].replace("{line}", OWN)
    assert compiled(tmp_path, f"{text}\n\n{user}") == (set(), ["t", "u"])
    for other in ("type row = [output]", "type output = {}", "type row = nil"):
        own = f"class U:\n    #: {other}\n    x = 1\n"
        found = compiled(tmp_path, f"{text}\n\n{own}")
        assert found == ((set(), ["t"]) if "[output]" in other else ({"SC108"}, []))
    named = PLACES["above the class"].replace("{line}", f"#: type rows = [output]\n{OWN}")
    assert compiled(tmp_path, named) == (set(), ["t"])


def test_an_input_with_a_gate_is_used_by_who_takes_no_parameters(tmp_path: Path) -> None:
    own = "#: type input = {?secret: String @requires(:hr)}"
    text = PLACES["above the class"].replace("{line}", own)
    assert compiled(tmp_path, text) == ({"SC108"}, [])
    takes = USER.format("() -> nil", ", secret=None")
    assert compiled(tmp_path, f"{text}\n\n{takes}") == (set(), ["t", "u"])
    takes = USER.format("(a: String) -> nil", ", a")
    assert compiled(tmp_path, f"{text}\n\n{takes}") == ({"SC108"}, ["u"])


def test_any_other_type_among_the_decorators_of_a_class_is_told(tmp_path: Path) -> None:
    for line in ("#: type row = nil", "#: from a import b", '#: description "x"'):
        text = PLACES["among its decorators"].replace("{line}", line)
        assert compiled(tmp_path, text) == ({"SC108"}, [])
        text = f"import attr\n\n\n@attr.s\n{line}\nclass A: ...\n"
        assert compiled(tmp_path, text)[0] == {"SC108"}


SLIPS = ["ouput", "outputs", "Output", "OUTPUT", "outptu", "inputs", "Input", "imput"]


@pytest.mark.parametrize("name", SLIPS)
def test_an_override_with_a_slip_in_its_name_is_told(tmp_path: Path, name: str) -> None:
    text = PLACES["at the end"].replace("{line}", "")
    slip = f"    #: type {name} = {{?secret: String @requires(:hr)}}\n"
    assert compiled(tmp_path, f"{text}\n{slip}") == ({"SC108"}, [])
    used = f"    #: type output = {{a: {name}}}\n    #: type input = {{a: {name}}}\n"
    assert compiled(tmp_path, f"{text}\n{slip}{used}")[0] <= {"SC607", "SC606", "SC604", "SC605"}
    signed = f"    #: () -> {name}\n    def call(self): ...\n"
    assert "SC108" not in compiled(tmp_path, f"{text}\n{slip}\n{signed}")[0]


@pytest.mark.parametrize("name", SLIPS)
def test_so_it_is_in_each_class_between(tmp_path: Path, name: str) -> None:
    slip = f"    #: type {name} = {{?secret: String @requires(:hr)}}\n"
    last = "@tool('t')\nclass C({}):\n    '''D.'''\n"
    for classes in (
        f"class B(Base):\n{slip}\n    x = 1\n\n\n{last.format('B')}",
        f"class A(Base):\n{slip}\n    x = 1\n\n\nclass B(A): ...\n\n\n{last.format('B')}",
        f"class B:\n{slip}\n    x = 1\n\n\n{last.format('B, Base')}",
    ):
        text = f"{HEAD}{BASE}\n{classes}"
        assert compiled(tmp_path, text) == ({"SC108"}, [])
        used = text.replace(slip, f"{slip}    #: type row = {name}\n")
        assert compiled(tmp_path, used) == (set(), ["t"])
        right = "    #: type output = {a: String}\n    #: type input = {}\n"
        assert compiled(tmp_path, f"{text}\n{right}") == (set(), ["t"])


def test_a_slip_in_a_base_is_told_once_where_it_stands(tmp_path: Path) -> None:
    slip = "    #: type ouput = {a: String}\n\n    x = 1\n"
    (tmp_path / "base.py").write_text(f"{HEAD}{BASE}\nclass B(Base):\n{slip}", "utf-8")
    tools = "".join(f"\n@tool('{each}')\nclass {each}(B):\n    '''D.'''\n" for each in "cde")
    (tmp_path / "app.py").write_text(f"{HEAD}from base import B\n{tools}", "utf-8")
    compilation = compile_paths([tmp_path / "app.py"], CompileOptions(root=tmp_path))
    told = [
        (each.code, each.message, each.span and each.span.source.name)
        for each in compilation.diagnostics
    ]
    message = "nothing uses `ouput`, and what inherits from `B` has another `output`"
    assert told == [("SC108", message, "base.py")]


@pytest.mark.parametrize("name", ["row", "put", "result", "output_row", "inner_input", "outcome"])
def test_other_types_that_nothing_uses_are_fine(tmp_path: Path, name: str) -> None:
    text = PLACES["at the end"].replace("{line}", "")
    other = f"    #: type {name} = {{?secret: String @requires(:hr)}}\n"
    assert compiled(tmp_path, f"{text}\n{other}") == (set(), ["t"])


@pytest.mark.parametrize("marker", ["#: #:", "#: # :", "#: ##:", "##:", "#::", "# :"])
def test_a_second_marker_in_a_class_that_inherits_is_told(tmp_path: Path, marker: str) -> None:
    text = PLACES["at the end"].replace("{line}", "")
    assert compiled(tmp_path, f"{text}\n    {marker} type output = {{a: String}}\n") == (
        {"SC108"},
        [],
    )
    assert compiled(tmp_path, f"{text}\n    {marker} The size.\n") == (set(), ["t"])
