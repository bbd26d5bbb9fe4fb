"""Questions to the file system in, the same answers out, and a record of them to ask again."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from schemac.resolve.disk import Disk

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.resolve.disk import Kind, Listing

__all__ = ["Seen", "Witness", "still_so"]

Answer: TypeAlias = bool | str
Seen: TypeAlias = "tuple[tuple[str, str, Answer], ...]"
"""What was asked, of which path, and the answer; of what was read, the digest of it."""

_T = TypeVar("_T")


class Witness(Disk):
    """Remembers each answer. `sure` goes where one cannot be asked again, or was no longer so."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], Answer] = {}
        self.sure = True

    @property
    def seen(self) -> Seen:
        """Everything that was asked so far, in order, each once."""
        return tuple((kind, path, answer) for (kind, path), answer in self._seen.items())

    def is_file(self, place: Path) -> bool:
        """Whether a file lies there."""
        return self._told("is_file", place, super().is_file, bool)

    def is_dir(self, place: Path) -> bool:
        """Whether a folder lies there."""
        return self._told("is_dir", place, super().is_dir, bool)

    def kind(self, place: Path) -> Kind:
        """Say what lies there."""
        return self._told("kind", place, super().kind, str)

    def exists(self, place: Path) -> bool:
        """Whether anything lies there."""
        return self._told("exists", place, super().exists, bool)

    def is_link(self, place: Path) -> bool:
        """Whether a link lies there."""
        return self._told("is_link", place, super().is_link, bool)

    def real(self, place: Path) -> str:
        """Give the path with all links resolved."""
        return self._told("real", place, super().real, str)

    def read(self, place: Path) -> bytes:
        """Give the bytes of a file."""
        return self._told("read", place, super().read, _digest)

    def below(self, root: Path) -> Listing:
        """Name the signature files below a folder."""
        return self._told("below", root, super().below, _listing)

    def _told(
        self, kind: str, place: Path, ask: Callable[[Path], _T], note: Callable[[_T], Answer]
    ) -> _T:
        try:
            answer = ask(place)
        except (OSError, ValueError):
            self.sure = False
            raise
        noted = note(answer)
        if self._seen.setdefault((kind, str(place)), noted) != noted:
            self.sure = False
        return answer


def still_so(seen: Seen) -> bool:
    """Ask everything again, and say whether all answers are the same; what fails is not."""
    now = Witness()
    try:
        return all(_asked(now, kind, Path(path)) == answer for kind, path, answer in seen)
    except (OSError, ValueError):
        return False


def _asked(now: Witness, kind: str, place: Path) -> Answer | None:
    match kind:
        case "is_file":
            return now.is_file(place)
        case "is_dir":
            return now.is_dir(place)
        case "kind":
            return now.kind(place)
        case "exists":
            return now.exists(place)
        case "is_link":
            return now.is_link(place)
        case "real":
            return now.real(place)
        case "read":
            return _digest(now.read(place))
        case "below":
            return _listing(now.below(place))
        case _:
            return None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _listing(found: Listing) -> str:
    return _digest(json.dumps(found).encode())
