"""Settings of a blueprint, from its call, the application and files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flask
import pytest

from schemac.flask import blueprint
from schemac.runtime.registry import Registry
from tests.unit.flask.mounted import app_with, body, nobody, post

if TYPE_CHECKING:
    from pathlib import Path


def test_an_unknown_setting_is_an_error_at_once() -> None:
    with pytest.raises(TypeError, match="did you mean `page_size`"):
        blueprint(context=nobody, page_sise=5)


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
