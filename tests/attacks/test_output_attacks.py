"""Results that hold more than the view shows: entries 35, 36, 39 to 41 and 43."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from schemac.enforce import Breach, Projected
from schemac.plan.nodes import Node, Ref
from tests.attacks.plain_results import PLAIN, SECRET
from tests.unit.enforce.shapes import (
    ANY,
    INTEGER,
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
    union,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

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
