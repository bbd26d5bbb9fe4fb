"""Generics with arguments of all forms at places of all kinds in, what names tell of them out."""

from __future__ import annotations

import pytest

from schemac.compiler import compile_tools
from schemac.emit import emit_schema
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration
from schemac.plan.view import view_tool
from tests.counted import calls_at_most

PAD = "padding_padding_padding_padding_padding: String, more_padding: Integer"
TYPES = f"""
type person = {{ p: String }} @requires(:a)
type open = {{ o: String }}
type stage = "x" | ("y" @requires(:a))
type nothing = nil
type base = {{ b: String }}
type page[T] = {{ items: Array[T], {PAD} }}
"""


def names(text: str, *flags: str) -> list[str]:
    """Give the definitions that a caller with these flags reads."""
    made = compile_tools([ToolDeclaration("t", InlineAnnotations("()", TYPES + text, None))])
    assert not made.errors
    plan = made.plan
    answers = {at: 1 if atom.flag in flags else 0 for at, atom in enumerate(plan.atoms)}
    view = view_tool(plan, plan.tools[0], answers)  # type: ignore[arg-type] # 0 or 1
    assert view is not None
    return list(emit_schema(view.output).get("$defs", {}))


def used(argument: str) -> str:
    return f"type output = {{ a: {argument}, b: {argument}, z: String }}"


@pytest.mark.parametrize(
    ("argument", "without", "granted"),
    [
        ("page[person]", "page", "page_person"),
        ("page[person | open]", "page_open", "page_person_open"),
        ('page["k" | ("l" @requires(:a))]', "page_k", "page_k_l"),
        ("page[stage]", "page_stage", "page_stage"),
        ("page[stage?]", "page_stage", "page_stage"),
        ("page[nothing | person]", "page", "page_person"),
        ("page[(person | open) @desc(words)]", "page_open_desc_words", None),
        ("page[String @min(2) @desc(words)]", "page_String_min_2_desc_words", None),
        ("page[(String @min(2)) @max(3)]", "page_String_min_2_max_3", None),
        ("page[String @example(p)]", "page_String", "page_String"),
        ("page[{ x: String, ?h: person @deprecated() }]", "page_x_String", None),
        ('page[{ x: "k" | "l" @requires(:a), y: nil }]', "page_y_nil", "page_x_k_l_y_nil"),
        ('page[{ x: "k" | ("l" @requires(:a)), y: nil }]', "page_x_k_y_nil", None),
        ("page[open & { k: nil @requires(:a) }]", "page_o_String", "page_o_String_k_nil"),
        ("page[open & { o: untyped @requires(:a), k: nil }]", "page_k_nil", None),
        ("page[person & { k: nil }]", "page_k_nil", "page_p_String_k_nil"),
        ("page[person & open | base]", "page_o_String_base", "page_p_String_o_String_base"),
        ('page[Hash["k" | ("l" @requires(:a)), open]]', "page_Hash_k_open", "page_Hash_k_l_open"),
        ("page[page[person | open]]", "page_page_open", "page_page_person_open"),
        (
            "page[{ w: nil } & ({ ?s: nil @write_only() } @requires(:a))]",
            "page_w_nil",
            "page_w_nil",
        ),
        ("page[{ w: nil } & { ?s: nil @write_only() }]", "page_w_nil", "page_w_nil"),
        ("page[open | nil @requires(:a)]", "page_open", "page_open"),
        ("page[open | nothing @requires(:a)]", "page_open", "page_open"),
        ("page[{ x: open @desc(d) | nil @requires(:a) }]", "page_x_open_desc_d", None),
        ("page[[open, person] | base]", "page_base", "page_open_person_base"),
        ("page[{ ?x: { ?y: person }, k: nil }]", "page_k_nil", "page_x_y_person_k_nil"),
    ],
)
def test_an_argument_is_told_as_it_is_seen(
    argument: str, without: str, granted: str | None
) -> None:
    assert without in names(used(argument))
    if granted is not None:
        assert granted in names(used(argument), "a")


