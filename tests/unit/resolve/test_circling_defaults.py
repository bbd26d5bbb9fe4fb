"""Defaults of generics that use others in, as many steps as there are declarations out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import compile_tools
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration

if TYPE_CHECKING:
    from schemac.compiler import Compilation

BACK = "leads back to itself: it has no end"


def compiled(text: str) -> Compilation:
    return compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))])


def messages(text: str) -> list[str]:
    return [f"{each.code} {each.message}" for each in compiled(text).diagnostics]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("type g[A = g] = { a: A }", "A"),
        ("type g[A = Array[g]] = { a: A }", "A"),
        ("type g[A = { ?n: g }] = { a: A }", "A"),
        ("type g[A = h[g]] = { a: A }\ntype h[B] = { b: B }", "A"),
        ("type g[A = h] = { a: A }\ntype h[B = g] = { b: B }", "AB"),
        ("type g[A = nil, B = g[A]] = { a: A, b: B }", "B"),
        ("type g[A = nil, B = g] = { a: A, b: B }", "B"),
    ],
)
@pytest.mark.parametrize("use", ["g", "g[nil]"])
def test_defaults_that_lead_back(text: str, names: str, use: str) -> None:
    found = messages(f"{text}\ntype output = {{ x: {use} }}")
    assert found == [f"SC206 the default of `{name}` {BACK}" for name in names]


@pytest.mark.parametrize(
    "text",
    [
        "type g[A = nil] = { ?n: g, a: A }",
        "type g[A = nil, B = g[A, nil]] = { a: A, b: B }",
        "type g[A = h] = { a: A }\ntype h = { ?g: g }",
        "type g[A = h] = { a: A }\ntype h[B = nil] = { ?g: g, b: B }",
    ],
)
def test_bodies_and_whole_uses_may_lead_back(text: str) -> None:
    assert messages(f"{text}\ntype output = {{ x: g }}") == []


def chain(count: int, parameters: str, output: str) -> str:
    lines = (
        f"type g{at}[{parameters.format(f'g{at - 1}')}] = {{ a: A, ?b: B }}"
        for at in range(1, count)
    )
    return "\n".join(("type g0[A = nil] = { a: A }", *lines, f"type output = {{ x: {output} }}"))


@pytest.mark.parametrize("count", [52, 400, 3000])
def test_long_chains_of_defaults_are_told_once(count: int) -> None:
    text = chain(count, "A = {0}, B = nil", f"g{count - 1}")
    assert messages(text) == ["SC206 the default of `A` leads through more than 50 others"]


def test_chains_may_be_as_long_as_is_said() -> None:
    assert messages(chain(50, "A = {0}, B = nil", "g49")) == []


def test_defaults_that_double_take_a_step_each() -> None:
    """Where they are written out they are too large, which is told before it is done."""
    (found,) = messages(chain(45, "A = {0}, B = {0}", "g44"))
    assert found.startswith("SC206 the arguments of `g")
    assert messages(chain(45, "A, B = {0}[A]", "g44[nil]")) == []


def test_defaults_that_double_in_one_declaration_are_not_written_out() -> None:
    defaults = ", ".join(f"A{at} = [A{at - 1}, A{at - 1}]" for at in range(1, 60))
    (found,) = messages(f"type f[A0 = nil, {defaults}] = {{ a: A5 }}\ntype output = {{ x: f }}")
    assert found.startswith("SC206")
