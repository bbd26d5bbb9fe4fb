from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import flask
import pytest
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import TooManyRequests
from werkzeug.middleware.proxy_fix import ProxyFix

from schemac.flask import Forbidden, Unauthorized, blueprint
from schemac.runtime.registry import Registry

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
PONG = {"jsonrpc": "2.0", "id": 1, "result": {}}
HOST = "http://localhost"


def nobody(_: flask.Request) -> None:
    return None


def app_with(tmp_path: Path, **settings: Any) -> flask.Flask:
    app = flask.Flask("hall", root_path=str(tmp_path))
    settings.setdefault("context", nobody)
    settings.setdefault("registry", Registry())
    settings.setdefault("eager", False)
    app.register_blueprint(blueprint(**settings), url_prefix="/mcp")
    return app


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return app_with(tmp_path, domains=["default", "staff"]).test_client()


def post(client: FlaskClient, path: str = "/mcp", message: object = PING, **more: Any) -> Any:
    return client.post(path, json=message, **more)


def body(response: TestResponse) -> Any:
    assert response.mimetype == "application/json"
    assert response.headers["Cache-Control"] == "private, no-store"
    assert "ETag" not in response.headers
    return json.loads(response.data)


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


def test_a_context_is_required() -> None:
    with pytest.raises(TypeError):
        blueprint()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="context"):
        blueprint(context=None)  # type: ignore[arg-type]


def test_an_unknown_setting_is_an_error_at_once() -> None:
    with pytest.raises(TypeError, match="did you mean `page_size`"):
        blueprint(context=nobody, page_sise=5)


def test_the_context_is_made_once_before_the_body_is_read(tmp_path: Path) -> None:
    seen: list[tuple[str, bool]] = []

    def context(request: flask.Request) -> None:
        assert flask.has_request_context()
        seen.append((request.path, "_cached_data" in request.__dict__))

    client = app_with(tmp_path, context=context).test_client()
    assert post(client).status_code == 200
    assert client.post("/mcp", data=b"{", content_type="application/json").status_code == 400
    assert client.get("/mcp").status_code == 405
    assert seen == [("/mcp", False), ("/mcp", False)]


def test_a_context_may_read_the_body_itself(tmp_path: Path) -> None:
    client = app_with(tmp_path, context=lambda request: request.get_json()).test_client()
    assert body(post(client)) == PONG


def test_a_context_may_be_a_coroutine(tmp_path: Path) -> None:
    async def context(request: flask.Request) -> str:
        return request.path

    assert body(post(app_with(tmp_path, context=context).test_client())) == PONG


@pytest.mark.parametrize(
    ("version", "code"), [(None, -32002), ("2025-11-25", -32002), ("2026-07-28", 401), ("x", 401)]
)
def test_unauthorized(tmp_path: Path, version: str | None, code: int) -> None:
    def context(_: flask.Request) -> None:
        raise Unauthorized(realm="hall")

    client = app_with(tmp_path, context=context).test_client()
    headers = {"MCP-Protocol-Version": version} if version else {}
    for path in ("/mcp", "/mcp/nowhere"):
        response = post(client, path, headers=headers)
        assert response.status_code == 401
        assert response.headers["WWW-Authenticate"] == 'Bearer realm="hall"'
        answer = body(response)
        assert (answer["id"], answer["error"]["code"]) == (None, code)


def test_forbidden_and_other_http_errors(tmp_path: Path) -> None:
    def context(request: flask.Request) -> None:
        if "limit" in request.args:
            raise TooManyRequests(retry_after=7)
        if "abort" in request.args:
            flask.abort(418)
        raise Forbidden(scope="hall:read")

    client = app_with(tmp_path, context=context).test_client()
    response = post(client)
    assert response.status_code == 403
    assert response.headers["WWW-Authenticate"] == (
        'Bearer error="insufficient_scope", scope="hall:read"'
    )
    response = post(client, "/mcp?limit")
    assert (response.status_code, response.headers["Retry-After"]) == (429, "7")
    assert body(response)["error"]["code"] == 429
    assert body(post(client, "/mcp?abort"))["error"] == {"code": 418, "message": "I'm a teapot"}


def test_a_context_that_breaks_is_a_500_that_says_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def context(_: flask.Request) -> None:
        raise KeyError("the secret")

    app = app_with(tmp_path, context=context)
    app.config["TESTING"] = True
    response = post(app.test_client())
    error = body(response)["error"]
    assert (response.status_code, error["code"]) == (500, -32603)
    assert "secret" not in response.text
    assert error["data"]["correlationId"] in caplog.text


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


def test_settings_come_from_three_places(tmp_path: Path) -> None:
    (tmp_path / "schemac.toml").write_text(
        'server_name = "file"\nserver_version = "1"\ninstructions = "file"\npaths = ["app"]\n'
    )
    app = flask.Flask("hall", root_path=str(tmp_path))
    app.config.update(SCHEMAC_SERVER_NAME="config", SCHEMAC_SERVER_VERSION="2")
    made = blueprint(context=nobody, registry=Registry(), server_name="keyword")
    app.register_blueprint(made, url_prefix="/mcp")
    init = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "c", "version": "1"},
        },
    }
    result = body(post(app.test_client(), message=init))["result"]
    assert result["serverInfo"] == {"name": "keyword", "version": "2"}
    assert result["instructions"] == "file"


