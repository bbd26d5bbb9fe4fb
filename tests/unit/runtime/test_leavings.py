from __future__ import annotations

from collections import UserDict
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Handler, Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

ADMIN = Grants(requires="admin")


class Show(Handler):
    """Show what the test gives."""

    payload: Any = None

    #: type line = { text: String, ?cost: Integer @requires(:admin) }
    #: type plain = { kind: "a", lines: Array[line] }
    #: type rich = { kind: "a", lines: Array[line], notes: String, ?by: Hash[String, line] }
    #: type output = plain | rich @requires(:admin)

    #: (
    #:   ?filter: { ?a: String, ?b: String @requires(:admin) },
    #:   ?pairs: [line, line],
    #:   ?gated: Integer @requires(:admin)
    #: ) -> output
    def call(self, **given: Any) -> object:
        for value in given.values():
            if isinstance(value, dict):
                value.clear()
        return type(self).payload or {"kind": "a", "lines": []}


@pytest.fixture
def surface(surface_of: SurfaceOf) -> Surface:
    Show.payload = None
    registry = Registry()
    registry.add(Show)
    return surface_of(registry)


def dropped(surface: Surface, context: object = None, **arguments: object) -> dict[str, int]:
    return dict(surface.call_tool("show", arguments, context).dropped)


def test_declared_names_are_named_and_everything_else_is_a_star(surface: Surface) -> None:
    assert dropped(surface, gated=1, other=2, another=3) == {"/gated": 1, "/*": 2}
    assert dropped(surface, ADMIN, gated=1, other=2) == {"/*": 1}
    assert dropped(surface, filter={"a": "x", "b": "y", "c": "z"}) == {
        "/filter/b": 1,
        "/filter/*": 1,
    }
    line = {"text": "x", "cost": 1, "more": 2}
    assert dropped(surface, pairs=[line, line]) == {"/pairs/*/cost": 2, "/pairs/*/*": 2}
    assert dropped(surface) == {}


def test_a_text_that_stood_for_an_object_is_read_again(surface: Surface) -> None:
    assert dropped(surface, filter='{"a":"x","b":"y"}') == {"/filter/b": 1}


def test_refused_arguments_have_names_too(surface: Surface) -> None:
    outcome = surface.call_tool("show", {"gated": 1, "filter": {"a": 5}, "x": 1}, None)
    assert (outcome.kind, dict(outcome.dropped)) == ("invalid", {"/gated": 1, "/*": 1})


def cut(surface: Surface, payload: object, context: object = None) -> dict[str, int]:
    Show.payload = payload
    outcome = surface.call_tool("show", {}, context)
    assert outcome.kind == "ok"
    return dict(outcome.cut)


LINE = {"text": "x", "cost": 1, "more": 2}


def test_names_of_hidden_variants_are_declared_names_too(surface: Surface) -> None:
    payload = {"kind": "a", "lines": [LINE, LINE], "notes": "n", "by": {"k": LINE}, "z": 1}
    assert cut(surface, payload) == {
        "/lines/*/cost": 2,
        "/lines/*/*": 2,
        "/notes": 1,
        "/by": 1,
        "/*": 1,
    }
    assert cut(surface, payload, ADMIN) == {"/lines/*/*": 2, "/by/*/*": 1, "/*": 1}


def test_none_for_a_field_that_may_be_absent_was_not_cut(surface: Surface) -> None:
    assert cut(
        surface, {"kind": "a", "lines": [{"text": "x", "cost": None}], "z": None}, ADMIN
    ) == {"/*": 1}


def test_what_cannot_be_read_twice_has_names_too(surface: Surface) -> None:
    payload = {"kind": "a", "lines": (line for line in [LINE]), "notes": "n"}
    assert cut(surface, payload) == {"/notes": 1, "/lines/*/cost": 1, "/lines/*/*": 1}


def test_foreign_mappings_are_asked_for_nothing_but_the_names_they_may_show(
    surface: Surface,
) -> None:
    assert cut(surface, UserDict({"kind": "a", "lines": [], "notes": "n"})) == {"/*": 1}


def test_a_key_that_is_a_star_is_no_name(surface: Surface) -> None:
    assert cut(surface, {"kind": "a", "lines": [], "*": 1, "lines/cost": 2}) == {"/*": 2}


class Grow:
    """Grow a tree."""

    #: type node = { name: String, ?left: node, ?right: node, ?cost: Integer @requires(:admin) }
    #: type output = node

    #: () -> output
    def call(self) -> object:
        tree: dict[str, object] = {"name": "", "cost": 1, "more": 1}
        for side in ("left", "right") * 20:
            tree = {"name": "", side: tree, "cost": 1}
        return tree


def test_each_place_of_a_tree_is_named(surface_of: SurfaceOf) -> None:
    registry = Registry()
    registry.add(Grow)
    found = surface_of(registry).call_tool("grow", {}, None).cut
    assert len(found) == 42
    assert found["/cost"] == found["/right/left/cost"] == found["/right/left" * 20 + "/*"] == 1


def test_objects_are_never_looked_at_again(surface: Surface) -> None:
    class Row:
        def __init__(self) -> None:
            self.kind = "a"
            self.lines = [LINE]
            self.read = 0

        @property
        def notes(self) -> str:
            self.read += 1
            return "n"

    row = Row()
    assert cut(surface, row) == {"/lines/*/cost": 1, "/lines/*/*": 1}
    assert row.read == 0
