"""Whatever a request's host and path are, below a mount the answer is the mount's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flask
import pytest

from schemac import Grants, Registry, current_call
from schemac.flask import Unauthorized, blueprint

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
PONG = {"jsonrpc": "2.0", "id": 1, "result": {}}
CALL = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "links", "arguments": {}, "_meta": {"progressToken": "t"}},
}
STRANGE = ["evil.example", "a..b", "x" * 70, "é", "ev il", "a,b", "good.example.evil", "", "[::"]
LOOPBACK = ["localhost", "localhost:5000", "127.0.0.1", "[::1]:80"]
METADATA = "/.well-known/oauth-protected-resource/mcp"


def links() -> dict[str, object]:
    current_call().progress(1)
    return {"inner": flask.url_for("schemac.mcp")}


def hall(**settings: Any) -> flask.Flask:
    """Make an app with a page, a guarded mount, and errors in words of its own."""
    app = flask.Flask("hall")
    registry = Registry()
    registry.add(links, name="links", description="d", signature="() -> { inner: String }")

    def context(request: flask.Request) -> object:
        if "stranger" in request.args:
            raise Unauthorized
        if "named" in request.args:
            return request.host
        return Grants()

    made = blueprint(context=context, registry=registry, **settings)

    @made.before_request
    def guard() -> Any:
        return ("guarded", 418) if "guarded" in flask.request.args else None

    @app.errorhandler(Exception)
    def html(_: Exception) -> tuple[str, int]:
        return "<h1>Sorry</h1>", 500

    @app.get("/")
    def page() -> str:
        return "page"

    app.register_blueprint(made)
    return app


@pytest.fixture
def client() -> FlaskClient:
    app = hall(resource_metadata={"authorization_servers": ["https://as.example"]})
    app.config["TRUSTED_HOSTS"] = ["good.example"]
    return app.test_client()


def post(client: FlaskClient, host: str, path: str = "/mcp", **more: Any) -> TestResponse:
    more.setdefault("json", PING)
    return client.post(path, environ_overrides={"HTTP_HOST": host}, **more)


@pytest.mark.parametrize("host", [*STRANGE, *LOOPBACK, "good.example"])
def test_without_an_origin_every_host_passes(host: str, client: FlaskClient) -> None:
    for path in ("/mcp", "/mcp/", "/mcp/default"):
        response = post(client, host, path)
        assert (response.status_code, response.get_json()) == (200, PONG)
    accept = {"Accept": "application/json, text/event-stream"}
    for headers in ({}, accept):
        response = post(client, host, json=CALL, headers=headers)
        assert '"structuredContent":{"inner":"/mcp"},"isError":false' in response.text


@pytest.mark.parametrize("host", STRANGE)
def test_with_an_origin_a_strange_host_does_not(host: str, client: FlaskClient) -> None:
    for origin in (f"http://{host}", "http://good.example", "http://localhost", "null", ""):
        response = post(client, host, headers={"Origin": origin.encode().decode("latin-1")})
        assert (response.status_code, response.content_type) == (403, "application/json")


@pytest.mark.parametrize("host", [*LOOPBACK, "good.example"])
def test_with_its_own_origin_a_known_host_passes(host: str, client: FlaskClient) -> None:
    origin = {"Origin": f"http://{host}"}
    assert post(client, host, headers=origin).get_json() == PONG
    other = {"Origin": f"http://{host.removesuffix(':80').removesuffix(':5000')}:81"}
    assert post(client, host, headers=other).status_code == 403


@pytest.mark.parametrize("host", STRANGE)
def test_what_guards_a_blueprint_guards_it_for_every_host(host: str, client: FlaskClient) -> None:
    assert post(client, host, "/mcp?guarded").status_code == 418
    assert post(client, host, "/mcp?stranger").status_code == 401
    challenge = post(client, host, "/mcp?stranger").headers["WWW-Authenticate"]
    assert challenge == "Bearer"


@pytest.mark.parametrize("host", STRANGE)
def test_the_rest_of_the_app_stays_refused(host: str, client: FlaskClient) -> None:
    response = client.get("/", environ_overrides={"HTTP_HOST": host})
    assert (response.status_code, response.text) == (500, "<h1>Sorry</h1>")
    response = post(client, host, "/elsewhere")
    assert (response.status_code, response.text) == (500, "<h1>Sorry</h1>")


def test_a_context_that_asks_for_the_name_of_a_strange_host_is_refused(client: FlaskClient) -> None:
    response = post(client, "evil.example", "/mcp?named")
    assert (response.status_code, response.content_type) == (400, "application/json")
    assert "evil" not in response.text
    assert post(client, "good.example", "/mcp?named").status_code == 200


@pytest.mark.parametrize("host", [*STRANGE, *LOOPBACK, "good.example"])
def test_metadata_is_for_known_hosts(host: str, client: FlaskClient) -> None:
    response = client.get(METADATA, environ_overrides={"HTTP_HOST": host})
    assert response.content_type == "application/json"
    if host in STRANGE:
        assert response.status_code == 403
    else:
        assert response.get_json()["resource"] == f"http://{host.removesuffix(':80')}/mcp"


ELSEWHERE = ["/mcp/a/b", "/mcp//", "/mcp//x", "/mcp/a//b", "/mcp/a/b/c/", "/mcp/%2F", "/mcp/a%2Fb"]


@pytest.mark.parametrize("path", ELSEWHERE)
@pytest.mark.parametrize("host", ["good.example", "evil.example"])
def test_below_a_mount_there_is_no_page_of_flasks(
    host: str, path: str, client: FlaskClient
) -> None:
    unknown = post(client, host, "/mcp/nowhere")
    response = post(client, host, path)
    assert (response.status_code, response.data) == (404, unknown.data)
    assert post(client, host, f"{path}?stranger").status_code == 401
    assert client.get(path, environ_overrides={"HTTP_HOST": host}).status_code == 405


def test_a_challenge_below_a_mount_leads_to_the_mounts_metadata(client: FlaskClient) -> None:
    challenge = post(client, "good.example", "/mcp/a/b?stranger").headers["WWW-Authenticate"]
    assert challenge == f'Bearer resource_metadata="http://good.example{METADATA}"'


def test_an_app_may_have_routes_below_a_mount() -> None:
    app = hall()
    other = blueprint(context=lambda _: None, registry=Registry(), name="other")
    app.register_blueprint(other, url_prefix="/mcp/other")
    app.add_url_rule("/mcp/<name>/status", "status", lambda name: f"{name} is well")
    client = app.test_client()
    assert client.get("/mcp/lift/status").text == "lift is well"
    assert client.post("/mcp/other", json=PING).get_json() == PONG
    assert client.post("/mcp/other/default", json=PING).get_json() == PONG
    assert client.post("/mcp/other/a/b", json=PING).content_type == "application/json"


def test_below_the_root_of_an_app_its_own_pages_answer() -> None:
    app = flask.Flask("hall")
    app.register_blueprint(blueprint(context=lambda _: None, registry=Registry()), url_prefix="/")
    client = app.test_client()
    assert client.post("/", json=PING).get_json() == PONG
    assert client.post("/nowhere", json=PING).content_type == "application/json"
    assert client.post("/a/b", json=PING).mimetype == "text/html"


def test_a_mount_may_have_variables_in_its_path() -> None:
    app = flask.Flask("hall")
    seen: list[object] = []

    def context(request: flask.Request) -> object:
        seen.append((request.view_args or {})["tenant"])
        return None

    made = blueprint(context=context, registry=Registry())
    app.register_blueprint(made, url_prefix="/of/<tenant>/mcp")
    for path in ("/of/ada/mcp", "/of/bob/mcp/default"):
        assert app.test_client().post(path, json=PING).get_json() == PONG
    assert seen == ["ada", "bob"]
    assert app.test_client().post("/of/ada/mcp/a/b", json=PING).status_code == 404


def test_metadata_of_a_mount_with_variables_is_refused() -> None:
    servers = {"authorization_servers": ["https://as.example"]}
    made = blueprint(context=lambda _: None, registry=Registry(), resource_metadata=servers)
    with pytest.raises(TypeError, match="without variables"):
        flask.Flask("hall").register_blueprint(made, url_prefix="/of/<tenant>/mcp")
