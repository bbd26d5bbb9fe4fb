"""Generics whose arguments are hidden in some way in, names of definitions without them out."""

from __future__ import annotations

import json
import logging
import re
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Registry, Service

if TYPE_CHECKING:
    from collections.abc import Iterator

PAD = "padding_padding_padding_padding_padding: String"
SECRET = "type secret = { z: Integer }\n"
PAGE = f"type page[T] = {{ items: Array[T], {PAD} }}\n"
GATED = f"type page[T] = {{ ?items: Array[T] @requires(:s), {PAD} }}\n"


@pytest.fixture(autouse=True, scope="module")
def _no_warnings() -> Iterator[None]:
    log = logging.getLogger("schemac")
    before = log.level
    log.setLevel(logging.ERROR)
    yield
    log.setLevel(before)


def nothing() -> dict[str, Any]:
    return {}


def listed(types: str, use: str, grants: Grants | None = None) -> dict[str, Any]:
    registry = Registry()
    registry.add(
        nothing,
        name="t",
        description="What a test lists.",
        signature="() -> output",
        types=f"{types}type output = {{ a: Array[{use}], b: Array[{use}], c: {use} }}",
    )
    (tool,) = Service(registry, eager=True).list_tools(grants or Grants())
    schema: Any = tool["outputSchema"]
    return dict(schema)


HIDDEN = {
    "a gated field": (
        PAGE,
        "page[{ x: Integer, secret: Integer @requires(:s) }]",
        "page_x_Integer",
    ),
    "a gated literal": (PAGE, "page['a' | ('secret' @requires(:s))]", "page_a"),
    "a gated type": ("type secret = { z: Integer } @requires(:s)\n" + PAGE, "page[secret]", "page"),
    "gated words": (PAGE, "page[String @desc(secret) @requires(:s)]", "page"),
    "a type at a gated place": (SECRET + GATED, "page[secret]", "page"),
    "a literal at a gated place": (GATED, 'page["secret"]', "page"),
    "a built-in at a gated place": (GATED, "page[Float]", "page"),
    "a default at a gated place": (
        SECRET + GATED.replace("[T]", "[T = secret]", 1),
        "page",
        "page",
    ),
    "a place on the other side": (
        SECRET + GATED.replace("@requires(:s)", "@write_only()"),
        "page[secret]",
        "page",
    ),
    "no place": (SECRET + f"type page[T] = {{ {PAD} }}\n", "page[secret]", "page"),
    "a gated place of another generic": (
        SECRET
        + "type inner[T] = { ?i: T @requires(:s), z: Integer }\n"
        + f"type page[T] = {{ i: inner[T], {PAD} }}\n",
        "page[secret]",
        "page",
    ),
    "a place in another generic with a gate on its declaration": (
        SECRET
        + "type inner[T] = { i: T } @requires(:s)\n"
        + f"type page[T] = {{ ?i: inner[T], {PAD} }}\n",
        "page[secret]",
        "page",
    ),
    "the same as an operand": (
        SECRET
        + "type inner[T] = ({ i: T } @requires(:s))\n"
        + f"type page[T] = inner[T] & {{ {PAD} }}\n",
        "page[secret]",
        "page",
    ),
    "the same among others": (
        SECRET
        + "type inner[T] = { i: T } @requires(:s)\n"
        + f"type page[T] = {{ k: inner[T] | {{ z: 1 }}, {PAD} }}\n",
        "page[secret]",
        "page",
    ),
    "an argument of an argument": (
        SECRET + "type box[T] = { ?i: T @requires(:s), z: Integer }\n" + PAGE,
        "page[box[secret]]",
        "page_box",
    ),
    "a tuple that is hidden whole": (
        SECRET
        + "type gone = { z: Integer @requires(:s) }\n"
        + f"type page[T] = {{ ?i: [T, gone], {PAD} }}\n",
        "page[secret]",
        "page",
    ),
    "an operand": (
        f"type pub = {{ {PAD} }}\ntype secret = {{ ?q: Integer @requires(:s) }}\n",
        "{ x: pub & secret, y: pub & secret }",
        "merged",
    ),
}


@pytest.mark.parametrize("kind", HIDDEN)
def test_what_is_hidden_is_in_no_name(kind: str) -> None:
    types, use, name = HIDDEN[kind]
    schema = listed(types, use)
    assert not re.search("secret|Float", json.dumps(schema))
    names = [re.sub("-[0-9a-f]{8}", "", each) for each in schema.get("$defs", {})]
    assert names in ([name], [])


SEEN = {
    "a type": (PAGE, "page[secret]", "page_secret"),
    "a list": (PAGE, "page[Array[secret]]", "page_Array_secret"),
    "a built-in": (PAGE, "page[Integer]", "page_Integer"),
    "through another generic": (
        f"type inner[T] = {{ i: T }}\ntype page[T] = {{ i: inner[T], {PAD} }}\n",
        "page[secret]",
        "page_secret",
    ),
    "through itself": (
        f"type page[T] = {{ i: T, ?next: page[T], {PAD} }}\n",
        "page[secret]",
        "page_secret",
    ),
    "an operand that it is": (
        f"type page[T] = T & {{ {PAD} }}\n",
        "page[secret]",
        "page_secret",
    ),
    "an open place beside a gated one": (
        f"type page[T] = {{ ?i: T @requires(:s), j: T?, {PAD} }}\n",
        "page[secret]",
        "page_secret",
    ),
}


@pytest.mark.parametrize("kind", SEEN)
def test_what_all_see_is_in_the_name(kind: str) -> None:
    types, use, name = SEEN[kind]
    assert name in listed(SECRET + types, use)["$defs"]


GATES = {
    "one": f"type page[T] = {{ i: T, {PAD} }} @requires(:s)\n",
    "two": f"type page[T] = {{ i: T, {PAD} }} @requires(:s) @desc(x) @feature(:f)\n",
    "in parentheses": f"type page[T] = ({{ i: T, {PAD} }} @requires(:s)) @feature(:f)\n",
    "on what may be null": f"type page[T] = {{ i: T, {PAD} }}? @requires(:s)\n",
    "on an intersection": f"type page[T] = {{ i: T }} & {{ {PAD} }} @requires(:s)\n",
    "on a union": f"type page[T] = ({{ i: T }} | {{ {PAD} }}) @requires(:s)\n",
    "on another name": (
        f"type inner[T] = {{ i: T, {PAD} }} @requires(:s)\n"
        "type page[T] = inner[T] @desc(some words)\n"
    ),
}


@pytest.mark.parametrize("gate", GATES)
def test_gates_on_the_declaration_hide_no_argument_from_those_who_see_an_instance(
    gate: str,
) -> None:
    types = SECRET + GATES[gate]
    use = "{ p: page[secret], q: page[Array[secret]], z: 1 }"
    everything = Grants(requires={"s"}, feature={"f"})
    assert {"page_secret", "page_Array_secret"} <= set(listed(types, use, everything)["$defs"])
    assert "secret" not in json.dumps(listed(types, use))


@pytest.mark.parametrize("hidden", ["page[secret]", "page[Integer]", 'page["x" | "y"]'])
def test_plans_that_differ_in_what_is_hidden_give_the_same_bytes(hidden: str) -> None:
    plain = json.dumps(listed(GATED, "page[Float]"))
    assert json.dumps(listed(SECRET + GATED, hidden)) == plain


def test_names_stay_unique_where_more_is_seen() -> None:
    schema = listed(SECRET + GATED, "page[secret] | page[Integer]", Grants(requires={"s"}))
    assert len(schema.get("$defs", {})) in (0, 2)
