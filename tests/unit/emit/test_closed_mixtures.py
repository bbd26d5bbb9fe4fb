"""Uses closed and open in one another in; a schema that readers of JSON can follow, out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from schemac.emit import emit_schema
from schemac.plan.nodes import NO_META, ListOf, MapOf, Meta, Ref, TupleOf
from tests.unit.emit.test_deep_chains import is_readable
from tests.unit.plan.plans import STRING, named, output_shape, rec, req, union

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.plan.nodes import Node

WRAPS: dict[str, Callable[[Node], Node]] = {
    "record": lambda use: rec(req("l", use)),
    "list": lambda use: rec(req("l", ListOf(use)), req("s", STRING)),
    "map": lambda use: MapOf(STRING, use),
    "tuple": lambda use: rec(req("l", TupleOf((use, STRING)))),
    "union": lambda use: rec(req("l", union(use, ListOf(STRING)))),
}


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize(("closed", "plain"), [(1, 1), (2, 5), (7, 3), (7, 20), (12, 60), (15, 1)])
@pytest.mark.parametrize("wrap", WRAPS)
def test_mixtures_are_as_deep_as_readers_follow(
    wrap: str, closed: int, plain: int, *, strict: bool
) -> None:
    types = [named("c0", rec(req("s", STRING)))]
    for number in range(1, 600):
        is_closed = number % (closed + plain) < closed
        types.append(named(f"c{number}", WRAPS[wrap](Ref(number - 1, closed=is_closed))))
    # Definitions that others refer to are written out all the same where they are closed.
    root = rec(req("a", Ref(599)), req("b", Ref(598)), req("c", Ref(300)))
    shape = output_shape(root, *types)
    assert shape is not None
    assert is_readable(emit_schema(shape, closed=strict))


def test_what_a_closed_use_closes_is_written_out_however_deep() -> None:
    types = [named("c0", rec(req("s", STRING)))]
    for number in range(1, 100):
        body = union(replace(Ref(number - 1), meta=Meta(title="t")), ListOf(STRING))
        types.append(named(f"c{number}", rec(req("l", body)) if number % 12 == 0 else body))
    uses = (req(f"u{number}", Ref(number, closed=True)) for number in range(99))
    shape = output_shape(rec(*uses, req("last", Ref(99))), *types)
    assert shape is not None
    assert is_readable(emit_schema(shape))


def test_names_for_names_are_no_levels() -> None:
    meta = replace(NO_META, description="d")
    types = [named("c0", rec(req("s", STRING)))]
    types += [named(f"c{n}", Ref(n - 1, closed=n % 2 == 0, meta=meta)) for n in range(1, 3000)]
    shape = output_shape(rec(req("a", Ref(2999))), *types)
    assert shape is not None
    assert emit_schema(shape)["properties"] == {
        "a": {
            "description": "d",
            "type": "object",
            "properties": {"s": {"type": "string"}},
            "required": ["s"],
            "additionalProperties": False,
        }
    }
