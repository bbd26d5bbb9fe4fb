"""What a tool is planned to be: its wrapping, its settings, its examples and its depth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.ir.types import Scalar as IrScalar
from schemac.plan.declaration import HandlerLocation, ToolDeclaration
from schemac.plan.gates import Asked
from schemac.plan.model import ToolExample
from schemac.plan.nodes import Field, Member, Record, Ref, Scalar, Union
from schemac.planner.program import plan_program
from schemac.resolve.program import Program, ResolvedTool
from schemac.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

A, B = Asked(0), Asked(1)
WRAPPING = [
    ("{ ok: true }", False),
    ("{}", False),
    ("Hash[String, Integer]", False),
    ("{ ok: true } | Hash[String, Integer]", False),
    ("{ ok: true } | ({ no: true } @requires(:x))", False),
    ("String", True),
    ("String?", True),
    ("nil", True),
    ("Array[Integer]", True),
    ("[Integer]", True),
    ("untyped", True),
    ('"a" | "b"', True),
    ('"a" | ("b" @requires(:x))', True),
    ("{ ok: true } | String", True),
    ("{ ok: true }?", True),
    ("({ ok: true } @requires(:x))?", True),
    ("{ ok: true } | String | (Integer @requires(:x))", True),
    ("({ ok: true } @requires(:x)) | String", True),
    ("({ ok: true } @requires(:x)) | (String @requires(:x))", True),
    ("({ ok: true } @requires(:x & :y)) | (String @requires(:x))", True),
    ("{ ok: true } | (String @requires(:x) @requires(!:x))", False),
    ("{ ok: true } | (String @requires(:x))", None),
    ("({ ok: true } @requires(:x)) | (String @requires(:y))", None),
    ("{ ok: true } | Array[{ a: Integer @requires(:x) }]", None),
    ("{ ok: true } | (nil @requires(:x))", None),
    ("{ ok: true } | (nil @requires(:x))?", None),
    ("{ ok: true } | (String @requires(:x))?", None),
    ("{ ok: true } | ({ no: true } @requires(:x))?", None),
    ("{ ok: true } | (Array[{ a: Integer @requires(:x) }]? @desc(Some))", None),
    ("{ ok: true } | (String @requires(:x) | Integer)?", True),
    ("({ ok: true } @requires(:x)) | (String @requires(:x))?", True),
]


@pytest.mark.parametrize(("output", "wraps"), WRAPPING)
def test_wrapping(planned: Planner, output: str, wraps: object) -> None:
    found = planned(f"type output = {output}")
    errors = [code for code, _ in found.found if code != "SC408"]
    if wraps is None:
        assert errors == ["SC406"]
        assert found.plan.tools == ()
        return
    assert errors == []
    assert found.tool.wraps is wraps
    if wraps:
        assert found.tool.output == Record((Field("data", Ref(0)),))
    else:
        assert found.tool.output == Ref(0)


def test_a_gated_wrapping_points_at_the_gate(planned: Planner) -> None:
    found = planned(
        "type a = { ok: true }\ntype b = a | (String @requires(:x) @feature(:y))\ntype output = b"
    )
    assert found.found == [("SC406", "@requires(:x) @feature(:y)")]
    found = planned("type output = { ok: true } | Array[{ a: Integer @requires(:x) }]")
    assert found.found == [("SC406", "output")]


def test_what_was_declared_goes_into_the_plan(planned: Planner) -> None:
    found = planned(
        "type output = {}",
        "(a: String, ?b: Integer) -> output",
        tool={
            "title": "T",
            "hints": (("read_only", True),),
            "domains": ("x",),
            "category": "c",
            "summary": "s",
            "icons": "[]",
            "meta": "{}",
            "deferred": True,
            "internal": True,
        },
    )
    tool = found.tool
    assert (tool.name, tool.title, tool.hints) == ("t", "T", (("read_only", True),))
    assert (tool.domains, tool.category, tool.summary) == (("x",), "c", "s")
    assert (tool.icons, tool.meta, tool.deferred, tool.internal) == ("[]", "{}", True, True)
    assert tool.handler.parameters == ("a", "b")
    assert tool.input == Record(
        (Field("a", Scalar("string")), Field("b", Scalar("integer"), required=False))
    )


def test_a_type_for_the_input(planned: Planner) -> None:
    found = planned("type input = { a: String } & { ?b: Integer }\ntype output = {}", None)
    assert found.tool.input == Ref(0)
    assert found.tool.handler.parameters == ("a", "b")


def test_read_only_in_the_input_type(planned: Planner) -> None:
    found = planned("type input = { ?a: String @read_only() }\ntype output = {}", None)
    assert found.found == [("SC302", "@read_only()")]
    shared = "type user = { ?a: String @read_only(), b: String }\ntype input = user\n"
    assert planned(f"{shared}type output = {{}}", None).found == []


EXAMPLES = [
    ('{"input":{"a":"x"}}', ToolExample(None, '{"a":"x"}')),
    (
        '{"name":"n","input":{"a":"x","b":1},"output":{"ok":true}}',
        ToolExample("n", '{"a":"x","b":1}', '{"ok":true}', None, A),
    ),
    (
        '{"input":{"a":"x"},"output":{"ok":true,"secret":1}}',
        ToolExample(None, '{"a":"x"}', '{"ok":true,"secret":1}', None, B),
    ),
    ('{"input":{"a":"x"},"error":"gone"}', ToolExample(None, '{"a":"x"}', None, '"gone"')),
    ('{"input":{"a":5}}', "has an `input` that the tool does not take"),
    ('{"input":{"a":"x","c":1}}', "has an `input` that the tool does not take"),
    ('{"input":{"a":"x"},"output":5}', "has an `output` that the tool does not give"),
    ('{"input":{"a":"x"},"output":{"ok":true},"error":"e"}', "has an `output` and an `error`"),
    ('{"input":{"a":"x"},"name":5}', "has a `name` that is no text"),
    ('{"output":5}', "is no object of `input` and perhaps `output` or `error`, and `name`"),
    ("[1]", "is no object of `input` and perhaps `output` or `error`, and `name`"),
]


@pytest.mark.parametrize(("text", "expected"), EXAMPLES)
def test_examples_of_calls(planned: Planner, text: str, expected: object) -> None:
    found = planned(
        "type output = { ok: true, ?secret: Integer @requires(:y) }",
        "(a: String, ?b: Integer @requires(:x)) -> output",
        tool={"examples": (text,)},
    )
    if isinstance(expected, str):
        assert found.messages == [f"SC310 example 1 of tool `t` {expected}"]
    else:
        assert found.found == []
        assert found.tool.examples == (expected,)


def test_an_example_of_a_wrapped_output_is_wrapped(planned: Planner) -> None:
    found = planned("type output = String", tool={"examples": ('{"input":{},"output":"x"}',)})
    assert found.tool.examples == (ToolExample(None, "{}", '{"data":"x"}'),)


def test_an_error_in_a_type_takes_only_the_tools_that_reach_it() -> None:
    source = Source("f.py", "class T: ...")
    span = source.span(0, 5)

    def tool(name: str, output: object) -> ResolvedTool:
        location = HandlerLocation("f.py", name, module="m")
        return ResolvedTool(
            ToolDeclaration(name, location),
            (),
            None,
            output,  # type: ignore[arg-type] # whatever a case needs
            (),
            None,
            "d",
            span,
        )

    program = Program((), (tool("good", IrScalar("string", span)),))
    plan, found = plan_program(program, predicates=["requires"])
    assert found == ()
    assert plan.tools[0].handler.path == "m:good"
    assert plan.predicates == ("requires", "feature")
    assert plan.tools[0].output == Record((Field("data", Scalar("string")),))


def test_types_are_judged_though_no_tool_reaches_them(planned: Planner) -> None:
    found = planned("type other = bool @min(1)\ntype output = { v: String }")
    assert found.found == [("SC302", "@min(1)")]
    assert [tool.name for tool in found.plan.tools] == ["t"]
    assert [named.name for named in found.plan.types] == ["output"]


def test_an_error_reaches_through_names(planned: Planner) -> None:
    found = planned("type a = bool @min(1)\ntype b = { a: a }\ntype output = { b: b }")
    assert found.found == [("SC302", "@min(1)")]
    assert found.plan.tools == ()


def test_nesting_and_chains(planned: Planner) -> None:
    deep = "Array[" * 150 + "String @min(1) @requires(:x)" + "]" * 150
    assert planned(f"type output = {{ v: {deep} }}").found == []
    names = 2000
    chain = "\n".join(f"type t{n} = t{n + 1}? @requires(:g{n % 7})" for n in range(names))
    found = planned(
        f"{chain}\ntype t{names} = String\ntype output = {{ x: String, ?v: t0 @max(3) }}"
    )
    assert found.found == []
    assert len(found.plan.types) == names + 2
    assert found.tool.vocabulary == tuple(range(7))


def test_planning_twice_gives_equal_plans(planned: Planner) -> None:
    types = (
        "type a = { v: Integer @requires(:x), ?next: a }\ntype b = { w: Integer, ?next: b }\n"
        "type output = (a & b) | { k: String @feature(:y) @tier(:z) }"
    )
    first = planned(types, predicates=["tier"])
    second = planned(types, predicates=["tier"])
    assert first.plan == second.plan
    assert first.diagnostics == second.diagnostics


def test_a_union_stands_as_written(planned: Planner) -> None:
    found = planned("type u = String | Integer\ntype output = { v: (u | nil)? }")
    output = found.type("output")
    assert isinstance(output, Record)
    assert output.fields[0].type == Union(
        (
            Member(Union((Member(Ref(1)), Member(Scalar("null"))))),
            Member(Scalar("null")),
        )
    )
