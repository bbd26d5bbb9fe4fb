"""The SQLite file of the example: made, filled and opened here."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["Rows", "create", "open_database"]

Rows = list[sqlite3.Row]

STAGES = ("applied", "screen", "interview", "offer", "hired")
"""The stages in the order in which applicants pass through them."""

_SCHEMA = """
create table users (
    token text primary key, name text not null, timezone text not null, flags text not null
);
create table applicants (
    id text primary key, name text not null, email text not null, stage text not null,
    applied_on text not null, salary_expectation integer
);
create table moves (
    id integer primary key, applicant_id text not null, stage text not null, note text
);
create table interviews (
    id integer primary key, applicant_id text not null, starts_at text not null,
    minutes integer not null, panel text not null, private_note text
);
create table messages (
    id integer primary key, applicant_id text not null, body text not null
);
"""

_ADMIN_FLAGS = (
    "requires:manage_workflows requires:backward_routing requires:compensation "
    "feature:bulk_messages feature:soft_reject"
)
_USERS = (
    ("member-token", "Mia", "Europe/Lisbon", "requires:manage_workflows"),
    (
        "admin-token",
        "Ada",
        "America/Chicago",
        _ADMIN_FLAGS,
    ),
)

_APPLICANTS = (
    ("a1", "Grace Moreau", "grace@example.org", "interview", "2026-09-01", 78000),
    ("a2", "Alan Okoye", "alan@example.org", "screen", "2026-09-14", 64000),
    ("a3", "Edith Larsen", "edith@example.org", "applied", "2026-10-02", 71000),
    ("a4", "Linus Haddad", "linus@example.org", "offer", "2026-08-20", 90000),
)


def create(path: Path) -> None:
    """Make the file at `path` anew, with two users and a few applicants."""
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    with connection:
        connection.executescript(_SCHEMA)
        connection.executemany("insert into users values (?, ?, ?, ?)", _USERS)
        connection.executemany("insert into applicants values (?, ?, ?, ?, ?, ?)", _APPLICANTS)
        connection.execute(
            "insert into interviews (applicant_id, starts_at, minutes, panel, private_note) "
            "values (?, ?, ?, ?, ?)",
            ("a1", "2026-12-03T10:00:00+00:00", 45, "Mia,Ada", "Ask about the counter-offer."),
        )
    connection.close()


def open_database(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection for one request; commit at its end, roll back if it failed."""
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    try:
        with connection:
            yield connection
    finally:
        connection.close()
