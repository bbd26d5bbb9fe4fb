"""Results that cannot be read, judged or written in, how the contract is broken out."""

from __future__ import annotations

from typing import Any, NoReturn

import pytest

from schemac.emit import emit_schema
from schemac.enforce import (
    Breach,
    EnforceOptions,
    OutputEnforcer,
    Projected,
    accepted_defaults,
    writing,
)
from schemac.enforce import output as of_output
from schemac.enforce.project.cuts import NOTHING_CUT
from schemac.enforce.project.outgoing import Outgoing
from schemac.plan.model import Shape
from schemac.plan.nodes import Field, Node, Ref
from tests.unit.enforce.shapes import (
    ANY,
    INTEGER,
    STRING,
    breach,
    giving,
    items,
    map_of,
    maybe,
    named,
    projected,
    record,
    union,
)

TREE = named(tree=record(_kids=items(Ref(0))))


def nested(levels: int) -> dict[str, Any]:
    value: Any = {}
    for _ in range(levels):
        value = {"kids": [value]}
    return value  # type: ignore[no-any-return] # a dict each time


def test_a_walk_that_python_cannot_bear_is_too_deep() -> None:
    assert breach(giving(Ref(0), TREE, output_depth=1 << 20), nested(20_000)) == ("", "depth")


def test_a_projector_that_python_cannot_bear_is_too_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(_value: object, _walk: object) -> NoReturn:
        raise RecursionError

    enforcer = giving(record(a=STRING))
    monkeypatch.setattr(enforcer, "_project", endless)
    assert breach(enforcer, {"a": "x"}) == ("", "depth")


def test_what_only_the_end_shows_to_be_too_deep() -> None:
    enforcer = giving(Ref(0), TREE, output_depth=3)
    assert projected(enforcer, {"kids": [{}]}) == {"kids": [{}]}
    assert breach(enforcer, {"kids": [{"kids": []}]}) == ("", "depth")


def test_a_key_that_raises_when_it_is_compared_breaks_the_contract() -> None:
    class Key:
        def __hash__(self) -> int:
            return hash("a")

        def __eq__(self, _other: object) -> bool:
            raise ValueError

    assert breach(giving(record(a=STRING)), {Key(): "x"}) == ("", "read")


