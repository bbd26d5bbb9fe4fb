from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Handler, Registry
from schemac.runtime.errors import FingerprintError, UnknownDomainError
from schemac.runtime.signals import tool_listed

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

STAFF = Grants(requires={"staff"})
ADMIN = Grants(requires={"staff", "admin"})


class Greet(Handler):
    """Greet somebody by name."""

    #: type output = { greeting: String, ?secret: String @requires(:admin) }

    #: (name: String, ?loud: bool @requires(:admin)) -> output
    def call(self, *, name: str, loud: bool = False) -> object:
        return {"greeting": name, "secret": loud}


class Ping(Handler):
    """Answer."""

    #: () -> { ok: true }
    def call(self) -> object:
        return {"ok": True}


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


@pytest.fixture
def registry() -> Registry:
    made = Registry()
    made.add(Greet, requires="staff", title="Greet", read_only=True, destructive=False)
    made.add(Ping)
    return made


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


class Printed:
    """A context that says what it depends on."""

    def __init__(self, fingerprint: object, *flags: str) -> None:
        self.fingerprint = fingerprint
        self.flags = flags
        self.asked = 0

    def requires(self, flag: str) -> bool:
        self.asked += 1
        return flag in self.flags

    def mcp_cache_fingerprint(self) -> object:
        if isinstance(self.fingerprint, Exception):
            raise self.fingerprint
        return self.fingerprint


def test_a_fingerprint_looks_a_listing_up_without_asking(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry)
    first = surface.listing(Printed({"role": "staff"}, "staff"))
    again = Printed({"role": "staff"}, "staff")
    assert surface.listing(again) is first
    assert again.asked == 0
    assert surface.listing(Printed(["other"])) is not first


@pytest.mark.parametrize("fingerprint", [object(), float("nan"), OSError("x"), {1j}, None])
def test_a_fingerprint_that_is_no_json_is_ignored(
    fingerprint: object, registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry)
    for flags in ((), ("staff",)):
        context = Printed(fingerprint, *flags)
        assert len(surface.listing(context).fragments) == 1 + len(flags)
        assert context.asked > 0


def test_in_debug_a_fingerprint_that_hides_a_difference_is_an_error(
    registry: Registry, surface_of: SurfaceOf
) -> None:
    surface = surface_of(registry, debug=True)
    surface.listing(Printed("same", "staff"))
    surface.listing(Printed("same", "staff"))
    with pytest.raises(FingerprintError):
        surface.listing(Printed("same"))


class Failing(Printed):
    """Its predicate does not answer."""

    def requires(self, flag: str) -> bool:
        raise ConnectionError(flag)


@pytest.mark.parametrize("debug", [False, True])
def test_a_fingerprint_keeps_nothing_of_an_outage(
    debug: bool,  # noqa: FBT001 - one of two
    registry: Registry,
    surface_of: SurfaceOf,
) -> None:
    surface = surface_of(registry, debug=debug)
    assert len(surface.listing(Failing("same", "staff")).fragments) == 1
    assert len(surface.listing(Printed("same", "staff")).fragments) == 2
    assert len(surface.listing(Failing("same", "staff")).fragments) == (1 if debug else 2)


def test_what_a_fingerprint_stands_for_is_replaced_when_it_is_made_anew(
    registry: Registry, surface_of: SurfaceOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("schemac.runtime.fingerprints.time.monotonic", lambda: now[0])
    surface = surface_of(registry, listing_ttl=60)
    seen = []
    for at, flags in ((0, ("staff",)), (59, ()), (60, ()), (61, ("staff",)), (120, ("staff",))):
        now[0] = 1000.0 + at
        seen.append(len(surface.listing(Printed("same", *flags)).fragments))
    assert seen == [2, 2, 1, 1, 2]


def test_in_production_a_fingerprint_is_not_kept_longer_for_being_used(
    registry: Registry, surface_of: SurfaceOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr("schemac.runtime.fingerprints.time.monotonic", lambda: now[0])
    surface = surface_of(registry, listing_ttl=60)
    asked = []
    for at in (0, 40, 59, 60, 80, 119, 120):
        now[0] = 1000.0 + at
        context = Printed("same", "staff")
        surface.listing(context)
        asked.append(context.asked > 0)
    assert asked == [True, False, False, True, False, False, True]


def test_fingerprints_are_bounded(registry: Registry, surface_of: SurfaceOf) -> None:
    surface = surface_of(registry)
    for number in range(200):
        surface.listing(Printed(number))
    first, last = Printed(0), Printed(199)
    surface.listing(last)
    surface.listing(first)
    assert (first.asked > 0, last.asked) == (True, 0)


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
