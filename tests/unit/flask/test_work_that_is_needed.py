"""A message has no more made of tools than its answer needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flask
import pytest

from schemac import Grants, Grouped, Registry
from schemac.flask import blueprint
from schemac.runtime import page, served, surface

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
GREETING = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "c", "version": "1"},
}


class Work:
    """Notes what is made: programs, and views and schemas of tools."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        self._note(patch, surface, "make_program", lambda *_: "program")
        self._note(patch, served, "view_tool", lambda _, tool, *__: f"view {tool.name}")
        self._note(patch, page.PageStyle, "told", lambda _, view, *__: f"schema {view.tool.name}")

    def _note(
        self, patch: pytest.MonkeyPatch, owner: Any, name: str, what: Callable[..., str]
    ) -> None:
        inner = getattr(owner, name)

        def noted(*given: Any, **more: Any) -> Any:
            self.done.append(what(*given))
            return inner(*given, **more)

        patch.setattr(owner, name, noted)

    def take(self) -> list[str]:
        done, self.done = self.done, []
        return sorted(set(done))


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    return Work(monkeypatch)


def client_of(**domains: Any) -> FlaskClient:
    registry = Registry()
    for name, domain in (("one", "default"), ("two", "default"), ("three", "other")):
        registry.add(
            lambda: {"ok": True},
            name=name,
            description="d",
            signature="() -> { ok: true, ?more: Integer @requires(:admin) }",
            domains=domain,
            category="all",
        )
    app = flask.Flask("hall")
    named = {"other": None, **domains}
    app.register_blueprint(
        blueprint(context=lambda _: Grants(), registry=registry, eager=False, domains=named)
    )
    return app.test_client()


def ask(client: FlaskClient, method: str, path: str = "/mcp", **params: Any) -> Any:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    if method.startswith("notifications/"):
        del body["id"]
    headers = {}
    if "_meta" in params:
        headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method}
    return client.post(path, json=body, headers=headers).get_json(silent=True)


@pytest.mark.parametrize("path", ["/mcp", "/mcp/other"])
def test_greetings_probes_and_notifications_need_nothing(path: str, work: Work) -> None:
    client = client_of()
    assert ask(client, "initialize", path, **GREETING)["result"]["protocolVersion"] == "2025-11-25"
    assert ask(client, "ping", path)["result"] == {}
    assert ask(client, "server/discover", path, _meta=META)["result"]["resultType"] == "complete"
    assert ask(client, "notifications/initialized", path) is None
    assert ask(client, "resources/templates/list", path)["result"]["resourceTemplates"]
    assert ask(client, "nothing/at/all", path)["error"]["code"] == -32601
    for method in ("GET", "DELETE", "OPTIONS"):
        client.open(path, method=method)
    client.post(path, data=b"{", content_type="application/json")
    assert work.take() == []


def test_a_call_needs_its_one_tool(work: Work) -> None:
    client = client_of()
    assert ask(client, "tools/call", name="two")["result"]["isError"] is False
    assert work.take() == ["program", "view two"]
    assert ask(client, "tools/call", name="two")["result"]["isError"] is False
    assert work.take() == []
    assert ask(client, "tools/call", name="nobody")["error"]["code"] == -32602
    assert work.take() == []


def test_a_call_through_a_facade_needs_its_one_tool_and_no_schemas(work: Work) -> None:
    client = client_of(default=Grouped())
    arguments = {"tool_name": "two", "arguments": {}}
    answer = ask(client, "tools/call", name="all_tools", arguments=arguments)
    assert answer["result"]["structuredContent"] == {"ok": True}
    assert work.take() == ["program", "view two"]


def test_a_listing_needs_its_domain(work: Work) -> None:
    client = client_of()
    assert [tool["name"] for tool in ask(client, "tools/list")["result"]["tools"]] == ["one", "two"]
    assert work.take() == ["program", "schema one", "schema two", "view one", "view two"]
    ask(client, "tools/list", "/mcp/other")
    assert work.take() == ["schema three", "view three"]
