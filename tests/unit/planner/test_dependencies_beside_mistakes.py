"""What a field depends on may be declared where nothing could be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import compile_paths

if TYPE_CHECKING:
    from pathlib import Path

MODULE = """
@tool("show")
class Show(Handler):
    '''Show.'''

    #: type base = {{ ?reason: String @depends_on(:stage) }}
    #: type output = {}

    #: () -> output
    def call(self): ...
"""


@pytest.mark.parametrize(
    ("output", "codes"),
    [
        ("base & { ?stage: String }", []),
        ("base & { ?stage}: String }", ["SC101"]),
        ("base & { ?stage: Strin }", ["SC201"]),
        ("base & { ?other}: String }", ["SC101"]),
        ("{ a: nil }", ["SC308"]),
        ("{ a: base }", ["SC308"]),
        ("base & { ?other: String }", ["SC308"]),
    ],
)
def test_a_type_that_nothing_uses_yet_is_judged_where_all_was_read(
    tmp_path: Path, output: str, codes: list[str]
) -> None:
    (tmp_path / "app.py").write_text(MODULE.format(output), encoding="utf-8")
    found = compile_paths([tmp_path])
    assert [each.code for each in found.diagnostics] == codes
    if codes == ["SC308"] and output != "{ a: nil }":
        assert found.plan.tools == ()


def test_one_that_is_used_is_judged_all_the_same(tmp_path: Path) -> None:
    text = MODULE.format("{ a: base }\n    #: type other = { a b }")
    (tmp_path / "app.py").write_text(text, encoding="utf-8")
    found = [each.code for each in compile_paths([tmp_path]).diagnostics]
    assert sorted(found) == ["SC101", "SC308"]
