from __future__ import annotations

import json
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

from schemac import Grants, Handler, Registry
from schemac.emit.templates import Templates
from schemac.runtime.listing import Listing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

FLAGS = ("staff", "admin", "cost")


class Move(Handler):
    """Move somebody on."""

    #: type person = {
    #:   id: String @desc(The identifier), status: "open" | "closed" | "held" @requires(:admin),
    #:   ?score: Integer @min(0) @requires(:cost), ?notes: Array[String]
    #: }
    #: type moved   = { ok: true, by: person @desc(Who did it), whom: person,
    #:                  rows: Array[{ id: Integer, ?cost: Float @requires(:cost) }] }
    #: type skipped = { ok: true, skipped: true, why: String? }
    #: type refused = { ok: false, error: String }
    #: type output  = moved | skipped @requires(:admin) | refused

    #: (
    #:   id: String @max(36), level: "low" | "high" @desc(How soon),
    #:   ?limit: Integer @min(1) @default(25), ?first: person?,
    #:   ?reason: String @requires(:admin) @desc(Why)
    #: ) -> output
    def call(self, **given: Any) -> object: ...


class Secret(Handler):
    """Answer those who may."""

    #: () -> { secret: String, ?cost: Integer @requires(:cost) }
    def call(self) -> object: ...


class Ping(Handler):
    """Answer."""

    #: () -> { ok: true }
    def call(self) -> object: ...


def registry() -> Registry:
    made = Registry()
    made.add(Move, name="move", read_only=True)
    made.add(Secret, name="secret", requires="staff")
    made.add(Ping, name="ping")
    return made


def callers() -> Iterator[Grants]:
    subsets = chain.from_iterable(combinations(FLAGS, size) for size in range(len(FLAGS) + 1))
    return (Grants(requires=set(subset)) for subset in subsets)


def test_every_listing_is_the_one_that_a_first_caller_gets(surface_of: SurfaceOf) -> None:
    surface = surface_of(registry())
    for each in (*callers(), *reversed(list(callers()))):
        alone = surface_of(registry()).listing(each).fragments
        assert surface.listing(each).fragments == alone


def test_listings_after_the_first_still_hide_tools_and_fields(surface_of: SurfaceOf) -> None:
    surface = surface_of(registry())
    for each in callers():
        names = [json.loads(one)["name"] for one in surface.listing(each).fragments]
        assert names == ["move", "secret", "ping"] if each.requires("staff") else ["move", "ping"]
        text = b"".join(surface.listing(each).fragments)
        assert (b'"reason"' in text) == each.requires("admin")
        assert (b'"score"' in text) == each.requires("cost")


def test_strict_and_closed_listings_are_those_of_a_first_caller(surface_of: SurfaceOf) -> None:
    for settings in ({"strict_schema": True}, {"undeclared": "reject"}):
        surface = surface_of(registry(), **settings)
        for each in callers():
            alone = surface_of(registry(), **settings).listing(each).fragments
            assert surface.listing(each).fragments == alone
            assert b'"additionalProperties":false' in alone[0]


def test_a_tool_as_authors_write_it_has_a_template(surface_of: SurfaceOf) -> None:
    plan = surface_of(registry()).program().plan
    templates = Templates(plan)
    assert [tool.name for tool in plan.tools if templates.tool(tool) is None] == []


def test_a_tool_that_is_called_after_it_was_listed_knows_its_view(surface_of: SurfaceOf) -> None:
    surface = surface_of(registry())
    for each in callers():
        surface.listing(each)
    asked = surface.call_tool("move", {"id": "1"}, Grants(requires={"staff"}))
    assert asked.is_error
    with surface.visit(Grants(requires={"admin"})) as visit:
        assert "reason" in visit.tool("move")["inputSchema"]["properties"]  # type: ignore[index]


