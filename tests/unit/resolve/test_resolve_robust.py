from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.resolve.projects import Project


def _chain(count: int, link: str) -> str:
    lines = [f"type a{at} = " + link.replace("@", f"a{at - 1}") for at in range(1, count + 1)]
    return "\n".join(["type a0 = String", *lines])


def test_doubling_aliases_cost_nothing(project: Project) -> None:
    project.write("sig/shared.sig", _chain(30, "{ l: @, r: @ }"))
    loader = project.loader()
    loader.all_signatures()
    begin = time.process_time()
    outcome = project.resolve(signature_files=True)
    assert time.process_time() - begin < 2
    assert outcome.text == ""
    assert len(outcome.names) == 31


@pytest.mark.parametrize("link", ["@ & @", "@ | @", "[@, @]", "@"])
def test_other_doublings_cost_nothing_either(project: Project, link: str) -> None:
    outcome = project.shared(_chain(40, link))
    assert outcome.text == ""
    assert len(outcome.names) == 41


def test_a_chain_of_a_thousand_aliases_does_not_recurse(project: Project) -> None:
    outcome = project.shared(_chain(1_500, "@"))
    assert outcome.text == ""
    assert len(outcome.names) == 1_501


def test_a_circle_of_a_thousand_types_is_one_finding(project: Project) -> None:
    count = 1_000
    outcome = project.shared(
        "\n".join(f"type a{at} = {{ n: a{(at + 1) % count} }}" for at in range(count))
    )
    assert outcome.codes == ["SC205"]


@pytest.mark.parametrize(
    "text",
    [
        "type p[A, B] = [A, B]\ntype x0[T] = { v: T }\n"
        + "\n".join(f"type x{at}[T] = {{ v: x{at - 1}[p[T, T]] }}" for at in range(1, 31))
        + "\ntype y = x30[String]",
        "type x0[T] = { v: T }\n"
        + "\n".join(f"type x{at}[T] = {{ v: x{at - 1}[{{ l: T, r: T }}] }}" for at in range(1, 31))
        + "\ntype y = x30[String]",
        "type x0[T] = { v: T }\n"
        + "\n".join(
            f"type x{at}[T] = {{ l: x{at - 1}[{{ l: T }}], r: x{at - 1}[{{ r: T }}] }}"
            for at in range(1, 31)
        )
        + "\ntype y = x30[String]",
        "type q[A, B] = [A, B]\ntype p[P0 = String, "
        + ", ".join(f"P{at} = q[P{at - 1}, P{at - 1}]" for at in range(1, 30))
        + "] = { a: P29 }\ntype y = p",
    ],
    ids=["names", "records", "instances", "defaults"],
)
def test_generics_that_would_blow_up_are_one_finding(project: Project, text: str) -> None:
    outcome = project.shared(text)
    assert outcome.codes == ["SC206"]


def test_deep_arguments(project: Project) -> None:
    deep = "{ a: " * 150 + "String" + " }" * 150
    outcome = project.shared(f"type box[T] = {{ held: T }}\ntype a = box[{deep}]")
    assert outcome.text == ""


def test_deep_types_of_every_kind(project: Project) -> None:
    opening, closing = "({ a: Array[(", ' | nil @desc("x"))] } & {})?'
    deep = opening * 20 + "box[other]" + closing * 20
    outcome = project.shared(f"type box[T] = {{ held: T }}\ntype other = String\ntype a = {deep}")
    assert outcome.text == ""
    assert len(outcome.names) == 3


def test_many_unknown_names_take_no_time_for_suggestions(project: Project) -> None:
    outcome = project.shared("\n".join(f"type name{at} = {{ x: nome{at} }}" for at in range(1_000)))
    assert outcome.codes == ["SC201"] * 100
    assert len(outcome.diagnostics) == 1_000


def test_nothing_to_resolve(project: Project) -> None:
    outcome = project.resolve()
    assert outcome.program.types == ()
    assert outcome.program.tools == ()
    assert outcome.diagnostics == ()


def test_the_same_sources_give_the_same_program(project: Project) -> None:
    text = _chain(20, "{ l: @, r: @ }") + "\ntype p[T] = T\ntype q = [p[a3], p[a2], p[a1]]"
    first = project.shared(text)
    second = project.resolve(signature_files=True)
    assert first.program == second.program
