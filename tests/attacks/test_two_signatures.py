"""Two signatures above one function are told, and nobody says which of them holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "from schemac import Handler, tool\n"
METHOD = "\n@tool('t')\nclass C(Handler):\n    '''D.'''\n    #: type output = {{}}\n\n{}\n"
FUNCTION = "\n@tool('t')\n{}\ndef f(*, secret=None):\n    '''D.'''\n"
OPEN, GATED = "(?secret: String)", "(?secret: String @requires(:hr))"
BROKEN = "(?secret: String @requires(:hr)"
PAIRS = [(OPEN, GATED), (GATED, OPEN), (OPEN, OPEN), (OPEN, BROKEN), (BROKEN, OPEN)]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("arrow", [" -> {}", ""])
@pytest.mark.parametrize("kind", ["method", "function"])
def test_neither_is_served(tmp_path: Path, pair: tuple[str, str], arrow: str, kind: str) -> None:
    lines = [f"#: {each}{'' if each is BROKEN else arrow}" for each in pair]
    if kind == "method":
        lines = [f"    {each}" for each in lines]
        text = METHOD.format("\n".join([*lines, "    def call(self, *, secret=None): ..."]))
        text = text if arrow == "" else text.replace("    #: type output = {}\n\n", "\n")
    else:
        text = FUNCTION.format("\n".join(lines if arrow else [*lines, "#: type output = {}"]))
    (tmp_path / "app.py").write_text(HEAD + text, encoding="utf-8")
    compilation = compile_paths([tmp_path / "app.py"], CompileOptions(root=tmp_path))
    assert compilation.errors
    assert compilation.plan.tools == ()
