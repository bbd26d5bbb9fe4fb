"""A request of the modern era and its headers in, its version out: the official package's ladder.

The verdict depends on what the package is handed and on the headers that it asks for; where all of
that is as it was before, so is the verdict. Only good ones are remembered, each service its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from mcp.shared.inbound import InboundLadderRejection, classify_inbound_request

from schemac.wire.eras import Spoken
from schemac.wire.replies import Failure, WireError

if TYPE_CHECKING:
    from schemac.wire.validity import Telling

    _Read: TypeAlias = tuple[tuple[str, str | None], ...]

__all__ = ["Ladder"]

_MOST_KEPT: Final = 1024


class _Reading(Mapping[str, str]):
    """Headers that remember which of them were asked for, and whether all of them were."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        self._headers = headers
        self.read: dict[str, str | None] = {}
        self.whole = False

    def __getitem__(self, name: str) -> str:
        value = self.read[name] = self._headers.get(name)
        if value is None:
            raise KeyError(name)
        return value

    def __iter__(self) -> Iterator[str]:
        self.whole = True
        return iter(self._headers)

    def __len__(self) -> int:
        self.whole = True
        return len(self._headers)


class Ladder:
    """The verdicts of one service. Thread-safe: what two threads find at once is the same."""

    __slots__ = ("good",)

    def __init__(self) -> None:
        self.good: dict[tuple[str, str], tuple[_Read, Spoken]] = {}

    def climb(
        self, method: str, telling: Telling, spoken: Spoken, headers: Mapping[str, str] | None
    ) -> Spoken:
        """Run the modern era's ladder over a request; older eras have none. Raises WireError."""
        key = (method, telling.text)
        kept = None if headers is None else self.good.get(key)
        if kept is not None and headers is not None and _are_as_read(headers, kept[0]):
            return kept[1]
        reading = None if headers is None else _Reading(headers)
        verdict = classify_inbound_request(
            {"method": method, "params": telling.params}, headers=reading
        )
        if isinstance(verdict, InboundLadderRejection):
            raise WireError(Failure(verdict.code, verdict.message, verdict.data))
        judged = spoken
        if verdict.protocol_version != spoken.version:
            judged = Spoken("modern", verdict.protocol_version)
        if reading is not None and not reading.whole and telling.is_short:
            if len(self.good) >= _MOST_KEPT:
                self.good.clear()
            self.good[key] = tuple(reading.read.items()), judged
        return judged


def _are_as_read(headers: Mapping[str, str], read: _Read) -> bool:
    for name, value in read:  # noqa: SIM110 - for each request, and a generator is a frame
        if headers.get(name) != value:
            return False
    return True
