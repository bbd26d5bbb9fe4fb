"""What an application serves follows its sources, its settings and its predicates."""

from __future__ import annotations

import importlib
import os
import sys
import textwrap
from typing import TYPE_CHECKING, Any

import pytest

from schemac.runtime import surface
from schemac.runtime.errors import ContractError
from schemac.runtime.grants import Grants
from schemac.runtime.registry import Registry
from schemac.runtime.signals import input_dropped, tool_called, tool_listed
from tests.unit.flask.served_apps import app_with

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import flask
    from flask.testing import FlaskClient


def ask(client: FlaskClient, method: str, **params: Any) -> Any:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return client.post("/mcp", json=message).get_json()


def names(client: FlaskClient) -> list[str]:
    return [tool["name"] for tool in ask(client, "tools/list")["result"]["tools"]]


@pytest.fixture
def module(tmp_path: Path) -> Iterator[Path]:
    """A module of tools that can be imported, and forgotten afterwards."""
    file = tmp_path / "tools_of_a_test.py"
    file.write_text(
        textwrap.dedent('''
            from schemac.runtime.handler import Handler
            from schemac.runtime.registry import default_registry, Registry

            REGISTRY = Registry()

            @REGISTRY.tool("first")
            class First(Handler):
                """Be first."""

                #: (name: String) -> { text: String }
                def call(self, *, name):
                    return {"text": name}

            @REGISTRY.tool("second")
            class Second(Handler):
                """Be second."""

                #: () -> { text: String }
                def call(self):
                    return {"text": "second"}
        ''')
    )
    sys.path.insert(0, str(tmp_path))
    importlib.invalidate_caches()
    yield file
    sys.path.remove(str(tmp_path))
    sys.modules.pop("tools_of_a_test", None)


@pytest.mark.parametrize("eager", [None, False, True])
@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        ("name: Strong)", "Strong"),
        ("name: String", "SC1"),
        ("name: String, other: String)", "other"),
        ("nome: String)", "nome"),
        ("name: String @max(many))", "max"),
    ],
)
def test_a_changed_annotation_shows_without_a_restart_in_debug(
    tmp_path: Path,
    module: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    eager: bool | None,  # noqa: FBT001 - as the setting is
    mistake: str,
    told: str,
) -> None:
    monkeypatch.setattr(surface, "_LOOK_AGAIN", 0.0)
    registry = importlib.import_module("tools_of_a_test").REGISTRY
    client = app_with(tmp_path, registry, debug=True, eager=eager).test_client()

    def first() -> Any:
        tools = {tool["name"]: tool for tool in ask(client, "tools/list")["result"]["tools"]}
        return tools.get("first")

    assert set(first()["inputSchema"]["properties"]) == {"name"}
    before = module.read_text()

    def write(text: str, age: int) -> None:
        module.write_text(text)
        os.utime(module, ns=(age * 10**9, age * 10**9))

    write(before.replace("name: String)", "name: String @max(3))"), 1)
    assert first()["inputSchema"]["properties"]["name"]["maxLength"] == 3
    result = ask(client, "tools/call", name="first", arguments={"name": "abcd"})["result"]
    assert result["isError"] is True

    write(before.replace("name: String)", mistake), 2)
    assert names(client) == ["second"]
    assert told in caplog.text
    error = ask(client, "tools/call", name="first", arguments={"name": "x"})["error"]
    assert error == {"code": -32602, "message": "Unknown tool: first"}

    write(before, 3)
    assert set(first()["inputSchema"]["properties"]) == {"name"}
    result = ask(client, "tools/call", name="first", arguments={"name": "x"})["result"]
    assert result["structuredContent"] == {"text": "x"}


