"""An HTTP exchange as plain data: what the framing needs of a request, and a finished answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.wire.replies import failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from schemac.wire.replies import Failure

__all__ = [
    "FIXED_HEADERS",
    "JSON",
    "NEVER_STORED",
    "HttpReply",
    "HttpRequest",
    "TooLargeError",
    "UnreadableError",
    "refused",
]

JSON = "application/json"
NEVER_STORED = ("Cache-Control", "private, no-store")
EVENTS = "text/event-stream"
FIXED_HEADERS = (("Content-Type", JSON), NEVER_STORED)


class TooLargeError(Exception):
    """The server, or a limit of the application, gives no body of this size."""


class UnreadableError(Exception):
    """The body did not arrive whole."""


def _as_it_is(work: Callable[[], None]) -> Callable[[], None]:
    return work


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """What the framing needs of a request.

    `headers` are the raw lines, as far as the server keeps them apart. `read(n)` gives at most
    `n` bytes of the body, or raises one of the errors above. `host_trusted` says that the server's
    own list of hosts names this one. `bind` makes the request's surroundings hold in
    another thread.
    """

    method: str
    scheme: str
    headers: Sequence[tuple[str, str]]
    read: Callable[[int], bytes]
    host_trusted: bool = False
    bind: Callable[[Callable[[], None]], Callable[[], None]] = _as_it_is

    def header(self, name: str) -> str | None:
        """Give a header by its lower-case name; repeated lines are joined as HTTP says."""
        found = [value for key, value in self.headers if key.lower() == name]
        return ", ".join(found) if found else None

    def folded(self) -> dict[str, str]:
        """Give all headers by lower-case name."""
        folded: dict[str, str] = {}
        for key, value in self.headers:
            name = key.lower()
            folded[name] = f"{folded[name]}, {value}" if name in folded else value
        return folded


@dataclass(frozen=True, slots=True)
class HttpReply:
    """A finished answer, or the stream of one."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes | Iterable[bytes]


def refused(status: int, failure: Failure, *headers: tuple[str, str]) -> HttpReply:
    """Answer with an error and a status before any request was read, so that the id is null."""
    return HttpReply(int(status), (*FIXED_HEADERS, *headers), failed(None, failure).body or b"")
