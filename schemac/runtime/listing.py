"""Pages that a caller may see in, the listing out: bytes of tool objects, kept where shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Listing", "Mark"]

Mark: TypeAlias = Literal["hit", "miss", "bypass"]
_FEW = 2
_LARGE = 65_536


class Listing:
    """A caller's listing: JSON tool objects as bytes, in order.

    `shared` says that other callers with the same decisions get the very same object, so that
    bytes made of it may be kept with it; a listing with texts or values of one caller is not.
    `mark` says, in debug only, where it came from: `hit` for one that was kept, `miss` for one made
    now and kept, `bypass` for one that is never kept. `runs` are the same bytes, a comma before
    each tool object, in few pieces that other listings share: then the first sight copies little.
    """

    __slots__ = ("_ended", "_joined", "_runs", "_seen", "fragments", "mark", "shared")

    def __init__(
        self,
        fragments: Iterable[bytes],
        *,
        shared: bool,
        mark: Mark | None = None,
        runs: Iterable[bytes] = (),
    ) -> None:
        self.fragments = tuple(fragments)
        self.shared = shared
        self.mark = mark
        self._runs = tuple(filter(None, runs))
        self._joined: bytes | None = None
        self._ended: tuple[bytes, bytes] | None = None
        self._seen = False

    def joined(self) -> bytes:
        """Give the fragments with commas between, as they stand inside `"tools":[…]`.

        Kept at the second sight: a listing that is asked for once costs no second copy.
        """
        joined = self._joined  # at once: another thread may put the ended one in its place
        if joined is not None:
            return joined
        joined = b",".join(self.fragments)
        if self.shared and self._seen:
            self._joined = joined
        self._seen = True
        return joined

    def enclosed(self, before: bytes, after: bytes) -> tuple[bytes, ...]:
        """Give the same with what stands around it, in two pieces where a copy would cost more.

        What stands behind is the same each time, and kept with a large listing.
        """
        kept = self._ended
        if kept is not None and kept[0] == after:
            return before, kept[1]
        if not self._seen and len(self.fragments) >= _FEW:
            self._seen = True
            runs, self._runs = self._runs, ()  # or each listing would hold all bytes twice
            if sum(map(len, runs)) >= _LARGE:
                return _enclosed(before, runs, after)
            first, *inner, last = self.fragments
            return (b",".join((before + first, *inner, last + after)),)
        joined = self.joined()
        if len(joined) < _LARGE:
            return (b"".join((before, joined, after)),)
        ended = joined + after
        if self._joined is not None:
            self._ended, self._joined = (after, ended), None
        return before, ended


def _enclosed(before: bytes, runs: tuple[bytes, ...], after: bytes) -> tuple[bytes, ...]:
    """Give runs with what stands around them; only the first and the last one are copied."""
    pieces = [b"".join((before, memoryview(runs[0])[1:])), *runs[1:]]
    pieces[-1] += after
    return tuple(pieces)
