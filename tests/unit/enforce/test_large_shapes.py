"""Shapes as large and as deep as the language allows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from schemac import Grants, Registry, Service
from schemac.enforce import Accepted, Projected
from schemac.enforce.input import InputEnforcer
from schemac.enforce.outcomes import EnforceOptions
from schemac.enforce.output import OutputEnforcer
from schemac.plan.model import Shape
from schemac.plan.nodes import Constraints, Field, NamedType, Node, Record, Ref
from tests.counted import calls_at_most
from tests.unit.enforce.shapes import (
    ANY,
    DATE,
    INTEGER,
    STRING,
    accepted,
    breach,
    giving,
    items,
    map_of,
    maybe,
    named,
    projected,
    record,
    refused,
    taking,
    union,
)

OPEN: dict[str, Any] = {}


@pytest.mark.parametrize("levels", [60, 200])
def test_types_nested_in_one_another(levels: int) -> None:
    """Nothing deeper than the limit is ever made, for no value can reach it."""
    node: Node = record(_d=DATE, _x=INTEGER)
    for _ in range(levels):
        node = record(_n=maybe(union(node, items(INTEGER))))
    shape = Shape(node, {})
    value: dict[str, Any] = {}
    for _ in range(50):
        value = {"n": value}
    assert isinstance(OutputEnforcer(shape, OPEN, EnforceOptions()).project(value), Projected)
    assert InputEnforcer(shape, OPEN, EnforceOptions()).accept(value) == Accepted(value)


def test_a_chain_of_named_types() -> None:
    count = 5_000
    types = {
        number: NamedType(f"t{number}", record(_n=Ref(number + 1), _d=DATE))
        for number in range(count)
    }
    types[count] = NamedType("last", record(_d=DATE))
    with calls_at_most(2_000_000):
        value = {"n": {"n": {"d": "2024-05-06", "x": 1}}}
        answer = OutputEnforcer(Shape(Ref(0), types), OPEN, EnforceOptions()).project(value)
        assert isinstance(answer, Projected)
        assert answer.value == {"n": {"n": {"d": "2024-05-06"}}}
        taken = InputEnforcer(Shape(Ref(0), types), OPEN, EnforceOptions()).accept(value)
        assert isinstance(taken, Accepted)


def test_names_that_double() -> None:
    types = {0: NamedType("a0", record(_x=INTEGER))}
    for number in range(1, 31):
        types[number] = NamedType(
            f"a{number}", record(_l=Ref(number - 1), _r=Ref(number - 1), _d=DATE)
        )
    with calls_at_most(500_000):
        shape = Shape(Ref(30), types)
        value = {"l": {"r": {"l": {"h": 1}}}}
        answer = OutputEnforcer(shape, OPEN, EnforceOptions()).project(value)
        assert isinstance(answer, Projected)
        assert answer.value == {"l": {"r": {"l": {}}}}
        assert isinstance(InputEnforcer(shape, OPEN, EnforceOptions()).accept(value), Accepted)


def test_unions_named_in_a_chain() -> None:
    types: dict[int, NamedType] = {0: NamedType("u0", STRING)}
    for number in range(1, 2_000):
        types[number] = NamedType(f"u{number}", union(Ref(number - 1), record(k=INTEGER)))
    shape = Shape(record(v=Ref(1_999)), types)
    answer = OutputEnforcer(shape, OPEN, EnforceOptions()).project({"v": "s"})
    assert isinstance(answer, Projected)


@pytest.mark.parametrize("count", [1, 300, 3_000])
def test_wide_records(count: int) -> None:
    node = Record(
        tuple(Field(f"f{i}", STRING if i % 3 else maybe(INTEGER), i % 2 == 0) for i in range(count))
    )
    value = {f"f{i}": "x" if i % 3 else i for i in range(count)}
    assert list(projected(giving(node), {**value, "more": 1}).items()) == list(value.items())
    assert accepted(taking(node), {**value, "more": 1}) == value


NODE = named(node=record(_rows=items(items(INTEGER)), _m=map_of(record()), _n=Ref(0), _v=ANY))


@pytest.mark.parametrize(
    ("inner", "levels"),
    [
        ({"v": None}, 1),
        ({"rows": []}, 2),
        ({"rows": [[]]}, 3),
        ({"rows": [[1]]}, 3),
        ({"m": {}}, 2),
        ({"m": {"k": {}}}, 3),
        ({"v": [[[[]]]]}, 5),
        ({"v": 1}, 1),
    ],
)
def test_depth_is_exact(inner: dict[str, Any], levels: int) -> None:
    value: dict[str, Any] = inner
    for _ in range(10):
        value = {"n": value}
    exact = 10 + levels
    for node, types in ((Ref(0), NODE), (record(_n=Ref(0)), NODE)):
        assert projected(giving(node, types, output_depth=exact), value) == value
        assert breach(giving(node, types, output_depth=exact - 1), value)[1] == "depth"
        assert accepted(taking(node, types, depth=exact), value) == value
        [line] = refused(taking(node, types, depth=exact - 1), value)
        assert line.endswith(f"nested deeper than {exact - 1} levels")


CHAIN = named(
    node=record(_n=Ref(0), _v=Ref(1), _rows=items(Ref(1)), _u=union(INTEGER, Ref(2))),
    outer=record(_a=Ref(2), _list=items(Ref(2)), _n=Ref(0)),
    inner=record(_b=record(_c=items(INTEGER))),
)


@pytest.mark.parametrize(
    ("inner", "levels"),
    [
        ({"v": {}}, 2),
        ({"v": {"a": {}}}, 3),
        ({"v": {"a": {"b": {}}}}, 4),
        ({"v": {"a": {"b": {"c": []}}}}, 5),
        ({"v": {"list": [{"b": {"c": [1]}}]}}, 6),
        ({"rows": [{"list": [{"b": {"c": [1]}}]}]}, 7),
        ({"u": {"b": {"c": []}}}, 4),
        ({"v": {"n": {"v": {"a": {"b": {}}}}}}, 6),
    ],
)
@pytest.mark.parametrize("above", [1, 10, 58])
def test_depth_is_exact_through_names_inside_recursive_ones(
    inner: dict[str, Any], levels: int, above: int
) -> None:
    value: dict[str, Any] = inner
    for _ in range(above):
        value = {"n": value}
    exact = above + levels
    for node in (Ref(0), record(_n=Ref(0))):
        assert projected(giving(node, CHAIN, output_depth=exact), value) == value
        assert breach(giving(node, CHAIN, output_depth=exact - 1), value)[1] == "depth"
        assert accepted(taking(node, CHAIN, depth=exact), value) == value
        [line] = refused(taking(node, CHAIN, depth=exact - 1), value)
        assert line.endswith(f"nested deeper than {exact - 1} levels")


def test_depth_is_exact_without_names() -> None:
    node = record(a=record(b=items(record(_c=items(INTEGER)))))
    value: dict[str, Any] = {"a": {"b": [{"c": []}]}}
    assert projected(giving(node, output_depth=5), value) == value
    assert breach(giving(node, output_depth=4), value) == ("/a/b/*/c", "depth")
    assert projected(giving(node, output_depth=4), {"a": {"b": [{}]}}) == {"a": {"b": [{}]}}
    assert breach(giving(node, output_depth=1), value) == ("/a", "depth")
    assert refused(taking(node, depth=3), value) == ["/a/b/*: nested deeper than 3 levels"]


def test_a_scalar_below_the_deepest_container() -> None:
    types = named(u=union(INTEGER, record(_x=INTEGER)))
    node = record(rows=items(Ref(0)))
    assert projected(giving(node, types, output_depth=2), {"rows": [1]}) == {"rows": [1]}
    assert breach(giving(node, types, output_depth=2), {"rows": [{}]})[1] == "depth"
    assert accepted(taking(node, types, depth=2), {"rows": [1]}) == {"rows": [1]}


def test_first_calls_from_many_threads() -> None:
    types = named(
        a=record(_b=Ref(1), _c=maybe(record(_x=Ref(2)))),
        b=record(_a=Ref(0), _rows=items(Ref(2))),
        c=union(record(_d=DATE, _a=Ref(0)), STRING),
    )
    value = {"b": {"a": {"c": {"x": "s"}}, "rows": [{"d": "2024-05-06", "a": {}}, "s"]}}
    for _ in range(30):
        out, into = giving(Ref(0), types), taking(Ref(0), types)

        def run(_number: int, out: Any = out, into: Any = into) -> None:
            assert projected(out, value) == value
            assert isinstance(into.accept(value), Accepted)

        with ThreadPoolExecutor(16) as pool:
            list(pool.map(run, range(16)))


def test_bounds_on_uses_of_a_recursive_type() -> None:
    types = named(t=items(Ref(0, Constraints(max=1))))
    node = giving(record(v=Ref(0)), types)
    assert projected(node, {"v": [[], [[]]]}) == {"v": [[], [[]]]}
    assert breach(node, {"v": [[[], []]]}) == ("/v/*", "maxItems")


def test_unions_that_double_are_judged_and_told_of_in_one_look() -> None:
    lines = ["type t0 = { a: String }"]
    lines += [f"type t{at} = (t{at - 1} @desc(a)) | (t{at - 1} @desc(b))" for at in range(1, 19)]
    registry = Registry()
    registry.add(
        lambda v=None: {"v": v or {"a": "x"}},
        name="t",
        description="D.",
        signature="(?v: t18) -> { v: t18 }",
        types="\n".join(lines),
    )
    service = Service(registry)
    assert service.call_tool("t", {}, Grants()).payload == {"v": {"a": "x"}}
    refused = service.call_tool("t", {"v": 5}, Grants())
    assert refused.reason == '/v: expected an object with "a", got 5'


def test_long_chains_of_unions_are_judged_and_told_of() -> None:
    lines = ["type t0 = { a: String }"]
    lines += [f"type t{at} = t{at - 1}? @desc(x)" for at in range(1, 1201)]
    registry = Registry()
    registry.add(
        lambda v=None: {"v": v},
        name="t",
        description="D.",
        signature="(?v: t1200) -> { v: t1200 }",
        types="\n".join(lines),
    )
    service = Service(registry)
    assert service.call_tool("t", {}, Grants()).payload == {"v": None}
    refused = service.call_tool("t", {"v": 5}, Grants())
    assert refused.reason == '/v: expected an object with "a" or null, got 5'
