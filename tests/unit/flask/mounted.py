"""The blueprint in an application for nobody in particular, and messages posted to it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import flask

from schemac.flask import blueprint
from schemac.runtime.registry import Registry

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

__all__ = ["PING", "PONG", "app_with", "body", "client", "nobody", "post"]

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
PONG = {"jsonrpc": "2.0", "id": 1, "result": {}}


def nobody(_: flask.Request) -> None:
    return None


def app_with(tmp_path: Path, **settings: Any) -> flask.Flask:
    app = flask.Flask("hall", root_path=str(tmp_path))
    settings.setdefault("context", nobody)
    settings.setdefault("registry", Registry())
    settings.setdefault("eager", False)
    app.register_blueprint(blueprint(**settings), url_prefix="/mcp")
    return app


def client(tmp_path: Path) -> FlaskClient:
    return app_with(tmp_path, domains=["default", "staff"]).test_client()


def post(client: FlaskClient, path: str = "/mcp", message: object = PING, **more: Any) -> Any:
    return client.post(path, json=message, **more)


def body(response: TestResponse) -> Any:
    assert response.mimetype == "application/json"
    assert response.headers["Cache-Control"] == "private, no-store"
    assert "ETag" not in response.headers
    return json.loads(response.data)
