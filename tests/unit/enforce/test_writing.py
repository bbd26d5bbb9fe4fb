"""The text of a result is the encoder's to the byte, whatever its shape."""

from __future__ import annotations

from typing import Any

import pytest

from schemac.enforce import Breach, Projected
from schemac.enforce.writing import encode
from schemac.plan.nodes import Node, Ref
from tests.unit.enforce.shapes import (
    ANY,
    BOOLEAN,
    BYTES,
    DATE,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    const,
    giving,
    items,
    map_of,
    maybe,
    named,
    record,
    set_of,
    union,
)

ODD = 'a"\\\x00\x1f\x7f\u2028é😀\n/'
PERCENT: dict[str, Any] = {
    "%s": STRING,
    '"{}"': INTEGER,
    "é\\": STRING,
    "%%": BOOLEAN,
    "text": STRING,
}

CASES: dict[str, tuple[Node, list[Any]]] = {
    "text": (STRING, ["", ODD, "%s {}"]),
    "integers": (INTEGER, [0, -5, 10**40, 3.0, -0.0]),
    "numbers": (NUMBER, [0, 1.5, -0.0, 1e300, 5e-324, 10**20, 0.1]),
    "booleans": (BOOLEAN, [True, False]),
    "nothing": (NULL, [None]),
    "bytes and dates": (record(b=BYTES, d=DATE), [{"b": b"\xff", "d": "2024-05-06"}]),
    "what may be null": (maybe(STRING), [None, ODD]),
    "null among numbers": (maybe(NUMBER), [None, 1.5, 2]),
    "literals": (union(const("a"), const("b")), ["a", "b"]),
    "literals of numbers": (union(const(1), const(2.5)), [1, 2.5]),
    "literals of kinds": (union(const(1), const("1"), const(True)), [1, "1", True]),
    "literals and null": (maybe(union(const(1), const(2))), [None, 2]),
    "scalars of kinds": (union(STRING, INTEGER, BOOLEAN), [ODD, 5, True, False]),
    "untyped": (ANY, [None, {"a": [1, {ODD: ODD}], "b": 1.0}, [], "x"]),
    "lists": (items(INTEGER), [[], [1], [1, 2, 3]]),
    "lists of lists": (items(items(STRING)), [[], [[]], [[ODD], ["x", "y"], []]]),
    "sets": (set_of(STRING), [{"b", "a"}, set()]),
    "maps": (map_of(maybe(NUMBER)), [{}, {ODD: 1, "%s": None, "{x}": 1.5}]),
    "maps of maps": (map_of(map_of(STRING)), [{"a": {"b": ODD}, "c": {}}]),
    "maps of lists of maps": (map_of(items(map_of(STRING))), [{"a": [{"b": ODD}], "c": []}]),
    "names": (record(**PERCENT), [{"%s": ODD, '"{}"': 1, "é\\": "", "%%": True, "text": "t"}]),
    "no fields": (record(), [{}, {"a": 1}]),
    "what may be absent": (record(_a=STRING, _b=INTEGER), [{}, {"a": ODD}, {"b": 1}]),
    "absent between": (
        record(a=STRING, _b=maybe(STRING), c=INTEGER, _d=items(STRING)),
        [{"a": "", "c": 1}, {"a": "", "b": None, "c": 1}, {"a": "", "c": 1, "d": [ODD]}],
    ),
    "lists of records": (items(record(a=INTEGER, b=maybe(STRING))), [[], [{"a": 1, "b": None}]]),
    "lists of open records": (items(record(_a=INTEGER)), [[{}, {"a": 1}]]),
    "records in records": (record(a=record(b=record(c=STRING))), [{"a": {"b": {"c": ODD}}}]),
    "told apart": (
        union(record(k=const("a"), x=INTEGER), record(x=STRING, k=const("b"), _y=STRING)),
        [{"k": "a", "x": 1}, {"x": ODD, "k": "b"}, {"x": "", "k": "b", "y": "y"}],
    ),
    "told apart by numbers": (
        union(record(k=const(1), x=INTEGER), record(x=STRING, k=const(True))),
        [{"k": 1, "x": 1}, {"k": 1.0, "x": 1}, {"x": ODD, "k": True}],
    ),
    "not told apart": (
        union(record(a=INTEGER), record(b=INTEGER, _a=INTEGER)),
        [{"a": 1}, {"b": 1}, {"a": 1, "b": 2}],
    ),
    "records or others": (
        maybe(union(record(a=INTEGER), items(INTEGER))),
        [None, {"a": 1}, [1, 2]],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_shape_is_written_as_the_encoder_does(case: str) -> None:
    node, values = CASES[case]
    for place in (record(v=node), record(v=STRING, _w=node), record(_w=node, v=STRING)):
        key = "v" if place == record(v=node) else "w"
        for value in values:
            answer = giving(place).project({"v": "", key: value})
            assert isinstance(answer, Projected)
            assert answer.text == encode(answer.value)


def test_named_types_that_hold_themselves_and_one_another() -> None:
    types = named(
        tree=record(name=STRING, _left=Ref(0), rest=items(Ref(1))),
        leaf=union(record(k=const("t"), t=Ref(0)), record(k=const("u"), u=items(Ref(1)))),
    )
    tree: dict[str, Any] = {"name": ODD, "rest": []}
    for level in range(20):
        rest = [{"k": "t", "t": tree}] if level % 2 else [{"k": "u", "u": []}]
        tree = {"name": "n", "left": tree, "rest": rest} if level < 12 else {"name": "", "rest": []}
    answer = giving(record(v=Ref(0), w=items(Ref(1))), types).project(
        {"v": tree, "w": [{"k": "u", "u": [{"k": "t", "t": tree}]}]}
    )
    assert isinstance(answer, Projected)
    assert answer.text == encode(answer.value)


@pytest.mark.parametrize("levels", [5, 20, 60])
def test_shapes_deeper_and_wider_than_is_written_out(levels: int) -> None:
    node: Node = record(x=INTEGER, _y=STRING)
    value: Any = {"x": 1, "y": ODD}
    for level in range(levels):
        node = record(_n=node) if level % 2 else record(a=STRING, n=items(node))
        value = {"n": value} if level % 2 else {"a": ODD, "n": [value, value][: 1 + (level < 6)]}
    fields: dict[str, Any] = {f"_f{number}": record(_a=INTEGER) for number in range(300)}
    wide = record(**fields)
    many = {f"f{number}": {"a": number} for number in range(300)}
    for shape, given in ((node, value), (wide, many)):
        answer = giving(record(v=shape), output_depth=200).project({"v": given})
        assert isinstance(answer, Projected)
        assert answer.text == encode(answer.value)


def test_every_character_is_written_as_the_encoder_does() -> None:
    characters = [*map(chr, range(0xD800)), *map(chr, range(0xE000, 0x11000)), "\U0010ffff"]
    for text in ("".join(characters), '\\"'.join(characters)):
        for node in (record(v=STRING), record(v=STRING, _w=NUMBER)):
            answer = giving(node, output_size=1 << 30).project({"v": text})
            assert isinstance(answer, Projected)
            assert answer.text == encode(answer.value)


@pytest.mark.parametrize("more", [{}, {"_w": NUMBER}])
def test_half_a_pair_of_surrogates_is_no_text(more: dict[str, Any]) -> None:
    answer = giving(record(v=items(STRING), **more)).project({"v": ["fine", "\ud800"]})
    assert answer == Breach("", "unicode")


def test_integers_are_written_as_the_encoder_does_whatever_they_come_as() -> None:
    numbers: list[int | float] = [0, -1, 10**15, 2**53, 2**63, 2**64, -(2**70), 10**300]
    numbers += [float(f"1e{power}") for power in range(0, 309, 7)] + [-0.0, 2.0**52 + 1]
    answer = giving(record(v=items(INTEGER))).project({"v": numbers})
    assert isinstance(answer, Projected)
    assert answer.text == encode(answer.value)
