"""Arguments of odd kinds and depths in, what is accepted and noted of them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from schemac.emit import emit_schema
from schemac.enforce import Accepted, EnforceOptions, InputEnforcer, Refused
from schemac.enforce import input as of_input
from schemac.enforce.outcomes import Violation
from schemac.enforce.project.walk import Misfit
from schemac.plan.model import Shape
from schemac.plan.nodes import Ref
from tests.unit.enforce.shapes import (
    ANY,
    DATETIME,
    INTEGER,
    STRING,
    accepted,
    items,
    map_of,
    maybe,
    named,
    record,
    refused,
    taking,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

TREE = named(tree=record(_kids=items(Ref(0))))
IGNORED = frozenset({"i", "j", "a"})


def nested(levels: int) -> dict[str, Any]:
    """Nest objects and lists in turn, that many of both."""
    value: Any = {}
    for level in range(levels - 1):
        value = [value] if level % 2 == 0 else {"kids": value}
    return value if type(value) is dict else {"kids": value}


@pytest.mark.parametrize("levels", [1, 3, 5])
def test_a_recursive_value_may_be_as_deep_as_is_allowed(levels: int) -> None:
    value = nested(levels)
    assert accepted(taking(Ref(0), TREE, depth=levels), value) == value
    assert accepted(taking(Ref(0), TREE, depth=levels + 1), value) == value
    deeper = {"kids": [value]}
    place = "/kids" if levels == 1 else "/kids/*" * ((levels + 1) // 2)
    words = f"nested deeper than {levels} levels"
    assert refused(taking(Ref(0), TREE, depth=levels), deeper) == [f"{place}: {words}"]


def test_a_walk_that_python_cannot_bear_is_too_deep() -> None:
    assert refused(taking(Ref(0), TREE, depth=1 << 20), nested(20_001)) == [
        "(root): nested deeper than 1048576 levels"
    ]


def test_no_record_at_the_root_declares_no_name() -> None:
    enforcer = taking(map_of(INTEGER), ignored_input_keys=IGNORED)
    assert accepted(enforcer, {"a": 1, "b": 2, "i": 3}) == {"b": 2}


@pytest.mark.parametrize(
    ("value", "got"), [(5, "5"), (None, "null"), ("i", '"i"'), (["i"], "a list")]
)
def test_keys_are_ignored_of_objects_only(value: Any, got: str) -> None:
    enforcer = taking(record(a=STRING), ignored_input_keys=IGNORED)
    assert refused(enforcer, value) == [f'(root): expected an object with "a", got {got}']


def test_ignored_keys_are_counted_one_by_one() -> None:
    enforcer = taking(record(a=STRING), ignored_input_keys=IGNORED, undeclared="reject")
    answer = enforcer.accept({"i": 1, "a": "x", "j": 2})
    assert isinstance(answer, Accepted)
    assert answer.arguments == {"a": "x"}
    assert dict(answer.dropped) == {"/*": 2}


def test_what_is_dropped_goes_by_the_names_that_are_known() -> None:
    def names(place: str) -> Mapping[object, str]:
        return {"*": f"{place}/*", "i": f"{place}/I", "k": f"{place}/K"}

    shape = Shape(record(a=STRING), {})
    options = EnforceOptions(ignored_input_keys=frozenset({"i"}))
    enforcer = InputEnforcer(shape, emit_schema(shape), options, names)
    answer = enforcer.accept({"i": 1, "a": "x", "k": 2, "l": 3})
    assert isinstance(answer, Accepted)
    assert dict(answer.dropped) == {"/I": 1, "/K": 1, "/*": 1}


def test_an_enforcer_makes_its_projector_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    make = of_input._make

    def counted(shape: Shape, options: EnforceOptions) -> Any:
        made.append(shape)
        return make(shape, options)

    monkeypatch.setattr(of_input, "_make", counted)
    enforcer = taking(record(a=ANY))
    for value in (1, 2, 3):
        assert accepted(enforcer, {"a": value}) == {"a": value}
    assert len(made) == 1


def test_what_only_the_end_shows_to_be_too_deep() -> None:
    enforcer = taking(Ref(0), TREE, depth=3)
    assert accepted(enforcer, {"kids": [{}]}) == {"kids": [{}]}
    answer = enforcer.accept({"kids": [{"kids": []}]})
    assert isinstance(answer, Refused)
    assert answer.violations == (Violation("", "nested deeper than 3 levels"),)


@pytest.mark.parametrize(
    ("error", "pointer", "expected"),
    [
        (RecursionError(), "", "nested deeper than 7 levels"),
        (Misfit("/a", "depth"), "/a", "nested deeper than 7 levels"),
        (Misfit("/a", "digits"), "/a", "expected a number of at most 4300 digits"),
        (Misfit("/a", "type"), "/a", "expected a JSON value"),
    ],
)
def test_what_cannot_be_read_is_pointed_at(
    error: Misfit | RecursionError, pointer: str, expected: str
) -> None:
    assert of_input._unread(error, 7) == Violation(pointer, expected)


@pytest.mark.parametrize(
    ("last", "line"),
    [
        (10**5000, "/b: expected a number of at most 4300 digits"),
        ("x", '/b: expected an integer, got "x"'),
    ],
    ids=["long", "text"],
)
def test_a_refusal_counts_what_was_dropped_before(last: object, line: str) -> None:
    enforcer = taking(record(a=record(c=STRING), b=INTEGER))
    answer = enforcer.accept({"a": {"c": "x", "d": 1, "e": 2}, "b": last})
    assert isinstance(answer, Refused)
    assert [str(each) for each in answer.violations] == [line]
    assert dict(answer.dropped) == {"/a/*": 2}


def test_what_python_cannot_hold_counts_what_was_dropped() -> None:
    answer = taking(record(a=DATETIME)).accept({"a": "2020-12-31T23:59:60Z", "b": 1, "c": 2})
    assert isinstance(answer, Refused)
    assert [each.pointer for each in answer.violations] == ["/a"]
    assert dict(answer.dropped) == {"/*": 2}


def test_named_types_are_told_by_what_they_are() -> None:
    types = named(cat=record(meow=STRING, _kid=Ref(0)), dog=record(bark=INTEGER, _kid=Ref(1)))
    assert refused(taking(record(v=union(Ref(0), Ref(1))), types), {"v": 5}) == [
        '/v: expected an object with "meow" or an object with "bark", got 5'
    ]


def test_what_is_no_json_is_refused_even_where_null_would_do() -> None:
    enforcer = taking(record(v=record(w=maybe(STRING))))
    assert refused(enforcer, {"v": {"w": object()}}) == [
        "/v/w: expected a value that fits one declared variant"
    ]


def test_what_nobody_can_explain_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent:
        def __init__(self, _schema: object) -> None:
            pass

        def failures(self, _value: object) -> list[Any]:
            return []

    monkeypatch.setattr(of_input, "Explainer", Silent)
    assert refused(taking(record(a=INTEGER)), {"a": "x"}) == [
        "(root): expected a value that fits one declared variant"
    ]
