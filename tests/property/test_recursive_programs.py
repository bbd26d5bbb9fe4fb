"""Random recursive annotations in, listings and calls that the emitted schema agrees with out."""

from __future__ import annotations

import json
import logging
import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from schemac import Grants, Registry, Service
from schemac.runtime.errors import ContractError

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("n0", "n1", "n2")
CALLERS = (Grants(), Grants(requires={"a"}))
modest = settings(
    max_examples=int(os.environ.get("SCHEMAC_EXAMPLES", "25")),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

uses = st.recursive(
    st.sampled_from((*NAMES, "g[n0]", "g[Integer]", "String", "Integer", "nil")),
    lambda inner: st.one_of(
        inner.map("({})?".format),
        inner.map("Array[{}]".format),
        inner.map("Hash[String, {}]".format),
        st.tuples(inner, inner).map(lambda two: f"({two[0]}) | ({two[1]})"),
        inner.map("(({}) @desc(said))".format),
        inner.map("(({}) @requires(:a)) | Integer".format),
    ),
    max_leaves=4,
)
gates = st.sampled_from(("", " @requires(:a)"))


@st.composite
def declarations(draw: st.DrawFn) -> str:
    """Give types of which each may use any, below fields that may be absent."""
    lines = []
    for name in (*NAMES, "g[T]"):
        first = st.just("T") if name == "g[T]" else uses
        variants = [f'{{ k: "leaf{name[:2]}" }}']
        for index in range(draw(st.integers(1, 2))):
            fields = "".join(
                f", ?{field}: ({draw(first if field == 'l' else uses)}){draw(gates)}"
                for field in ("l", "r")[: draw(st.integers(1, 2))]
            )
            variants.append(f'({{ k: "node{index}"{fields} }}{draw(gates)})')
        extra = draw(st.sampled_from(("", " | nil", " | String", " | Array[n0]")))
        lines.append(f"type {name} = {' | '.join(variants)}{extra}")
    return "\n".join(lines)


values = st.recursive(
    st.sampled_from((None, 1, "x", {"k": "leafn0"}, {"k": "leafn1"}, {"k": "leafg["})),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.builds(
            lambda kind, left, right: {"k": kind, "l": left, "r": right},
            st.sampled_from(("node0", "node1", "leafn0")),
            inner,
            inner,
        ),
        inner.map(lambda each: {"k": "node0", "l": each}),
        inner.map(lambda each: {"key": each}),
    ),
    max_leaves=6,
)


@pytest.fixture(autouse=True, scope="module")
def _no_warnings() -> Iterator[None]:
    log = logging.getLogger("schemac")
    before = log.level
    log.setLevel(logging.ERROR)
    yield
    log.setLevel(before)


class Served:
    """One tool whose input and output are the same type; it returns what it is told."""

    def __init__(self, types: str, use: str) -> None:
        self.returns: Any = None
        self.given: Any = None
        registry = Registry()
        registry.add(
            self.handle,
            name="t",
            description="What a test calls.",
            signature=f"(x: {use}) -> output",
            types=f"{types}\ntype output = {{ done: bool, ?y: {use} }}",
        )
        self.service = Service(registry, eager=True)

    def handle(self, **given: object) -> object:
        self.given = given
        return self.returns

    def agrees(self, value: Any, caller: Grants) -> bool:
        """Hold a value against the schemas and the enforcer, both ways; say whether it is valid."""
        (tool,) = self.service.list_tools(caller)
        takes: Any = tool["inputSchema"]
        gives: Any = tool["outputSchema"]
        told = Draft202012Validator(takes).is_valid({"x": value})
        self.returns = {"done": True}
        if "x" not in takes["properties"]:
            return True
        arguments = json.loads(json.dumps({"x": value}))
        taken = self.service.surface.call_tool("t", arguments, caller, None)
        if not told and "x" in (self.given or {}):
            # Null elision and undeclared keys: what was taken is valid once it is cut.
            assert taken.is_error or Draft202012Validator(takes).is_valid(self.given)
        if told:
            assert not taken.is_error, (value, taken.content, takes)
        self.returns = {"done": True, "y": value}
        shown = self.service.surface.call_tool("t", arguments, caller, None)
        if not shown.is_error:
            assert shown.structured is not None
            Draft202012Validator(gives).validate(shown.structured)
        return told