def test_an_answer_holds_the_tools_however_often_they_were_listed(surface_of: SurfaceOf) -> None:
    surface = surface_of(registry())
    for _ in range(4):
        listing = surface.listing(Grants())
        whole = b"[" + b",".join(listing.fragments) + b"]"
        assert listing.enclosed(b"[", b"]") == (whole,)
    nothing = surface_of(Registry()).listing(Grants())
    assert [nothing.enclosed(b"[", b"]") for _ in range(3)] == [(b"[]",)] * 3


def test_a_large_answer_is_copied_no_more_once_it_was_asked_for_twice() -> None:
    fragments = [b"1" * 40_000, b"2" * 40_000]
    listing = Listing(fragments, shared=True)
    whole = b"[" + b",".join(fragments) + b"]"
    assert listing.enclosed(b"[", b"]") == (whole,)
    first, again = listing.enclosed(b"[", b"]"), listing.enclosed(b"[", b"]")
    assert b"".join(first) == b"".join(again) == whole
    assert len(again) == 2
    assert first[1] is again[1]
    assert listing.enclosed(b"<", b"]") == (b"<", again[1])
    assert b"".join(listing.enclosed(b"<", b"|>")) == b"<" + whole[1:-1] + b"|>"
    assert listing.joined() == whole[1:-1]


def many() -> Registry:
    """Give forty tools of 3 KB each; each fourth is hidden from some, each third differs."""
    made = Registry()
    for number in range(40):
        gate = " @requires(:cost)" if number % 3 == 0 else ""
        is_hidden = number % 4 == 0 or number > 35
        more: dict[str, Any] = {"requires": "admin"} if is_hidden else {}
        made.add(
            lambda **_: {},
            name=f"tool_{number:02}",
            description="d" * 3_000,
            signature=f"() -> {{ ok: true, ?cost: Integer{gate} }}",
            **more,
        )
    return made


def test_a_large_answer_to_new_decisions_is_sent_in_runs(surface_of: SurfaceOf) -> None:
    surface = surface_of(many())
    sent = []
    for each in callers():
        if each.requires("staff"):
            continue
        listing = surface.listing(each)
        pieces = listing.enclosed(b"[", b"]")
        sent.append(pieces)
        alone = surface_of(many()).listing(each)
        assert b"".join(pieces) == b"[" + b",".join(alone.fragments) + b"]"
        assert json.loads(b"".join(pieces)) == [json.loads(one) for one in alone.fragments]
        again = [listing.enclosed(b"[", b"]") for _ in range(3)]
        assert {b"".join(one) for one in again} == {b"".join(pieces)}
    assert {len(pieces) for pieces in sent} == {5}


def test_runs_without_a_change_are_those_of_the_listing_before(surface_of: SurfaceOf) -> None:
    registry = Registry()
    for number in range(40):
        gate = " @requires(:cost)" if number == 0 else ""
        registry.add(
            lambda **_: {},
            name=f"tool_{number:02}",
            description="d" * 3_000,
            signature=f"() -> {{ ok: true, ?cost: Integer{gate} }}",
        )
    surface = surface_of(registry)
    one = surface.listing(Grants()).enclosed(b"[", b"]")
    other = surface.listing(Grants(requires={"cost"})).enclosed(b"[", b"]")
    assert [first is second for first, second in zip(one, other, strict=True)] == [
        *(False, True, True, True, False)
    ]
    assert one[0] != other[0]
    assert one[-1] == other[-1]


def test_a_listing_of_which_all_is_hidden_is_empty(surface_of: SurfaceOf) -> None:
    registry = Registry()
    for number in range(40):
        registry.add(Ping, name=f"tool_{number}", requires="admin", description="d" * 3_000)
    surface = surface_of(registry)
    for _ in range(2):
        assert surface.listing(Grants(requires={"admin"})).enclosed(b"[", b"]") != (b"[]",)
        assert surface.listing(Grants()).enclosed(b"[", b"]") == (b"[]",)
