"""A slip in the name of an own `output` is told where what is around the tool declares one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "from schemac import Handler, tool\n"
OPEN = "#: type output = {a: String, ?secret: Integer}\n"
OWN = "#: type NAME = {a: String, ?secret: Integer @requires(:hr)}\n"
CLASS = """
@tool('t')
class C(Handler):
    '''D.'''

    {own}
    {sign}
    def call(self): ...
"""
FUNCTION = "\n@tool('t')\n{own}{sign}\ndef f():\n    '''D.'''\n"
SIGNED = "#: () -> output"
PLACES = {
    "module": HEAD + OPEN + CLASS.format(own=OWN.strip(), sign=SIGNED),
    "module, placeholder": HEAD + OPEN + CLASS.format(own=OWN.strip(), sign="#: () -> untyped"),
    "import": HEAD + "#: from shared import output\n" + CLASS.format(own=OWN.strip(), sign=SIGNED),
    "function": HEAD + OPEN + FUNCTION.format(own=OWN, sign=SIGNED),
    "a class between": HEAD
    + OPEN
    + f"\nclass B(Handler):\n    {OWN}    {SIGNED}\n    def call(self): ...\n"
    + "\n@tool('t')\nclass C(B):\n    '''D.'''\n",
}
SLIPS = ["ouput", "outputs", "Output", "outpt"]


def compiled(folder: Path, text: str) -> tuple[list[str], list[str]]:
    (folder / "shared.sig").write_text("type output = {a: String, ?secret: Integer}\n", "utf-8")
    (folder / "app.py").write_text(text, encoding="utf-8")
    options = CompileOptions(root=folder, sig_paths=(folder,))
    compilation = compile_paths([folder / "app.py"], options)
    told = [f"{each.code} {each.message}" for each in compilation.diagnostics]
    return told, [each.name for each in compilation.plan.tools]


@pytest.mark.parametrize("slip", SLIPS)
@pytest.mark.parametrize("place", PLACES)
def test_a_slip_is_told_and_hides_the_tool(tmp_path: Path, place: str, slip: str) -> None:
    told, tools = compiled(tmp_path, PLACES[place].replace("NAME", slip))
    owner = "f" if place == "function" else "C"
    assert told == [
        f"SC108 nothing uses `{slip}`, and `{owner}` has the `output` that is declared around it"
    ]
    assert tools == []


@pytest.mark.parametrize("place", PLACES)
def test_its_own_type_is_fine(tmp_path: Path, place: str) -> None:
    assert compiled(tmp_path, PLACES[place].replace("NAME", "output")) == ([], ["t"])


@pytest.mark.parametrize("name", ["row", "result", "put"])
def test_so_is_a_type_of_another_name(tmp_path: Path, name: str) -> None:
    assert compiled(tmp_path, PLACES["module"].replace("NAME", name)) == ([], ["t"])


def test_so_is_one_that_something_uses(tmp_path: Path) -> None:
    text = PLACES["module"].replace("NAME", "outputs")
    more = text.replace("#: () -> output", "#: (?a: outputs) -> output").replace(
        "call(self)", "call(self, *, a=None)"
    )
    assert compiled(tmp_path, more) == ([], ["t"])


def test_an_input_has_its_slips_too(tmp_path: Path) -> None:
    text = f"{HEAD}#: type input = {{?a: String}}\n" + CLASS.format(
        own="#: type inptu = {?a: String @requires(:hr)}\n    #: type output = {}", sign=""
    ).replace("call(self)", "call(self, *, a=None)")
    told, tools = compiled(tmp_path, text)
    assert [each[:5] for each in told] == ["SC108"]
    assert tools == []


def test_who_means_no_output_has_no_slip(tmp_path: Path) -> None:
    text = HEAD + CLASS.format(own=OWN.strip(), sign="#: () -> {a: String}")
    assert compiled(tmp_path, text.replace("NAME", "outputs")) == ([], ["t"])
