"""What a shape tells is written without the encoder; what lies beyond it is the encoder's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from schemac.enforce import writing
from schemac.enforce.types import Types
from schemac.enforce.writing import DEEPEST, ROOM, Writing, writer_of
from schemac.plan.model import Shape
from schemac.plan.nodes import NamedType, Node, Nothing, Ref, TupleOf
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
    items,
    map_of,
    maybe,
    named,
    record,
    set_of,
    union,
)

ODD = 'a"\\\x00\x1f\u2028é😀\n%s{}'
NAMES: dict[str, Any] = {"é😀": STRING, '"%s"': INTEGER, "_{}": STRING}
TYPES = named(
    tree=record(name=STRING, _kids=items(Ref(0))),
    leaf=union(record(k=const("t"), t=Ref(0)), record(k=const("u"), _u=items(Ref(1)))),
    word=STRING,
    cat=record(k=const("c"), meow=STRING, _kid=union(Ref(3), Ref(4))),
    dog=record(k=const("d"), _kid=union(Ref(4), Ref(3))),
)


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all that the encoder writes be one letter, so that it shows."""
    monkeypatch.setattr(writing, "encode", lambda _value: "E")


def text(node: Node, value: object) -> str:
    return Writing(Types(TYPES)).writer(node)(value)


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize(
    ("node", "values"),
    [
        (STRING, ["", ODD]),
        (DATE, ["2024-05-06"]),
        (BYTES, ["/w=="]),
        (INTEGER, [0, -5, 10**20, 3.0]),
        (NUMBER, [1, 1.5, -0.0, 1e300]),
        (BOOLEAN, [True, False]),
        (NULL, [None]),
        (const("a"), ["a"]),
        (const(1), [1, 1.0]),
        (const(True), [True]),
        (maybe(STRING), [None, ODD]),
        (maybe(NUMBER), [None, 1, 1.5]),
        (union(NULL, BOOLEAN), [None, True, False]),
        (maybe(items(STRING)), [None, [ODD]]),
        (maybe(record(a=INTEGER)), [None, {"a": 1}]),
        (maybe(union(const("a"), const("b"))), [None, "a", "b"]),
        (union(const("a"), const("b")), ["a", "b"]),
        (union(const(1), const(2.5)), [1, 2.5]),
        (union(INTEGER, NUMBER), [1, 1.5]),
        (union(union(STRING, NULL), NULL), [None, "x"]),
        (items(INTEGER), [[], [1], [1, 2]]),
        (items(items(maybe(STRING))), [[], [[], [None, ODD]]]),
        (set_of(STRING), [["a", "b"]]),
        (map_of(INTEGER), [{}, {ODD: 1}, {"a": 1, "b": 2}]),
        (map_of(map_of(STRING)), [{"a": {}, "b": {"c": ODD}}]),
        (map_of(items(record(a=INTEGER))), [{"a": [{"a": 1}, {"a": 2}]}]),
        (record(**NAMES), [{"é😀": ODD, '"%s"': 1}, {"é😀": "", '"%s"': 2, "{}": ODD}]),
        (record(a=INTEGER, b=STRING), [{"a": 1, "b": ODD}]),
        (record(_a=INTEGER, _b=STRING), [{}, {"a": 1}, {"b": ODD}, {"a": 1, "b": ""}]),
        (record(_a=INTEGER, b=STRING), [{"b": ""}, {"a": 1, "b": ODD}]),
        (record(a=INTEGER, _b=maybe(STRING), c=NULL), [{"a": 1, "c": None}]),
        (record(a=record(b=record(_c=STRING))), [{"a": {"b": {}}}, {"a": {"b": {"c": ODD}}}]),
        (Ref(0), [{"name": ODD, "kids": [{"name": "", "kids": []}, {"name": "x"}]}]),
        (Ref(1), [{"k": "t", "t": {"name": ""}}, {"k": "u"}, {"k": "u", "u": [{"k": "u"}]}]),
        (Ref(2), [ODD]),
        (items(Ref(2)), [[ODD, ""]]),
        (
            union(record(k=const(1), x=INTEGER), record(x=STRING, k=const(True))),
            [{"k": 1, "x": 1}, {"k": 1.0, "x": 1}, {"x": ODD, "k": True}],
        ),
        (
            union(record(a=const("x"), k=const("b")), record(a=const("x"), k=const("c"))),
            [{"a": "x", "k": "b"}, {"a": "x", "k": "c"}],
        ),
        (
            maybe(union(record(k=const("a")), record(k=union(const("b"), const("c"))))),
            [None, {"k": "a"}, {"k": "b"}, {"k": "c"}],
        ),
    ],
)
def test_what_a_shape_tells_is_written_by_it(node: Node, values: list[Any]) -> None:
    for value in values:
        assert text(node, value) == compact(value)
        assert text(record(v=node), {"v": value}) == compact({"v": value})
        assert text(record(_v=node), {"v": value}) == compact({"v": value})
        assert text(items(node), [value, value]) == compact([value, value])
        assert text(map_of(node), {"m": value}) == compact({"m": value})


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize(
    ("node", "value"),
    [
        (ANY, 5),
        (Nothing(), 5),
        (TupleOf((STRING,)), ["x"]),
        (union(STRING, INTEGER), "x"),
        (union(STRING, items(STRING)), ["x"]),
        (union(const(1), const("1")), 1),
        (union(record(a=INTEGER), STRING), {"a": 1}),
        (union(record(k=const("a")), STRING), {"k": "a"}),
        (union(STRING, record(k=const("a")), record(k=const("b"))), {"k": "a"}),
        (union(record(a=INTEGER), record(b=INTEGER)), {"a": 1}),
        (union(record(a=const(1)), record(b=const(1))), {"a": 1}),
        (union(record(k=const("a")), record(_k=const("b"))), {"k": "a"}),
        (union(record(k=const("a"), x=INTEGER), record(k=const("a"), y=INTEGER)), {"k": "a"}),
    ],
)
def test_what_a_shape_does_not_tell_is_the_encoders(node: Node, value: object) -> None:
    assert text(node, value) == "E"
    assert text(maybe(node), value) == "E"
    assert (
        text(record(a=STRING, _v=node), {"a": ODD, "v": value}) == f'{{"a":{compact(ODD)},"v":E}}'
    )
    assert text(items(node), [value, value]) == "[E,E]"


