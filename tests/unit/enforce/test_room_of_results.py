"""What does not come out takes no room, and what never ends takes it all."""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Iterator, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

import pytest

from schemac.emit import emit_schema
from schemac.enforce import EnforceOptions, Projected, accepted_defaults, output_enforcer
from schemac.enforce.project.outgoing import Outgoing
from schemac.enforce.project.walk import MOST_SPARE, Misfit, Walk
from schemac.enforce.types import Types
from schemac.plan.model import Shape
from schemac.plan.nodes import Constraints, Field, Record, Ref, Scalar
from tests.unit.enforce.shapes import (
    ANY,
    INTEGER,
    NUMBER,
    STRING,
    breach,
    const,
    giving,
    items,
    map_of,
    maybe,
    named,
    out,
    out_breach,
    projected,
    record,
    set_of,
    taking,
    union,
)


def test_hidden_keys_of_a_map_take_no_room() -> None:
    node = record(v=map_of(items(INTEGER), const("a")))
    fits = {"a": [1] * 10}
    size = len('{"v":{"a":[' + ",".join("1" * 10) + "]}}")
    hidden = {f"h{number}": [1] * 100 for number in range(100)}
    for value in (fits, hidden | fits, MappingProxyType(hidden | fits)):
        assert projected(giving(node, output_size=size), {"v": value}) == {"v": fits}
        assert breach(giving(node, output_size=size - 1), {"v": value}) == ("", "size")


@pytest.mark.parametrize("wrap", [list, tuple, iter])
def test_items_that_became_equal_take_room_once(wrap: Any) -> None:
    node = record(v=set_of(record(a=items(STRING))))
    size = len('{"v":[{"a":["xyz"]}]}')
    value = [{"a": ["xyz"], "hidden": number} for number in range(500)]
    enforcer = giving(node, output_size=size)
    assert projected(enforcer, {"v": wrap(value)}) == {"v": [{"a": ["xyz"]}]}
    plain = giving(record(v=set_of(STRING)), output_size=len('{"v":["xyz"]}'))
    assert projected(plain, {"v": wrap(["xyz"] * 500)}) == {"v": ["xyz"]}
    short = giving(record(v=set_of(STRING)), output_size=len('{"v":["xyz"]}') - 1)
    assert breach(short, {"v": wrap(["xyz"] * 500)}) == ("", "size")


class Endless(Mapping[str, int]):
    def __getitem__(self, name: str) -> int:
        return 1

    def __len__(self) -> int:
        return 1

    def __iter__(self) -> Iterator[str]:
        return map(str, itertools.count())


