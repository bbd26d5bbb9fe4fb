"""The blueprint answers at its own paths, beside whatever else an application has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import flask
import pytest
from flask.json.provider import DefaultJSONProvider

from schemac.flask import blueprint
from schemac.runtime.registry import Registry
from tests.unit.flask import mounted
from tests.unit.flask.mounted import PING, PONG, app_with, body, nobody, post

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

client = pytest.fixture(mounted.client)
HOST = "http://localhost"


@pytest.mark.parametrize("path", ["/mcp", "/mcp/", "/mcp/staff", "/mcp/staff/", "/mcp/default"])
def test_it_answers_with_and_without_a_trailing_slash(client: FlaskClient, path: str) -> None:
    response = post(client, path)
    assert response.status_code == 200
    assert body(response) == PONG


def test_an_unknown_domain_is_404(client: FlaskClient) -> None:
    response = post(client, "/mcp/nowhere")
    assert response.status_code == 404
    assert body(response)["error"]["code"] == -32600


@pytest.mark.parametrize("path", ["/mcp", "/mcp/", "/mcp/staff"])
@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "PATCH", "TRACE"])
def test_other_methods_are_405(client: FlaskClient, method: str, path: str) -> None:
    response = client.open(path, method=method)
    assert (response.status_code, response.headers["Allow"]) == (405, "POST, OPTIONS")
    assert body(response)["error"]["code"] == -32600


def test_head_and_options(client: FlaskClient) -> None:
    assert client.head("/mcp").status_code == 405
    response = client.options("/mcp")
    assert (response.status_code, response.headers["Allow"]) == (204, "POST, OPTIONS")


def test_a_notification_is_202_and_empty(client: FlaskClient) -> None:
    response = post(client, message={"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (response.status_code, response.data) == (202, b"")
    assert "Content-Type" not in response.headers


def test_an_apps_error_handlers_do_not_touch_the_answers(tmp_path: Path) -> None:
    app = app_with(tmp_path)

    @app.errorhandler(Exception)
    def html(_: Exception) -> tuple[str, int]:
        return "<h1>Sorry</h1>", 500

    client = app.test_client()
    assert body(client.get("/mcp"))["error"]["code"] == -32600
    response = client.post("/mcp", data=b"{", content_type="application/json")
    assert (response.status_code, body(response)["error"]["code"]) == (400, -32700)


def test_origins(tmp_path: Path) -> None:
    app = app_with(tmp_path, allowed_origins=["https://app.example"])
    client = app.test_client()
    cases = [
        (HOST, "http://localhost", 200),
        (HOST, "http://localhost:5000", 403),
        ("http://localhost:5000", "http://localhost:5000", 200),
        (HOST, "https://app.example", 200),
        ("http://evil.example", "http://evil.example", 403),
        ("http://evil.example", None, 200),
        (HOST, "null", 403),
    ]
    for base, origin, status in cases:
        headers = {} if origin is None else {"Origin": origin}
        assert post(client, base_url=base, headers=headers).status_code == status


def test_trusted_hosts_are_flasks(tmp_path: Path) -> None:
    app = app_with(tmp_path)
    app.config["TRUSTED_HOSTS"] = [".hall.example"]
    client = app.test_client()
    ours = "https://mcp.hall.example"
    assert post(client, base_url=ours, headers={"Origin": ours}).status_code == 200
    assert post(client, base_url=ours, headers={"Origin": HOST}).status_code == 403
    assert post(client, base_url="http://evil.example").status_code == 200
    assert app.test_client().get("/page", base_url="http://evil.example").status_code == 400


def test_the_apps_own_json_has_no_part_in_it(tmp_path: Path) -> None:
    class Refusing(DefaultJSONProvider):
        def dumps(self, obj: Any, **_: Any) -> str:
            raise AssertionError(obj)

        def loads(self, s: str | bytes, **_: Any) -> Any:
            raise AssertionError(s)

    app = app_with(tmp_path)
    app.json = Refusing(app)
    response = app.test_client().post(
        "/mcp", data=json.dumps(PING), content_type="application/json"
    )
    assert body(response) == PONG


def test_the_body_limit_holds_with_and_without_a_length(tmp_path: Path) -> None:
    client = app_with(tmp_path, limits={"body": 60}).test_client()
    big = json.dumps(PING | {"method": "x" * 60}).encode()
    kind = "application/json"
    assert client.post("/mcp", data=big, content_type=kind).status_code == 413
    chunked = {"wsgi.input_terminated": True, "CONTENT_LENGTH": ""}
    for data, status in ((big, 413), (json.dumps(PING).encode(), 200)):
        response = client.post(
            "/mcp", data=data, content_type=kind, environ_overrides=dict(chunked)
        )
        assert response.status_code == status


def test_the_apps_own_limit_holds_too(tmp_path: Path) -> None:
    app = app_with(tmp_path)
    app.config["MAX_CONTENT_LENGTH"] = 30
    client = app.test_client()
    response = post(client)
    assert (response.status_code, body(response)["id"]) == (413, None)
    chunked = {"wsgi.input_terminated": True, "CONTENT_LENGTH": ""}
    response = post(client, environ_overrides=chunked)
    assert response.status_code == 413


def test_several_blueprints_and_several_apps(tmp_path: Path) -> None:
    first = blueprint(context=nobody, registry=Registry(), server_name="first")
    second = blueprint(context=nobody, registry=Registry(), name="second", server_name="second")
    apps = []
    for name in ("a", "b"):
        app = flask.Flask(name, root_path=str(tmp_path))
        app.register_blueprint(first, url_prefix="/one")
        app.register_blueprint(second, url_prefix="/two")
        app.register_blueprint(first, url_prefix="/three", name="third")
        apps.append(app)
    for app in apps:
        mounts = app.extensions["schemac"]
        assert {key: mount.service.about.name for key, mount in mounts.items()} == {
            "schemac": "first",
            "second": "second",
            "third": "first",
        }
        for path in ("/one", "/two/", "/three/default"):
            assert body(post(app.test_client(), path)) == PONG


def test_a_nested_blueprint(tmp_path: Path) -> None:
    app = flask.Flask("hall", root_path=str(tmp_path))
    outer = flask.Blueprint("outer", "outer", url_prefix="/v1")
    outer.register_blueprint(blueprint(context=nobody, registry=Registry()), url_prefix="/mcp")
    app.register_blueprint(outer)
    assert body(post(app.test_client(), "/v1/mcp")) == PONG
    with app.test_request_context():
        assert flask.url_for("outer.schemac.domain", domain="x") == "/v1/mcp/x"


def test_endpoints_have_names(tmp_path: Path) -> None:
    with app_with(tmp_path).test_request_context():
        assert flask.url_for("schemac.mcp") == "/mcp"
        assert flask.url_for("schemac.domain", domain="staff") == "/mcp/staff"


def test_pages_need_a_secret_key(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="SECRET_KEY"):
        app_with(tmp_path, page_size=2)


def test_explorer_is_no_domain(tmp_path: Path) -> None:
    assert post(app_with(tmp_path).test_client(), "/mcp/explorer").status_code == 404
