"""Tools on applicants, with handlers of every kind, and ways to call them."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from schemac import Grants, Handler, Registry, current_call

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.outcomes import CallOutcome
    from schemac.runtime.surface import Surface

    SurfaceOf = Callable[..., Surface]

__all__ = ["ADMIN", "Advance", "Scalar", "registry", "run", "surface"]

ADMIN = Grants(requires={"admin"})


class Advance(Handler):
    """Advance an applicant."""

    #: type output = {
    #:   success: true, got: Hash[String, untyped], ?secret: String @requires(:admin)
    #: }

    #: (id: String, ?force: bool @requires(:admin), ?when: Date) -> output
    def call(self, **given: object) -> object:
        got = {key: str(value) for key, value in given.items()}
        return {"success": True, "got": got, "secret": "hidden", "more": 1}


class Whatever(Handler):
    """Does what the test wants."""

    answer: object = None

    #: () -> { x: Integer }
    def call(self) -> object:
        answer = type(self).answer
        if isinstance(answer, BaseException):
            raise answer
        return answer


class Scalar(Handler):
    """Gives a number."""

    #: () -> Integer
    def call(self) -> object:
        return 7


class Picture(Handler):
    """Gives bytes."""

    #: type output = {
    #:   image: Bytes @media_type(image/png),
    #:   file: Bytes @media_type(application/pdf),
    #:   ?secret: Bytes @media_type(image/png) @requires(:admin)
    #: }

    #: () -> output
    def call(self) -> object:
        return {"image": b"PNG", "file": b"PDF", "secret": b"SECRET"}


class Later(Handler):
    """Takes its time."""

    #: (text: String) -> { text: String, thread: Integer }
    async def call(self, *, text: str) -> object:
        await asyncio.sleep(0)
        return {
            "text": f"{text} {current_call().arguments['text']}",
            "thread": threading.get_ident(),
        }


class Asks(Handler):
    """Asks what it may."""

    #: () -> { admin: bool, other: bool, user: String?, scope: String? }
    def call(self) -> object:
        found: list[bool] = []
        thread = threading.Thread(target=lambda: found.append(self.can("admin")))
        thread.start()
        thread.join()
        return {
            "admin": found[0],
            "other": self.can("other") or self.can("other"),
            "user": self.user,
            "scope": self.scope,
        }


def registry() -> Registry:
    made = Registry()
    for handler in (Advance, Whatever, Scalar, Picture, Later, Asks):
        made.add(handler)
    made.add(Scalar, name="hidden", requires="admin")
    return made


def surface(registry: Registry, surface_of: SurfaceOf) -> Surface:
    return surface_of(registry)


def run(surface: Surface, answer: object) -> CallOutcome:
    Whatever.answer = answer
    return surface.call_tool("whatever", {}, None)
