"""Names that are used once, in one another, in; a schema that readers of JSON can follow, out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema_rs
import pytest

from schemac.emit import emit_schema
from schemac.plan.nodes import ListOf, MapOf, Ref, TupleOf
from tests.unit.plan.plans import STRING, named, output_shape, rec, req, union

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.plan.nodes import Node


def is_readable(schema: object) -> bool:
    """Say whether a reader that ends at 128 levels takes a schema where a listing holds it."""
    listing = {"result": {"tools": [{"_meta": {"tool-input-schemas": {"t": schema}}}]}}
    try:
        jsonschema_rs.Draft202012Validator(json.dumps({"const": listing["result"]}))
    except ValueError:
        return False
    return True


def test_the_reader_ends_at_128() -> None:
    for levels, follows in ((119, True), (120, True), (121, False)):
        schema: object = {}
        for _ in range(levels):
            schema = {"items": schema}
        assert is_readable(schema) is follows


WRAPS: dict[str, tuple[Callable[[Node], Node], int]] = {
    "record": (lambda use: rec(req("l", use)), 2),
    "list": (ListOf, 1),
    "list of records": (lambda use: ListOf(rec(req("l", use), req("s", STRING))), 3),
    "map": (lambda use: MapOf(STRING, use), 1),
    "tuple": (lambda use: TupleOf((use, STRING)), 2),
    "union": (lambda use: union(ListOf(use), rec(req("a", STRING))), 3),
}


@pytest.mark.parametrize("levels", [*range(20, 120, 7), 150, 1000])
@pytest.mark.parametrize("wrap", WRAPS)
def test_chains_are_written_out_as_deep_as_readers_follow(wrap: str, levels: int) -> None:
    make, of_each = WRAPS[wrap]
    types = [named("c0", rec(req("s", STRING)))]
    types += [named(f"c{n}", make(Ref(n - 1))) for n in range(1, levels + 1)]
    shape = output_shape(rec(req("all", Ref(levels))), *types)
    assert shape is not None
    schema = emit_schema(shape)
    assert is_readable(schema)
    # The root, and the record at the end, are two levels each, and the last list is one.
    fits = 2 + levels * of_each + 4 <= 118
    assert ("$defs" not in schema) is fits
    fewest = levels * of_each // 118
    assert fewest <= len(schema.get("$defs", {})) <= fewest + fewest // 20 + 1
