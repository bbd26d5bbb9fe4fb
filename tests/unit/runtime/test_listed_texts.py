"""What a listing says of a tool beside its schemas: words, texts made late, defaults, icons."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Handler, Registry
from tests.unit.runtime import greetings
from tests.unit.runtime.greetings import Ping

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

registry = pytest.fixture(greetings.registry)


class Worded(Handler):
    """Never used."""

    def description(self) -> object:
        context: Any = self.context
        if context.current_user == "broken":
            raise OSError("no words")
        return f"For {context.current_user}\x07, {'admin' if self.can('admin') else 'nobody'}."

    #: () -> { ok: true }
    def call(self) -> object:
        return {"ok": True}


class Zoned(Handler):
    """Say the time."""

    #: (?zone: String @default_for(:zone) @max(4)) -> { ok: true }
    def call(self, *, zone: str = "none") -> object:  # noqa: ARG002 - only its schema counts
        return {"ok": True}


def test_the_words_of_a_method_are_asked_for_each_listing_and_never_shared(
    surface_of: SurfaceOf, caplog: pytest.LogCaptureFixture
) -> None:
    registry = Registry()
    registry.add(Worded, title="Worded tool")
    registry.add(Worded, name="untitled")
    surface = surface_of(registry)

    def words(context: object) -> list[object]:
        listing = surface.listing(context)
        assert not listing.shared
        return [json.loads(one)["description"] for one in listing.fragments]

    assert words(Grants(user="Bo")) == ["For Bo, nobody."] * 2
    assert words(Grants(user="Al")) == ["For Al, nobody."] * 2
    assert words(Grants(user="Al", requires="admin")) == ["For Al, admin."] * 2
    assert caplog.text == ""
    assert words(Grants(user="broken")) == ["Worded tool", "untitled"]
    assert "`description()` of the tool `worded` gave no text" in caplog.text


def test_a_lazy_text_is_made_for_each_request(surface_of: SurfaceOf) -> None:
    words = ["Hallo", "Hello"]

    class Lazy:
        def __str__(self) -> str:
            return words[-1]

    registry = Registry()
    registry.add(Ping, title=Lazy(), description=Lazy())
    surface = surface_of(registry)
    listed: list[tuple[object, object]] = []
    for _ in range(2):
        (tool,) = surface.list_tools(None)
        listed.append((tool["title"], tool["description"]))
        words.pop()
    assert listed == [("Hello", "Hello"), ("Hallo", "Hallo")]


def test_a_lazy_text_that_fails_is_left_to_what_stands_in(surface_of: SurfaceOf) -> None:
    class Broken:
        def __str__(self) -> str:
            raise OSError

    registry = Registry()
    registry.add(Ping, title=Broken(), description=Broken())
    (tool,) = surface_of(registry).list_tools(None)
    assert "title" not in tool
    assert tool["description"] == "ping"


def test_a_default_of_the_caller_is_in_their_schema_and_in_nobody_elses(
    surface_of: SurfaceOf,
) -> None:
    registry = Registry()
    registry.add(Zoned)
    surface = surface_of(registry)

    def schema(context: object) -> Any:
        (tool,) = surface.list_tools(context)
        found: Any = tool["inputSchema"]
        return found["properties"]["zone"]

    plain = {"type": "string", "maxLength": 4}
    assert schema(Grants(defaults={"zone": "CET"})) == {**plain, "default": "CET"}
    assert schema(Grants()) == plain
    assert schema(Grants(defaults={"zone": "UTC"})) == {**plain, "default": "UTC"}
    assert schema(Grants(defaults={"zone": "too long"})) == plain
    assert schema(Grants(defaults={"zone": 5})) == plain
    assert schema(None) == plain
    assert not surface.listing(Grants(defaults={"zone": "UTC"})).shared


def test_meta_icons_deferred_and_examples_follow_the_schemas(surface_of: SurfaceOf) -> None:
    registry = Registry()
    registry.add(
        Ping,
        meta={"own": [1]},
        icons=[{"src": "https://x/i.png"}],
        deferred=True,
        examples=[{"name": "plain", "input": {}, "output": {"ok": True}}],
    )
    (tool,) = surface_of(registry).list_tools(None)
    assert list(tool) == ["name", "description", "inputSchema", "outputSchema", "icons", "_meta"]
    assert tool["icons"] == [{"src": "https://x/i.png"}]
    assert tool["_meta"] == {
        "own": [1],
        "schemac/deferred": True,
        "schemac/examples": [{"name": "plain", "input": {}, "output": {"ok": True}}],
    }


def test_closed_schemas_are_told_where_undeclared_keys_are_refused(surface_of: SurfaceOf) -> None:
    registry = Registry(undeclared="reject")
    registry.add(Ping)
    registry.add(Ping, name="lax", undeclared="drop")
    strict, lax = surface_of(registry).list_tools(None)
    assert strict["inputSchema"] == {
        "type": "object",
        "properties": {},
        "additionalProperties": False,
    }
    assert "additionalProperties" not in lax["inputSchema"]  # type: ignore[operator] # a dict
    told = surface_of(registry, strict_schema=True).list_tools(None)[1]
    assert told["outputSchema"]["additionalProperties"] is False  # type: ignore[index] # a dict