@pytest.mark.usefixtures("marked")
def test_named_records_are_told_apart_at_any_depth() -> None:
    value: dict[str, Any] = {"k": "d"}
    for _ in range(DEEPEST + 3):
        value = {"k": "c", "meow": ODD, "kid": {"k": "d", "kid": value}}
    assert text(union(Ref(3), Ref(4)), value) == compact(value)
    assert text(maybe(union(Ref(4), Ref(3))), value) == compact(value)


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("required", [True, False])
def test_shapes_are_written_out_so_deep_and_no_deeper(required: bool) -> None:  # noqa: FBT001 - either
    def nested(levels: int) -> tuple[Node, Any]:
        node: Node = STRING
        value: Any = "x"
        for _ in range(levels):
            node = record(n=node) if required else record(_n=node)
            value = {"n": value}
        return node, value

    for levels in (DEEPEST - 1, DEEPEST):
        assert text(*nested(levels)) == compact(nested(levels)[1])
    beyond = '{"n":' * (DEEPEST + 1) + "E" + "}" * (DEEPEST + 1)
    assert text(*nested(DEEPEST + 1)) == beyond
    assert text(*nested(DEEPEST + 9)) == beyond


@pytest.mark.usefixtures("marked")
def test_a_depth_is_left_again() -> None:
    fields: dict[str, Any] = {f"f{number}": record(a=record(b=INTEGER)) for number in range(20)}
    node = record(**fields)
    value = {f"f{number}": {"a": {"b": number}} for number in range(20)}
    assert text(node, value) == compact(value)


