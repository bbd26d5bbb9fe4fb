"""A listing is what a caller sees, shared by those who answer alike, and follows what changes."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Handler, Registry
from schemac.runtime.errors import UnknownDomainError
from schemac.runtime.signals import tool_listed
from tests.unit.runtime import greetings
from tests.unit.runtime.greetings import Ping

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

registry = pytest.fixture(greetings.registry)
STAFF = Grants(requires={"staff"})
ADMIN = Grants(requires={"staff", "admin"})
GREET = (
    '{"name":"greet","title":"Greet","description":"Greet somebody by name.","inputSchema":'
    '{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]},'
    '"outputSchema":{"type":"object","properties":{"greeting":{"type":"string"}},'
    '"required":["greeting"]},"annotations":{"readOnlyHint":true,"destructiveHint":false}}'
)
PING = (
    '{"name":"ping","description":"Answer.","inputSchema":{"type":"object","properties":{}},'
    '"outputSchema":{"type":"object","properties":{"ok":{"type":"boolean","const":true}},'
    '"required":["ok"]}}'
)


def test_a_listing_is_the_exact_bytes_of_what_each_caller_sees(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry)
    assert surface.listing(STAFF).fragments == (GREET.encode(), PING.encode())
    assert surface.listing(None).fragments == (PING.encode(),)
    admin = json.loads(surface.listing(ADMIN).fragments[0])
    assert admin["inputSchema"]["properties"] == {
        "name": {"type": "string"},
        "loud": {"type": "boolean"},
    }
    assert surface.listing(STAFF).joined() == f"{GREET},{PING}".encode()
    assert surface.list_tools(None) == [json.loads(PING)]


def test_callers_who_answer_alike_share_the_very_same_listing(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry)
    first = surface.listing(STAFF)
    assert first.shared
    assert surface.listing(Grants(requires={"staff", "more"}, user="other")) is first
    assert surface.listing(ADMIN) is not first
    assert surface.listing(ADMIN).fragments[1] is first.fragments[1]
    assert first.joined() == first.joined()
    assert first.joined() is first.joined()


def test_no_and_unknown_are_kept_apart_and_both_close(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry)
    assert surface.listing(None) is not surface.listing(Grants())
    assert surface.listing(None).fragments == surface.listing(Grants()).fragments


def test_a_tool_is_in_the_domains_it_names_else_in_the_default_one(surface_of: SurfaceOf) -> None:
    registry = Registry()
    registry.add(Ping, name="a")
    registry.add(Ping, name="b", domains=["ops", "default"])
    registry.add(Ping, name="c", domains="ops")
    surface = surface_of(registry, domains={"empty": None})
    names = {
        domain: [tool["name"] for tool in surface.list_tools(None, domain)]
        for domain in (None, "default", "ops", "empty")
    }
    assert names == {None: ["a", "b"], "default": ["a", "b"], "ops": ["b", "c"], "empty": []}
    assert surface.domains() == ("default", "empty", "ops")
    assert not surface.has_domain("nothing")
    with pytest.raises(UnknownDomainError, match="Unknown domain: nothing"):
        surface.listing(None, "nothing")


def test_another_default_domain_takes_the_tools_without_one(surface_of: SurfaceOf) -> None:
    registry = Registry()
    registry.add(Ping, name="a")
    registry.add(Ping, name="b", domains=["default"])
    surface = surface_of(registry, default_domain="main")
    assert [tool["name"] for tool in surface.list_tools(None)] == ["a"]
    assert [tool["name"] for tool in surface.list_tools(None, "default")] == ["b"]


def test_asking_about_domains_compiles_nothing(
    registry: Registry, surface_of: SurfaceOf, source: Any
) -> None:
    surface = surface_of(registry)
    assert surface.has_domain(None)
    assert not surface.has_domain("x")
    assert source.asked == 0
    surface.listing(None)
    surface.listing(STAFF)
    assert source.asked == 1


def test_one_bad_tool_is_hidden_and_logged_and_the_rest_is_served(
    surface_of: SurfaceOf, caplog: pytest.LogCaptureFixture
) -> None:
    class NoCall(Handler):
        """Has no call."""

    class Strange(Handler):
        """Cannot be made."""

        def __init__(self, context: object, other: object) -> None: ...

        #: () -> { ok: true }
        def call(self) -> object: ...

    registry = Registry()
    registry.add(NoCall)
    registry.add(Strange)
    registry.add(Ping)
    registry.add(Ping, name="mistyped", signature="(x: Strin) -> { ok: true }")
    registry.add(Ping, name="unlike", signature="(x: String) -> { ok: true }")
    surface = surface_of(registry)
    with caplog.at_level(logging.ERROR, "schemac"):
        assert [tool["name"] for tool in surface.list_tools(Grants.all())] == ["ping"]
    assert "4 of the tools cannot be served" in caplog.text
    for piece in ("`no_call`", "no method `call`", "`strange`", "`__init__` must", "SC201", "SC60"):
        assert piece in caplog.text
    assert '@tool("greet")' in caplog.text


def test_a_new_tool_shows_at_the_next_listing(
    registry: Registry, surface_of: SurfaceOf, source: Any
) -> None:
    surface = surface_of(registry)
    assert len(surface.list_tools(None)) == 1
    registry.add(Ping, name="late")
    assert [tool["name"] for tool in surface.list_tools(None)] == ["ping", "late"]
    assert source.asked == 2


def test_changed_sources_show_in_debug_only(
    registry: Registry, surface_of: SurfaceOf, source: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("schemac.runtime.surface.time.monotonic", lambda: now[0])
    debug, production = surface_of(registry, debug=True), surface_of(registry)
    for surface in (debug, production):
        surface.listing(None)
    assert source.asked == 2
    source.has_changed = True
    debug.listing(None)
    assert source.asked == 2
    now[0] += 1.5
    production.listing(None)
    assert source.asked == 2
    debug.listing(None)
    assert source.asked == 3
    now[0] += 1.5
    debug.listing(None)
    assert source.asked == 3


def test_a_reload_lets_producers_mint_again(
    registry: Registry, surface_of: SurfaceOf, source: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, minted = [1000.0], ["one"]
    monkeypatch.setattr("schemac.runtime.surface.time.monotonic", lambda: now[0])
    registry.producer(lambda into: [into.add(Ping, name=name) for name in minted])
    surface = surface_of(registry, debug=True)
    assert [tool["name"] for tool in surface.list_tools(None)] == ["ping", "one"]
    minted[:] = ["two"]
    source.has_changed = True
    now[0] += 1.5
    assert [tool["name"] for tool in surface.list_tools(None)] == ["ping", "two"]


def test_a_listing_is_signalled(registry: Registry, surface_of: SurfaceOf) -> None:
    heard: list[tuple[object, dict[str, object]]] = []

    def hear(sender: object, **data: object) -> None:
        heard.append((sender, data))

    surface = surface_of(registry, sender="app")
    with tool_listed.connected_to(hear):
        surface.listing(STAFF)
        surface.listing(None)
    assert [(sender, data["domain"], data["tools"]) for sender, data in heard] == [
        ("app", "default", 2),
        ("app", "default", 1),
    ]
    assert heard[0][1]["decisions"] != heard[1][1]["decisions"]
