"""The context of a caller is made once by the application, which may refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flask
import pytest
from werkzeug.exceptions import TooManyRequests

from schemac.flask import Forbidden, Unauthorized, blueprint
from tests.unit.flask import mounted
from tests.unit.flask.mounted import PONG, app_with, body, post

if TYPE_CHECKING:
    from pathlib import Path


client = pytest.fixture(mounted.client)


def test_a_context_is_required() -> None:
    with pytest.raises(TypeError):
        blueprint()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="context"):
        blueprint(context=None)  # type: ignore[arg-type]


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
