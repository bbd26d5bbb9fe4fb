"""Values in, exactly what was left behind of them out, and nothing where nothing was."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from schemac.enforce.outcomes import EnforceOptions
from schemac.enforce.project.incoming import Incoming
from schemac.enforce.project.outgoing import Outgoing
from schemac.enforce.project.walk import Walk
from schemac.plan.model import Shape
from schemac.plan.nodes import Constraints, Ref, Scalar, TupleOf
from tests.unit.enforce.shapes import (
    ANY,
    BYTES,
    INTEGER,
    STRING,
    accepted,
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
    refused,
    taking,
    union,
)

if TYPE_CHECKING:
    from schemac.plan.nodes import Node

PAIR = record(a=INTEGER, _b=STRING)
MIXED = record(a=INTEGER, _b=STRING, c=STRING, _d=maybe(INTEGER), e=STRING)
TYPES = named(pair=PAIR, tree=record(_kids=items(Ref(1)), a=INTEGER))


def both(node: Node, value: Any) -> list[tuple[Any, Walk]]:
    made = []
    for project in (
        Incoming(Shape(node, TYPES), EnforceOptions()).project(),
        Outgoing(Shape(node, TYPES), 64).project(),
    ):
        walk = Walk(1 << 16)
        made.append((project(value, walk), walk))
    return made


@pytest.mark.parametrize(
    ("node", "value"),
    [
        (PAIR, {"a": 1}),
        (PAIR, {"a": 1, "b": "x"}),
        (record(a=INTEGER, b=STRING), {"a": 1, "b": "x"}),
        (record(v=PAIR, w=record(x=INTEGER)), {"v": {"a": 1}, "w": {"x": 1}}),
        (record(v=items(PAIR)), {"v": [{"a": 1}, {"a": 2, "b": "x"}]}),
        (record(_v=maybe(PAIR)), {"v": None}),
        (map_of(PAIR, union(const("k"), const("l"))), {"k": {"a": 1}, "l": {"a": 1}}),
        (Ref(1), {"a": 1, "kids": [{"a": 2}]}),
        (TupleOf((PAIR, PAIR)), [{"a": 1}, {"a": 2}]),
        (record(), {}),
        (MIXED, {"a": 1, "b": "b", "c": "c", "d": 4, "e": "e"}),
        (MIXED, {"a": 1, "c": "c", "d": 4, "e": "e"}),
        (MIXED, {"a": 1, "b": "b", "c": "c", "e": "e"}),
        (MIXED, {"a": 1, "c": "c", "e": "e"}),
        (record(v=MIXED), {"v": {"a": 1, "c": "c", "d": 4, "e": "e"}}),
        (record(_v=items(MIXED)), {"v": [{"a": 1, "b": "b", "c": "c", "e": "e"}]}),
    ],
)
def test_of_what_is_declared_whole_nothing_is_noted(node: Node, value: Any) -> None:
    for made, walk in both(node, value):
        assert made == value
        assert walk.left_behind == []
        assert dict(walk.cuts) == {}


@pytest.mark.parametrize(
    ("node", "value", "kept", "cuts"),
    [
        (
            map_of(INTEGER, union(const("k"), const("l"))),
            {"k": 1, "x": 2, "y": 3, "z": 4},
            {"k": 1},
            {"/*": 3},
        ),
        (record(v=map_of(INTEGER, const("k"))), {"v": {"x": 2, "y": 3}}, {"v": {}}, {"/v/*": 2}),
        (record(v=map_of(PAIR)), {"v": {"k": {"a": 1, "z": 0}}}, {"v": {"k": {"a": 1}}}, None),
        (PAIR, {"a": 1, "x": 1, "y": 1}, {"a": 1}, {"/*": 2}),
        (
            record(v=PAIR, w=PAIR),
            {"v": {"a": 1, "x": 1}, "w": {"a": 1, "x": 1, "y": 1}, "q": 1},
            {"v": {"a": 1}, "w": {"a": 1}},
            {"/v/*": 1, "/w/*": 2, "/*": 1},
        ),
        (
            items(PAIR),
            [{"a": 1, "x": 1}, {"a": 2, "y": 1}, {"a": 3}],
            [{"a": 1}, {"a": 2}, {"a": 3}],
            {"/*/*": 2},
        ),
        (
            Ref(1),
            {"a": 1, "kids": [{"a": 2, "x": 1, "kids": [{"a": 3, "x": 1}]}]},
            {"a": 1, "kids": [{"a": 2, "kids": [{"a": 3}]}]},
            {"/kids/*/*": 1, "/kids/*/kids/*/*": 1},
        ),
    ],
)
def test_what_is_not_declared_is_counted(
    node: Node, value: Any, kept: Any, cuts: dict[str, int] | None
) -> None:
    for made, walk in both(node, value):
        assert made == kept
        assert dict(walk.cuts) == ({"/v/*/*": 1} if cuts is None else cuts)


def test_keys_of_a_map_are_counted_whatever_mapping_it_is() -> None:
    node = record(v=map_of(INTEGER, const("k")))
    walk = Walk(1 << 16)
    project = Outgoing(Shape(node, {}), 64).project()
    value = MappingProxyType({"k": 1, "x": 2, "y": 3})
    assert project({"v": value}, walk) == {"v": {"k": 1}}
    assert dict(walk.cuts) == {"/v/*": 2}


@pytest.mark.parametrize(
    ("format_", "value", "expected"),
    [
        ("email", "a@b.example", "a@b.example"),
        ("date", date(2024, 1, 31), "2024-01-31"),
        ("date-time", datetime(2024, 1, 31, tzinfo=UTC), "2024-01-31T00:00:00+00:00"),
        ("duration", timedelta(days=1), "P1D"),
        ("uuid", UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        ("date", "2024-01-31", "2024-01-31"),
        (None, "a", "a"),
    ],
)
def test_objects_for_strings_of_a_format(format_: str | None, value: object, expected: str) -> None:
    assert out(Scalar("string", Constraints(format=format_)), value) == expected


def test_objects_for_strings_of_no_such_format() -> None:
    assert out_breach(STRING, date(2024, 1, 31)) == ("/v", "type")
    email = Scalar("string", Constraints(format="email"))
    assert out_breach(email, date(2024, 1, 31)) == ("/v", "type")
    assert out_breach(Scalar("bytes", Constraints(media_type="image/png")), 5) == ("/v", "type")
    assert out_breach(BYTES, "a") == ("/v", "contentEncoding")


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_untyped_values_may_be_as_deep_as_all_others(levels: int) -> None:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    node, types = record(v=record(w=ANY)), named(held=record(w=ANY, _next=Ref(0)))
    arguments = {"v": {"w": value}}
    assert accepted(taking(node, depth=levels + 2), arguments) == arguments
    assert refused(taking(node, depth=levels + 1), arguments) == [
        "/v/w" + "/*" * (levels - 1) + f": nested deeper than {levels + 1} levels"
    ]
    held = record(v=Ref(0))
    assert accepted(taking(held, types, depth=levels + 2), arguments) == arguments
    assert refused(taking(held, types, depth=levels + 1), arguments) == [
        "/v/w" + "/*" * (levels - 1) + f": nested deeper than {levels + 1} levels"
    ]
    deeper = {"v": {"w": 1, "next": {"w": value}}}
    assert accepted(taking(held, types, depth=levels + 3), deeper) == deeper
    assert refused(taking(held, types, depth=levels + 2), deeper) == [
        "/v/next/w" + "/*" * (levels - 1) + f": nested deeper than {levels + 2} levels"
    ]


class Broken(Enum):
    A = "a"

    @property
    def value(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize("node", [STRING, INTEGER, BYTES, const("a")])
def test_scalars_that_cannot_be_read(node: Node) -> None:
    assert out_breach(node, Broken.A) == ("/v", "read")
    assert out_breach(items(node), [Broken.A]) == ("/v/*", "read")


@pytest.mark.parametrize("levels", [1, 2, 3])
def test_untyped_results_may_be_as_deep_as_all_others(levels: int) -> None:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    types = named(held=record(w=ANY, _next=Ref(0)))
    for node, given, above, place in (
        (record(w=ANY), {"w": value}, 1, "/w"),
        (record(v=record(w=ANY)), {"v": {"w": value}}, 2, "/v/w"),
        (record(v=Ref(0)), {"v": {"w": value}}, 2, "/v/w"),
        (record(v=Ref(0)), {"v": {"w": 1, "next": {"w": value}}}, 3, "/v/next/w"),
    ):
        depth = levels + above
        assert projected(giving(node, types, output_depth=depth), given) == given
        assert breach(giving(node, types, output_depth=depth - 1), given) == (
            place + "/*" * (levels - 1),
            "depth",
        )
