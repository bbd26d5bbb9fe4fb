"""Tools whose listings differ from caller to caller."""

from __future__ import annotations

from schemac import Handler, Registry

__all__ = ["Ping", "registry"]


class Greet(Handler):
    """Greet somebody by name."""

    #: type output = { greeting: String, ?secret: String @requires(:admin) }

    #: (name: String, ?loud: bool @requires(:admin)) -> output
    def call(self, *, name: str, loud: bool = False) -> object:
        return {"greeting": name, "secret": loud}


class Ping(Handler):
    """Answer."""

    #: () -> { ok: true }
    def call(self) -> object:
        return {"ok": True}


def registry() -> Registry:
    made = Registry()
    made.add(Greet, requires="staff", title="Greet", read_only=True, destructive=False)
    made.add(Ping)
    return made