@pytest.mark.parametrize(
    ("body", "without", "granted"),
    [
        ("?i: Array[T] @requires(:a)", "veil", "veil_open"),
        ("?i: [T, person]", "veil", "veil_open"),
        ('?i: Hash["k" @requires(:a), T]', "veil", "veil_open"),
        ("?i: page[T] @requires(:a)", "veil", "veil_open"),
        ("?i: page[Array[T] @requires(:a) | nil]", "veil", "veil_open"),
        ("?i: T @requires(:b), ?j: T @requires(:a)", "veil", "veil_open"),
        ("?i: [T] | base @requires(:a)", "veil", "veil_open"),
        ("?i: (T @requires(:a)) | [base]", "veil", "veil_open"),
        ("?i: base & { j: T }", "veil_open", "veil_open"),
        ("?i: base & ({ j: T } @requires(:a))", "veil", "veil_open"),
        ("?i: T @write_only(), k: nil", "veil", "veil"),
        ("?i: veil[T] @requires(:a), k: nil", "veil", "veil"),
        ("k: nil", "veil", "veil"),
        ("?i: with_list[T]", "veil_open", "veil_open"),
        ("?i: with_list[T] @requires(:a)", "veil", "veil_open"),
        ("?i: { j: Array[T] } & { j: untyped }", "veil_open", "veil_open"),
        ("?i: { j: Array[T] } & { ?j: untyped @requires(:a) }", "veil", "veil_open"),
        ("?i: { j: Array[T] } & ({ j: untyped } @requires(:a))", "veil", "veil_open"),
        ("?i: { j: { k: T } } & { j: { ?k: untyped @requires(:a), l: nil } }", "veil", "veil_open"),
        ("?i: T & { o: untyped, k: nil }", "veil_open", "veil_open"),
        ("?i: T & { ?o: untyped @requires(:a), k: nil }", "veil", "veil_open"),
        ("?i: { k: nil } & (T & { l: nil })", "veil_open", "veil_open"),
        ("?i: { k: nil } & ((T & { l: nil }) & { m: nil })", "veil_open", "veil_open"),
        ("?i: { k: nil } & ((T & { l: nil }) @requires(:a))", "veil", "veil_open"),
        ("?i: Array[T] & Array[untyped]", "veil_open", "veil_open"),
        ("?i: Array[T] & Array[untyped @requires(:a)]", "veil", "veil_open"),
        ("?i: { w: { z: T } } & { w: { y: nil @requires(:a), z: open } }", "veil_open", None),
        ("?i: { w: { z: T } } & { w: { ?z: untyped @requires(:a), y: nil } }", "veil", None),
        ("?i: { w: { z: T } } & { ?w: { y: nil } @requires(:a) }", "veil", None),
        ("?i: { w: { v: { z: T } } } & { w: { v: { ?y: person } } }", "veil_open", None),
        ("?i: { w: { v: { z: T } } } & { w: { ?v: { y: nil } @requires(:a) } }", "veil", None),
        ("?i: { w: Array[{ z: T }] } & { w: Array[{ y: nil, ?x: person }] }", "veil_open", None),
        ("?i: { w: Array[{ z: T }] } & { w: Array[{ ?z: untyped @requires(:a) }] }", "veil", None),
        (
            "?i: { w: Hash[String, { z: T }] } & { w: Hash[String, { ?y: person }] }",
            "veil_open",
            None,
        ),
        (
            '?i: { w: Hash[K, { z: T }] } & { w: Hash["k" | "l", { y: nil }] }',
            "veil_open",
            None,
        ),
        ("?i: { w: [{ z: T }, nil] } & { w: [{ ?y: person }, nil] }", "veil_open", None),
        ("?i: { w: [{ z: T }, person] } & { w: [{ y: nil }, untyped] }", "veil", None),
        ("?i: { w: { z: T }? } & { w: { ?y: person } }", "veil_open", None),
        ("?i: { w: { z: T }? } & { w: { ?z: untyped @requires(:a) }? }", "veil", None),
        ("?i: { w: inner[T] } & { w: { ?y: person } }", "veil_open", None),
        ("?i: { w: inner[T] } & { w: { ?n: { ?m: person } } }", "veil_open", None),
        ("?i: { w: inner[T] } & { w: { ?n: untyped @requires(:a) } }", "veil", None),
        ("?i: { w: with_list[T] } & { w: { y: Array[{ ?k: person }] } }", "veil_open", None),
        ("?i: { w: { z: T } } & { w: base } & { w: part }", "veil_open", None),
        ("?i: { w: part } & { w: T }", "veil_open", None),
        ("?i: { w: T } & { w: { ?o: untyped @requires(:a) } }", "veil", None),
        ("?i: { w: ({ z: T } @requires(:a)) } & { w: { y: nil } }", "veil", None),
        ("?i: { w: person } & { w: { z: T } }", "veil_open", None),
        ("?i: ({ k: 0, x: nil } | ({ k: 1, l: T } @requires(:a))) & { m: nil }", "veil", None),
        ("?i: ({ k: 0, x: person } | { k: 1, y: person }) & { m: T }", "veil_open", None),
        ("?i: (({ k: 0 } @requires(:a)) | ({ l: 1 } @requires(:a))) & { m: T }", "veil", None),
        ("?i: (({ k: 0 } @requires(:a)) | { k: 1 }) & { ?k: 0, m: T }", "veil", None),
        ("?i: { z: T, n: untyped } & recursive", "veil_open", None),
    ],
)
def test_an_argument_is_told_to_who_sees_a_place_of_it(
    body: str, without: str, granted: str | None
) -> None:
    text = f"type veil[T] = {{ {body}, {PAD} }}\n{used('veil[open]')}"
    text = f"type with_list[T, U = Array[T]] = {{ y: U }}\n{text}"
    text = f"type inner[T] = {{ ?n: {{ o: T }}, ?p: nil }}\n{text}"
    text = f"type part = {{ z: open, ?q: nil @requires(:a) }}\n{text}"
    text = f"type recursive = {{ ?r: Array[recursive], n: {{ ?s: person }} }}\n{text}"
    text = f'type K = "k" | ("l" @requires(:a))\n{text}'
    assert without in names(text)
    assert (granted or "veil_open") in names(text, "a")


