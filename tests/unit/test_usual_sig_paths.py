"""Shared types in the usual folders are found by whatever serves, as `check` finds them."""

from __future__ import annotations

import sys
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import flask
import pytest
from click.testing import CliRunner

from schemac import Registry, Service
from schemac.cli import main
from schemac.flask import blueprint
from schemac.testing import call_tool
from schemac.wire.settings import settings_of_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_TOOLS = '''
from schemac import Handler, Registry

registry = Registry()


@registry.tool("look")
class Look(Handler):
    """Look."""

    #: import error
    #: import nearby

    #: () -> nearby | error
    def call(self):
        return {"near": 1, "code": "mine"}
'''
_MINE = {"near": 1}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a type in each of the usual places, one named like a shipped file."""
    (tmp_path / "sig" / "shared").mkdir(parents=True)
    (tmp_path / "sig" / "error.sig").write_text("type error = { code: String }\n")
    (tmp_path / "sig" / "shared" / "nearby.sig").write_text("type nearby = { near: Integer }\n")
    (tmp_path / "looking.py").write_text(dedent(_TOOLS).lstrip())
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("looking", None)


def _registry() -> Registry:
    module: Any = __import__("looking")
    registry: Registry = module.registry
    return registry


def _answered(app: flask.Flask) -> object:
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "look", "arguments": {}},
    }
    return app.test_client().post("/mcp", json=message).get_json()["result"]["structuredContent"]


def _blueprint_answers(root: Path) -> object:
    app = flask.Flask("looking_app", root_path=str(root))
    app.register_blueprint(blueprint(context=lambda _: None, registry=_registry()))
    return _answered(app)


@pytest.mark.parametrize("configured", [False, True])
def test_every_way_to_serve_finds_them(
    project: Path, monkeypatch: pytest.MonkeyPatch, *, configured: bool
) -> None:
    if configured:
        (project / "schemac.toml").write_text('server_name = "x"\n')
        (project / "elsewhere").mkdir()
        monkeypatch.chdir(project / "elsewhere")
    config = str(project / "schemac.toml") if configured else None
    assert _blueprint_answers(project) == _MINE
    assert call_tool("look", registry=_registry(), config=config).payload == _MINE
    chosen = ["--config", config] if config else []
    run = CliRunner().invoke(main, ["call", "look", "--app", "looking:registry", *chosen])
    assert (run.exit_code, run.stdout) == (0, '{\n  "near": 1\n}\n')


def test_a_service_looks_below_the_working_directory(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Service(_registry()).call_tool("look", {}, None).payload == _MINE
    monkeypatch.chdir(project / "sig")
    assert Service(_registry()).list_tools(None) == []


def test_folders_that_are_named_stand_in_for_the_usual_ones(project: Path) -> None:
    (project / "schemac.toml").write_text('sig_paths = ["sig/shared"]\n')
    app = flask.Flask("looking_app", root_path=str(project))
    app.register_blueprint(blueprint(context=lambda _: None, registry=_registry(), eager=False))
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    (told,) = app.test_client().post("/mcp", json=asked).get_json()["result"]["tools"]
    assert "message" in str(told["outputSchema"])


def test_a_file_says_where_they_are_even_if_it_does_not_speak_of_them(tmp_path: Path) -> None:
    assert settings_of_file(None, tmp_path) == {
        "sig_paths": [tmp_path / "sig", tmp_path / "sig" / "shared"]
    }


def test_the_check_of_an_app_does_not_speak_of_what_the_file_does_not_say(project: Path) -> None:
    (project / "schemac.toml").write_text('server_name = "x"\n')
    (project / "looking_app.py").write_text(
        dedent(
            """
            import flask
            from looking import registry
            from schemac.flask import blueprint

            app = flask.Flask(__name__)
            folders = ["sig", "sig/shared"]
            made = blueprint(context=lambda _: None, registry=registry, sig_paths=folders)
            app.register_blueprint(made)
            """
        )
    )
    run = CliRunner().invoke(main, ["check", "--app", "looking_app:app"])
    sys.modules.pop("looking_app", None)
    assert (run.exit_code, "SC009" in run.stdout) == (0, False)
