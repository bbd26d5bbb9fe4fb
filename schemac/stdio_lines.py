"""Standard input and output as pipes in, lines for the SDK's server out: only whole messages pass.

What our own strict reader refuses is answered here. The end of the input is held back for some
seconds until all is answered: the SDK drops what it is doing when its input ends.
"""

from __future__ import annotations

import json
from collections import Counter
from io import TextIOWrapper
from typing import TYPE_CHECKING, BinaryIO, Final

import anyio
import anyio.to_thread
from mcp.shared.dispatcher import as_request_id, coerce_request_id
from mcp_types.jsonrpc import JSONRPCNotification, JSONRPCRequest

from schemac.enforce.read import ReadError, read_message
from schemac.wire.dispatch import envelope
from schemac.wire.replies import Failure, WireError, failed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from schemac.runtime.settings import Limits
    from schemac.wire.dispatch import Message

__all__ = ["Lines", "Out"]

_CHUNK: Final = 65536
_GRACE_SECONDS: Final = 30.0
_SETTLING_SECONDS: Final = 0.05
_ANSWER: Final = '{"jsonrpc":"2.0","id":'
_CANCELLED: Final = "notifications/cancelled"


class Out:
    """Text out, one whole line at a time; it knows which requests still have no answer."""

    def __init__(self, pipe: BinaryIO) -> None:
        self._file = anyio.wrap_file(TextIOWrapper(pipe, encoding="utf-8", newline="\n"))
        self._owed: Counter[object] = Counter()  # two may bear one id, against the protocol
        self._retractable: set[object] = set()  # of one id, the SDK cancels the last request only
        self._written: list[object] = []

    async def write(self, text: str) -> None:
        """Write a line."""
        await self._file.write(text)
        if text.startswith(_ANSWER):
            answered: object = json.JSONDecoder().raw_decode(text, len(_ANSWER))[0]
            self._written.append(_as_told_apart(answered))

    async def flush(self) -> None:
        """Send what was written."""
        sent, self._written = self._written, []
        await self._file.flush()
        self._retractable.difference_update(sent)
        self._settle(sent)

    def note(self, message: Message) -> None:
        """Note what a message asks for, or takes back: then it gets no answer."""
        if isinstance(message, JSONRPCRequest):
            asked = _as_told_apart(message.id)
            self._owed[asked] += 1
            self._retractable.add(asked)
        elif isinstance(message, JSONRPCNotification) and message.method == _CANCELLED:
            taken_back = _as_told_apart((message.params or {}).get("requestId"))
            if taken_back in self._retractable:
                self._retractable.remove(taken_back)
                self._settle([taken_back])

    def _settle(self, ids: list[object]) -> None:
        self._owed -= Counter(ids)  # keeps what is above zero

    async def settled(self) -> None:
        """Wait until all is answered, for some time."""
        with anyio.move_on_after(_GRACE_SECONDS):
            while self._owed:  # noqa: ASYNC110 - an event would have to be re-armed at each answer
                await anyio.sleep(_SETTLING_SECONDS)


def _as_told_apart(request_id: object) -> object:
    """Give an id as the SDK tells ids apart: a number and its text are one."""
    known = as_request_id(request_id)
    return None if known is None else coerce_request_id(known)


class Lines:
    """Lines in, those that are messages out; the others are answered here."""

    def __init__(self, pipe: BinaryIO, out: Out, limits: Limits) -> None:
        self._pipe = pipe
        self._out = out
        self._limits = limits

    async def __aiter__(self) -> AsyncIterator[str]:
        while line := await self._line(self._limits.body + 2):
            body = line.rstrip(b"\r\n")
            whole = body if line.endswith(b"\n") else body + await self._rest()
            if not whole.strip():
                continue
            try:
                self._out.note(self._message(whole))
            except ReadError as error:
                await self._refuse(Failure(error.code, error.reason))
            except WireError as error:
                await self._refuse(error.failure)
            else:
                yield whole.decode()
        await self._out.settled()

    def _message(self, whole: bytes) -> Message:
        return envelope(read_message(whole, depth=self._limits.depth, size=self._limits.body))

    async def _line(self, most: int) -> bytes:
        return await anyio.to_thread.run_sync(self._pipe.readline, most, abandon_on_cancel=True)

    async def _rest(self) -> bytes:
        """Skip to the end of a line that is too long; one byte more makes it too long for sure."""
        rest = b""
        while line := await self._line(_CHUNK):
            rest = b" "
            if line.endswith(b"\n"):
                break
        return rest

    async def _refuse(self, failure: Failure) -> None:
        answer = failed(None, failure).body or b""
        await self._out.write(answer.decode() + "\n")
        await self._out.flush()
