"""Annotations that are given as text are read and checked like those in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.declaration import InlineAnnotations, InlineParameter, ToolDeclaration

if TYPE_CHECKING:
    from tests.unit.resolve.projects import Project


def _inline(
    signature: str | None, types: str | None, *parameters: InlineParameter
) -> ToolDeclaration:
    return ToolDeclaration("made", InlineAnnotations(signature, types, parameters or None))


def test_annotations_given_as_text(project: Project) -> None:
    outcome = project.declared(
        ToolDeclaration(
            "made",
            InlineAnnotations(
                "(id: String, ?b: thing) -> output",
                "import pagination\ntype output = { a: thing, p: pagination }\ntype thing = nil",
                (
                    InlineParameter("id", "keyword_only", has_default=False),
                    InlineParameter("b", "keyword_only", has_default=True),
                ),
                docstring="Do it.\n\nWith care.",
            ),
        )
    )
    assert outcome.text == ""
    tool = outcome.tool("made")
    assert [each.name for each in tool.parameters or ()] == ["id", "b"]
    assert tool.docstring == "Do it."
    assert outcome.type("output").file == "made"


def test_mistakes_in_annotations_given_as_text(project: Project) -> None:
    outcome = project.declared(
        _inline(
            "(id: Strng, ?b: String) -> output",
            "type output = { a: String }",
            InlineParameter("b", "keyword_only", has_default=False),
            InlineParameter("c", "keyword_only", has_default=False),
        )
    )
    assert outcome.text == (
        "made:2:1 [(id: Strng, ?b: String) -> output] SC607 `c` of `made` has no default "
        "and is not in the signature\n"
        "  hint: annotate it, `c: Type`, or give it a default\n"
        "made:2:2 [id] SC604 `made` has no parameter `id`\n"
        "  hint: add it to the `def`: `made(…, id)`\n"
        "made:2:6 [Strng] SC201 unknown type `Strng`\n"
        "  hint: did you mean `String`?\n"
        "  fix: made:2:6 [Strng] String\n"
        "made:2:14 [b] SC606 `b` may be absent and has no default in `made`\n"
        "  hint: give it one: `b=None`"
    )
    assert outcome.tools == []


@pytest.mark.parametrize(
    ("signature", "types", "line", "spanned"),
    [
        ("#: () -> output", "type output = { a: String }", 2, "#: () -> output"),
        ("  # : () -> output", None, 1, "# : () -> output"),
        ("()", "#: type output = { a: String }", 1, "#: type output = { a: String }"),
        ("() -> nil", "type a = nil\n#: @requires(:x)", 2, "#: @requires(:x)"),
        ("() -> nil", "# @rbs type output = nil", 1, "# @rbs type output = nil"),
    ],
)
def test_annotations_given_as_text_that_are_comments(
    project: Project, signature: str, types: str | None, line: int, spanned: str
) -> None:
    outcome = project.declared(_inline(signature, types))
    assert outcome.tools == []
    column = 3 if signature.startswith(" ") else 1
    assert outcome.text.startswith(
        f"made:{line}:{column} [{spanned}] SC108 this annotation is a comment: `{spanned}`\n"
        "  hint: leave the `#:` out: what stands behind a `#` is not read here"
    )


@pytest.mark.parametrize("signature", ["# () -> nil", "type x = nil", " # nothing\n"])
def test_a_text_given_as_signature_that_is_none(project: Project, signature: str) -> None:
    outcome = project.declared(_inline(signature, "type output = nil"))
    assert outcome.tools == []
    bare, column = signature.strip(), 2 if signature[0] == " " else 1
    assert outcome.text.splitlines()[:2] == [
        f"made:2:{column} [{bare}] SC108 the text given as `signature` is none",
        "  hint: write it as `(name: Type) -> output`, without a `#` before it",
    ]


def test_annotations_of_something_whose_parameters_nobody_knows(project: Project) -> None:
    outcome = project.declared(_inline("(id: String) -> String", None))
    assert outcome.text == ""
    assert outcome.tools == ["made"]


def test_text_that_holds_no_signature(project: Project) -> None:
    outcome = project.declared(_inline("(id: String", "type output = nil"))
    assert outcome.tools == []
    assert all(code.startswith("SC1") for code in outcome.codes)
    outcome = project.declared(_inline(None, "type output = nil"))
    assert outcome.text == ""
    assert outcome.tools == ["made"]