def test_a_changed_annotation_does_not_show_in_production(
    tmp_path: Path, module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(surface, "_LOOK_AGAIN", 0.0)
    registry = importlib.import_module("tools_of_a_test").REGISTRY
    client = app_with(tmp_path, registry).test_client()
    assert names(client) == ["first", "second"]
    module.write_text(module.read_text().replace("name: String)", "name: Strong)"))
    assert names(client) == ["first", "second"]


def test_modules_are_imported_at_the_start_or_on_first_read(tmp_path: Path, module: Path) -> None:
    del module
    app = app_with(tmp_path, Registry(), modules=["tools_of_a_test"], eager=False)
    assert "tools_of_a_test" not in sys.modules
    ask(app.test_client(), "ping")
    assert "tools_of_a_test" not in sys.modules
    names(app.test_client())
    assert "tools_of_a_test" in sys.modules
    del sys.modules["tools_of_a_test"]
    app_with(tmp_path, Registry(), modules=["tools_of_a_test"])
    assert "tools_of_a_test" in sys.modules


def test_a_contract_that_is_broken_fails_the_start(tmp_path: Path, module: Path) -> None:
    module.write_text(module.read_text().replace("name: String)", "name: Strong)"))
    registry = importlib.import_module("tools_of_a_test").REGISTRY
    with pytest.raises(ContractError, match="Strong"):
        app_with(tmp_path, registry)
    client = app_with(tmp_path, registry, debug=True).test_client()
    assert names(client) == ["second"]


def test_signals_come_from_the_app(tmp_path: Path, module: Path) -> None:
    del module
    registry = importlib.import_module("tools_of_a_test").REGISTRY
    app = app_with(tmp_path, registry)
    seen: list[tuple[str, object]] = []

    def note(which: str) -> Any:
        def receive(sender: object, **_: object) -> None:
            seen.append((which, sender))

        return receive

    listed, called, dropped = note("listed"), note("called"), note("dropped")
    with (
        tool_listed.connected_to(listed, sender=app),
        tool_called.connected_to(called, sender=app),
        input_dropped.connected_to(dropped, sender=app),
    ):
        names(app.test_client())
        ask(app.test_client(), "tools/call", name="first", arguments={"name": "x", "more": 1})
    assert {which for which, _ in seen} == {"listed", "called", "dropped"}
    assert all(sender is app for _, sender in seen)


def test_predicates_may_be_coroutines_in_the_contexts_own_loop(tmp_path: Path) -> None:
    loops: list[object] = []

    class Context:
        async def requires(self, flag: str) -> bool:
            import asyncio  # noqa: PLC0415 - only this test runs a loop

            loops.append(asyncio.get_running_loop())
            return flag == "admin"

    async def context(_: flask.Request) -> Context:
        import asyncio  # noqa: PLC0415 - the same

        loops.append(asyncio.get_running_loop())
        return Context()

    registry = Registry()
    registry.add(
        lambda: {"ok": True},
        name="gated",
        description="x",
        signature="() -> { ok: bool }",
        requires="admin",
    )
    client = app_with(tmp_path, registry, context=context).test_client()
    result = ask(client, "tools/call", name="gated", arguments={})["result"]
    assert result["structuredContent"] == {"ok": True}
    assert len(loops) == 2
    assert loops[0] is loops[1]


def marks(client: FlaskClient, *messages: dict[str, Any]) -> list[str | None]:
    answers = (client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, **one}) for one in messages)
    return [answer.headers.get("X-MCP-Tools-List-Cache") for answer in answers]


LIST = {"method": "tools/list"}


def test_in_debug_a_header_tells_where_a_listing_came_from(tmp_path: Path) -> None:
    def count(x: str) -> int:
        return len(x)

    annotated: Any = {"signature": "(x: String) -> Integer", "description": "Count."}
    registry = Registry()
    registry.add(count, name="one", **annotated)
    registry.add(count, name="two", requires="a", **annotated)
    debug = app_with(
        tmp_path,
        registry,
        debug=True,
        context=lambda request: Grants(requires=set(request.args.getlist("can"))),
    ).test_client()
    assert marks(debug, LIST, LIST, {"method": "ping"}, LIST) == ["miss", "hit", None, "hit"]
    richer = debug.post("/mcp?can=a", json={"jsonrpc": "2.0", "id": 1, **LIST})
    assert richer.headers["X-MCP-Tools-List-Cache"] == "miss"
    assert len(richer.get_json()["result"]["tools"]) == 2
    assert marks(debug, {"method": "tools/list", "params": {"cursor": "x"}}) == [None]
    assert marks(app_with(tmp_path, registry).test_client(), LIST, LIST) == [None, None]


def test_a_listing_of_one_caller_is_marked_as_never_kept(tmp_path: Path) -> None:
    class Worded:
        def description(self) -> str:
            return "For you."

        def call(self) -> object: ...

    registry = Registry()
    registry.add(Worded(), name="one", signature="() -> { ok: true }")
    client = app_with(tmp_path, registry, debug=True).test_client()
    assert marks(client, LIST, LIST) == ["bypass", "bypass"]
