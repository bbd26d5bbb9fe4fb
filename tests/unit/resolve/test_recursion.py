from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.resolve.projects import Project

_ALIAS_HINT = "  hint: only a field, an item or a map value may lead back to the type"
_ENDLESS_HINT = "  hint: let it end somewhere: a field that may be absent (`?`), or null, or a list"


@pytest.mark.parametrize(
    ("body", "column"),
    [
        ("t", 10),
        ("t?", 10),
        ("t | String", 10),
        ("String | t", 19),
        ("t & { a: String }", 10),
        ("(t)", 11),
        ("t @desc(x)", 10),
    ],
)
def test_a_type_that_is_nothing_but_itself(project: Project, body: str, column: int) -> None:
    outcome = project.shared(f"type t = {body}\ntype u = {{ t: t }}\ntype v = String")
    assert outcome.text == (
        "sig/shared.sig:1:6 [t] SC205 `t` is defined by itself alone\n"
        f"  sig/shared.sig:1:{column} [t] which leads back here\n{_ALIAS_HINT}"
    )
    assert outcome.names == ["v"]


def test_types_that_are_nothing_but_each_other(project: Project) -> None:
    outcome = project.shared("type a = b\ntype b = c?\ntype c = String | a")
    assert outcome.text == (
        "sig/shared.sig:1:6 [a] SC205 `a` and `b`, `c` are defined by each other alone\n"
        f"  sig/shared.sig:1:10 [b] which leads back here\n{_ALIAS_HINT}"
    )


@pytest.mark.parametrize(
    "body",
    [
        "{ t: t }",
        "{ a: { b: t } }",
        "[String, t]",
        "{ t: t @min(1) }",
        "{ items: Array[t] @min(1) }",
        "{ map: Hash[String, t] @min(2) }",
        "{ t: t } | { u: t }",
        "{ a: String } & { t: t }",
        "{ t: [t] }",
    ],
)
def test_a_type_that_no_finite_value_fits(project: Project, body: str) -> None:
    outcome = project.shared(f"type t = {body}\ntype u = {{ t: t }}\ntype v = String")
    column = 10 + body.index("t", body.index(":") + 1 if ":" in body else 8)
    if "Array" in body or "Hash" in body or "b: t" in body:
        column = 10 + body.rindex("t")
    if body.startswith("{ a: String }"):
        column = 10 + body.rindex("t")
    assert outcome.text == (
        "sig/shared.sig:1:6 [t] SC205 no finite value fits `t`: "
        "each one needs another inside it\n"
        f"  sig/shared.sig:1:{column} [t] needed always\n{_ENDLESS_HINT}"
    )
    assert outcome.names == ["v"]


@pytest.mark.parametrize(
    "body",
    [
        "{ ?t: t }",
        "{ t: t? }",
        "{ t: t | nil }",
        "{ t: t | String }",
        "{ t: Array[t] }",
        "{ t: Set[t] @max(3) }",
        "{ t: Hash[String, t] }",
        "{ t: Array[t] @min(0) }",
        "Array[t]",
        "{ t: { ?t: t } }",
        "{ a: t } | { b: String }",
        "[t?, String]",
    ],
)
def test_recursion_that_comes_to_an_end(project: Project, body: str) -> None:
    outcome = project.shared(f"type t = {body}")
    assert outcome.text == ""
    assert outcome.names == ["t"]


def test_mutual_recursion_through_required_fields(project: Project) -> None:
    outcome = project.shared("type a = { b: b }\ntype b = { c: c, ?a: a }\ntype c = { a: a }")
    assert outcome.text == (
        "sig/shared.sig:1:6 [a] SC205 no finite value fits `a`: "
        "each one needs another inside it\n"
        f"  sig/shared.sig:1:15 [b] needed always\n{_ENDLESS_HINT}"
    )


def test_what_needs_an_endless_type_is_no_second_finding(project: Project) -> None:
    outcome = project.shared("type a = { a: a }\ntype b = { a: a }\ntype c = { b: b, ?x: c }")
    assert outcome.codes == ["SC205"]
    assert outcome.names == []


def test_the_type_bot_is_no_recursion(project: Project) -> None:
    assert project.shared("type a = { x: bot }").text == ""


def test_recursion_across_files(project: Project) -> None:
    project.write("sig/one.sig", "import two\ntype one = { two: two }")
    project.write("sig/two.sig", "import one\ntype two = { one: one }")
    outcome = project.resolve(signature_files=True)
    assert outcome.text == (
        "sig/one.sig:2:6 [one] SC205 no finite value fits `one`: "
        "each one needs another inside it\n"
        f"  sig/one.sig:2:19 [two] needed always\n{_ENDLESS_HINT}"
    )


def test_tools_that_use_an_endless_type_are_left_out(project: Project) -> None:
    outcome = project.module("""
        from schemac import tool

        #: type node = { next: node }

        @tool("one")
        #: (a: node) -> String
        def one(a): ...

        @tool("two")
        #: (a: String) -> String
        def two(a): ...
    """)
    assert outcome.codes == ["SC205"]
    assert outcome.tools == ["two"]
