"""A listing and a cursor in, one page and the next cursor out.

A cursor is a position in one caller's own listing, signed together with a digest of that listing:
it says nothing to another caller and nothing once the listing has changed.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from itsdangerous import BadData, URLSafeTimedSerializer
from itsdangerous.encoding import base64_decode, base64_encode

from schemac.wire.replies import WireError, invalid_params

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from schemac.wire.replies import Failure

__all__ = ["Page", "Pager", "no_such_cursor"]


@dataclass(frozen=True, slots=True)
class Page:
    """Some fragments, and the cursor of those that follow; None after the last."""

    fragments: Sequence[bytes]
    following: str | None


@dataclass(frozen=True, slots=True)
class Pager:
    """Cuts listings into pages of `size`.

    `keys` gives the secrets, oldest first; the last one signs. `age` is in seconds.
    """

    size: int
    keys: Callable[[], Sequence[str]]
    salt: str
    age: int

    def page(self, fragments: Sequence[bytes], cursor: str | None) -> Page:
        """Give the page at the cursor. Raises WireError where it is none of this listing's."""
        digest = _digest(fragments)
        start = 0 if cursor is None else self._position(cursor, digest)
        end = start + self.size
        following = self._signer().dumps([end, digest]) if end < len(fragments) else None
        return Page(fragments[start:end], None if following is None else str(following))

    def _position(self, cursor: str, digest: str) -> int:
        try:
            position, of = self._signer().loads(cursor, max_age=self.age)
            is_ours = of == digest and _is_as_written(cursor)
        except (BadData, ValueError, TypeError):
            raise WireError(no_such_cursor()) from None
        if not is_ours or not isinstance(position, int):
            raise WireError(no_such_cursor())
        return position

    def _signer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(
            list(self.keys()), self.salt, signer_kwargs={"digest_method": hashlib.sha256}
        )


def _is_as_written(cursor: str) -> bool:
    """Whether nothing was added to a cursor that its signature, as it is read, does not see."""
    parts = cursor.encode().split(b".")
    return [base64_encode(base64_decode(part)) for part in parts] == parts


def no_such_cursor() -> Failure:
    """Word the refusal, the same for a forged, an outdated and somebody else's cursor."""
    return invalid_params("Invalid cursor")


def _digest(fragments: Sequence[bytes]) -> str:
    digest = hashlib.sha256()
    for fragment in fragments:
        digest.update(len(fragment).to_bytes(8, "big"))
        digest.update(fragment)
    return digest.hexdigest()[:32]