@pytest.fixture
def little_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bound what may be read in vain far lower: a test need not wait."""
    monkeypatch.setattr(Walk, "spare", 1 << 16)


@pytest.mark.usefixtures("little_spare")
@pytest.mark.parametrize("key", [STRING, const("a")])
def test_what_never_ends_ends_though_nothing_of_it_comes_out(key: Any) -> None:
    assert out_breach(map_of(INTEGER, key), Endless()) == ("/v", "size")


@pytest.mark.usefixtures("little_spare")
def test_a_set_that_never_ends_ends_though_all_its_items_are_one() -> None:
    assert out_breach(set_of(INTEGER), itertools.repeat(1)) == ("/v", "size")


@pytest.mark.usefixtures("little_spare")
def test_a_set_that_doubles_at_each_step_ends() -> None:
    value: Any = {}
    for _ in range(60):
        value = {"s": [value] * 10}
    types = named(t=record(_s=set_of(Ref(0))))
    answer = breach(giving(record(v=Ref(0)), types, output_depth=500), {"v": value})
    assert answer[1] == "size"


def test_a_larger_limit_is_one_for_what_is_read_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Walk(MOST_SPARE).spare == MOST_SPARE
    assert Walk(MOST_SPARE + 9).spare == MOST_SPARE + 9
    monkeypatch.setattr("schemac.enforce.project.walk.MOST_SPARE", 4096)
    monkeypatch.setattr(Walk, "spare", 4096)
    keys = {str(number): 1 for number in range(2000)}
    many = record(v=map_of(INTEGER))
    assert projected(giving(many, output_size=1 << 16), {"v": MappingProxyType(keys)}) == {
        "v": keys
    }
    few = record(v=map_of(INTEGER, const("0")))
    assert projected(giving(few), {"v": MappingProxyType(keys)}) == {"v": {"0": 1}}
    assert breach(giving(few, output_size=4096), {"v": MappingProxyType(keys)}) == ("/v", "size")


def test_sets_in_sets_lend_what_is_spare_once() -> None:
    seen: list[int] = []

    def noting(levels: int) -> Any:
        node: Any = record(a=STRING)
        for _ in range(levels):
            node = set_of(node)
        return node

    class Row:
        def __init__(self, walk: Walk) -> None:
            self.walk = walk

        @property
        def a(self) -> str:
            seen.append(self.walk.left)
            return "x"

    for levels in (1, 2, 5):
        walk = Walk(1000)
        value: Any = Row(walk)
        for _ in range(levels):
            value = [value]
        Outgoing(Shape(noting(levels), {}), 64).project()(value, walk)
        assert seen.pop() == 1000 + MOST_SPARE
        assert not walk.is_lent
        assert walk.left < 1000


def test_a_loan_ends_with_the_item_that_does_not_fit() -> None:
    walk = Walk(1000)
    node = union(record(s=set_of(record(a=INTEGER))), record(s=set_of(record(b=INTEGER))))
    value = {"s": [{"b": 1}, {"b": 1, "c": 2}]}
    assert Outgoing(Shape(node, {}), 64).project()(value, walk) == {"s": [{"b": 1}]}
    assert not walk.is_lent
    assert 900 < walk.left < 1000


def test_what_is_spare_is_bounded() -> None:
    walk = Walk(10)
    walk.prefix = "/p"
    assert walk.spare == MOST_SPARE
    walk.skip(MOST_SPARE, "/a")
    assert (walk.left, walk.entries, walk.spare) == (10, 10, 0)
    with pytest.raises(Misfit) as caught:
        walk.skip(1, "/a")
    assert caught.value.args == ("/p/a", "size")


def test_a_mapping_takes_as_much_room_as_a_dict() -> None:
    for node in (ANY, map_of(INTEGER)):
        value = {"a": 1, "b": 2, "c": 3}
        size = len('{"v":{"a":1,"b":2,"c":3}}')
        assert out(node, MappingProxyType(value), output_size=size) == value
        assert out_breach(node, MappingProxyType(value), output_size=size - 1) == ("", "size")


def test_unions_by_name_within_one_another_take_no_more_room() -> None:
    types = named(inner=union(const(1), const(2)), outer=union(Ref(0), STRING, record(_a=INTEGER)))
    value = [1] * 50
    size = len('{"v":[' + ",".join("1" * 50) + "]}")
    for node in (Ref(1), maybe(Ref(1)), union(Ref(1), items(INTEGER))):
        enforcer = giving(record(v=items(node)), types, output_size=size)
        assert projected(enforcer, {"v": value}) == {"v": value}


class Key(Enum):
    A = "a"


class Other(str):
    __slots__ = ()

    def __hash__(self) -> int:
        return 7

    def __eq__(self, other: object) -> bool:
        return self is other


@pytest.mark.parametrize("node", [map_of(INTEGER), map_of(INTEGER, const("a")), ANY])
@pytest.mark.parametrize("key", [Key.A, Other("a")])
@pytest.mark.parametrize("wrap", [dict, MappingProxyType])
def test_two_keys_that_are_one_on_the_wire_break_the_contract(
    node: Any, key: object, wrap: Any
) -> None:
    assert out_breach(node, wrap({key: 1, "a": 2})) == ("/v", "propertyNames")
    assert out_breach(node, wrap({"a": 2, key: 1})) == ("/v", "propertyNames")


def test_two_hidden_keys_may_be_one() -> None:
    assert out(map_of(INTEGER, const("b")), {Key.A: 1, "a": 2, "b": 3}) == {"b": 3}


class Biting(str):
    __slots__ = ()

    def __hash__(self) -> int:
        return hash("a")

    def __eq__(self, other: object) -> bool:
        raise OSError("secret")


@pytest.mark.parametrize(
    "node", [record(a=INTEGER), record(_a=INTEGER), union(record(a=INTEGER), record(b=STRING))]
)
def test_an_answer_that_raises_when_it_is_read_is_no_default(node: Any) -> None:
    field = Field("v", node, required=False, default_for="key")
    assert accepted_defaults(Shape(Record((field,)), {}), {"key": {Biting("z"): 1}}) == {}
    assert breach(giving(record(v=node)), {"v": {Biting("z"): 1}}) == ("", "read")


@pytest.mark.parametrize("threads", [16])
def test_unions_keep_numbers_of_their_own_whatever_happens_at_once(threads: int) -> None:
    nodes = [union(const(number), STRING) for number in range(200)]
    uses = [Ref(0, Constraints(min=number)) for number in range(50)]
    for _ in range(20):
        types = Types(named(u=union(INTEGER, NUMBER)))
        numbers: list[list[int]] = []
        bodies: list[list[int]] = []
        start = threading.Barrier(threads)

        def work(types: Types = types, start: threading.Barrier = start) -> None:
            start.wait()
            bodies.append([id(types.effective(use)) for use in uses])  # noqa: B023 - joined below
            numbers.append([types.number(node) for node in nodes])  # noqa: B023 - the same

        running = [threading.Thread(target=work) for _ in range(threads)]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
        assert len({tuple(each) for each in numbers}) == 1
        assert len(set(numbers[0])) == len(nodes)
        assert len({tuple(each) for each in bodies}) == 1


def test_a_size_is_judged_by_what_comes_out_of_objects_too() -> None:
    shape = Shape(record(v=map_of(INTEGER, const("a"))), {})
    enforcer = output_enforcer(shape, emit_schema(shape), EnforceOptions(output_size=13))
    answer = enforcer.project({"v": MappingProxyType({"b": 2, "a": 1, "c": 3})})
    assert isinstance(answer, Projected)
    assert answer.text == '{"v":{"a":1}}'
    assert dict(answer.cut) == {"/v/*": 2}


@pytest.fixture
def shorter_digits() -> Iterator[int]:
    """Let text hold fewer digits than it does by default, as an operator may."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield 640
    sys.set_int_max_str_digits(before)


def test_strings_for_numbers_are_as_long_as_text_may_be(shorter_digits: int) -> None:
    for node in (INTEGER, NUMBER, union(INTEGER, Scalar("boolean"))):
        lax = taking(record(v=node), coerce="lax")
        assert lax.accept({"v": "1" * shorter_digits}).arguments == {"v": int("1" * shorter_digits)}  # type: ignore[union-attr]
        assert type(lax.accept({"v": "1" * (shorter_digits + 1)})).__name__ == "Refused"
