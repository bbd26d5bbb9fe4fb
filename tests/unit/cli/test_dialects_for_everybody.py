"""Tools that tell callers different things in, what a dialect loses of any of them told once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

LOST = re.compile(r"carry `(\w+)` of .* at `([^`]*)`")


def handler(*lines: str, requires: str = "") -> str:
    said = "\n".join(f"    #: {line}" for line in lines)
    return f'''
from schemac import Handler, tool


@tool("t"{requires})
class T(Handler):
    """D."""

{said}

    #: () -> output
    def call(self): ...
'''


def told(project: Project, source: str, *dialects: str) -> list[str]:
    project.write("app/t.py", source)
    options = [part for name in dialects for part in ("--dialect", name)]
    outcome = project.run("check", "--format", "concise", "--select", "SC5", *options)
    return [line for line in outcome.out.splitlines() if line.startswith("app/t.py")]


def places(project: Project, source: str, dialect: str = "portable") -> list[tuple[str, str]]:
    found = [LOST.search(line) for line in told(project, source, dialect)]
    return [(each[1], each[2]) for each in found if each is not None]


@pytest.mark.parametrize(
    "output",
    [
        "{ a: Float @multiple_of(0.5) @requires(!:trial), b: String }",
        "{ a: Float @multiple_of(0.5) @requires(:x & !:trial), b: String }",
        "{ ?a: Float @multiple_of(0.5) @requires(!(:trial | :x)) @requires(:y), b: String }",
        "{ a: untyped @requires(:x) } | { a: Float @multiple_of(0.5) @requires(!:x) }",
    ],
)
def test_what_a_grant_hides_is_looked_at(project: Project, output: str) -> None:
    found = places(project, handler(f"type output = {output}"))
    found = [each for each in found if each[0] != "anyOf"]
    assert [(word, place[-13:]) for word, place in found] == [("multipleOf", "/properties/a")]


def test_each_combination_of_what_hides_is_looked_at(project: Project) -> None:
    flags = [f":f{number}" for number in range(4)]
    gates = [
        " & ".join(f if (1 << at) & bits else f"!{f}" for at, f in enumerate(flags))
        for bits in range(16)
    ]
    fields = ", ".join(
        f"?a{at}: Float @multiple_of({at + 1}) @requires({gate})" for at, gate in enumerate(gates)
    )
    found = places(project, handler(f"type output = {{ {fields}, b: String }}"))
    assert {place for _, place in found} == {f"/properties/a{at}" for at in range(16)}


def test_of_many_flags_that_hide_each_is_looked_at_alone(project: Project) -> None:
    fields = ", ".join(
        f"?a{at}: Float @multiple_of({at + 1}) @requires(!:f{at})" for at in range(9)
    )
    one = "?z: Float @multiple_of(2) @requires(:f0 & !:f1 & !:f2 & !:f3 & !:f4 & !:f5 & !:f6)"
    found = places(project, handler(f"type output = {{ {fields}, {one}, b: String }}"))
    alone = [f"/properties/a{at}" for at in range(9)]
    assert [place for _, place in found] == [*alone, "/properties/z"]


def test_a_default_that_only_some_see_is_looked_at(project: Project) -> None:
    source = handler("type o = { ?y: String @requires(!:x) }", "type output = { b: String }")
    source = source.replace("() -> output", '(?o: o @default({"y": "a"})) -> output')
    source = source.replace("call(self)", "call(self, *, o=None)")
    assert places(project, source, "openai-strict") == [("default", "/properties/o")]


def test_a_tool_that_a_grant_hides_is_looked_at(project: Project) -> None:
    source = handler("type output = { a: Float @multiple_of(0.5) }", requires=', requires="!trial"')
    assert places(project, source) == [("multipleOf", "/properties/a")]


def test_every_description_is_measured(project: Project) -> None:
    long, longer = "x" * 1100, "y" * 1200
    source = handler(
        'description "short" @requires(:a)',
        f'    | "{long}" @requires(:b)',
        f'    | "{longer}"',
        "type output = { b: String }",
    )
    lines = told(project, source, "portable", "gemini")
    assert [line.partition("`t`: ")[2] for line in lines] == [
        "1100 characters; 1024 at most are taken",
        "1200 characters; 1024 at most are taken",
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ("type output = { k: 'a', t: String, m: Float @multiple_of(2), ?h: Date @requires(:x) }",),
        (
            "type m = Array[Float @multiple_of(2)]",
            "type output = { m: m, ?n: m @requires(:x), ?o: m @requires(:y) }",
        ),
        (
            "type p = { ?m: Float @multiple_of(2) }",
            "type output = { q: p, ?r: Array[p] @requires(:x) }",
        ),
        ('type output = { ?n: { k: "z" } @requires(:x) | Float @multiple_of(2), b: String }',),
        ("type output = { o: [Date @requires(:x), Float @multiple_of(2)] }",),
    ],
)
def test_what_stands_elsewhere_for_others_is_told_once(
    project: Project, lines: tuple[str, ...]
) -> None:
    assert [word for word, _ in places(project, handler(*lines))].count("multipleOf") == 1


def test_names_are_told_once(project: Project) -> None:
    source = handler("type output = { k: String @requires(!:a) }").replace('"t"', '"T"')
    lines = told(project, source, "portable")
    assert len(lines) == 1
    assert "`T` does not match" in lines[0]


def test_a_tool_that_nobody_sees_is_not_looked_at(project: Project) -> None:
    source = handler("type output = { a: Float @multiple_of(2) @requires(:a) @requires(!:a) }")
    assert told(project, source, "gemini") == []
