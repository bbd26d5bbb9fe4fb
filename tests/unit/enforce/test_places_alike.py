"""A type and a value in, the same answer out wherever the type stands.

What stands in a record is written into the record's function; what stands in a tuple never is. So
each is the oracle of the other.
"""

from __future__ import annotations

from dataclasses import make_dataclass
from datetime import date
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from schemac.enforce.outcomes import EnforceOptions
from schemac.enforce.project.incoming import Incoming
from schemac.enforce.project.outgoing import Outgoing
from schemac.enforce.project.walk import Misfit, Walk
from schemac.plan.model import Shape
from schemac.plan.nodes import Constraints, Nothing, Ref, Scalar, TupleOf
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from schemac.plan.nodes import Node

PAIR = record(a=INTEGER, _b=STRING)
LATE = record(_b=STRING, a=INTEGER, _c=maybe(STRING), d=maybe(INTEGER))
TYPES = named(
    pair=PAIR,
    text=Scalar("string", Constraints(max=3)),
    tree=record(_kids=items(Ref(2)), a=INTEGER),
    either=union(PAIR, items(STRING)),
    nothing_needed=record(_a=INTEGER),
    maybe=maybe(PAIR),
)
NODES: dict[str, Node] = {
    "string": STRING,
    "integer": INTEGER,
    "number": NUMBER,
    "boolean": BOOLEAN,
    "null": NULL,
    "date": DATE,
    "bytes": BYTES,
    "media": Scalar("bytes", Constraints(media_type="image/png")),
    "literal": const("a"),
    "literal number": const(1),
    "anything": ANY,
    "nothing": Nothing(),
    "nullable string": maybe(STRING),
    "nullable integer": maybe(INTEGER),
    "string or number": union(STRING, NUMBER),
    "integer or number": union(INTEGER, NUMBER),
    "strings": items(STRING),
    "integers": items(INTEGER),
    "nullable strings": maybe(items(STRING)),
    "strings or null": items(maybe(STRING)),
    "set": set_of(STRING),
    "lists": items(items(NUMBER)),
    "records": items(PAIR),
    "nullable records": maybe(items(PAIR)),
    "records or null": items(maybe(PAIR)),
    "records of records": items(record(p=PAIR, _q=items(PAIR))),
    "record": PAIR,
    "late record": LATE,
    "record without needs": record(_a=INTEGER, _b=items(STRING)),
    "empty record": record(),
    "closed record": record(closed=True, a=INTEGER),
    "nullable record": maybe(PAIR),
    "record in record": record(p=PAIR, _q=maybe(PAIR), r=STRING),
    "optional record in record": record(_p=PAIR, r=LATE),
    "map": map_of(INTEGER),
    "map of records": map_of(PAIR),
    "map of literals": map_of(PAIR, union(const("a"), const("p"))),
    "tuple": TupleOf((INTEGER, STRING)),
    "tuple of records": TupleOf((PAIR, PAIR)),
    "record or list": union(PAIR, items(STRING)),
    "records told apart": union(record(k=const("a"), a=INTEGER), record(k=const("b"), b=PAIR)),
    "records not told apart": union(PAIR, record(a=INTEGER, c=STRING)),
    "lists not told apart": union(items(INTEGER), items(PAIR)),
    "named record": Ref(0),
    "named text": Ref(1),
    "tree": Ref(2),
    "trees": items(Ref(2)),
    "named union": Ref(3),
    "union of named union": union(Ref(3), INTEGER),
    "named record without needs": Ref(4),
    "named nullable": Ref(5),
    "list of named": items(Ref(0)),
}
JSON: dict[str, object] = {
    "null": None,
    "true": True,
    "zero": 0,
    "one": 1,
    "one point zero": 1.0,
    "half": 1.5,
    "text": "a",
    "long text": "abcdef",
    "digits": "12",
    "day": "2024-01-31",
    "base64": "YWJj",
    "no list": [],
    "texts": ["a", "b", "a"],
    "integers": [1, 2],
    "whole numbers": [1, 2.0],
    "mixed": [1, "a"],
    "with null": [None, "a"],
    "lists": [[1], [2.5]],
    "no record": {},
    "pair": {"a": 1, "b": "x"},
    "half a pair": {"b": "x"},
    "pair and more": {"a": 1, "x": 2, "y": 3},
    "wrong pair": {"a": "1", "b": 2},
    "null in pair": {"a": 1, "b": None},
    "nulls": {"a": None, "b": None, "c": None, "d": None},
    "late": {"d": 1, "c": "c", "a": 2, "z": 0},
    "pairs": [{"a": 1}, {"a": 2, "b": "y", "z": 0}],
    "pairs and null": [{"a": 1}, None],
    "pairs and half": [{"a": 1}, {"b": "x"}],
    "pairs and text": [{"a": 1}, "a"],
    "deep": {"p": {"a": 1, "z": 0}, "q": {"a": 2}, "r": "r", "z": 0},
    "deep without": {"p": {}, "q": None, "r": "r"},
    "deep late": {"p": {"a": 1}, "r": {"a": 1, "d": None, "z": 0}},
    "deep texts": {"p": "p", "r": "r"},
    "many deep": [{"p": {"a": 1, "z": 0}, "q": [{"a": 2, "z": 0}]}, {"p": {"a": 1}, "z": 0}],
    "many deep wrong": [{"p": {"a": 1}, "q": [{"b": 2}]}],
    "kind a": {"k": "a", "a": 1, "b": 2},
    "kind b": {"k": "b", "b": {"a": 1, "z": 0}, "z": 0},
    "kind c": {"k": "c", "a": 1},
    "more of c": {"a": 1, "c": "c", "z": 0},
    "keys": {"a": {"a": 1, "z": 0}, "p": {"a": 1}, "q": {"a": 1}},
    "tree": {"a": 1, "kids": [{"a": 2, "kids": [{"a": 3, "z": 0}], "z": 0}]},
    "trees": [{"a": 1, "kids": []}, {"a": 1, "kids": [{"a": 2, "z": 0}]}],
    "stringified": '{"a": 1, "z": {"b": "{}"}}',
    "stringified list": '["a", {"a": "[1]"}]',
    "stringified deep": '{"p": "{\\"a\\": 1}", "r": "r"}',
}


