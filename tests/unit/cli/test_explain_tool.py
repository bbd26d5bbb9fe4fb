from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

DEEP = """
from schemac import Handler, tool


@tool("deep", requires="a | !b", gates={"tier": "gold"})
class Deep(Handler):
    '''Show it.'''

    #: description "More." @requires(:a) | "Less."
    #: type secret = { v: Integer } @requires(:s)
    #: type node = { ?next: node, ?cost: Integer @requires(:a & (:b | :c)), "x/y": secret }
    #: type output = node | ({ ok: bool } @requires(:o))

    #: (?k: "p" | ("q" @requires(:q)), ?list: Array[secret]) -> output
    def call(self, *, k=None, list=None): ...
"""


MEMBER = """\
`move`, for the persona `member`: visible
  yes                tool   requires:manage_workflows  app/tools.py:5
  no   input /stage  field  requires:routing           app/tools.py:11
  no   output /note  field  requires:routing           app/tools.py:9
"""
NOBODY = """\
`move`, for a caller without grants: hidden
  no                tool   requires:manage_workflows  app/tools.py:5
  no  input /stage  field  requires:routing           app/tools.py:11
  no  output /note  field  requires:routing           app/tools.py:9
"""
STAGE = """\
`/stage` of `move`, for the persona `admin`: visible in the input
  yes                tool   requires:manage_workflows  app/tools.py:5
  yes  input /stage  field  requires:routing           app/tools.py:11
"""
NOTE = """\
`output/note` of `move`, for a caller with `requires:manage_workflows`: hidden in the output
  yes                tool   requires:manage_workflows  app/tools.py:5
  no   output /note  field  requires:routing           app/tools.py:9
"""
TOTALS = """\
`totals`, for a caller with every grant: visible
  no gate stands on it
"""


EVERYTHING = """\
`deep`, for a caller with `requires:a`: hidden
  no                  tool         (requires:a | !requires:b) & tier:gold  app/deep.py:5
  yes                 description  requires:a                              app/deep.py:8
  no   input /k       value "q"    requires:q                              app/deep.py:13
  no   input /list/*  type secret  requires:s                              app/deep.py:9
  no   output         variant 2    requires:o                              app/deep.py:11
  no   output /cost   field        requires:a & (requires:b | requires:c)  app/deep.py:10
  no   output /x~1y   type secret  requires:s                              app/deep.py:9
"""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("move", "--persona", "member"), MEMBER),
        (("move",), NOBODY),
        (("move", "/stage", "--persona", "admin"), STAGE),
        (("move", "output/note", "--grant", "requires:manage_workflows"), NOTE),
        (("app/tools.py:totals", "--grant-all"), TOTALS),
    ],
)
def test_says_why_a_caller_sees_a_tool(
    project: Project, arguments: tuple[str, ...], expected: str
) -> None:
    outcome = project.run("explain", *arguments)
    assert (outcome.status, outcome.err, outcome.out) == (0, "", expected)


def test_finds_every_gate_in_depth(project: Project) -> None:
    project.write("app/deep.py", DEEP)
    outcome = project.run("explain", "deep", "--grant", "requires:a")
    assert outcome.out == EVERYTHING


def test_a_number_picks_an_item_of_a_list(project: Project) -> None:
    project.write("app/deep.py", DEEP)
    for pointer in ("input/list/0/v", "input/list/*", "input/list/7"):
        outcome = project.run("explain", "deep", pointer, "--grant-all")
        assert [line.split()[1:3] for line in outcome.out.splitlines()[1:]] == [
            ["tool", "(requires:a"],
            ["input", "/list/*"],
        ], pointer


def test_what_is_neither_a_code_nor_a_tool(project: Project) -> None:
    outcome = project.run("explain", "unknown-nam")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err == (
        "Error: `unknown-nam` is no code and no tool; did you mean `unknown-name`?\n"
    )
    outcome = project.run("explain", "moev")
    assert outcome.err == "Error: `moev` is no code and no tool; did you mean `move`?\n"
    outcome = project.run("explain", "SC999")
    assert (outcome.status, outcome.out) == (2, "")
    assert "Error: `SC999` is no code\n" in outcome.err


@pytest.mark.parametrize(
    ("pointer", "hint"),
    [
        ("/sage", "; did you mean `/stage`?"),
        ("stage", "; did you mean `/stage`?"),
        ("output/stage", "; did you mean `input/stage`?"),
        ("ouput/note", "; did you mean `output/note`?"),
        ("/stage/x", "; did you mean `/stage`?"),
        ("/wholly/other", ""),
    ],
)
def test_a_pointer_to_nothing_is_a_slip(project: Project, pointer: str, hint: str) -> None:
    for persona in ("member", "admin"):
        outcome = project.run("explain", "move", pointer, "--persona", persona)
        assert (outcome.status, outcome.out) == (2, "")
        assert outcome.err.endswith(f"Error: there is no `{pointer}` in `move`{hint}\n")


BRANCHED = """
from schemac import tool


#: type shown = { kind: "a", ?deep: { v: Integer } @requires(:deep) }
#: type other = { kind: "b", more: Integer } @requires(:other)
#: (?v: Integer @requires(:into), ?kind: String) -> shown | other
@tool("branched")
def branched(v=0, kind=""):
    '''It.'''
"""


@pytest.mark.parametrize(
    ("pointer", "verdict", "gates"),
    [
        ("/v", "hidden in the input", ["requires:into"]),
        ("/kind", "visible in the input and the output", ["requires:other"]),
        ("output/kind", "visible in the output", ["requires:other"]),
        ("input/kind", "visible in the input", []),
        ("/deep/v", "hidden in the output", ["requires:deep"]),
        ("/more", "hidden in the output", ["requires:other"]),
    ],
)
def test_only_gates_on_the_way_to_the_part_are_listed(
    project: Project, pointer: str, verdict: str, gates: list[str]
) -> None:
    project.write("app/branched.py", BRANCHED)
    outcome = project.run("explain", "branched", pointer)
    first, *rows = outcome.out.splitlines()
    assert first == f"`{pointer}` of `branched`, for a caller without grants: {verdict}"
    found = [word for row in rows for word in row.split() if word.startswith("requires:")]
    assert found == gates
