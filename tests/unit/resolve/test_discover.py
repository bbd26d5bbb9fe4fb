"""Decorators are found in a program, with everything that they say of a tool."""

from __future__ import annotations

import pytest

from schemac.plan.declaration import HandlerLocation, ToolDeclaration
from schemac.plan.naming import is_tool_name, tool_name
from schemac.runtime.options import ToolOptions
from tests.unit.resolve.discovered import discovered_in


def test_everything_a_decorator_may_say() -> None:
    tools, text = discovered_in("""
        @tool("advance_step", requires=["a | b", "!c"], gates={"feature": "sms", "tier": ["x"]},
              domains=["operator", "admin"], category="workflows", summary="Workflows.",
              title="Advance a step", description="Advance.", destructive=False, idempotent=True,
              open_world=False, read_only=True, icons=[{"src": "a.png"}], meta={"k": [1, None]},
              deferred=True, internal=True, middleware=[], examples=[{"input": {"a": "é"}}],
              undeclared="reject")
        class AdvanceStep(Handler):
            def description(self): ...
    """)
    assert text == ""
    assert tools == (
        ToolDeclaration(
            name="advance_step",
            handler=HandlerLocation("app.py", "AdvanceStep", 1),
            gates=(
                ("requires", "a | b"),
                ("requires", "!c"),
                ("feature", "sms"),
                ("tier", "x"),
            ),
            title="Advance a step",
            description="Advance.",
            hints=(
                ("read_only", True),
                ("destructive", False),
                ("idempotent", True),
                ("open_world", False),
            ),
            domains=("operator", "admin"),
            category="workflows",
            summary="Workflows.",
            icons='[{"src":"a.png"}]',
            meta='{"k":[1,null]}',
            deferred=True,
            internal=True,
            examples=('{"input":{"a":"é"}}',),
            place="app.py:1",
            undeclared="reject",
        ),
    )


def test_a_method_description_is_asked_unless_there_is_a_text() -> None:
    tools, _ = discovered_in("""
        @tool("one")
        class One:
            def description(self): ...
        @tool("two", description="Two.")
        class Two:
            def description(self): ...
        @tool("three")
        class Three: ...
    """)
    assert [each.dynamic for each in tools] == [True, False, False]


def test_names_by_themselves() -> None:
    tools, text = discovered_in("""
        class Orders:
            @tool
            class AdvanceStep: ...
        @registry.tool()
        def show_HTTPStatus2(): ...
        @tool(None)
        def third(): ...
    """)
    assert text == ""
    assert [each.name for each in tools] == [
        "orders_advance_step",
        "show_http_status2",
        "third",
    ]


def test_tools_in_the_order_of_registration() -> None:
    tools, _ = discovered_in("""
        @tool("c")
        @tool("b")
        class Outer:
            @tool("a")
            class Inner: ...
        @tool("d")
        def function(): ...
        @tool("e")
        class Last: ...
    """)
    assert [each.name for each in tools] == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize(
    ("qualname", "name"),
    [
        ("AdvanceStep", "advance_step"),
        ("HTTPServer", "http_server"),
        ("Orders.Show", "orders_show"),
        ("make.<locals>.Show2Things", "show2_things"),
        ("already_snake", "already_snake"),
        ("_Private", "_private"),
    ],
)
def test_snake_case(qualname: str, name: str) -> None:
    assert tool_name(qualname) == name


def test_tool_names() -> None:
    assert is_tool_name("a-Z_9")
    assert is_tool_name("a" * 64)
    assert [is_tool_name(name) for name in ("", "a" * 65, "a b", "a.b", "é", "a\n")] == [False] * 6


def test_other_decorators_are_nothing_to_us() -> None:
    assert discovered_in("@app.route('/x')\n@property\ndef one(): ...\n") == ((), "")


def test_the_arguments_are_those_that_the_decorator_takes() -> None:
    tools, text = discovered_in("@tool('one', no=1)\ndef one(): ...\n")
    assert tools == ()
    listed = ", ".join(ToolOptions.__annotations__)
    assert set(text.rpartition("hint: there are ")[2].split(", ")) == set(listed.split(", "))