@modest
@given(declarations(), uses, st.lists(values, min_size=1, max_size=4))
def test_recursive_programs_list_and_call(types: str, use: str, given: list[Any]) -> None:
    try:
        served = Served(types, use)
    except ContractError:
        return
    for caller in CALLERS:
        if not served.service.list_tools(caller):
            continue
        for value in given:
            served.given = None
            served.agrees(value, caller)


N = 'type n = { k: "leaf" } | { k: "node", ?l: n?, ?r: n? }'
WHOLE = (
    (N, "n", {"k": "node", "l": {"k": "leaf"}, "r": None}),
    (N, "n?", {"k": "node", "l": {"k": "node", "r": {"k": "leaf"}}}),
    (N, "Array[n?]", [None, {"k": "node", "l": {"k": "leaf"}}]),
    (N, "n | String", {"k": "node", "l": {"k": "leaf"}}),
    (N, "String | Array[n?]", [{"k": "node", "l": {"k": "leaf"}}]),
    (N, "Hash[String, n | Integer]", {"a": 1, "b": {"k": "node", "l": {"k": "leaf"}}}),
    ('type n = { k: "leaf" } | { k: "node", ?l: Array[n?] }', "n", {"k": "node", "l": [None]}),
    ("type n = String | Array[n?] | Hash[String, n | Integer]", "n?", ["a", {"b": [None]}]),
    (
        """type n = { k: "leaf" } | { k: "node", ?l: m? }
        type m = { k: "there" } | { k: "back", ?l: n | Integer }""",
        "m?",
        {"k": "back", "l": {"k": "node", "l": {"k": "back", "l": 3}}},
    ),
    (
        'type g[T] = { k: "leaf", v: T } | { k: "node", ?l: g[T]? }',
        "g[Integer]?",
        {"k": "node", "l": {"k": "leaf", "v": 3}},
    ),
)


@pytest.mark.parametrize(("types", "use", "value"), WHOLE)
def test_unions_that_hold_themselves_in_unions(types: str, use: str, value: Any) -> None:
    served = Served(types, use)
    for caller in CALLERS:
        assert served.agrees(value, caller)
        assert served.given == {"x": value}
        assert not served.agrees({"k": "node", "l": 5.5}, caller)
        assert not served.agrees(5.5, caller)


def test_a_deep_value_is_taken_and_an_invalid_one_at_the_end_is_not() -> None:
    served = Served(N, "n?")
    for end, is_valid in (({"k": "leaf"}, True), ({"k": "zip"}, False)):
        value: dict[str, Any] = end
        for index in range(24):
            value = {"k": "node", "l" if index % 2 else "r": value}
        assert served.agrees(value, CALLERS[0]) is is_valid


def test_a_gate_on_the_variant_that_recurses() -> None:
    served = Served('type n = { k: "leaf" } | ({ k: "node", ?l: n? } @requires(:a))', "n?")
    value = {"k": "node", "l": {"k": "leaf"}}
    assert not served.agrees(value, CALLERS[0])
    assert served.agrees(value, CALLERS[1])
    (told,) = served.service.list_tools(CALLERS[0])
    leaf = {
        "type": "object",
        "properties": {"k": {"type": "string", "const": "leaf"}},
        "required": ["k"],
    }
    schema: Any = told["inputSchema"]
    assert schema["properties"]["x"] == {"anyOf": [leaf, {"type": "null"}]}
    assert "$defs" not in schema


def test_a_gate_on_the_field_that_recurses_leaves_no_definition_behind() -> None:
    served = Served('type n = { k: "leaf" } | { k: "node", ?l: n? @requires(:a) }', "n?")
    plain = Served('type n = { k: "leaf" } | { k: "node" }', "n?")
    (told,) = served.service.list_tools(CALLERS[0])
    assert told == plain.service.list_tools(CALLERS[0])[0]
