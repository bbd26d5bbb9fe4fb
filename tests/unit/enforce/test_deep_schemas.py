"""Types that nest as deep as the language allows in, calls that are judged all the same, out."""

from __future__ import annotations

from typing import Any

import pytest

from schemac import Grants, Registry, Service
from schemac.enforce.shallow import shallow
from schemac.enforce.validate import Validator

RECORD = ("{ ?l: ", "}")
MAYBE = ("{ ?l: ", "}?")
CHOICE = ("({ ?l: ", "} | nil | Integer)")
LIST = ("Array[", "]")
MAP = ("Hash[String, ", "]")


def served(written: str, result: object, types: str | None = None) -> Service:
    registry = Registry()
    registry.add(
        lambda x=None: {"x": result if x is None else x},
        name="t",
        description="D.",
        signature=f"(?x: {written}) -> {{ ?x: {written} }}",
        types=types,
    )
    return Service(registry, eager=True)


@pytest.mark.parametrize("depth", [60, 63, 64, 70, 130, 197])
@pytest.mark.parametrize("form", [RECORD, MAYBE, CHOICE, LIST, MAP])
def test_nested_types_are_enforced(form: tuple[str, str], depth: int) -> None:
    begin, end = form
    if form == CHOICE:
        depth = min(depth, 98)  # which has two levels of brackets each
    service = served(begin * depth + "String" + end * depth, 1.5)
    key = None if form == LIST else "l"
    good: Any = [] if key is None else {}
    bad: Any = True
    for _ in range(50):
        good, bad = ([good], [bad]) if key is None else ({key: good}, {key: bad})
    assert service.call_tool("t", {"x": good}, Grants()).payload == {"x": good}
    refused = service.call_tool("t", {"x": bad}, Grants())
    assert refused.status == "error"
    assert refused.reason is not None
    assert refused.reason.startswith("/x/")
    broken = service.call_tool("t", {}, Grants())
    assert (broken.status, broken.payload) == ("error", None)


@pytest.mark.parametrize("levels", [30, 130, 200, 400])
@pytest.mark.parametrize("form", ["{{ ?l: {} }}", '{{ k: "a", ?l: {}? }} | {{ k: "b" }}'])
def test_chains_of_names_are_enforced(form: str, levels: int) -> None:
    types = ['type a0 = { k: "x" }']
    types += [f"type a{at} = {form.format(f'a{at - 1}')}" for at in range(1, levels + 1)]
    service = served(f"a{levels}", None, "\n".join(types))
    value: dict[str, Any] = {"k": "b"} if "k" in form else {}
    for _ in range(25):
        value = {"k": "a", "l": value} if "k" in form else {"l": value}
    assert service.call_tool("t", {"x": value}, Grants()).payload == {"x": value}
    value = {"l": 5}
    assert service.call_tool("t", {"x": value}, Grants()).status == "error"


def nested(depth: int, inner: dict[str, Any]) -> dict[str, Any]:
    schema = inner
    forms: list[Any] = [
        lambda part: {"type": "object", "properties": {"p": part}},
        lambda part: {"type": "object", "additionalProperties": part},
        lambda part: {"type": "array", "items": part},
        lambda part: {"anyOf": [{"type": "null"}, part]},
        lambda part: {"oneOf": [part]},
        lambda part: {"type": "array", "prefixItems": [part]},
        lambda part: {"not": {"not": part}},
        lambda part: {
            "type": "object",
            "propertyNames": {"maxLength": 1},
            "properties": {"q": part},
        },
    ]
    for at in range(depth):
        schema = forms[at % len(forms)](schema)
    return schema


def test_a_schema_that_is_not_deep_is_the_same() -> None:
    schema = nested(40, {"$ref": "#/$defs/a"}) | {"$defs": {"a": {"const": {"properties": 1}}}}
    assert shallow(schema) is schema


@pytest.mark.parametrize("depth", [80, 400])
def test_deep_parts_mean_what_they_did_and_the_schema_stays_whole(depth: int) -> None:
    schema = nested(depth, {"$ref": "#/$defs/a"}) | {"$defs": {"a": {"type": "integer"}}}
    before = repr(schema)
    assert len(shallow(schema)["$defs"]) > 1
    assert repr(schema) == before
    wraps: list[Any] = [
        lambda value: {"p": value},
        lambda value: {"k": value},
        lambda value: [value],
        lambda value: value,
        lambda value: value,
        lambda value: [value],
        lambda value: value,
        lambda value: {"q": value},
    ]
    good: Any = 1
    bad: Any = "1"
    for at in range(depth):
        good, bad = wraps[at % len(wraps)](good), wraps[at % len(wraps)](bad)
    judge = Validator(schema)
    assert judge.is_valid(good)
    assert not judge.is_valid(bad)


@pytest.mark.parametrize("depth", [3, 150])
@pytest.mark.parametrize("word", ["additionalProperties", "propertyNames", "items", "not"])
def test_booleans_are_schemas_too(word: str, depth: int) -> None:
    for verdict in (True, False):
        whole: Any = verdict
        assert Validator(whole).is_valid(1) == verdict
        inner: dict[str, Any] = {
            word: verdict,
            "anyOf": [verdict, True],
            "prefixItems": [True, verdict],
            "properties": {"a": verdict},
            "$defs": {"b": verdict},
        }
        schema: dict[str, Any] = inner
        value: Any = {"c": 1}
        for _ in range(depth):
            schema = {"properties": {"p": schema}}
            value = {"p": value}
        expected = verdict or word == "items"
        assert Validator(schema).is_valid(value) == (expected != (word == "not"))
