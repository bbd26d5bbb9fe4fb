"""A call that may report progress in; a plain answer, or a stream of events and the answer, out.

The work runs in a thread of its own. Nothing is streamed before the first step is reported, so
that whatever is refused until then keeps its status.
"""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Final, TypeAlias

from schemac.wire.replies import Reply, dump

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.runtime.pipeline import ProgressSink

__all__ = ["EventStream", "progress_token", "with_progress"]

Token: TypeAlias = int | str

_PULSE_SECONDS: Final = 15.0
"""After this long without an event a comment line is sent: writing it is how a loss is noticed."""

_PATIENCE_SECONDS: Final = 0.5
_WAITING_EVENTS: Final = 64
"""More steps than this are not kept for a slow client: the handler waits for it."""


def progress_token(params: Mapping[str, object] | None) -> Token | None:
    """Give the token under which the client wants to hear of progress."""
    meta = (params or {}).get("_meta")
    token = meta.get("progressToken") if isinstance(meta, dict) else None
    return token if isinstance(token, int | str) and not isinstance(token, bool) else None


class _Channel:
    """What the working thread tells the one that answers."""

    def __init__(self, token: Token) -> None:
        self._token = token
        self._gone = threading.Event()
        self.events: queue.Queue[bytes | Reply] = queue.Queue(_WAITING_EVENTS)

    @property
    def cancelled(self) -> bool:
        """Whether the client is gone."""
        return self._gone.is_set()

    def abandon(self) -> None:
        """Note that nobody listens any more."""
        self._gone.set()

    def report(self, current: float, total: float | None, message: str | None) -> None:
        """Pass one step on; dropped where nobody listens."""
        params: dict[str, object] = {"progressToken": self._token, "progress": current}
        if total is not None:
            params["total"] = total
        if message is not None:
            params["message"] = message
        step = {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}
        self.put(_event(dump(step)))

    def put(self, item: bytes | Reply) -> None:
        """Hand over an event or the answer, as soon as there is room."""
        while not self.cancelled:
            try:
                return self.events.put(item, timeout=_PATIENCE_SECONDS)
            except queue.Full:
                continue
        return None


class EventStream:
    """The body of a streamed answer. Closing it, at whatever point, tells the handler to stop."""

    def __init__(self, first: bytes, channel: _Channel, pulse: float) -> None:
        self._next: bytes | None = first
        self._channel = channel
        self._pulse = pulse
        self._ended = False

    def __iter__(self) -> EventStream:
        return self

    def __next__(self) -> bytes:
        if self._ended:
            raise StopIteration
        event, self._next = self._next, None
        return event if event is not None else self._wait()

    def _wait(self) -> bytes:
        try:
            item = self._channel.events.get(timeout=self._pulse)
        except queue.Empty:
            return b": still at work\r\n\r\n"
        if isinstance(item, bytes):
            return item
        self._ended = True
        self._channel.abandon()
        return _event(item.body or b"")

    def close(self) -> None:
        """Note that the server is done with this answer, read to its end or not."""
        self._ended = True
        self._channel.abandon()


def with_progress(
    work: Callable[[ProgressSink], Reply],
    token: Token,
    broken: Callable[[], Reply],
    bind: Callable[[Callable[[], None]], Callable[[], None]],
    pulse: float = _PULSE_SECONDS,
) -> Reply | EventStream:
    """Run the work in a thread and answer as soon as it is known how.

    `bind` makes the adapter's surroundings hold in that thread; `broken` words what no handler
    should raise. `pulse` is in seconds.
    """
    channel = _Channel(token)
    bound = bind(lambda: channel.put(work(channel)))

    def run() -> None:
        try:
            bound()
        except BaseException:  # noqa: BLE001 - the other thread waits, whatever happened here
            channel.put(broken())

    threading.Thread(target=run, name="schemac-call", daemon=True).start()
    first = channel.events.get()
    if isinstance(first, Reply):
        # The handler may run on, past a time limit: nobody takes what it reports from now on.
        channel.abandon()
        return first
    return EventStream(first, channel, pulse)


def _event(data: bytes) -> bytes:
    return b"event: message\r\ndata: " + data + b"\r\n\r\n"
