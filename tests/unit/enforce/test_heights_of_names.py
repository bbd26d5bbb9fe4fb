"""Nodes in, how many containers stand in one another there, and what stands there alone, out."""

from __future__ import annotations

import pytest

from schemac.enforce import validate
from schemac.enforce.types import MOST_WRITTEN_OUT, Types
from schemac.enforce.validate import Validator
from schemac.enforce.weights import least_size
from schemac.plan.nodes import NamedType, Node, Ref, TupleOf, Union
from tests.unit.enforce.shapes import (
    ANY,
    INTEGER,
    NULL,
    STRING,
    items,
    map_of,
    maybe,
    named,
    record,
    union,
)

CHAIN = {
    **{at: NamedType(f"n{at}", record(n=items(Ref(at + 1)))) for at in range(12)},
    12: NamedType("n12", record(x=INTEGER)),
}


@pytest.mark.parametrize(
    ("names", "height"),
    [(0, 0), (1, 2), (2, 4), (3, 6), (8, 16), (11, 22), (12, 24), (13, 25), (14, 25)],
)
def test_containers_are_counted_through_as_many_names(names: int, height: int) -> None:
    types = Types(CHAIN)
    assert types.height(Ref(0), names) == height
    for fewer in range(names):
        assert types.height(Ref(0), fewer) == min(2 * fewer, 25)
    assert types.height(Ref(0), names) == height
    for around in (record(a=Ref(0)), items(Ref(0)), map_of(Ref(0)), TupleOf((STRING, Ref(0)))):
        assert types.height(around, names) == 1 + height
    assert types.height(union(Ref(0), STRING), names) == height


def test_eight_names_are_looked_through_unless_it_is_said_otherwise() -> None:
    assert MOST_WRITTEN_OUT == 8
    assert Types(CHAIN).height(Ref(0)) == 16
    assert Types(CHAIN).height(items(Ref(0))) == 17


def test_each_name_and_number_of_names_is_counted_once() -> None:
    counted: list[Node] = []

    class Counted(Types):
        def height(self, node: Node, names: int = MOST_WRITTEN_OUT) -> int:
            counted.append(node)
            return super().height(node, names)

    types = Counted(CHAIN)
    assert types.height(Ref(0)) == 16
    assert len(counted) == 8 + 1
    assert types.height(Ref(0)) == 16
    assert len(counted) == 8 + 2


def test_the_tallest_of_several_names_counts() -> None:
    for names in ((0, 12), (12, 0), (11, 12, 0)):
        several = TupleOf(tuple(map(Ref, names)))
        assert Types(CHAIN).height(several, 3) == 1 + 6


def test_what_holds_itself_is_not_counted() -> None:
    types = Types(named(tree=record(_kids=items(Ref(0))), around=record(a=record(t=Ref(0)))))
    assert types.height(Ref(0)) == 0
    assert types.height(Ref(1)) == 2
    assert types.height(items(Ref(0))) == 1


LISTED = items(STRING)


@pytest.mark.parametrize(
    ("node", "only"),
    [
        (LISTED, LISTED),
        (maybe(LISTED), LISTED),
        (union(NULL, LISTED), LISTED),
        (union(maybe(LISTED), NULL), LISTED),
        (union(LISTED, STRING), None),
        (union(LISTED, STRING, NULL), None),
        (union(LISTED, INTEGER), None),
        (NULL, None),
        (STRING, STRING),
        (maybe(INTEGER), INTEGER),
        (ANY, ANY),
        (Ref(12), record(x=INTEGER)),
        (maybe(Ref(12)), record(x=INTEGER)),
    ],
)
def test_what_stands_there_alone(node: Node, only: Node | None) -> None:
    assert Types(CHAIN).only(node) == only


@pytest.mark.parametrize(
    ("node", "text", "container"),
    [
        (STRING, True, False),
        (INTEGER, False, False),
        (ANY, True, True),
        (LISTED, False, True),
        (union(INTEGER, LISTED), False, True),
        (union(LISTED, STRING), True, True),
        (Ref(0), False, True),
        (Union(()), False, False),
    ],
)
def test_what_takes_text_and_what_holds_more(node: Node, text: bool, container: bool) -> None:  # noqa: FBT001 - answers
    assert Types(CHAIN).takes_text(node) is text
    assert Types(CHAIN).takes_container(node) is container


@pytest.mark.parametrize(
    ("node", "size"),
    [
        (union(record(abc=STRING), record(abcd=STRING)), 1 + 3 + 4 + 2),
        (union(record(abcd=STRING), TupleOf((STRING, STRING))), 1 + 3 + 3),
        (union(record(a=record(b=STRING)), record(a=record(b=STRING))), 1 + 5 + 2),
    ],
)
def test_a_union_takes_as_much_as_its_smallest_member(node: Node, size: int) -> None:
    assert least_size(node, Types({})) == size


def test_the_engine_builds_a_schema_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[object] = []
    build = validate._build

    def counted(schema: dict[str, object]) -> object:
        built.append(schema)
        return build(schema)

    monkeypatch.setattr(validate, "_build", counted)
    validator = Validator({"type": "string"})
    assert built == []
    assert [validator.is_valid("a"), validator.is_valid(1)] == [True, False]
    assert [each.keyword for each in validator.faults(1)] == ["type"]
    assert built == [{"type": "string"}]


def test_the_engine_fetches_nothing_and_says_so() -> None:
    validator = Validator({"$ref": "http://127.0.0.1:9/schema"})
    with pytest.raises(Exception, match="ValueError: schemas are never fetched\n"):
        validator.is_valid(1)
