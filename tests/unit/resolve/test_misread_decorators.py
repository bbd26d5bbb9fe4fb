"""What a decorator says and cannot be so is told, and never makes a tool more open."""

from __future__ import annotations

import pytest

from schemac.plan.declaration import ToolDeclaration, UnreadableGate
from tests.unit.resolve.discovered import discovered_in


def one_tool(arguments: str) -> tuple[ToolDeclaration | None, str]:
    tools, text = discovered_in(f"@tool({arguments})\ndef one(): ...\n")
    return (tools[0] if tools else None), text


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
    assert one_tool(written) == (
        None,
        (
            f"app.py:1:7 [{written}] SC611 {shown_name} cannot be the name of a tool\n"
            "  hint: 1 to 64 characters of A-Z, a-z, 0-9, `_` and `-`"
        ),
    )


def test_a_class_whose_own_name_no_tool_can_have() -> None:
    tools, text = discovered_in("@tool\nclass Größe: ...\n")
    assert tools == ()
    assert text == (
        "app.py:2:7 [Größe] SC611 `größe` cannot be the name of a tool\n"
        '  hint: name it in its decorator, `@tool("…")`, with 1 to 64 characters of '
        "A-Z, a-z, 0-9, `_` and `-`"
    )


def test_a_name_that_is_no_literal_leaves_the_tool_out() -> None:
    tool, text = one_tool("PREFIX + 'x'")
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
    tool, text = one_tool(f"'one', {argument}")
    assert tool is not None
    assert tool.gates == (gate,)
    assert text.count("SC608") == 1


def test_what_cannot_be_read_is_noted_and_left_out() -> None:
    tool, text = one_tool("'one', title=_('x'), domains=DOMAINS, read_only=not DEBUG, requires='a'")
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
    tool, text = one_tool(f"'one', {argument}")
    assert tool is None, "a tool with a doubtful argument is never public"
    value = argument.partition("=")[2]
    column = 15 + argument.index("=")
    assert text == f"app.py:1:{column} [{value}] {finding}"


def test_a_misspelt_argument_is_never_a_public_tool() -> None:
    assert one_tool("'one', require='admin'") == (
        None,
        (
            "app.py:1:14 [require] SC613 `require` is no argument of a tool\n"
            "  hint: did you mean `requires`?"
        ),
    )
    tool, text = one_tool("'one', xyz = 1")
    assert tool is None
    assert text.startswith(
        "app.py:1:14 [xyz] SC613 `xyz` is no argument of a tool\n  hint: there are "
    )


@pytest.mark.parametrize("argument", ["'admin'", "['admin']", "None", "GATE", "*GATES, 'admin'"])
def test_a_gate_without_its_keyword_is_never_a_public_tool(argument: str) -> None:
    shown = argument.removeprefix("*GATES, ")
    for rest in ("", ", 'more'", ", title='T'"):
        tool, text = one_tool(f"'one', {argument}{rest}")
        assert tool is None
        assert f"[{shown}] SC613 only the name of a tool is given without a keyword" in text
        assert (f"hint: a gate is written `requires={shown}`" in text) == (shown == "'admin'")


@pytest.mark.parametrize("argument", ["policy='P'", "model='m'", "action='a'"])
def test_what_the_decorator_would_refuse_is_told(argument: str) -> None:
    tool, text = one_tool(f"'one', {argument}")
    name = argument.partition("=")[0]
    assert tool is None
    assert f"SC613 `{name}` is no argument of a tool\n" in text


def test_the_name_has_no_keyword() -> None:
    tool, text = one_tool("name='y'")
    assert tool is None
    assert "SC613 `name` is no argument of a tool\n" in text
    assert text.endswith("hint: the name is the first argument, without a keyword: `@tool('y')`")
