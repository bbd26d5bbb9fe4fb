"""Gates in one operand of an intersection: no name tells what they hide in another one."""

from __future__ import annotations

import pytest

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.emit.canonical import dumps
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool

PAD = "padding_padding_padding_padding: String, more_padding_padding: Integer"
TYPES = f"""
type g[T] = {{ ?of: T, {PAD} }}
type half = {{ ?secret: Date @requires(:a), u: nil }}
type k = {{ p: {{ ?secret: Integer @requires(:a) }} }}
type on_half[U] = U & half
type below[U] = {{ p: {{ x: U, y: Integer }} }} & {{ p: {{ x: untyped @requires(:a) }}, {PAD} }}
type first = {{ k: "a", z: 1 }}
type chosen[U] = {{ p: U }} & {{ p: first | ({{ k: "b", y: 1 }} @requires(:a)), {PAD} }}
type some = first | ({{ k: "b", y: 1 }} @requires(:a))
type chosen_list[U] = {{ p: Array[U] }} & {{ p: Array[some], {PAD} }}
type chosen_map[U] = {{ p: Hash[String, U] }} & {{ p: Hash[String, some], {PAD} }}
type chosen_tuple[U] = {{ p: [U] }} & {{ p: [some], {PAD} }}
type chosen_deep[U] = {{ p: {{ q: {{ r: U }} }} }} & {{ p: {{ q: {{ r: some }} }}, {PAD} }}
type chosen_null[U] = {{ p: U? }} & {{ p: some?, {PAD} }}
type chosen_more[U] = {{ p: U | String }} & {{ p: some | (String @requires(:a)), {PAD} }}
type chosen_wide[U] = {{ p: U | {{ k: "c" }} }} & {{ p: some | {{ k: "c" }}, {PAD} }}
type chosen_name[U] = chosen[U]
type chosen_root[U] = U & (some | {{ k: "c", {PAD} }})
type both[U, V] = {{ p: U }} & {{ p: V, {PAD} }}
"""
ARGUMENTS = [
    "g[{ a: { i: Integer, ?secret: Date } } & { a: { i: Integer, ?secret: Date @requires(:a) } }]",
    "g[{ a: 'x' | 'secret' } & { a: 'x' | ('secret' @requires(:a)) }]",
    "g[{ a: Array['x' | 'secret'] } & { a: Array['x' | ('secret' @requires(:a))] }]",
    "g[{ a: Hash['x' | 'secret', 1] } & { a: Hash['x' | ('secret' @requires(:a)), 1] }]",
    "g[{ u: nil, ?secret: Date } & half]",
    "g[Array[{ u: nil, ?secret: Date } & half]]",
    "g[on_half[{ ?secret: Date }]]",
    "on_half[{ ?secret: Date }]",
    "g[{ p: { ?secret: Integer, y: Date } } & k]",
    "below[{ secret: Integer }]",
    "g[below[{ secret: Integer }]]",
    'chosen[{ k: "b", y: 1, secret: 1 } | { k: "a", z: 1 }]',
    *(
        f'chosen_{kind}[{{ k: "b", y: 1, secret: 1 }} | {{ k: "a", z: 1 }}]'
        for kind in ("list", "map", "tuple", "deep", "null", "more", "wide", "name", "root")
    ),
    *(
        f'{kind}[{{ k: "b", y: 1, secret: 1 }}]'
        for kind in ("chosen_null", "chosen_more", "chosen_wide")
    ),
    "both[{ ?secret: 1, b: 2 }, { ?secret: 1 @requires(:a) }]",
    "both[{ ?secret: 1 @requires(:a) }, { ?secret: 1, b: 2 }]",
]


@pytest.mark.parametrize("use", ARGUMENTS)
def test_what_a_gate_of_another_operand_hides_is_in_no_name(use: str) -> None:
    text = f"{TYPES}type output = {{ x: {use}, y: {use}, z: Array[{use}] }}"
    compilation = compile_tools([ToolDeclaration("t", InlineAnnotations("()", text, None))])
    assert not compilation.errors
    plan = compilation.plan
    view = view_tool(plan, plan.tools[0], {})
    assert view is not None
    assert "secret" not in dumps(emit_schema(view.output))