def test_the_server_is_called_after_the_app(tmp_path: Path) -> None:
    app = app_with(tmp_path)
    assert app.extensions["schemac"]["schemac"].service.about.name == "hall"


def test_a_wrong_key_in_a_file_or_in_the_config_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "schemac.toml").write_text('serve_name = "x"\n')
    with pytest.raises(TypeError, match=r"schemac.toml: serve_name"):
        app_with(tmp_path)
    (tmp_path / "schemac.toml").write_text("")
    app = flask.Flask("hall", root_path=str(tmp_path))
    app.config["SCHEMAC_SERVE_NAME"] = "x"
    with pytest.raises(TypeError) as caught:
        app.register_blueprint(blueprint(context=nobody, registry=Registry()))
    assert str(caught.value) == (
        "app.config: `SCHEMAC_SERVE_NAME` is no setting; did you mean `SCHEMAC_SERVER_NAME`?"
    )


def test_another_file_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text('server_name = "other"\n')
    app = flask.Flask("hall", root_path=str(tmp_path))
    app.config["SCHEMAC_CONFIG"] = "other.toml"
    app.register_blueprint(blueprint(context=nobody, registry=Registry()))
    assert app.extensions["schemac"]["schemac"].service.about.name == "other"


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


def test_protected_resource_metadata(tmp_path: Path) -> None:
    def context(_: flask.Request) -> None:
        raise Unauthorized

    metadata = {"authorization_servers": ["https://auth.example"]}
    app = app_with(tmp_path, context=context, resource_metadata=metadata)
    client = app.test_client()
    where = "/.well-known/oauth-protected-resource/mcp"
    for path, suffix in (("/mcp", ""), ("/mcp/staff", "/staff")):
        challenge = post(client, path).headers["WWW-Authenticate"]
        assert challenge == f'Bearer resource_metadata="http://localhost{where}{suffix}"'
        assert body(client.get(where + suffix)) == {
            "bearer_methods_supported": ["header"],
            "authorization_servers": ["https://auth.example"],
            "resource": f"http://localhost/mcp{suffix}",
        }
    assert client.get(where, base_url="http://evil.example").status_code == 403


@pytest.mark.parametrize("resource", [{}, {"resource": "https://hall.example/mcp"}])
def test_metadata_is_a_page_and_needs_a_trusted_host(
    resource: dict[str, str], tmp_path: Path
) -> None:
    def context(_: flask.Request) -> None:
        raise Unauthorized

    metadata = {"authorization_servers": ["https://auth.example"], **resource}
    app = app_with(tmp_path, context=context, resource_metadata=metadata)
    path = "/.well-known/oauth-protected-resource/mcp"
    told = (
        b'{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"this host is not trusted"}}'
    )
    for where in (path, f"{path}/staff"):
        for url in ("http://evil.example", "http://hall.example", "http://hall.example.evil"):
            response = app.test_client().get(where, base_url=url)
            assert (response.status_code, response.data) == (403, told)
            assert app.test_client().head(where, base_url=url).status_code == 403
    if resource:
        challenge = post(app.test_client(), base_url="http://evil.example").headers
        assert f"https://hall.example{path}" in challenge["WWW-Authenticate"]
    app.config["TRUSTED_HOSTS"] = ["hall.example"]
    response = app.test_client().get(path, base_url="https://hall.example")
    assert body(response)["resource"] == "https://hall.example/mcp"


@pytest.mark.parametrize("resource", [{}, {"resource": "https://hall.example/mcp"}])
def test_a_client_behind_a_proxy_finds_the_metadata_where_the_challenge_says(
    resource: dict[str, str], tmp_path: Path
) -> None:
    def context(_: flask.Request) -> None:
        raise Unauthorized

    app = app_with(
        tmp_path, context=context, resource_metadata={**resource, "scopes_supported": ["s"]}
    )
    app.config["TRUSTED_HOSTS"] = ["hall.example"]
    app.wsgi_app = ProxyFix(app.wsgi_app, x_proto=1, x_host=1)  # type: ignore[method-assign] # as Flask documents
    client = app.test_client()
    forwarded = {"X-Forwarded-Host": "hall.example", "X-Forwarded-Proto": "https"}
    inner = "http://10.0.0.7:8000"
    challenge = post(client, base_url=inner, headers=forwarded).headers["WWW-Authenticate"]
    url = challenge.removeprefix('Bearer resource_metadata="').removesuffix('"')
    assert url == "https://hall.example/.well-known/oauth-protected-resource/mcp"
    path = url.removeprefix("https://hall.example")
    found = client.get(path, base_url=inner, headers=forwarded)
    assert body(found)["resource"] == "https://hall.example/mcp"
    assert client.get(path, base_url=inner).status_code == 403


def test_pages_need_a_secret_key(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="SECRET_KEY"):
        app_with(tmp_path, page_size=2)


def test_explorer_is_no_domain(tmp_path: Path) -> None:
    assert post(app_with(tmp_path).test_client(), "/mcp/explorer").status_code == 404
