from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Handler, Registry
from schemac.plan.model import Plan
from schemac.runtime.contracts import Contracts
from schemac.runtime.errors import ContractError, UnknownToolError
from schemac.runtime.settings import SurfaceSettings
from schemac.runtime.surface import Surface

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from schemac.plan.declaration import ToolDeclaration

    SurfaceOf = Callable[..., Surface]


class Ping(Handler):
    """Answer."""

    #: () -> { ok: true, ?n: Integer @requires(:a), ?m: Integer @requires(:b) }
    def call(self) -> object:
        return {"ok": True, "n": 1, "m": 2}


class Bad(Handler):
    """Has a required parameter that its signature does not have."""

    #: () -> { ok: true }
    def call(self, *, needed: int) -> object: ...


def test_eager_fails_the_start_with_one_error_that_holds_everything(
    surface_of: SurfaceOf,
) -> None:
    registry = Registry()
    registry.add(Ping)
    surface_of(registry, eager=True)
    registry.add(Bad)
    registry.add(Ping, name="wrong", signature="(x: Strin) -> { ok: true }")

    class NoCall:
        """No call."""

    registry.add(NoCall)
    with pytest.raises(ContractError) as caught:
        surface_of(registry, eager=True)
    text = str(caught.value)
    for piece in ("3 of the tools", "`bad`", "`needed`", "`wrong`", "SC201", "`no_call`", "@tool("):
        assert piece in text


def test_modules_are_imported_at_the_first_read_and_a_failing_one_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, surface_of: SurfaceOf
) -> None:
    registry = Registry()
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setitem(sys.modules, "where_the_registry_is", registry)
    file = tmp_path / "late_tools.py"
    file.write_text("raise RuntimeError('not yet')\n")
    surface = surface_of(registry, modules=("late_tools",))
    with pytest.raises(RuntimeError, match="not yet"):
        surface.listing(None)
    file.write_text(
        "import sys\n"
        "registry = sys.modules['where_the_registry_is']\n"
        "#: () -> { ok: true }\n"
        "@registry.tool('late', domains='ops')\n"
        "def late():\n"
        "    '''Come late.'''\n"
        "    return {'ok': True}\n"
    )
    try:
        assert surface.has_domain("ops")
        assert surface.call_tool("late", {}, None, "ops").structured == {"ok": True}
    finally:
        sys.modules.pop("late_tools", None)


def test_a_producer_that_fails_fails_the_read_and_not_those_after_it(
    surface_of: SurfaceOf,
) -> None:
    registry, broken = Registry(), [True]

    @registry.producer
    def produce(into: Registry) -> None:
        if broken[0]:
            raise OSError("no database")
        into.add(Ping, name="minted")

    surface = surface_of(registry)
    with pytest.raises(OSError, match="no database"):
        surface.listing(None)
    with pytest.raises(OSError, match="no database"):
        surface_of(registry, eager=True)
    broken[0] = False
    assert [tool["name"] for tool in surface.list_tools(None)] == ["minted"]


def test_a_selection_is_served_under_its_own_names_with_the_same_manners(
    surface_of: SurfaceOf,
) -> None:
    registry = Registry()
    registry.add(Ping, read_only=True)
    registry.add(Ping, name="secret", internal=True, read_only=True)
    registry.add(Ping, name="writes")
    selected = registry.select(read_only=True, prefix="my_")
    surface = surface_of(selected)
    assert [tool["name"] for tool in surface.list_tools(None)] == ["my_ping"]
    trace: list[str] = []

    def note(call: Any, call_next: Any) -> object:
        trace.append(call.tool.name)
        return call_next(call)

    registry.use(note)
    assert surface.call_tool("my_ping", {}, None).structured == {"ok": True}
    assert trace == ["my_ping"]
    with pytest.raises(UnknownToolError):
        surface.call_tool("ping", {}, None)


def test_a_dialect_changes_what_is_told_and_not_what_is_enforced(surface_of: SurfaceOf) -> None:
    registry = Registry()
    registry.add(Ping)
    surface = surface_of(registry, dialect="openai-strict")
    (tool,) = surface.list_tools(None)
    told: Any = tool["inputSchema"]
    assert told["additionalProperties"] is False
    assert surface.call_tool("ping", {"more": 1}, None).kind == "ok"


class Empty:
    """A source that knows no tool and says nothing."""

    def contracts(self, declarations: Sequence[ToolDeclaration]) -> Contracts:
        return Contracts(Plan((), (), ()), {}, f"{len(declarations)} read")


def test_a_tool_without_a_contract_is_hidden(caplog: pytest.LogCaptureFixture) -> None:
    registry = Registry()
    registry.add(Ping)
    surface = Surface(registry, Empty())
    assert surface.list_tools(Grants.all()) == []
    assert "its contract is missing from the plan" in caplog.text
    with pytest.raises(ContractError, match="1 read"):
        Surface(registry, Empty(), SurfaceSettings(eager=True))


def test_a_handler_that_no_longer_takes_what_its_contract_hands_it_is_hidden(
    surface_of: SurfaceOf, source: Any, caplog: pytest.LogCaptureFixture
) -> None:
    class Other:
        """Was reloaded in part."""

        #: (x: Integer) -> { ok: true }
        def call(self, *, x: int) -> object: ...

    registry = Registry()
    registry.add(Other)
    plan = source.contracts([one.declaration() for one in registry.tools()])

    class Kept:
        def contracts(self, _declarations: Sequence[ToolDeclaration]) -> Contracts:
            made: Contracts = plan
            return made

    def call(self: object, *, y: int) -> object: ...

    Other.call = call  # type: ignore[assignment] # that is the point
    assert Surface(registry, Kept()).list_tools(None) == []
    assert "its `call` does not take `x` by keyword" in caplog.text
    assert surface_of(Registry()).list_tools(None) == []


def test_many_threads_get_their_own_callers_answer(surface_of: SurfaceOf) -> None:
    registry = Registry()
    registry.add(Ping)
    registry.add(Ping, name="gated", requires="a")
    surface = surface_of(registry)
    wrong: list[object] = []
    start = threading.Barrier(8)

    def work(number: int) -> None:
        flags = {flag for bit, flag in ((1, "a"), (2, "b")) if number & bit}
        context = Grants(requires=flags)
        expected = {"ok": True} | {k: v for f, k, v in (("a", "n", 1), ("b", "m", 2)) if f in flags}
        names = ["ping", "gated"] if "a" in flags else ["ping"]
        start.wait(20)
        for _ in range(30):
            got = surface.call_tool("ping", {}, context).structured
            if got != expected or [t["name"] for t in surface.list_tools(context)] != names:
                wrong.append((number, got))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert wrong == []


def test_caches_are_bounded(surface_of: SurfaceOf) -> None:
    registry = Registry()
    fields = ", ".join(f"?f{n}: Integer @requires(:f{n})" for n in range(8))
    registry.add(Ping, signature=f"() -> {{ ok: true, {fields} }}")
    surface = surface_of(registry)
    for number in range(200):
        caller = Grants(requires={f"f{n}" for n in range(8) if number >> n & 1})
        surface.listing(caller)
        surface.call_tool("ping", {}, caller)
    domain = surface.program().domain("default")
    assert len(domain.tools["ping"]._pages) == 64
    assert len(domain.tools["ping"]._sketch._known) <= 16
    assert len(domain._sights) == 64
