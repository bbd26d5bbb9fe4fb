"""A description that is declared and given in Python as well: an error, neither is ignored."""

from __future__ import annotations

import pytest

from schemac.compiler import compile_tools
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration

DECLARED = 'description "For some." @requires(:x)\n  | "For all."'


@pytest.mark.parametrize(
    ("types", "given", "codes"),
    [
        (DECLARED, "In Python.", ["SC109"]),
        (DECLARED, None, []),
        (None, "In Python.", []),
    ],
)
def test_one_place_for_a_description(
    types: str | None, given: str | None, codes: list[str]
) -> None:
    annotations = InlineAnnotations("() -> nil", types, None, "Doc.")
    found = compile_tools([ToolDeclaration("t", annotations, description=given)])
    assert [one.code for one in found.diagnostics] == codes
    assert [tool.name for tool in found.plan.tools] == ([] if codes else ["t"])


def test_the_finding_stands_at_the_declaration() -> None:
    annotations = InlineAnnotations("() -> nil", DECLARED, None, "Doc.")
    (found,) = compile_tools([ToolDeclaration("t", annotations, description="P.")]).diagnostics
    assert found.message == "the description of `t` stands in Python, too"
    assert found.span is not None
    assert found.span.text == '"For some." @requires(:x)'
