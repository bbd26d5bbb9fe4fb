"""Results that hold more than the view shows: entries 35, 36, 39 to 46 and neighbours."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from schemac.enforce import Breach, Projected
from schemac.plan.nodes import Constraints, Node, Ref, Scalar
from tests.unit.enforce.shapes import (
    ANY,
    BYTES,
    DATE,
    DATETIME,
    DURATION,
    INTEGER,
    NUMBER,
    STRING,
    breach,
    const,
    giving,
    into_refused,
    items,
    map_of,
    maybe,
    named,
    out,
    out_breach,
    projected,
    record,
    refused,
    set_of,
    taking,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

SECRET = "123-45-6789"
PLAIN = record(ok=const(value=True), id=STRING)
FAILED = record(ok=const(value=False), why=STRING)
NODES: list[Node] = [
    PLAIN,
    maybe(PLAIN),
    union(PLAIN, FAILED),
    union(PLAIN, STRING),
    items(PLAIN),
    items(union(PLAIN, FAILED)),
    map_of(PLAIN),
    set_of(PLAIN),
    record(a=PLAIN),
    record(a=items(PLAIN), _b=ANY),
]


@dataclass
class Account:
    ok: bool
    id: str
    ssn: str = SECRET


def test_035_extra_keys_at_any_depth() -> None:
    node = giving(record(rows=items(record(a=record(x=INTEGER))), _m=map_of(record(x=INTEGER))))
    value = {
        "rows": [{"a": {"x": 1, "s": SECRET}, "s": SECRET}],
        "m": {"k": {"x": 1, "s": SECRET}},
        "s": {"deep": [SECRET]},
    }
    answer = node.project(value)
    assert isinstance(answer, Projected)
    assert answer.text == '{"rows":[{"a":{"x":1}}],"m":{"k":{"x":1}}}'
    assert SECRET not in repr(answer)


def test_035_a_hidden_variant_is_cut_down_to_a_visible_one() -> None:
    assert out(union(PLAIN, FAILED), {"ok": True, "id": "i", "audit": SECRET}) == {
        "ok": True,
        "id": "i",
    }


def test_035_keys_of_both_variants_mixed() -> None:
    mixed = {"ok": False, "id": "i", "why": "w", "audit": SECRET}
    assert out(union(PLAIN, FAILED), mixed) == {"ok": False, "why": "w"}


def test_035_objects_give_declared_attributes_only() -> None:
    assert projected(giving(PLAIN), Account(ok=True, id="i")) == {"ok": True, "id": "i"}


@pytest.mark.parametrize("node", NODES)
@pytest.mark.parametrize(
    "value",
    [
        {"id": SECRET, "ok": "yes"},
        [{"id": SECRET, "ok": 1}],
        {"a": {"ssn": SECRET}},
        [{"ssn": SECRET}],
        [SECRET],
        {SECRET: {"ok": 1, "id": SECRET}},
        (SECRET,),
        {SECRET},
        {SECRET: SECRET},
        Account(ok=False, id=SECRET),
        SECRET.encode(),
        pytest.param(object(), id="object"),
        Exception(SECRET),
    ],
    ids=repr,
)
def test_036_what_fits_nothing_leaves_nothing(node: Node, value: object) -> None:
    answer = giving(record(v=node)).project({"v": value})
    assert isinstance(answer, Breach)
    assert SECRET not in repr(answer)


def test_036_a_list_where_an_object_is_declared() -> None:
    assert out_breach(PLAIN, [{"ok": True, "id": "i", "secret": SECRET}]) == ("/v", "type")


def test_036_literals_are_not_compared_as_strings() -> None:
    for ok in ("True", "true", 1, 1.0, [True]):
        assert out_breach(union(PLAIN, FAILED), {"ok": ok, "id": "i"}) == ("/v", "anyOf")


def test_039_untyped_never_shows_attributes() -> None:
    account = Account(ok=True, id="i")
    for value in (account, [account], {"a": account}, [[{"b": [account]}]]):
        answer = giving(record(v=ANY)).project({"v": value})
        assert isinstance(answer, Breach)
        assert SECRET not in repr(answer)


def test_040_text_is_made_of_the_projected_value() -> None:
    value = {"ok": True, "id": "é", "secret": SECRET}
    answer = giving(PLAIN).project(value)
    assert isinstance(answer, Projected)
    assert answer.text == '{"ok":true,"id":"é"}'
    assert json.loads(answer.text) == answer.value


def test_040_what_leaves_is_a_copy() -> None:
    inner: list[Any] = [1]
    value = {"v": {"a": inner}}
    found = projected(giving(record(v=ANY)), value)
    inner.append(SECRET)
    assert found == {"v": {"a": [1]}}
    rows = [1, 2]
    assert out(items(INTEGER), rows) is not rows


TREE = named(t=record(_a=Ref(0), _b=items(Ref(0)), _c=map_of(Ref(0)), _d=ANY))


def test_041_cycles_and_deep_values() -> None:
    enforcer = giving(Ref(0), TREE)
    for key, wrap in (("a", lambda x: x), ("b", lambda x: [x]), ("c", lambda x: {"k": x})):
        loop: dict[str, Any] = {}
        loop[key] = wrap(loop)
        assert breach(enforcer, loop)[1] == "depth"
        deep: dict[str, Any] = {}
        for _ in range(50_000):
            deep = {key: wrap(deep)}
        assert breach(enforcer, deep)[1] == "depth"
    endless: list[Any] = []
    endless.append(endless)
    assert breach(enforcer, {"d": endless})[1] == "depth"


@pytest.mark.parametrize("key", ["a", "b", "c", "d"])
def test_041_the_guard_stands_at_its_level_and_not_where_python_ends(key: str) -> None:
    wrap: dict[str, Any] = {"a": lambda x: x, "b": lambda x: [x], "c": lambda x: {"k": x}}

    def levels(count: int) -> dict[str, Any]:
        value: Any = {}
        while count > 1:
            step = 1 if key in "ad" or count == 2 else 2
            value = [value] if key == "d" and count > 2 else {key: wrap.get(key, list)(value)}
            count -= step
        found: dict[str, Any] = value
        return found

    enforcer = giving(Ref(0), TREE)
    depth = 63 if key in "bc" else 64
    assert projected(enforcer, levels(depth)) == levels(depth)
    for more in (2, 100, 200):
        assert breach(enforcer, levels(depth + more))[1] == "depth"


def test_041_objects_that_unfold_for_ever() -> None:
    class Unfolding:
        @property
        def a(self) -> object:
            return Unfolding()

        @property
        def b(self) -> object:
            return (Unfolding() for _ in iter(int, 1))

    assert breach(giving(Ref(0), TREE), Unfolding())[1] in {"depth", "size"}
    kinds = named(t=union(record(_a=Ref(0), _x=INTEGER), record(_a=Ref(0), _y=INTEGER)))
    started = time.process_time()
    assert breach(giving(Ref(0), kinds), Unfolding())[1] in {"depth", "anyOf"}
    assert time.process_time() - started < 3


def test_041_a_short_stack_is_a_breach_too() -> None:
    value: Any = {}
    for _ in range(60):
        value = {"a": value}
    enforcer = giving(Ref(0), TREE)
    assert projected(enforcer, value) == value
    limit = sys.getrecursionlimit()
    depth = len(_frames())
    sys.setrecursionlimit(depth + 60)
    try:
        answer = enforcer.project(value)
    finally:
        sys.setrecursionlimit(limit)
    assert answer == Breach("", "depth")


def _frames() -> list[object]:
    frames: list[object] = []
    frame = sys._getframe()
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back  # type: ignore[assignment]
    return frames


def test_043_too_large_is_nothing_at_all() -> None:
    def rows() -> Iterator[dict[str, object]]:
        while True:
            yield {"ok": True, "id": SECRET}

    for value in ([{"ok": True, "id": "x" * 100}] * 100, rows()):
        answer = giving(items(PLAIN), output_size=5_000)
        assert out_breach(items(PLAIN), value, output_size=5_000)[1] == "size"
        assert isinstance(answer.project(value), Breach)
    assert out_breach(map_of(ANY), {str(i): i for i in range(5_000)}, output_size=5_000)[1] == (
        "size"
    )
    assert out_breach(ANY, list(range(5_000)), output_size=5_000)[1] == "size"
    assert out_breach(STRING, "x" * 5_000, output_size=5_000)[1] == "size"


def test_044_messages_hold_values_of_their_own_field_only() -> None:
    node = record(a=INTEGER, b=record(c=INTEGER, secret=STRING), _e=union(const("x"), const("y")))
    lines = refused(taking(node), {"a": "s", "b": {"c": "t", "secret": SECRET}, "e": [SECRET]})
    assert lines == [
        '/a: expected an integer, got "s"',
        '/b/c: expected an integer, got "t"',
        '/e: expected "x" or "y", got a list',
    ]
    either = union(record(k=STRING, x=INTEGER), record(k=STRING, y=INTEGER))
    assert SECRET not in "".join(into_refused(either, {"k": SECRET, "x": SECRET, "y": SECRET}))


def test_044_messages_name_visible_literals_only() -> None:
    assert into_refused(union(const("open"), const("done")), "hidden") == [
        '/v: expected "open" or "done", got "hidden"'
    ]


def test_044_a_message_stays_one_line() -> None:
    for given in ("a\nb", "a\r\nb", "\u2028", "\x1b[31m", "x" * 100_000):
        [line] = into_refused(INTEGER, given)
        assert line.isprintable()
        assert len(line) < 120
    lines = into_refused(record(closed=True, a=INTEGER), {"a": 1, "x\ny": 1, "k" * 9_999: 1})
    assert all(line.isprintable() and len(line) < 200 for line in lines)


@pytest.mark.parametrize(
    "key", ["a\nb", "\r/admin: ok", "\u2028", "\u202e", "\x1b[31m", "k" * 9_999]
)
@pytest.mark.parametrize(
    ("node", "value"),
    [
        (map_of(INTEGER), "x"),
        (map_of(DATE), "0000-01-01"),
        (map_of(DURATION), "P1Y"),
        (map_of(items(DATETIME)), ["0000-01-01T00:00:00Z"]),
        (map_of(map_of(BYTES)), {"\n": "!"}),
        (map_of(union(DATE, record(d=DATE))), {"d": "0000-01-01"}),
        (map_of(ANY), float("nan")),
        (map_of(INTEGER, const("a")), 1),
        (map_of(INTEGER, Scalar("string", Constraints(pattern="^a$"))), 1),
        (record(closed=True, _a=INTEGER), 1),
        (union(record(closed=True, _a=INTEGER), STRING), 1),
    ],
)
@pytest.mark.parametrize("undeclared", ["drop", "reject"])
def test_044_keys_that_were_sent_stay_short_and_on_one_line(
    node: Node, key: str, value: object, undeclared: str
) -> None:
    answer = taking(record(v=node), undeclared=undeclared).accept({"v": {key: value}})
    for violation in getattr(answer, "violations", ()):
        assert str(violation).isprintable()
        assert len(str(violation)) < 200


def test_045_exceptions_of_properties_are_not_told() -> None:
    class Failing:
        ok = True

        @property
        def id(self) -> str:
            raise ValueError(SECRET)

    answer = giving(PLAIN).project(Failing())
    assert answer == Breach("", "read")
    assert SECRET not in repr(answer)


def test_045_no_suggestions_of_hidden_names() -> None:
    [line] = refused(taking(record(name=STRING), undeclared="reject"), {"name": "n", "nam": 1})
    assert line == '/nam: no such field, leave it out; the fields are "name"'


def test_046_map_keys_are_data() -> None:
    node = giving(record(by=map_of(Scalar("integer", Constraints(max=5)))))
    assert breach(node, {"by": {SECRET: 6}}) == ("/by/*", "maximum")
    assert breach(node, {"by": {SECRET: "x"}}) == ("/by/*", "type")
    answer = giving(record(by=map_of(PLAIN))).project(
        {"by": {SECRET: {"ok": True, "id": "i", "x": 1}}}
    )
    assert isinstance(answer, Projected)
    assert answer.cut == {"/by/*/*": 1}


def test_neighbours_numbers_that_are_none_anywhere() -> None:
    for number in (float("nan"), float("inf"), float("-inf")):
        for node in (NUMBER, maybe(NUMBER), ANY, union(NUMBER, STRING), const(1.5)):
            assert isinstance(giving(record(v=node)).project({"v": number}), Breach)
        for inner in (NUMBER, maybe(NUMBER), ANY):
            assert isinstance(giving(record(v=items(inner))).project({"v": [number]}), Breach)
            assert isinstance(giving(record(v=set_of(inner))).project({"v": [number]}), Breach)


def test_neighbours_strings_that_are_no_utf8_anywhere() -> None:
    bad = "a\udc80"
    for node in (STRING, ANY, union(STRING, INTEGER), maybe(STRING)):
        assert isinstance(giving(record(v=node)).project({"v": bad}), Breach)
    assert isinstance(giving(record(v=items(STRING))).project({"v": [bad]}), Breach)
    assert isinstance(giving(record(v=map_of(STRING))).project({"v": {bad: "x"}}), Breach)
