"""A domain that is hidden from a caller and one that does not exist are answered alike."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import flask
import pytest

from schemac import Grants, Registry, Service
from schemac.flask import Unauthorized, blueprint
from schemac.runtime.errors import UnknownDomainError, UnknownToolError
from schemac.runtime.grouping import Grouped

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient

ADMIN = Grants(requires={"admin"})
VERSION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
}


@pytest.fixture(scope="module")
def registry() -> Registry:
    """`vault` is for admins, by gates of all kinds; `lobby` is for everybody."""
    made = Registry()

    def add(name: str, signature: str, **options: Any) -> None:
        made.add(lambda: {"ok": True}, name=name, description="d", signature=signature, **options)

    add("open_tool", "() -> { ok: true }")
    add("lobby_tool", "() -> { ok: true }", domains="lobby", requires="!never | admin")
    add("lobby_open", "() -> { ok: true }", domains=["lobby"])
    add("vault_gated", "() -> { ok: true }", domains="vault", requires="admin")
    add("vault_inner", "() -> { ok: true } @requires(:admin)", domains="vault")
    add("vault_not", "() -> { ok: true }", domains="vault", requires=["!never", "admin"])
    return made


@pytest.fixture(scope="module")
def client(registry: Registry) -> FlaskClient:
    app = flask.Flask("hall")

    def context(request: flask.Request) -> object:
        if "stranger" in request.args:
            raise Unauthorized
        return {"admin": ADMIN, "member": Grants()}.get(request.args.get("as", ""))

    app.register_blueprint(blueprint(context=context, registry=registry, resources=True))
    return app.test_client()


def message(method: str, modern: bool, **params: Any) -> tuple[bytes, dict[str, str]]:  # noqa: FBT001 - one of two
    headers = {"Content-Type": "application/json"}
    if modern:
        params["_meta"] = META
        headers |= {"MCP-Protocol-Version": VERSION, "Mcp-Method": method}
        name = params.get("name", params.get("uri"))
        headers |= {} if name is None else {"Mcp-Name": name}
    body: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
    if not method.startswith("notifications/"):
        body["id"] = 1
    return json.dumps(body).encode(), headers


MESSAGES = [
    message(method, modern, **params)
    for modern in (False, True)
    for method, params in (
        (
            "initialize",
            {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "a", "version": "1"},
            },
        ),
        ("ping", {}),
        ("server/discover", {}),
        ("notifications/initialized", {}),
        ("tools/list", {}),
        ("tools/list", {"cursor": "x"}),
        ("tools/call", {"name": "vault_gated", "arguments": {}}),
        ("tools/call", {"name": "nothing", "arguments": {}}),
        ("tools/call", {"name": "vault_gated", "arguments": {}, "x": 1}),
        ("resources/list", {}),
        ("resources/templates/list", {}),
        ("resources/read", {"uri": "schemac://surface"}),
        ("resources/read", {"uri": "schemac://tool/vault_gated"}),
        ("nothing/at/all", {}),
    )
] + [
    (b"{", {"Content-Type": "application/json"}),
    (b"[]", {"Content-Type": "application/json"}),
    (b"{}", {"Content-Type": "text/plain"}),
    (b"{}", {"Content-Type": "application/json", "Accept": "text/html"}),
    (b" " * 2_000_000, {"Content-Type": "application/json"}),
]


def told(response: Any) -> tuple[object, ...]:
    return response.status_code, response.data, sorted(response.headers)


@pytest.mark.parametrize("number", range(len(MESSAGES)))
@pytest.mark.parametrize("caller", ["", "member"])
def test_over_http_a_hidden_domain_is_none(caller: str, number: int, client: FlaskClient) -> None:
    body, headers = MESSAGES[number]
    found = [
        told(client.post(f"/mcp/{domain}?as={caller}", data=body, headers=headers))
        for domain in ("vault", "nowhere")
    ]
    assert found[0] == found[1]
    assert found[0][0] == 404
    for shown in ("/mcp/vault?as=admin", f"/mcp/lobby?as={caller}"):
        assert b"no such domain" not in client.post(shown, data=body, headers=headers).data


@pytest.mark.parametrize("method", ["GET", "DELETE", "OPTIONS", "PUT"])
def test_other_methods_and_strangers_learn_nothing_of_domains(
    method: str, client: FlaskClient
) -> None:
    paths = ("/mcp/vault", "/mcp/nowhere")
    assert len({repr(told(client.open(path, method=method))) for path in paths}) == 1
    strangers = [client.post(f"{path}?stranger=1", data=b"{}") for path in paths]
    assert [response.status_code for response in strangers] == [401, 401]
    assert strangers[0].data == strangers[1].data


OUTCOMES: list[Callable[[Service, object, str], object]] = [
    lambda service, context, domain: service.list_tools(context, domain),
    lambda service, context, domain: service.facades(domain, context),
    lambda service, context, domain: service.call_tool("vault_gated", {}, context, domain),
    lambda service, context, domain: service.call_tool("nothing", {}, context, domain),
]


@pytest.mark.parametrize("number", range(len(OUTCOMES)))
@pytest.mark.parametrize("context", [None, Grants(), object()])
def test_in_process_a_hidden_domain_is_none(
    context: object, number: int, registry: Registry
) -> None:
    service = Service(registry)
    caught = []
    for domain in ("vault", "nowhere"):
        with pytest.raises((UnknownDomainError, UnknownToolError)) as raised:
            OUTCOMES[number](service, context, domain)
        caught.append((raised.type, str(raised.value).replace(f"domain: {domain}", "domain: ?")))
    assert caught[0] == caught[1]


@pytest.mark.parametrize("number", range(len(MESSAGES)))
def test_a_message_in_process_finds_no_hidden_domain(number: int, registry: Registry) -> None:
    service = Service(registry, resources=True)
    text = MESSAGES[number][0].decode()
    found = [service.handle(text, Grants(), domain) for domain in ("vault", "nowhere")]
    assert found[0] == (
        found[1] and found[1].replace("Unknown domain: nowhere", "Unknown domain: vault")
    )


def test_a_domain_that_settings_name_is_there_for_everybody(registry: Registry) -> None:
    service = Service(registry, domains=["vault", "empty"])
    assert service.list_tools(None, "vault") == service.list_tools(None, "empty") == []
    grouped = Service(registry, domains={"vault": Grouped()})
    assert grouped.list_tools(None, "vault") == []
    assert grouped.facades("vault", None) == ()


def test_a_domain_of_broken_tools_is_none(caplog: pytest.LogCaptureFixture) -> None:
    registry = Registry()
    registry.add(dict, name="bad", description="d", signature="() -> Missing", domains="lab")
    with pytest.raises(UnknownDomainError):
        Service(registry).list_tools(None, "lab")
    assert "Missing" in caplog.text


class Counting:
    """Decides at once, and counts how often it does."""

    def __init__(self, flag: str) -> None:
        self.flag = flag
        self.asked = 0

    def decide(self, atoms: tuple[tuple[str, str], ...]) -> dict[tuple[str, str], bool]:
        self.asked += 1
        return {atom: atom[1] == self.flag for atom in atoms}


@pytest.mark.parametrize("number", range(len(MESSAGES)))
@pytest.mark.parametrize("flag", ["admin", ""])
def test_looking_for_the_domain_asks_no_question_twice(
    flag: str, number: int, registry: Registry
) -> None:
    app = flask.Flask("hall")
    seen: list[Counting] = []

    def context(_: flask.Request) -> Counting:
        seen.append(Counting(flag))
        return seen[-1]

    app.register_blueprint(blueprint(context=context, registry=registry, resources=True))
    body, headers = MESSAGES[number]
    app.test_client().post("/mcp/vault", data=body, headers=headers)
    app.test_client().post("/mcp/lobby", data=body, headers=headers)
    assert [context.asked <= 1 for context in seen] == [True, True]


def test_answers_go_with_a_call_that_moves_to_another_thread() -> None:
    registry = Registry()

    class Later:
        asked: list[str] = []  # noqa: RUF012 - looked at below

        async def requires(self, flag: str) -> bool:
            self.asked.append(flag)
            return True

    def work() -> object:
        from schemac import current_call  # noqa: PLC0415 - where it is used

        current_call().progress(1)
        return {"ok": True, "can": current_call().decisions.can("more")}

    registry.add(
        work,
        name="work",
        description="d",
        signature="() -> { ok: true, can: bool }",
        requires="admin",
        domains="vault",
    )
    app = flask.Flask("hall")
    app.register_blueprint(blueprint(context=lambda _: Later(), registry=registry))
    params = {"name": "work", "arguments": {}, "_meta": {"progressToken": "t"}}
    response = app.test_client().post(
        "/mcp/vault",
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params},
        headers={"Accept": "application/json, text/event-stream"},
    )
    assert response.content_type == "text/event-stream"
    assert '"structuredContent":{"ok":true,"can":true}' in response.text
    assert Later.asked == ["admin", "more"]
