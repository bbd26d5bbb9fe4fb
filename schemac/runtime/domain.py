"""A domain's tools in, what each kind of caller sees of them out."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from schemac.runtime.board import Board
from schemac.runtime.cache import Cache
from schemac.runtime.context import UNKNOWN
from schemac.runtime.decide import Vocabulary
from schemac.runtime.fingerprints import Fingerprints
from schemac.runtime.likely import Likely
from schemac.runtime.sight import FacadeEntry, Sight, ToolEntry

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.emit.templates import Templates
    from schemac.plan.gates import Answer
    from schemac.runtime.call import Caller
    from schemac.runtime.context import Question
    from schemac.runtime.decide import Decisions, Vector
    from schemac.runtime.facade import Facade
    from schemac.runtime.fleet import Exchange
    from schemac.runtime.served import ServedTool
    from schemac.runtime.sight import Entry

__all__ = ["Domain"]

_KEPT_LISTINGS = 64


class Domain:
    """The tools of one domain, its facades where it is grouped, and what was listed of it."""

    def __init__(
        self,
        name: str,
        tools: Mapping[str, ServedTool],
        facades: tuple[Facade, ...] | None,
        questions: Sequence[Question],
        exchange: Exchange | None = None,
        listing_ttl: float = 3600,
        templates: Templates | None = None,
    ) -> None:
        self.name = name
        self.tools = tools
        self.facades = facades
        self.vocabulary = Vocabulary(
            (atom for served in tools.values() for atom in served.vocabulary.atoms), questions
        )
        self.fingerprints = Fingerprints(listing_ttl)
        self._exchange = exchange
        self._by_name = {facade.name: facade for facade in facades or ()}
        self._sights: Cache[Vector, Sight] = Cache(_KEPT_LISTINGS)
        self._board: Board | None = None
        if facades is None and all(served.always_shared for served in tools.values()):
            self._board = Board(tuple(tools.values()), self.vocabulary, templates)

    def facade(self, name: str) -> Facade | None:
        """Give the facade of that name."""
        return self._by_name.get(name)

    def likely(self, name: str) -> Vocabulary:
        """Give what is asked at once for a name that is no tool and no facade of this domain."""
        return self._likely.of(name)

    @cached_property
    def _likely(self) -> Likely:
        found = {name: served.vocabulary for name, served in self.tools.items()}
        return Likely(found | {name: one.vocabulary for name, one in self._by_name.items()})

    def is_there_for(self, decisions: Decisions) -> bool:
        """Say whether whoever decides so may use any of its tools."""
        if self._is_there_for_all:
            return True
        decisions.foresee(self.vocabulary)
        return any(served.page(decisions) is not None for served in self.tools.values())

    @cached_property
    def _is_there_for_all(self) -> bool:
        """Whether some tool is open to those who answer nothing, and so to everybody."""
        answer: Answer = UNKNOWN
        return any(
            served.page_for((answer,) * len(served.vocabulary.atoms)) is not None
            for served in self.tools.values()
        )

    def seen(self, vector: Vector) -> Sight | None:
        """Give what was made for these decisions before."""
        return self._sights.get(vector)

    def keeps(self, caller: Caller) -> bool:
        """Say whether what this caller sees was made before."""
        return self.seen(caller.decisions.vector(self.vocabulary)) is not None

    def sight(self, caller: Caller, era: str) -> Sight:
        """Give what this caller sees. It is the same in every era; the fleet keeps it by era."""
        vector = caller.decisions.vector(self.vocabulary)
        found = self._sights.get(vector)
        return self._sights.put(vector, self._made(vector, caller, era)) if found is None else found

    def _made(self, vector: Vector, caller: Caller, era: str) -> Sight:
        """Take it from the fleet where one has it; else make it, and let the fleet have it."""
        decisions = (self.vocabulary.questions, vector)
        exchange = self._exchange
        kept = None if exchange is None else exchange.fetch(self.name, era, decisions)
        if kept is not None:
            return Sight.kept(decisions, kept)
        if self._board is not None:
            sight = Sight.kept(decisions, *self._board.listed(vector))
        else:
            sight = Sight.of(decisions, self._entries(caller), caller)
        if exchange is not None and sight.shared:
            exchange.keep(self.name, era, decisions, sight.listing(caller).fragments)
        return sight

    def _entries(self, caller: Caller) -> list[Entry]:
        if self.facades is not None:
            seen = ((facade, facade.permitted(caller)) for facade in self.facades)
            return [FacadeEntry(facade, permitted) for facade, permitted in seen if permitted]
        pages = ((served, served.page(caller.decisions)) for served in self.tools.values())
        return [ToolEntry(served, page) for served, page in pages if page is not None]