def _raising() -> Iterator[object]:
    yield {"a": 1}
    raise RuntimeError


Pair = make_dataclass("Pair", ["a", "b"])
PYTHON: dict[str, Callable[[], object]] = {
    **{name: (lambda value=value: value) for name, value in JSON.items()},  # type: ignore[misc]
    "dataclass": lambda: Pair(1, "x"),
    "object": lambda: SimpleNamespace(a=1, z=2, p=SimpleNamespace(a=1), r="r"),
    "object without": lambda: SimpleNamespace(z=2),
    "mapping": lambda: MappingProxyType({"a": 1, "z": 0}),
    "tuple of texts": lambda: ("a", "b"),
    "tuple of pairs": lambda: (Pair(1, None), {"a": 2, "z": 0}),
    "list of objects": lambda: [Pair(1, "x"), SimpleNamespace(a=2)],
    "raising stream": _raising,
    "stream of integers": lambda: iter([1, 2]),
    "stream of pairs": lambda: iter([{"a": 1, "z": 0}, Pair(2, None)]),
    "set of texts": lambda: {"b", "a"},
    "python bytes": lambda: b"abc",
    "python day": lambda: date(2024, 1, 31),
}


def answer(project: Callable[[object, Walk], Any], value: object, here: str) -> Any:
    """Give what became of the one value at `here`, without the way there."""
    walk = Walk(1 << 16)
    try:
        out = project(value, walk)
    except Misfit as misfit:
        return misfit.pointer.removeprefix(here), misfit.keyword
    inner = out["v"] if isinstance(out, dict) else out[0]
    if not walk.cuts:
        cuts = {}
    else:
        cuts = {place.removeprefix(here): count for place, count in walk.cuts.items()}
    media = [(each.pointer.removeprefix(here), each.data) for each in walk.media or ()]
    unfit = None if walk.unfit is None else walk.unfit.removeprefix(here)
    return inner, repr(inner), unfit, cuts, media, walk.parsed, walk.prefix, walk.depth


@pytest.mark.parametrize("name", NODES)
@pytest.mark.parametrize(
    "options", [{}, {"undeclared": "reject"}, {"coerce": "lax"}], ids=["plain", "reject", "lax"]
)
def test_arguments(name: str, options: Any) -> None:
    node = NODES[name]
    given = EnforceOptions(**options)
    alone = Incoming(Shape(TupleOf((node,)), TYPES), given).project()
    needed = Incoming(Shape(record(v=node), TYPES), given).project()
    partial = Incoming(Shape(record(v=node, w=STRING), TYPES), given).project()
    optional = Incoming(Shape(record(_v=node), TYPES), given).project()
    for label, value in JSON.items():
        expected = answer(alone, [value], "/*")
        assert answer(needed, {"v": value}, "/v") == expected, label
        assert answer(partial, {"v": value}, "/v") == expected, label
        if value is None:
            continue
        assert answer(optional, {"v": value}, "/v") == expected, label


@pytest.mark.parametrize("name", NODES)
def test_results(name: str) -> None:
    node = NODES[name]
    alone = Outgoing(Shape(TupleOf((node,)), TYPES), 64).project()
    needed = Outgoing(Shape(record(v=node), TYPES), 64).project()
    optional = Outgoing(Shape(record(_v=node), TYPES), 64).project()
    for label, make in PYTHON.items():
        expected = answer(alone, [make()], "/*")
        assert answer(needed, {"v": make()}, "/v") == expected, label
        assert answer(needed, SimpleNamespace(v=make()), "/v") == expected, label
        if make() is None:
            continue
        assert answer(optional, {"v": make()}, "/v") == expected, label


@pytest.mark.parametrize("name", NODES)
def test_what_comes_out_fits_and_stays(name: str) -> None:
    project = Outgoing(Shape(TupleOf((NODES[name],)), TYPES), 64).project()
    for label, make in PYTHON.items():
        first = answer(project, [make()], "/*")
        if len(first) > 2:
            again = answer(project, [first[0]], "/*")
            assert again[:2] == first[:2], label
            assert again[3] == {}, label
