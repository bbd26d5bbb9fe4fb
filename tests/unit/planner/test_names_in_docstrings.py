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


@pytest.mark.parametrize(
    ("lines", "name", "label"),
    [
        ("{\n?pay_band: nil @requires(:x),\n## See pay_band.\nid: nil }", "id", ("pay_band", 7)),
        (
            '{\n?pay_band: nil @requires(:x),\n## One.\n## See pay_band.\n?"id": nil }',
            '"id"',
            ("pay_band", 8),
        ),
        ("{\n?pay_band: nil @requires(:x),\n## See pay_band.\nid: nil @requires(:x) }", "", None),
        ("{\n?pay_band: nil @requires(:x),\n## See pay.\nid: nil }", "", None),
    ],
)
def test_a_comment_is_pointed_at_from_what_it_describes(
    tmp_path: Path, lines: str, name: str, label: tuple[str, int] | None
) -> None:
    found = _commented(tmp_path, f"type output = {lines}")
    assert found == ([] if label is None else [(name, [label])])


@pytest.mark.parametrize("tags", ["", " @closed()", " @requires(:y)"])
def test_so_is_that_of_a_type(tmp_path: Path, tags: str) -> None:
    record = "{\n?pay_band: nil @requires(:x),\nid: nil }"
    output = "type output = { z: nil, ?r: row }"
    text = f"## One.\n## With pay_band.\ntype row = {record}{tags}\n{output}"
    assert _commented(tmp_path, text) == [("row", [("pay_band", 6)])]
    gated = text.replace(" @requires(:y)", "").replace(record, f"{record} @requires(:x)")
    assert _commented(tmp_path, gated) == []


def _commented(folder: Path, lines: str) -> list[tuple[str, list[tuple[str, int]]]]:
    marked = lines.replace("\n", "\n    #: ")
    text = f"\n@tool('t')\nclass Show(Handler):\n    '''Show.'''\n    #: {marked}\n\n"
    text += "    #: () -> output\n    def call(self): ...\n"
    (folder / "app.py").write_text(text, encoding="utf-8")
    found = compile_paths([folder]).diagnostics
    assert not {each.code for each in found} - {"SC404", "SC408", "SC413"}
    return [
        (
            each.span.text if each.span else "",
            [(label.span.text, label.span.begin.line) for label in each.labels],
        )
        for each in found
        if each.code == "SC404"
    ]
