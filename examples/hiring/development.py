"""The app over a database of its own: for `schemac tools`, `call` and `serve`, and for tests."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from examples.hiring.app import create_app
from examples.hiring.context import HiringContext, User
from examples.hiring.database import create

if TYPE_CHECKING:
    from flask import Flask

    from schemac.testing import Persona

__all__ = ["context_for", "development_app", "development_database"]


@cache
def development_database() -> Path:
    """Give a filled database that is removed when the process ends."""
    folder = tempfile.mkdtemp(prefix="hiring-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    database = Path(folder) / "hiring.sqlite3"
    create(database)
    return database


def development_app() -> Flask:
    """Make the app over that database."""
    return create_app(development_database())


def context_for(name: str, persona: Persona, domain: str | None) -> HiringContext:
    """Make the context of a persona, as `persona_context` in `schemac.toml` asks."""
    del domain
    flags = (f"{predicate}:{flag}" for predicate, held in persona.grants.items() for flag in held)
    timezone = str(persona.defaults.get("timezone", "UTC"))
    return HiringContext(User(name, timezone, frozenset(flags)), development_database())
