"""An application that serves a registry, and questions to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flask

from schemac.flask import blueprint
from schemac.runtime.grants import Grants

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.runtime.registry import Registry

__all__ = ["app_with"]


def app_with(tmp_path: Path, registry: Registry, **settings: Any) -> flask.Flask:
    app = flask.Flask("hall", root_path=str(tmp_path))
    app.debug = settings.pop("debug", False)
    settings.setdefault("context", lambda _: Grants())
    app.register_blueprint(blueprint(registry=registry, **settings), url_prefix="/mcp")
    return app
