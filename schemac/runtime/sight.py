"""What some callers may use of a domain in, their listing out: kept where it is one for all."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, TypeAlias

from schemac.runtime.listing import Listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schemac.runtime.call import Caller
    from schemac.runtime.facade import Facade
    from schemac.runtime.fleet import Answers
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
    """What callers with the same decisions see of a domain."""

    __slots__ = ("_decisions", "_entries", "_kept")

    def __init__(
        self, decisions: Answers, entries: Sequence[Entry], kept: Listing | None = None
    ) -> None:
        self._decisions = decisions
        self._entries = tuple(entries)
        self._kept = kept

    @classmethod
    def of(cls, decisions: Answers, entries: Sequence[Entry], caller: Caller) -> Sight:
        """Make it of what a caller with these decisions may use."""
        if not all(entry.shared for entry in entries):
            return cls(decisions, entries)
        return cls.kept(decisions, [entry.rendered(caller) for entry in entries])

    @classmethod
    def kept(
        cls, decisions: Answers, fragments: Iterable[bytes], runs: Iterable[bytes] = ()
    ) -> Sight:
        """Make it of tool objects that are the same for all of them, in runs too if there are."""
        return cls(decisions, (), Listing(fragments, shared=True, runs=runs))

    @property
    def digest(self) -> str:
        """A short hash of the decisions."""
        return hashlib.sha256(repr(self._decisions).encode()).hexdigest()[:12]

    @property
    def shared(self) -> bool:
        """Whether the listing is the same for all of them."""
        return self._kept is not None

    def listing(self, caller: Caller) -> Listing:
        """Give the listing of one of them."""
        if self._kept is not None:
            return self._kept
        return Listing([entry.rendered(caller) for entry in self._entries], shared=False)
