"""A name that text which nobody can read may declare is not taken from further out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

ROW = "{ id: String, ?secret: String @requires(:x) }"

LOST = [
    f"export type row = {ROW}",
    f"typ row = {ROW}",
    f"Type row = {ROW}",
    f"row = {ROW}",
    f"row: {ROW}",
    f"row {ROW}",
    f"interface row {ROW}",
    f"interface row\n  {ROW}",
    f"type row {ROW}",
    f"type row: {ROW}",
    f"typ row[T] = {ROW}",
    f"row := {ROW}",
    f"module Rows\n  row = {ROW}\nend",
    f"type b = nil \u2028 type row = {ROW}",
    f"type b = nil \u2029 row = {ROW}",
    f"type b = nil \x85 type row = {ROW}",
    f"type b = nil \x0b type row = {ROW}",
    f"type b = nil \x0c type row = {ROW}",
    f"type b = nil | # \u2028 row = {ROW}\n  'x",
    f"type b = nil |\n  row = {ROW}",
    f"type b = {{ x: nil\n  row = {ROW}",
    f"type b = nil row = {ROW}",
    f"type ro\u200bw = {ROW}",
    f"ty\u200bpe row = {ROW}",
]


def planned(folder: Path, python: str, shared: str) -> list[str]:
    (folder / "sig").mkdir()
    (folder / "sig" / "shared.sig").write_text(shared, encoding="utf-8", newline="")
    (folder / "sig" / "more.sig").write_text("type row = { id: String }\n", encoding="utf-8")
    file = folder / "app.py"
    file.write_text(f"from schemac import Handler, tool\n{python}", encoding="utf-8", newline="")
    options = CompileOptions(root=folder, sig_paths=(folder / "sig",))
    found = compile_paths([file], options, signature_files=True)
    assert found.errors
    return [tool.name for tool in found.plan.tools]


TOOL = """
#: type row = { id: String, ?secret: String }

@tool("t")
class T(Handler):
    '''A tool.'''
    #: import shared
    #: type output = row
    #: () -> output
    def call(self): ...

@tool("other")
class Other(Handler):
    '''Another one.'''
    #: import shared
    #: type output = { a: a, e: error }
    #: () -> output
    def call(self): ...
"""


@pytest.mark.parametrize("lost", LOST)
@pytest.mark.parametrize("first", ["type a = String\n\n", "type a = String\n", ""])
def test_a_signature_file_may_declare_it(tmp_path: Path, lost: str, first: str) -> None:
    last = "" if first else "\ntype a = String\n"
    assert "t" not in planned(tmp_path, TOOL, f"{first}{lost}\n{last}")


@pytest.mark.parametrize("lost", LOST)
def test_nor_from_another_import(tmp_path: Path, lost: str) -> None:
    python = TOOL.replace("    #: import shared\n", "    #: import more\n    #: import shared\n")
    assert "t" not in planned(tmp_path, python, f"type a = String\n{lost}\n")


@pytest.mark.parametrize("lost", LOST)
def test_a_class_may_declare_it(tmp_path: Path, lost: str) -> None:
    block = "".join(f"    #: {line}\n" for line in f"type a = nil\n{lost}".split("\n"))
    python = TOOL.replace(
        "    #: import shared\n    #: type output = row\n", f"{block}    #: type output = row\n"
    )
    assert "t" not in planned(tmp_path, python, "type a = String\n")


@pytest.mark.parametrize("lost", LOST)
def test_a_module_may_declare_it(tmp_path: Path, lost: str) -> None:
    block = "".join(f"#: {line}\n" for line in f"type b0 = nil\n{lost}".split("\n"))
    python = f"#: import more\n{block}\n" + TOOL.partition("\n\n")[2].replace(
        "    #: import shared\n    #: type output = row\n", "    #: type output = row\n"
    )
    assert "t" not in planned(tmp_path, python, "type a = String\n")


BROKEN = [
    "type broken = { String -> Integer }",
    "type broken = { p: pagination -> Integer }",
    "type broken = { p: pagination",
    "type broken = Array[error",
    "type broken = error | pagination % nil",
    "type broken = { p: pagination } }",
    "type broken = error @desc(an error",
    "type broken {\n  p: pagination\n}",
    "=> nil",
    "-> output @requires(:x)",
    "(a: String) -> broken",
    "@requires(:x)",
]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_declaration_leaves_the_others_alone(tmp_path: Path, broken: str) -> None:
    python = """
@tool("t")
class T(Handler):
    '''A tool.'''
    #: import shared
    #: type output = { good: good, e: error }
    #: () -> output
    def call(self): ...
"""
    shared = f"{broken}\n\ntype good = {{ p: pagination }}\n"
    assert planned(tmp_path, python, shared) == ["t"]


@pytest.mark.parametrize("broken", [text for text in BROKEN if text.startswith("type")])
def test_nor_does_one_of_a_module(tmp_path: Path, broken: str) -> None:
    block = "".join(f"#: {line}\n" for line in broken.split("\n"))
    python = f"""
{block}

@tool("t")
class T(Handler):
    '''A tool.'''
    #: () -> {{ e: error, p: pagination }}
    def call(self): ...


#: () -> {{ e: error }}
@tool("f")
def f():
    '''A function.'''


@tool("wrong")
class Wrong(Handler):
    '''A tool.'''
    #: () -> {{ e: eror }}
    def call(self): ...
"""
    assert planned(tmp_path, python, "") == ["t", "f"]
    found = compile_paths([tmp_path / "app.py"], CompileOptions(root=tmp_path))
    assert "unknown type `eror`" in [each.message for each in found.errors]
