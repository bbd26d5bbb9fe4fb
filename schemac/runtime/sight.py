"""What some callers may use of a domain in, their listing out: kept where it is one for all."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from schemac.runtime.listing import Listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.runtime.call import Caller
    from schemac.runtime.facade import Facade
    from schemac.runtime.page import Page
    from schemac.runtime.served import ServedTool

__all__ = ["Entry", "FacadeEntry", "Sight", "ToolEntry"]

Entry: TypeAlias = "ToolEntry | FacadeEntry"


class ToolEntry:
    """A tool in a listing."""

    __slots__ = ("page", "served")

    def __init__(self, served: ServedTool, page: Page) -> None:
        self.served = served
        self.page = page

    @property
    def shared(self) -> bool:
        """Whether all callers with these decisions get the same bytes."""
        return self.served.is_shared(self.page)

    def rendered(self, caller: Caller) -> bytes:
        """Give the tool object as JSON."""
        return self.served.listed(self.page, caller.context, caller.decisions, caller.loop)


class FacadeEntry:
    """A facade in a listing."""

    __slots__ = ("facade", "permitted")

    def __init__(self, facade: Facade, permitted: Sequence[tuple[ServedTool, Page]]) -> None:
        self.facade = facade
        self.permitted = permitted

    @property
    def shared(self) -> bool:
        """Whether all callers with these decisions get the same bytes."""
        return self.facade.is_shared(self.permitted)

    def rendered(self, caller: Caller) -> bytes:
        """Give the tool object as JSON."""
        return self.facade.rendered(self.permitted, caller)


class Sight:
    """What callers with the same decisions see of a domain; `digest` is a short hash of those."""

    __slots__ = ("_entries", "_kept", "digest")

    def __init__(self, digest: str, entries: Sequence[Entry], kept: Listing | None) -> None:
        self.digest = digest
        self._entries = tuple(entries)
        self._kept = kept

    @classmethod
    def of(cls, digest: str, entries: Sequence[Entry], caller: Caller) -> Sight:
        """Make it of what a caller with these decisions may use."""
        if not all(entry.shared for entry in entries):
            return cls(digest, entries, None)
        return cls(digest, (), Listing([entry.rendered(caller) for entry in entries], shared=True))

    @property
    def shared(self) -> bool:
        """Whether the listing is the same for all of them."""
        return self._kept is not None

    def listing(self, caller: Caller) -> Listing:
        """Give the listing of one of them."""
        if self._kept is not None:
            return self._kept
        return Listing([entry.rendered(caller) for entry in self._entries], shared=False)
