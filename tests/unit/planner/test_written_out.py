"""Types closed at their uses in, what is too large to be written out reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.planner.written_out import MOST_LEVELS, MOST_NODES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]


def tower(levels: int, each: str) -> str:
    """Give types in one another, `{p}` the one inside, and an output of the last."""
    types = [each.format(i=n, p=n - 1) for n in range(1, levels + 1)]
    return "\n".join(["type t0 = { z: 1 }", *types, f"type output = {{ v: t{levels} @closed() }}"])


def where(found: Planned) -> list[str]:
    """Give the findings of the kind, each with its line and what stands there."""
    spans = [each.span for each in found.diagnostics if each.code == "SC319"]
    return [f"{span.begin.line}: {span.text}" for span in spans if span is not None]


DOUBLING = {
    "records": ("type t{i} = {{ f: t{p} @closed(), g: t{p} @closed() }}", 12),
    "the older word": ("type t{i} = {{ f: t{p} @strict(), g: t{p} @strict() }}", 12),
    "what may be null": ("type t{i} = {{ f: t{p}? @closed(), g: (t{p} | nil) @closed() }}", 12),
    "lists and maps": ("type t{i} = [Array[t{p} @closed()], Hash[String, t{p} @closed()]]", 12),
    "unions": ("type t{i} = {{ f: (t{p} @closed()) | {{ g{i}: t{p} @closed() }} }}", 12),
    "generics": (
        "type p{i}[T] = {{ l: T @closed(), r: T @closed() }}\ntype t{i} = p{i}[t{p}]",
        22,
    ),
}


@pytest.mark.parametrize("levels", [16, 300])
@pytest.mark.parametrize("name", DOUBLING)
def test_two_closed_uses_in_each_are_reported_once(
    planned: Planner, name: str, levels: int
) -> None:
    each, line = DOUBLING[name]
    found = planned(tower(levels, each))
    (only,) = where(found)
    assert only.endswith(("@closed()", "@strict()"))
    assert only.startswith(f"{line}: ")
    assert not found.plan.tools
    message = next(each.message for each in found.diagnostics if each.code == "SC319")
    assert message.endswith(f"more than {MOST_NODES} types may be written out in one another")


@pytest.mark.parametrize(("levels", "much"), [(16, "10000 types"), (400, "80 levels")])
def test_a_closed_use_closes_the_variants_inside_it(
    planned: Planner, levels: int, much: str
) -> None:
    found = planned(tower(levels, "type t{i} = (t{p} @desc(a)) | (t{p} @desc(b))"))
    assert found.errors == [
        f"SC319 with `t{levels}` closed here, more than {much} may be written out in one another"
    ]
    assert where(found) == [f"{levels + 2}: @closed()"]


CHAINS = {
    "records": ("type t{i} = {{ f: t{p} @closed() }}", 2),
    "records with a field merged in": ("type t{i} = {{ f: (t{p} & {{ g: 1 }}) @closed() }}", 2),
    "lists": ("type t{i} = {{ f: Array[t{p} @closed()] }}", 3),
    "tuples of what may be null": ("type t{i} = {{ f: [t{p}? @closed()] }}", 6),
}


@pytest.mark.parametrize("name", CHAINS)
def test_chains_of_closed_uses_end_where_readers_do(planned: Planner, name: str) -> None:
    each, of_each = CHAINS[name]
    fits = (MOST_LEVELS - 4) // of_each
    assert where(planned(tower(fits, each))) == []
    for levels in (fits + 2, 400):
        found = planned(tower(levels, each))
        (only,) = where(found)
        assert only.endswith(": @closed()")
        assert not found.plan.tools


def test_closed_declarations_are_no_closed_uses(planned: Planner) -> None:
    types = tower(400, "type t{i} = {{ f: t{p}, g: t{p} }} @closed()")
    found = planned(types)
    assert found.errors == []
    assert len(found.plan.tools) == 1


def test_operands_are_no_uses(planned: Planner) -> None:
    found = planned(tower(300, "type t{i} = (t{p} @closed()) & {{ f{i}: 1 }}"))
    assert found.errors == []


def test_a_chain_that_is_not_closed_begins_anew(planned: Planner) -> None:
    each = "type t{i} = {{ f: t{p} @closed(), g: t{p} @closed() }}"
    types = tower(9, each).replace("type output", "type was")
    found = planned(
        types + "\ntype u = { f: t9 }\ntype output = { v: u @closed(), w: u @closed() }"
    )
    assert found.errors == []


def test_a_tool_that_writes_out_too_much_is_the_only_one_hidden(planned: Planner) -> None:
    each = "type t{i} = {{ f: t{p} @closed(), g: t{p} @closed() }}"
    types = tower(10, each).replace("type output", "type was")
    uses = ", ".join(f"a{n}: t10 @closed()" for n in range(9))
    assert where(planned(types + "\ntype output = { ok: true }", f"({uses}) -> output")) == [
        "14: @closed()"
    ]
    assert planned(types + "\ntype output = { ok: true }", "(a: t10) -> output").errors == []


def test_recursion_inside_is_no_endless_chain(planned: Planner) -> None:
    types = "type node = { ?next: node } @closed()\ntype one = { n: node, ?o: node }"
    found = planned(f"{types}\ntype u = one | node\ntype output = {{ v: u @closed() }}")
    assert found.errors == []


BETWEEN = {
    "a record": "type u{i} = {{ h: t{p} }}",
    "what may be null": "type u{i} = {{ h: t{p} | nil }}",
    "a list": "type u{i} = {{ h: Array[t{p}] }}",
    "a closed record": "type u{i} = {{ h: t{p} }} @closed()",
    "two names": "type w{i} = {{ m: t{p} }}\ntype u{i} = {{ h: w{i} }}",
}


@pytest.mark.parametrize("between", BETWEEN)
def test_a_plain_name_between_hides_no_doubling(planned: Planner, between: str) -> None:
    each = BETWEEN[between] + "\ntype t{i} = {{ f: u{i} @closed(), g: u{i} @closed() }}"
    assert len(where(planned(tower(30, each)))) == 1
    assert where(planned(tower(6, each))) == []


def test_what_many_closed_uses_copy_is_counted_through_its_names(planned: Planner) -> None:
    fields = ", ".join(f"f{at}: String" for at in range(300))
    uses = ", ".join(f"x{at}: x @closed()" for at in range(1000))
    types = [f"type p = {{ {fields} }}", "type x = { h: p }", f"type output = {{ {uses} }}"]
    assert len(where(planned("\n".join(types)))) == 1
    twice = [types[0], "type x = { h: p, i: p }", types[2]]
    assert where(planned("\n".join(twice))) == []


SOMETIMES_TWICE = {
    "a gated field": "type u{i} = {{ h: t{p}, ?j: t{p} @requires(:x) }}",
    "a gated item": "type u{i} = {{ h: t{p}, j: Array[t{p} @requires(:x)] }}",
    "a gated variant": "type u{i} = {{ h: t{p}, j: nil | t{p} @requires(:x) | String }}",
    "two gated fields": "type u{i} = {{ h: t{p} @requires(:x), j: t{p} @requires(:y) }}",
    "another type": "type u{i} = {{ h: t{p} }}\ntype v{i} = {{ h: t{p} }}",
    "an output": "type u{i} = {{ ?h: t{p} @read_only(), ?j: t{p} }}",
}


@pytest.mark.parametrize("between", SOMETIMES_TWICE)
def test_names_used_twice_by_some_callers_hide_no_doubling(planned: Planner, between: str) -> None:
    each = SOMETIMES_TWICE[between] + "\ntype t{i} = {{ f: u{i} @closed(), g: u{i} @closed() }}"
    assert len(where(planned(tower(30, each)))) == 1
    assert where(planned(tower(5, each))) == []


def test_a_use_in_another_tool_hides_no_doubling(planned: Planner) -> None:
    each = "type u{i} = {{ h: t{p} }}\ntype t{i} = {{ f: u{i} @closed(), g: u{i} @closed() }}"
    other = "type all = { " + ", ".join(f"a{at}: t{at}" for at in range(30)) + " }"
    assert len(where(planned(f"{tower(30, each)}\n{other}", "(?a: all) -> output"))) == 1


def test_types_that_are_definitions_anyway_are_not_counted(planned: Planner) -> None:
    each = "type t{i} = {{ l: t{p}, r: t{p} }}"
    assert where(planned(tower(30, each))) == []


SPLICED = {
    "what may be null": (
        "type u{i} = (t{p} @closed()) | Integer\ntype t{i} = {{ l: u{i}?, r: u{i}? }}"
    ),
    "unions": (
        "type u{i} = (t{p} @closed()) | Integer\n"
        "type t{i} = {{ l: u{i} | String, r: [u{i}] | u{i} }}"
    ),
    "one variant that is left to some": (
        "type u{i} = (t{p} @closed()) | (Integer @requires(:x))\n"
        "type t{i} = {{ l: u{i}?, r: u{i}? }}"
    ),
    "another name of the union": (
        "type w{i} = (t{p} @closed()) | Integer\ntype u{i} = w{i}\n"
        "type t{i} = {{ l: u{i}?, r: Array[u{i} | String] }}"
    ),
    "a union in the union": (
        "type w{i} = (t{p} @closed()) | Integer\ntype u{i} = w{i} | String\n"
        "type t{i} = {{ l: u{i}?, r: u{i}? }}"
    ),
    "a closed name of a union": (
        "type w{i} = t{p} | {{ k: {i} }}\ntype u{i} = w{i} @closed()\n"
        "type t{i} = {{ l: u{i}?, r: u{i}? }}"
    ),
    "a plain name between": (
        "type m{i} = {{ m: t{p} }}\ntype u{i} = (m{i} @closed()) | Integer\n"
        "type t{i} = {{ l: u{i}?, r: u{i}? }}"
    ),
    "a generic": (
        "type g{i}[T] = T | Integer\ntype u{i} = g{i}[t{p} @closed()]\n"
        "type t{i} = {{ l: u{i}?, r: u{i}? }}"
    ),
    "types that use it once": (
        "type u{i} = (t{p} @closed()) | Integer\ntype m{i} = {{ m: u{i}? }}\n"
        "type n{i} = {{ n: u{i}? }}\ntype t{i} = {{ l: m{i}, r: n{i} }}"
    ),
}


@pytest.mark.parametrize("name", SPLICED)
def test_a_union_in_another_hides_no_doubling(planned: Planner, name: str) -> None:
    found = planned(tower(30, SPLICED[name]))
    (only,) = where(found)
    assert only.endswith("@closed()")
    assert not found.plan.tools
    assert where(planned(tower(4, SPLICED[name]))) == []


def test_a_chain_of_closed_uses_in_unions_ends_where_readers_do(planned: Planner) -> None:
    each = "type u{i} = (t{p} @closed()) | Integer\ntype t{i} = {{ l: u{i}? }}"
    assert where(planned(tower((MOST_LEVELS - 4) // 4, each))) == []
    assert len(where(planned(tower(400, each)))) == 1


def test_unions_with_nothing_closed_in_them_are_not_counted(planned: Planner) -> None:
    letters = " | ".join(f'"{at}"' for at in range(300))
    uses = ", ".join(f"x{at}: l?" for at in range(200))
    types = f"type l = {letters}\ntype r = {{ a: 1 }}\ntype output = {{ {uses}, r: r @closed() }}"
    assert where(planned(types)) == []


NAMES = {
    "described": "type u{i} = t{p} @closed() @desc(words)\ntype t{i} = {{ l: u{i}?, r: u{i}? }}",
    "closed": "type u{i} = t{p} @closed()\ntype t{i} = {{ l: u{i}?, r: u{i} | String }}",
    "a worded union": (
        "type u{i} = ((t{p} @closed()) | Integer) @desc(words)\n"
        "type t{i} = {{ l: u{i}?, r: u{i}? }}"
    ),
    "never in another": (
        "type u{i} = (t{p} @closed()) | Integer\ntype t{i} = {{ l: u{i}, r: u{i} }}"
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_names_that_are_definitions_in_unions_are_not_counted(planned: Planner, name: str) -> None:
    assert where(planned(tower(30, NAMES[name]))) == []


def graph(levels: int, gate: str = "@requires(:see_{to})") -> str:
    """Give types that each use all those before them, each use behind a gate of its own."""
    types = []
    for at in range(levels + 1):
        uses = "".join(f", ?l{to}: e{to} {gate.format(to=to)}" for to in range(at))
        types.append(f"type e{at} = {{ id: String, name: String, n{at}: Integer{uses} }}")
    return "\n".join(types)


def test_names_that_no_caller_sees_used_once_all_together_are_counted_once(
    planned: Planner,
) -> None:
    for levels in (4, 12, 40):
        assert where(planned(f"{graph(levels)}\ntype output = {{ a: e{levels} @closed() }}")) == []
    uses = ", ".join(f"a{at}: e12 @closed()" for at in range(20))
    assert where(planned(f"{graph(12)}\ntype output = {{ {uses} }}")) == []


def test_a_graph_that_doubles_is_reported(planned: Planner) -> None:
    closed = graph(14, "@closed() @requires(:see_{to})")
    assert len(where(planned(f"{closed}\ntype output = {{ a: e14 @closed() }}"))) == 1
    few = graph(5, "@closed() @requires(:see_{to})")
    assert where(planned(f"{few}\ntype output = {{ a: e5 @closed() }}")) == []


def test_what_is_counted_once_in_a_copy_is_counted_in_each(planned: Planner) -> None:
    fields = ", ".join(f"f{at}: String" for at in range(200))
    types = (
        f"type p = {{ {fields} }}\n"
        "type x = { ?g: p @requires(:g), ?h: y @requires(:h) }\ntype y = { ?i: p @requires(:i) }"
    )
    for copies, findings in ((40, 0), (60, 1)):
        uses = ", ".join(f"x{at}: x @closed()" for at in range(copies))
        assert len(where(planned(f"{types}\ntype output = {{ {uses} }}"))) == findings