@pytest.mark.parametrize(
    ("body", "argument", "without", "granted"),
    [
        ("based[T] & { items: Array[T] @max(9) }", "part", "veil_part", "veil_part"),
        ("based[T] & { items: Array[part] }", "open", "veil_open", "veil_open"),
        ("T & { ?c: nil @requires(:a), d: nil }", "open?", "veil_open", "veil_open"),
        ("T & { ?c: nil @requires(:a), d: nil }", "open | String", "veil_open_String", None),
        ("(({ k: 0 } | { k: 1 }) @requires(:a)) & { d: T }", "open", "veil_open", "veil_open"),
        ("sorts & { d: T }", "open", "veil_open", "veil_open"),
        ("T & { d: nil }", "open | (String @requires(:a))", "veil_open", "veil_open_String"),
        ("T & { d: nil }", "open | (person @requires(:a))", "veil_open", "veil_open_person"),
        ("T & { ?c: nil @requires(:a), d: nil }", "untyped", "veil_untyped", "veil_untyped"),
    ],
)
def test_what_comes_out_of_an_intersection_is_told(
    body: str, argument: str, without: str, granted: str | None
) -> None:
    text = "type part = { n: String, ?m: nil @requires(:a) }\n"
    text += "type sorts = ({ k: 0 } | { k: 1 }) @requires(:a)\n"
    text += f"type based[T] = {{ items: Array[T], {PAD} }}\n"
    text += f"type veil[T] = {{ {PAD.replace('padding', 'more')} }} & {body}\n"
    argument = f"veil[{argument}]"
    text += used(argument)
    assert without in names(text)
    assert granted is None or granted in names(text, "a")


def test_an_argument_that_is_a_key_is_told_where_the_values_are_seen() -> None:
    text = f"type m[K] = {{ ?m: Hash[K, person], {PAD} }}\n" + used('m["k" | "l"]')
    assert names(text) == ["m"]
    assert names(text, "a") == ["m_k_l"]


def test_gates_on_the_declaration_of_what_it_goes_through_hide_it() -> None:
    text = "type inner[T] = { n: T } @requires(:a)\n"
    text += f"type veil[T] = {{ ?i: inner[T], {PAD} }}\n{used('veil[open]')}"
    assert "veil" in names(text)
    assert "veil_open" in names(text, "a")


@pytest.mark.parametrize("count", [200, 2000])
def test_places_in_long_chains_and_towers_are_found_in_few_steps(count: int) -> None:
    chain = ["type g0[T] = { v: T, k: nil }"]
    chain += [
        f"type g{at}[T] = {{ ?l: g{at - 1}[T] @requires(:a), ?r: g{at - 1}[T] @requires(:b) }}"
        for at in range(1, 40)
    ]
    towers = ["type d0 = page[person | open]"]
    towers += [f"type d{at} = page[[d{at - 1}, d{at - 1}]]" for at in range(1, count)]
    text = "\n".join((*chain, *towers, f"type output = {{ a: g39[open], b: d{count - 1} }}"))
    with calls_at_most(200_000 + 20_000 * count):
        names(text, "a", "b")
