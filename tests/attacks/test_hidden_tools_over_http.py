"""Over HTTP a hidden tool is none: answers, audit and middlewares are the same."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import product
from typing import TYPE_CHECKING, Any

import flask
import pytest

from schemac import Grants, Grouped, Registry, signals
from schemac.flask import blueprint

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient

    from schemac import Result
    from schemac.runtime.pipeline import Call, CallNext

VERSION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
}
NAMES = ("hidden_x", "absent_x")
BOTH = "application/json, text/event-stream"

HEADERS: list[Callable[[str], dict[str, str]]] = [
    lambda _: {},
    lambda _: {"Mcp-Param-A": "x"},
    lambda _: {"Mcp-Param-A": "y"},
    lambda _: {"Mcp-Param-A": "=?base64?!?="},
    lambda _: {"Mcp-Name": "other"},
    lambda name: {"Mcp-Name": f"{name}, {name}"},
    lambda _: {"Mcp-Method": "tools/list"},
    lambda _: {"Accept": "application/json"},
]
ARGUMENTS: list[Any] = [
    {},
    {"a": "x"},
    {"a": 5},
    {"a": "x", "b": [1]},
    None,
    [1],
    {"tool_name": "open_x", "arguments": {}},
]


class Seen:
    """An app, and what happened in it beside its answers."""

    def __init__(self) -> None:
        self.happened: list[object] = []
        self.client = self._app().test_client()

    def _app(self) -> flask.Flask:
        registry = Registry()

        def ran(call: Call, call_next: CallNext) -> Result:
            self.note("ran")
            return call_next(call)

        registry.use(ran)
        signature = "(a: String @header(A)) -> { ok: true }"
        gated: dict[str, Any] = {"requires": "admin", "category": "c"}
        for name, more in (("open_x", {}), ("hidden_x", gated)):
            registry.add(
                lambda **_: {"ok": True}, name=name, description="d", signature=signature, **more
            )
        app = flask.Flask("hall")
        for name, domains in (("flat", ["default"]), ("grouped", {"default": Grouped()})):
            made = blueprint(
                name=name,
                context=lambda request: Grants() if "member" in request.args else None,
                registry=registry,
                resources=True,
                domains=domains,
            )
            app.register_blueprint(made, url_prefix=f"/{name}")
        return app

    def note(self, what: object, **_: object) -> None:
        self.happened.append(what)


@pytest.fixture(scope="module")
def seen() -> Seen:
    return Seen()


def told(client: FlaskClient, path: str, name: str, body: dict[str, Any], **headers: str) -> object:
    response = client.post(path, json=body, headers=headers)
    kept = sorted((key, value) for key, value in response.headers if key != "Content-Length")
    return response.status_code, response.text.replace(name, "NAME"), kept


@pytest.mark.parametrize("caller", ["", "?member"])
@pytest.mark.parametrize("mount", ["/flat", "/grouped"])
@pytest.mark.parametrize("modern", [False, True])
@pytest.mark.parametrize("token", [None, "t"])
def test_whatever_is_asked_of_it(
    token: str | None,
    modern: bool,  # noqa: FBT001 - one of two
    mount: str,
    caller: str,
    seen: Seen,
) -> None:
    meta = {**(META if modern else {}), **({"progressToken": token} if token else {})}
    for make_headers, arguments in product(HEADERS, ARGUMENTS):
        answers = []
        for name in NAMES:
            params = {"name": name, "arguments": arguments, "_meta": meta}
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            headers = {"Accept": BOTH}
            if modern:
                headers |= {"MCP-Protocol-Version": VERSION, "Mcp-Method": "tools/call"}
                headers |= {"Mcp-Name": name}
            headers |= make_headers(name)
            with ExitStack() as listening:
                for each in (signals.tool_called, signals.input_dropped, signals.output_projected):
                    listening.enter_context(each.connected_to(seen.note))
                answers.append(told(seen.client, mount + caller, name, body, **headers))
        assert answers[0] == answers[1]
        assert seen.happened == []


def test_one_that_is_there_is_told_apart(seen: Seen) -> None:
    params = {"name": "open_x", "arguments": {"a": "x"}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    response = seen.client.post("/flat", json=body)
    assert response.get_json()["result"]["structuredContent"] == {"ok": True}
    assert seen.happened == ["ran"]
    seen.happened.clear()
