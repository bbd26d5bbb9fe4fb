"""Where a text that names something gated stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import compile_paths

if TYPE_CHECKING:
    from pathlib import Path

CLASS = """
@tool("show"{})
class Show(Handler):
    {}
    #: (id: String) -> {{ id: String, ?pay_band: String @requires(:x) }}
    def call(self, *, id): ...
"""


@pytest.mark.parametrize(
    ("given", "docstring", "line"),
    [
        ("", "'''Show one with pay_band.'''", 4),
        ("", "'''Show one\n    with pay_band.\n\n    More.\n    '''", 5),
        (", title='With pay_band'", "'''Show one.'''", 2),
        (", description='With pay_band'", "'''Show one.'''", 2),
        ("", "'''Show \\x70ay_band.'''", None),
    ],
)
def test_the_word_is_pointed_at_where_it_can_be(
    tmp_path: Path, given: str, docstring: str, line: int | None
) -> None:
    (tmp_path / "app.py").write_text(CLASS.format(given, docstring), encoding="utf-8")
    (found,) = compile_paths([tmp_path]).diagnostics
    assert found.code == "SC404"
    assert found.span is not None
    # It is silenced at the class: there are no comments inside a docstring.
    assert found.span.text == "Show"
    places = [(each.span.text, each.span.begin.line) for each in found.labels]
    assert places == ([] if line is None else [("pay_band", line)])
