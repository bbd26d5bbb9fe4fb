"""Who is calling: the context that schemac asks its questions."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from examples.hiring.database import open_database
from schemac import Unauthorized

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from pathlib import Path

    from flask import Request

__all__ = ["HiringContext", "User", "context_builder"]


@dataclass(frozen=True)
class User:
    """A person with a token, and what that person may do."""

    name: str
    timezone: str
    flags: frozenset[str]

    def can(self, flag: str) -> bool:
        """Answer `@requires(:flag)`."""
        return f"requires:{flag}" in self.flags

    def default_for(self, key: str) -> str | None:
        """Answer `@default_for(:key)`."""
        return self.timezone if key == "timezone" else None


@dataclass(frozen=True)
class HiringContext:
    """One request: its user and the way to the database."""

    current_user: User
    database: Path

    def feature(self, flag: str) -> bool:
        """Answer `@feature(:flag)`."""
        return f"feature:{flag}" in self.current_user.flags

    def connect(self) -> AbstractContextManager[sqlite3.Connection]:
        """Open the database for one call."""
        return contextmanager(open_database)(self.database)


def context_builder(database: Path) -> Callable[[Request], HiringContext]:
    """Give the callable that turns a request into its context, or refuses it."""

    def build(request: Request) -> HiringContext:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Unauthorized(realm="hiring")
        with contextmanager(open_database)(database) as connection:
            row = connection.execute("select * from users where token = ?", (token,)).fetchone()
        if row is None:
            raise Unauthorized(realm="hiring", error="invalid_token")
        user = User(row["name"], row["timezone"], frozenset(row["flags"].split()))
        return HiringContext(user, database)

    return build
