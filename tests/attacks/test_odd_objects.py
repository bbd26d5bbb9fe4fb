"""Every odd value at every kind of place: cut, refused, or no trace of it (35, 36, 41, 44)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from schemac.emit import emit_schema
from schemac.enforce import Accepted, Breach, EnforceOptions, Projected, Refused, output_enforcer
from schemac.enforce.project.walk import Walk
from schemac.plan.model import Shape
from schemac.plan.nodes import Record, Ref, TupleOf
from tests.attacks.odd_objects import ODD
from tests.attacks.odd_scalars import SECRET
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    BYTES,
    DATE,
    DATETIME,
    DECIMAL,
    DURATION,
    INTEGER,
    NUMBER,
    STRING,
    UUID_,
    const,
    giving,
    items,
    map_of,
    maybe,
    named,
    record,
    set_of,
    taking,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.plan.nodes import Node

TYPES = named(tree=record(_a=Ref(0), _b=items(Ref(0))))
ROW = record(a=INTEGER, _b=STRING)
NODES: dict[str, Node] = {
    "text": STRING,
    "integer": INTEGER,
    "number": NUMBER,
    "boolean": BOOLEAN,
    "literals": union(const("a"), const(1), const(value=True)),
    "dates": union(DATE, DATETIME, DURATION, UUID_, DECIMAL, BYTES),
    "record": ROW,
    "list": items(INTEGER),
    "rows": items(ROW),
    "set": set_of(ROW),
    "map": map_of(INTEGER),
    "keyed": map_of(INTEGER, const("a")),
    "tuple": TupleOf((INTEGER, STRING)),
    "tagged": union(record(kind=const("a"), a=INTEGER), record(kind=const("b"), b=STRING)),
    "untagged": union(record(a=INTEGER), record(b=STRING), items(INTEGER), STRING),
    "maybe": maybe(ROW),
    "tree": Ref(0),
    "untyped": ANY,
}
PLACES: tuple[Callable[[Any], Any], ...] = (
    lambda value: {"v": value},
    lambda value: {"v": value, "hidden": SECRET},
)


@pytest.fixture(autouse=True)
def _little_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never ends need not take long to end."""
    monkeypatch.setattr(Walk, "spare", 1 << 16)


def exact(value: Any) -> bool:
    kind = type(value)
    if kind is dict:
        return all(type(key) is str and exact(each) for key, each in value.items())
    if kind is list:
        return all(map(exact, value))
    return kind in {str, int, float, bool, type(None)}


@pytest.mark.parametrize("name", NODES)
@pytest.mark.parametrize("inside", [False, True])
def test_a_result_is_exact_and_declared_or_a_breach_without_values(
    name: str,
    inside: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    node = NODES[name]
    tried = union(record(kind=const("z"), v=node), record(kind=const("y"), v=node))
    shape = Shape(tried if inside else record(v=node), TYPES)
    schema = emit_schema(shape)
    enforcer = output_enforcer(shape, schema, EnforceOptions(output_size=20_000))
    oracle = Draft202012Validator(schema)
    for make in ODD:
        for place in PLACES:
            answer = enforcer.project({"kind": "z", **place(make())})
            if isinstance(answer, Breach):
                assert SECRET not in answer.pointer + answer.keyword
                continue
            assert exact(answer.value)
            assert json.loads(answer.text) == answer.value
            assert oracle.is_valid(answer.value)
            told = answer.text + repr(dict(answer.cut)) + repr(answer.media)
            assert SECRET not in told or name in {"untyped", "tuple"}


HOLDER = record(
    a=INTEGER,
    c=record(x=INTEGER),
    d=items(record(x=INTEGER)),
    s=set_of(record(x=INTEGER)),
    m=map_of(record(x=INTEGER)),
    k=map_of(INTEGER, const("x")),
    u=union(record(x=INTEGER), record(y=STRING)),
)


class Holding:
    """An object whose hidden attribute must not be touched."""

    def __init__(self, shown: dict[str, Any], hidden: Any) -> None:
        self.__dict__.update(shown)
        self.__dict__["hidden"] = hidden

    def __getattribute__(self, name: str) -> Any:
        if name == "hidden":
            raise SystemError(SECRET)
        return object.__getattribute__(self, name)


def held(wrap: Callable[[dict[str, Any], Any], Any], make: Callable[[], Any]) -> Any:
    def x() -> Any:
        return wrap({"x": 1}, make())

    keyed = {"x": 1, "hidden": make()}
    return wrap(
        {"a": 1, "c": x(), "d": [x()], "s": [x(), x()], "m": {"k": x()}, "k": keyed, "u": x()},
        make(),
    )


@pytest.mark.parametrize("wrap", [lambda shown, hidden: {"hidden": hidden, **shown}, Holding])
def test_what_is_hidden_may_be_anything_and_changes_no_byte(wrap: Any) -> None:
    enforcer = giving(HOLDER)
    texts = set()
    for make in ODD:
        answer = enforcer.project(held(wrap, make))
        assert isinstance(answer, Projected)
        texts.add(answer.text)
    assert texts == {
        '{"a":1,"c":{"x":1},"d":[{"x":1}],"s":[{"x":1}],"m":{"k":{"x":1}},"k":{"x":1},"u":{"x":1}}'
    }


def test_what_is_hidden_in_arguments_may_be_anything_too() -> None:
    def wrap(shown: dict[str, Any], hidden: Any) -> Any:
        return {"hidden": hidden, **shown}

    plain = Record(tuple(field for field in HOLDER.fields if field.name != "s"))
    taken, told = [], []
    for make in ODD:
        sent = held(wrap, make)
        answer = taking(plain).accept(sent)
        assert isinstance(answer, Accepted)
        taken.append(answer.arguments)
        refused = taking(plain, undeclared="reject").accept(sent)
        assert isinstance(refused, Refused)
        told.append(refused.violations)
    assert all(each == taken[0] for each in taken)
    assert all(each == told[0] for each in told)
    assert SECRET not in repr(taken[0]) + repr(told[0])


@pytest.mark.parametrize("name", NODES)
def test_arguments_of_odd_values_are_plain_json_or_refused(name: str) -> None:
    for options in ({}, {"coerce": "lax"}, {"undeclared": "reject"}):
        enforcer = taking(record(v=NODES[name]), TYPES, **options)
        for make in ODD:
            answer = enforcer.accept({"v": make()})
            if isinstance(answer, Refused):
                assert 1 <= len(answer.violations) <= 20
                assert all(str(each).isprintable() for each in answer.violations)
