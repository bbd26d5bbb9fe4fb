"""An HTTP exchange as plain data: what the framing needs of a request, and a finished answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.wire.replies import failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from schemac.wire.replies import Failure

__all__ = [
    "ACKNOWLEDGED_HEADERS",
    "EVENTS",
    "FIXED_HEADERS",
    "JSON",
    "NEVER_STORED",
    "HttpReply",
    "HttpRequest",
    "RefusedError",
    "TooLargeError",
    "UnreadableError",
    "refused",
]

JSON = "application/json"
EVENTS = "text/event-stream"
NEVER_STORED = ("Cache-Control", "private, no-store")
FIXED_HEADERS = (("Content-Type", JSON), NEVER_STORED)
ACKNOWLEDGED_HEADERS = (NEVER_STORED,)
"""Those of an answer that has no body."""


class TooLargeError(Exception):
    """The server, or a limit of the application, gives no body of this size."""


class UnreadableError(Exception):
    """The body did not arrive whole."""


class RefusedError(Exception):
    """A request that ends before it was dispatched."""

    def __init__(self, status: int, failure: Failure) -> None:
        super().__init__(failure.message)
        self.status = status
        self.failure = failure


def _never() -> bool:
    return False


def _as_it_is(work: Callable[[], None]) -> Callable[[], None]:
    return work


@dataclass(slots=True)
class HttpRequest:
    """What the framing needs of a request.

    `headers` are by lower-case name; where a server keeps repeated lines apart, their values are
    joined as HTTP says and `doubled` names a routing header that was repeated. `read(n)` gives at
    most `n` bytes of the body, or raises one of the errors above. `trusts_host` says whether the
    server's own list of hosts names this one. `bind` makes the request's surroundings hold in
    another thread. `usual` are the headers that every request is asked for, where an adapter has
    them quicker than by looking them up one by one.
    """

    method: str
    scheme: str
    headers: Mapping[str, str]
    read: Callable[[int], bytes]
    trusts_host: Callable[[], bool] = _never
    bind: Callable[[Callable[[], None]], Callable[[], None]] = _as_it_is
    doubled: str | None = None
    usual: Mapping[str, str | None] | None = None


@dataclass(slots=True)
class HttpReply:
    """A finished answer, which is bytes or a tuple of pieces, or the stream of one."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes | Iterable[bytes]


def refused(status: int, failure: Failure, *headers: tuple[str, str]) -> HttpReply:
    """Answer with an error and a status before any request was read, so that the id is null."""
    return HttpReply(int(status), (*FIXED_HEADERS, *headers), failed(None, failure).body or b"")
