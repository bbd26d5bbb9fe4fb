"""What an app decides after registration holds, and every HTTP method has an answer of ours."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

import flask
import pytest
from flask.cli import ScriptInfo, routes_command

from schemac import Grants, Registry
from schemac.flask import blueprint
from schemac.runtime import surface

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

TOOLS = """
from schemac import Registry

registry = Registry()

@registry.tool("first", requires="admin")
class First:
    '''Be first.'''

    #: (name: String) -> { text: String }
    def call(self, *, name):
        return {"text": name}
"""


class Printed(Grants):
    """A context whose fingerprint hides what it depends on."""

    def mcp_cache_fingerprint(self) -> str:
        return "same"


class Store:
    def __init__(self) -> None:
        self.calls: list[str] = []

    def get(self, key: str) -> None:
        del key
        self.calls.append("get")

    def set(self, key: str, value: str, seconds: int) -> None:
        del key, value, seconds
        self.calls.append("set")


@pytest.fixture
def module(tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "tools_made_for_moments.py"
    file.write_text(TOOLS)
    sys.path.insert(0, str(tmp_path))
    importlib.invalidate_caches()
    yield file
    sys.path.remove(str(tmp_path))
    sys.modules.pop("tools_made_for_moments", None)


def post(client: FlaskClient, flag: str = "admin") -> TestResponse:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    return client.post("/mcp", json=message, query_string={"flag": flag})


def app_of(registry: Registry, **settings: Any) -> flask.Flask:
    app = flask.Flask("hall")
    app.secret_key = "key"

    def context(request: flask.Request) -> Printed:
        return Printed(requires=request.args["flag"])

    app.register_blueprint(blueprint(context=context, registry=registry, **settings))
    return app


def test_debug_may_be_decided_after_registration(
    module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `app.run(debug=True)` does."""
    monkeypatch.setattr(surface, "_LOOK_AGAIN", 0.0)
    store = Store()
    app = app_of(importlib.import_module("tools_made_for_moments").registry, listing_cache=store)
    client = app.test_client()
    assert "X-MCP-Tools-List-Cache" not in post(client).headers
    assert store.calls == ["get", "set"]
    module.write_text(TOOLS.replace("name: String", "name: String @max(3)"))
    assert "maxLength" not in post(client).text

    app.debug = True
    assert "maxLength" in post(client).text
    assert post(client).headers["X-MCP-Tools-List-Cache"] == "hit"
    assert store.calls == ["get", "set"]
    module.write_text(TOOLS.replace("name: String", "name: Strong"))
    assert post(client).get_json()["result"]["tools"] == []

    app.debug = False
    module.write_text(TOOLS)
    assert post(client).get_json()["result"]["tools"] == []


@pytest.mark.parametrize("name", ["debug", "testing"])
@pytest.mark.usefixtures("module")
def test_fingerprints_are_checked_from_then_on(name: str) -> None:
    app = app_of(importlib.import_module("tools_made_for_moments").registry)
    client = app.test_client()
    assert ['"first"' in post(client, flag).text for flag in ("admin", "")] == [True, True]
    setattr(app, name, True)
    assert post(client, "admin").get_json()["result"]["tools"][0]["name"] == "first"
    assert post(client, "").get_json()["error"]["code"] == -32603
    setattr(app, name, False)
    assert '"first"' in post(client, "").text


METHODS = (
    "GET",
    "PUT",
    "PATCH",
    "DELETE",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "SEARCH",
    "X-ODD",
)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("path", ["/mcp", "/mcp/", "/mcp/default", "/mcp/nowhere", "/mcp/explorer"])
def test_every_method_has_an_answer_of_ours(method: str, path: str) -> None:
    app = app_of(Registry())
    app.register_error_handler(405, lambda _: ("<h1>No</h1>", 405))
    environ = {"REQUEST_METHOD": method}
    response = app.test_client().open(path, environ_overrides=environ)
    assert (response.status_code, response.headers["Allow"]) == (405, "POST, OPTIONS")
    assert response.get_json() == {
        "jsonrpc": "2.0",
        "id": None,
        "error": {"code": -32600, "message": "only POST is served here"},
    }


def test_head_and_options_have_no_body() -> None:
    client = app_of(Registry()).test_client()
    assert (client.head("/mcp").status_code, client.head("/mcp").data) == (405, b"")
    response = client.options("/mcp")
    assert (response.status_code, response.headers["Allow"]) == (204, "POST, OPTIONS")


@pytest.mark.parametrize("method", [each for each in METHODS if each != "GET"])
def test_the_metadata_of_a_resource_is_for_reading(method: str) -> None:
    metadata = {"authorization_servers": ["https://auth.example"]}
    client = app_of(Registry(), resource_metadata=metadata).test_client()
    path = "/.well-known/oauth-protected-resource/mcp"
    response = client.open(path, environ_overrides={"REQUEST_METHOD": method})
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert response.get_json()["error"]["code"] == -32600
    assert (client.get(path).status_code, client.head(path).data) == (200, b"")
    assert client.options(path).headers["Allow"] == "GET, HEAD, OPTIONS"


def test_the_routes_of_an_app_can_still_be_listed() -> None:
    app = app_of(Registry())
    outcome = app.test_cli_runner().invoke(routes_command, obj=ScriptInfo(create_app=lambda: app))
    assert (outcome.exit_code, "schemac.domain" in outcome.output) == (0, True)