@pytest.mark.parametrize("error", [ValueError, RecursionError])
def test_what_cannot_be_written_is_no_result(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def unwritable(_value: object) -> NoReturn:
        raise error

    enforcer = giving(record(a=STRING))
    assert projected(enforcer, {"a": "x"}) == {"a": "x"}
    monkeypatch.setattr(enforcer, "_write", unwritable)
    assert breach(enforcer, {"a": "x"}) == ("", "finite")


def test_what_nobody_can_explain_breaks_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        def __init__(self, _schema: object) -> None:
            pass

        def failures(self, _value: object) -> Any:
            return iter(())

    monkeypatch.setattr(of_output, "Explainer", Silent)
    schema = {"type": "object", "properties": {"a": {"type": "string", "minLength": 2}}}
    enforcer = OutputEnforcer(Shape(record(a=STRING), {}), schema, EnforceOptions())
    assert breach(enforcer, {"a": "x"}) == ("", "unjudged")


@pytest.mark.parametrize(
    ("words", "value", "where"),
    [
        ({"required": ["a"]}, {}, ("/a", "required")),
        ({"dependentRequired": {"b": ["a"]}}, {"b": "x"}, ("/a", "dependentRequired")),
        ({"minProperties": 1}, {}, ("", "minProperties")),
        ({"required": ["secret"]}, {}, ("/*", "required")),
    ],
)
def test_a_missing_name_is_pointed_at_if_it_is_declared(
    words: dict[str, Any], value: dict[str, str], where: tuple[str, str]
) -> None:
    text = {"type": "string"}
    schema = {"type": "object", "properties": {"a": text, "b": text}, **words}
    shape = Shape(record(_a=STRING, _b=STRING), {})
    assert breach(OutputEnforcer(shape, schema, EnforceOptions()), value) == where


def test_an_enforcer_makes_its_projector_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    class Counted(Outgoing):
        def __init__(self, shape: Shape, deepest: int) -> None:
            made.append(deepest)
            super().__init__(shape, deepest)

    monkeypatch.setattr(of_output, "Outgoing", Counted)
    enforcer = giving(record(a=ANY), output_depth=7)
    for value in (1, 2, 3):
        assert projected(enforcer, {"a": value}) == {"a": value}
    assert made == [7]


def test_what_is_cut_goes_by_the_names_that_are_known() -> None:
    shape = Shape(record(a=STRING), {})

    def names(place: str) -> dict[object, str]:
        return {"*": f"{place}/*", "b": f"{place}/B"}

    enforcer = OutputEnforcer(shape, emit_schema(shape), EnforceOptions(), names)
    answer = enforcer.project({"a": "x", "b": 1, "c": 2, "d": 3})
    assert isinstance(answer, Projected)
    assert dict(answer.cut) == {"/B": 1, "/*": 2}


@pytest.mark.parametrize(
    ("text", "size"), [("a", 9), ("ab", 10), ("é", 10), ("\u20ac", 11), ("\U0001f600", 12)]
)
def test_a_size_is_that_of_the_bytes_that_leave(text: str, size: int) -> None:
    shape = record(a=STRING)
    assert projected(giving(shape, output_size=size), {"a": text}) == {"a": text}
    answer = giving(shape, output_size=size - 1).project({"a": text})
    assert isinstance(answer, Breach)
    assert (answer.pointer, answer.keyword) == ("", "size")


def asking(node: Node, key: str = "k") -> Field:
    return Field("v", node, default_for=key)


PAIR = named(pair=record(a=INTEGER, _b=maybe(STRING)), either=union(Ref(0), STRING))


@pytest.mark.parametrize(
    ("node", "answer", "text"),
    [
        (Ref(0), {"a": 1}, '{"a":1}'),
        (Ref(0), {"a": 1, "b": None}, '{"a":1,"b":null}'),
        (Ref(0), {"a": 1, "c": 2}, None),
        (Ref(0), {"b": "x"}, None),
        (Ref(1), {"a": 1}, '{"a":1}'),
        (Ref(1), "x", '"x"'),
        (Ref(1), 5, None),
        (items(Ref(1)), ["x", {"a": 1}], '["x",{"a":1}]'),
        (map_of(Ref(0)), {"k": {"a": 1}}, '{"k":{"a":1}}'),
        (STRING, "é", '"é"'),
        (STRING, "\ud800", None),
    ],
)
def test_a_default_of_a_named_type_is_taken_whole_or_not(
    node: Node, answer: object, text: str | None
) -> None:
    field = asking(node)
    expected = {} if text is None else {field: text}
    for root in (record(v=field), record(w=record(v=field)), items(record(v=field))):
        assert accepted_defaults(Shape(root, PAIR), {"k": answer}) == expected


def test_a_default_may_be_asked_for_by_any_key() -> None:
    field = asking(INTEGER, "")
    assert accepted_defaults(Shape(record(v=field), {}), {"": 3, "XXXX": 4}) == {field: "3"}
    assert accepted_defaults(Shape(record(v=field), {}), {"XXXX": 4}) == {}


def test_results_are_written_by_their_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (of_output, writing):
        monkeypatch.setattr(module, "encode", lambda value: str(len(value)))
    enforcer = giving(record(a=STRING, b=items(ANY)))
    for _ in range(2):
        answer = enforcer.project({"a": "x", "b": ["yy", "zzz"]})
        assert isinstance(answer, Projected)
        assert answer.text == '{"a":"x","b":[2,3]}'


def test_what_was_left_behind_before_is_not_counted_again() -> None:
    shape = Shape(record(a=STRING), {})
    asked: list[str] = []

    def names(place: str) -> dict[object, str]:
        asked.append(place)
        return {"*": f"{place}/*"}

    enforcer = OutputEnforcer(shape, emit_schema(shape), EnforceOptions(), names)
    for text in ("x", "y", "z"):
        answer = enforcer.project({"a": text, "b": 1, "c": 2})
        assert isinstance(answer, Projected)
        assert dict(answer.cut) == {"/*": 2}
    assert asked == [""]


def test_nothing_left_behind_is_one_and_the_same() -> None:
    answer = giving(record(a=STRING)).project({"a": "x"})
    assert isinstance(answer, Projected)
    assert answer.cut is NOTHING_CUT
