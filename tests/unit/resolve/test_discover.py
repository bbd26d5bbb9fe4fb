from __future__ import annotations

from textwrap import dedent

import pytest

from schemac.diagnostics.sink import order
from schemac.plan.declaration import HandlerLocation, ToolDeclaration, UnreadableGate
from schemac.plan.naming import is_tool_name, tool_name
from schemac.resolve.discover import discover
from schemac.runtime.options import ToolOptions
from schemac.source import Source
from schemac.syntax.module import read_module
from tests.unit.resolve.projects import shown


def _discover(text: str) -> tuple[tuple[ToolDeclaration, ...], str]:
    module, found = read_module(Source("app.py", dedent(text).lstrip("\n")))
    assert found == ()
    tools, diagnostics = discover(module)
    return tools, "\n".join(shown(each) for each in order(diagnostics))


def _one(arguments: str) -> tuple[ToolDeclaration | None, str]:
    tools, text = _discover(f"@tool({arguments})\ndef one(): ...\n")
    return (tools[0] if tools else None), text


def test_everything_a_decorator_may_say() -> None:
    tools, text = _discover("""
        @tool("advance_step", requires=["a | b", "!c"], gates={"feature": "sms", "tier": ["x"]},
              domains=["operator", "admin"], category="workflows", summary="Workflows.",
              title="Advance a step", description="Advance.", destructive=False, idempotent=True,
              open_world=False, read_only=True, icons=[{"src": "a.png"}], meta={"k": [1, None]},
              deferred=True, internal=True, middleware=[], examples=[{"input": {"a": "é"}}])
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
        ),
    )


def test_a_method_description_is_asked_unless_there_is_a_text() -> None:
    tools, _ = _discover("""
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
    tools, text = _discover("""
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
    tools, _ = _discover("""
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


@pytest.mark.parametrize(
    ("written", "shown_name"),
    [
        ('"a b"', "`a b`"),
        ('""', "``"),
        ('"é"', "`é`"),
        ("3", "3"),
        (f'"{"x" * 65}"', f"`{'x' * 65}`"),
    ],
)
def test_a_name_that_no_tool_can_have(written: str, shown_name: str) -> None:
    assert _one(written) == (
        None,
        (
            f"app.py:1:7 [{written}] SC611 {shown_name} cannot be the name of a tool\n"
            "  hint: 1 to 64 characters of A-Z, a-z, 0-9, `_` and `-`"
        ),
    )


def test_a_class_whose_own_name_no_tool_can_have() -> None:
    tools, text = _discover("@tool\nclass Größe: ...\n")
    assert tools == ()
    assert text == (
        "app.py:2:7 [Größe] SC611 `größe` cannot be the name of a tool\n"
        '  hint: name it in its decorator, `@tool("…")`, with 1 to 64 characters of '
        "A-Z, a-z, 0-9, `_` and `-`"
    )


def test_a_name_that_is_no_literal_leaves_the_tool_out() -> None:
    tool, text = _one("PREFIX + 'x'")
    assert tool is None
    assert text == (
        "app.py:1:7 [PREFIX + 'x'] SC608 the name of this tool is no literal "
        "and cannot be read without running the code\n"
        "  hint: write it out, or use `--app` to read it from the imported application"
    )


@pytest.mark.parametrize(
    ("argument", "gate"),
    [
        ("requires=ADMIN", UnreadableGate("requires")),
        ("requires=['a', ADMIN]", UnreadableGate("requires")),
        ("gates={'feature': FLAG}", UnreadableGate("*")),
        ("gates=GATES", UnreadableGate("*")),
        ("**options", UnreadableGate("*")),
    ],
)
def test_a_gate_that_cannot_be_read_is_never_open(argument: str, gate: UnreadableGate) -> None:
    tool, text = _one(f"'one', {argument}")
    assert tool is not None
    assert tool.gates == (gate,)
    assert text.count("SC608") == 1


def test_what_cannot_be_read_is_noted_and_left_out() -> None:
    tool, text = _one("'one', title=_('x'), domains=DOMAINS, read_only=not DEBUG, requires='a'")
    assert tool is not None
    assert (tool.title, tool.domains, tool.hints) == (None, (), ())
    assert tool.gates == (("requires", "a"),)
    assert [
        line.partition(" SC608 ")[2].partition(" is no")[0] for line in text.splitlines()[::2]
    ] == [
        "`title`",
        "`domains`",
        "`read_only`",
    ]


@pytest.mark.parametrize(
    ("argument", "finding"),
    [
        ("requires=''", "SC401 `requires` is empty: leave it out where everyone may use the tool"),
        ("requires=[]", "SC401 `requires` is empty: leave it out where everyone may use the tool"),
        ("requires=' '", "SC401 `requires` is empty: leave it out where everyone may use the tool"),
        (
            "requires=['a', '']",
            "SC401 `requires` is empty: leave it out where everyone may use the tool",
        ),
        ("requires=None", "SC401 `requires` must be a flag expression, or a list of them"),
        ("requires=True", "SC401 `requires` must be a flag expression, or a list of them"),
        (
            "gates={'feature': ''}",
            (
                "SC401 `gates` has a gate `feature` that is empty: "
                "leave it out where everyone may use the tool"
            ),
        ),
        ("gates=['feature']", "SC401 `gates` must map predicates to flag expressions"),
        ("gates={'a b': 'x'}", "SC401 `gates` has the key 'a b', which names no predicate"),
        ("domains=[]", "SC613 `domains` must be a list of names, and not empty"),
        (
            "domains=['a/b']",
            "SC613 `domains` holds 'a/b': a name is 1 to 64 characters of A-Z, a-z, 0-9 and `_.~-`",
        ),
        ("domains='explorer'", "SC613 `domains` holds `explorer`, which is taken"),
        (
            "category='A b'",
            "SC613 `category` must be a text of the characters a-z, 0-9 and `_`",
        ),
        ("title=3", "SC613 `title` must be a text"),
        ("title='\\ud800'", "SC613 `title` must be a text"),
        ("read_only='yes'", "SC613 `read_only` must be True or False"),
        ("deferred=1", "SC613 `deferred` must be True or False"),
        ("icons={'src': 'a'}", "SC613 `icons` must be a list of objects"),
        ("meta=[]", "SC613 `meta` must be an object"),
        ("meta={'a': 1e999}", "SC613 `meta` must be plain JSON"),
        ("meta={'a': {1}}", "SC613 `meta` must be plain JSON"),
        ("examples={'input': 1}", "SC613 `examples` must be a list of objects"),
        (
            "examples=[{'output': 1}]",
            (
                "SC613 `examples` must hold objects with `input`, "
                "and perhaps `output`, `error` and `name`"
            ),
        ),
    ],
)
def test_a_value_that_an_argument_cannot_have(argument: str, finding: str) -> None:
    tool, text = _one(f"'one', {argument}")
    assert tool is None, "a tool with a doubtful argument is never public"
    value = argument.partition("=")[2]
    column = 15 + argument.index("=")
    assert text == f"app.py:1:{column} [{value}] {finding}"


def test_a_misspelt_argument_is_never_a_public_tool() -> None:
    assert _one("'one', require='admin'") == (
        None,
        (
            "app.py:1:14 [require] SC613 `require` is no argument of a tool\n"
            "  hint: did you mean `requires`?"
        ),
    )
    tool, text = _one("'one', xyz = 1")
    assert tool is None
    assert text.startswith(
        "app.py:1:14 [xyz] SC613 `xyz` is no argument of a tool\n  hint: there are "
    )


@pytest.mark.parametrize("argument", ["'admin'", "['admin']", "None", "GATE", "*GATES, 'admin'"])
def test_a_gate_without_its_keyword_is_never_a_public_tool(argument: str) -> None:
    shown = argument.removeprefix("*GATES, ")
    for rest in ("", ", 'more'", ", title='T'"):
        tool, text = _one(f"'one', {argument}{rest}")
        assert tool is None
        assert f"[{shown}] SC613 only the name of a tool is given without a keyword" in text
        assert (f"hint: a gate is written `requires={shown}`" in text) == (shown == "'admin'")


def test_other_decorators_are_nothing_to_us() -> None:
    assert _discover("@app.route('/x')\n@property\ndef one(): ...\n") == ((), "")


def test_the_arguments_are_those_that_the_decorator_takes() -> None:
    tools, text = _discover("@tool('one', no=1)\ndef one(): ...\n")
    assert tools == ()
    listed = ", ".join(ToolOptions.__annotations__)
    assert set(text.rpartition("hint: there are ")[2].split(", ")) == set(listed.split(", "))


@pytest.mark.parametrize("argument", ["policy='P'", "model='m'", "action='a'"])
def test_what_the_decorator_would_refuse_is_told(argument: str) -> None:
    tool, text = _one(f"'one', {argument}")
    name = argument.partition("=")[0]
    assert tool is None
    assert f"SC613 `{name}` is no argument of a tool\n" in text


def test_the_name_has_no_keyword() -> None:
    tool, text = _one("name='y'")
    assert tool is None
    assert "SC613 `name` is no argument of a tool\n" in text
    assert text.endswith("hint: the name is the first argument, without a keyword: `@tool('y')`")
