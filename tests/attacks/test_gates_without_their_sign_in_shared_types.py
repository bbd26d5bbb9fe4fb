"""A configured predicate without its `@` is told in shared types and in types given as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths, compile_tools
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration

if TYPE_CHECKING:
    from pathlib import Path

SHARED = """# {private}
type thing = {{
  ## {doc}
  secret: Integer, # {behind}
  name: String @desc({desc})
}}
type other = {{ a: String }}
"""
IN_SHARED = ["private", "doc", "behind", "desc"]


def shared(place: str, words: str) -> str:
    return SHARED.format(**{**dict.fromkeys(IN_SHARED, "words"), place: words})


@pytest.mark.parametrize("place", IN_SHARED)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("only tier(:x)", True),
        ("Access:tier(:x)", True),
        ("only `tier(:x)`", False),
        ("team(:x)", False),
        ("tier(x)", False),
        ("opts [Symbol] :tier (:x) the tier", False),
        (":tier(:x)", False),
    ],
)
def test_signature_files_and_given_texts_are_looked_at(
    tmp_path: Path, place: str, words: str, *, told: bool
) -> None:
    (tmp_path / "sig").mkdir()
    (tmp_path / "sig" / "thing.sig").write_text(shared(place, words), encoding="utf-8")
    text = "from schemac import tool\n\n#: import thing\n\n\n@tool('f')\n#: () -> thing\n"
    (tmp_path / "app.py").write_text(f"{text}def f():\n    '''F.'''\n", encoding="utf-8")
    options = CompileOptions(root=tmp_path, predicates=("tier",), sig_paths=(tmp_path / "sig",))
    compilation = compile_paths([tmp_path / "app.py"], options)
    expected = ({"SC108"}, []) if told else (set(), ["f"])
    found = {each.code for each in compilation.diagnostics}
    assert (found, [each.name for each in compilation.plan.tools]) == expected
    given = InlineAnnotations("() -> thing", shared(place, words), ())
    compilation = compile_tools([ToolDeclaration("f", given)], options)
    found = {each.code for each in compilation.diagnostics}
    assert (found, [each.name for each in compilation.plan.tools]) == expected
