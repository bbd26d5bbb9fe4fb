"""The Flask app of the example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask

from examples.hiring.context import context_builder
from schemac.flask import blueprint

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["create_app"]


def create_app(database: Path, plan: Path | None = None) -> Flask:
    """Make the app over the SQLite file `database`; settings come from `schemac.toml` beside it.

    With a plan, which `schemac build` makes, it starts without compiling anything.
    """
    app = Flask("examples.hiring")
    app.register_blueprint(
        blueprint(
            context=context_builder(database),
            domains=["default", "operator"],
            instructions="Tools of a hiring team. Start with search_applicants.",
            plan=plan,
            eager=True,
        ),
        url_prefix="/mcp",
    )
    return app