@pytest.mark.usefixtures("marked")
def test_every_place_of_a_shape_may_be_as_deep() -> None:
    node: Node = STRING
    value: Any = "x"
    for _ in range(DEEPEST + 2):
        node, value = record(n=node), {"n": value}
    shallow = record(a=record(b=INTEGER))
    around = record(a=shallow, b=node, c=shallow, d=record(e=shallow, f=node), g=node)
    small = {"a": {"b": 1}}
    deep = '{"n":' * DEEPEST + "E" + "}" * DEEPEST
    less = deep.replace('{"n":', "", 1).replace("}", "", 1)
    given = {"a": small, "b": value, "c": small, "d": {"e": small, "f": value}, "g": value}
    assert text(around, given) == (
        f'{{"a":{compact(small)},"b":{deep},"c":{compact(small)},'
        f'"d":{{"e":{compact(small)},"f":{less}}},"g":{deep}}}'
    )


@pytest.mark.usefixtures("marked")
def test_so_many_functions_are_made_and_no_more() -> None:
    count = 2 * ROOM
    fields: dict[str, Any] = {f"f{number}": map_of(INTEGER) for number in range(count)}
    node = record(**fields)
    value = {f"f{number}": {"k": number} for number in range(count)}
    made = text(node, value)
    own = ROOM - len(Writing(Types({}))._space)  # and one for the builtins that `exec` adds
    first = "".join(f'"f{number}":{{"k":{number}}},' for number in range(own))
    rest = ",".join(f'"f{number}":E' for number in range(own, count))
    assert made == "{" + first + rest + "}"


def test_generated_code_is_known_by_its_name() -> None:
    writer: Any = Writing(Types({})).writer(STRING)
    assert writer.__code__.co_filename == "<writer>"
    assert writer("x") == '"x"'


def written(node: Node, value: Any, types: dict[int, NamedType]) -> str:
    return writer_of(Shape(node, types), Types(types))(value)


@pytest.mark.parametrize(
    ("node", "value", "expected"),
    [
        (NUMBER, 1e-7, "1e-07"),
        (ANY, 1e-7, "1e-07"),
        (const(1e-7), 1e-7, "1e-07"),
        (record(a=STRING, b=NUMBER), {"a": "", "b": 1e-7}, '{"a":"","b":1e-07}'),
        (items(maybe(NUMBER)), [None, 1e-7], "[null,1e-07]"),
        (map_of(NUMBER), {"k": 1e16}, '{"k":1e+16}'),
        (record(_a=Ref(0)), {"a": {"x": [1e-7]}}, '{"a":{"x":[1e-07]}}'),
        (union(STRING, record(a=ANY)), {"a": 1e-7}, '{"a":1e-07}'),
    ],
)
def test_fractions_are_written_as_the_encoder_does(node: Node, value: Any, expected: str) -> None:
    types = named(fraction=record(x=items(NUMBER)), plain=STRING)
    assert written(node, value, types) == expected == writing.encode(value)


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize(
    ("node", "value"),
    [
        (STRING, ODD),
        (INTEGER, 10**40),
        (const("a"), "a"),
        (const(1), 1),
        (union(STRING, INTEGER, NULL), None),
        (TupleOf((STRING, BOOLEAN)), [ODD, True]),
        (record(a=items(Ref(0)), _b=map_of(STRING)), {"a": ["x"], "b": {ODD: ODD}}),
        (union(record(a=INTEGER), record(b=STRING)), {"b": ODD}),
    ],
)
def test_what_has_no_fraction_is_written_at_once(node: Node, value: Any) -> None:
    assert written(node, value, named(word=STRING)) == compact(value)


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("value", ["\ud800", "a\udfff", {"k": "\ud800"}, ["x", "\udc00"]])
def test_what_the_library_cannot_write_is_the_encoders(value: Any) -> None:
    assert written(union(STRING, items(STRING), map_of(STRING)), value, {}) == "E"


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize("digits", [1, 4299, 4300])
def test_integers_that_text_can_hold_are_written_at_once(digits: int) -> None:
    number = 10 ** (digits - 1)
    for value in (number, -number):
        assert written(INTEGER, value, {}) == str(value)
    long = "0" * 10 + "a" * 5000
    given = {"a": long, "b": [number, number]}
    assert written(record(a=STRING, b=items(INTEGER)), given, {}) == compact(given)


@pytest.mark.usefixtures("marked")
def test_longer_integers_are_left_to_the_encoder() -> None:
    assert written(items(INTEGER), [1, 10**4300], {}) == "E"
    assert written(INTEGER, -(10**4300), {}) == "E"
