"""One caller and one domain in, a listing or an enforced call out, on answers taken once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from schemac.enforce.foreign import foreign
from schemac.enforce.journal import journal
from schemac.runtime.call import Caller, refuse_call, run_call
from schemac.runtime.context import UNKNOWN, Asker
from schemac.runtime.decide import Decisions
from schemac.runtime.errors import FingerprintError, InvalidArgumentsError, UnknownToolError
from schemac.runtime.facade import read_facade_call
from schemac.runtime.guest import Guest
from schemac.runtime.listing import Listing
from schemac.runtime.loop import RequestLoop
from schemac.runtime.signals import signal, tool_listed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType

    from schemac.runtime.admission import Admit
    from schemac.runtime.call import Pipeline
    from schemac.runtime.context import Customs
    from schemac.runtime.decide import Vector, Vocabulary
    from schemac.runtime.domain import Domain
    from schemac.runtime.facade import Facade, FacadeCall
    from schemac.runtime.grouping import FacadeInfo
    from schemac.runtime.listing import Mark
    from schemac.runtime.outcomes import CallOutcome
    from schemac.runtime.page import Page
    from schemac.runtime.pipeline import ProgressSink
    from schemac.runtime.served import ServedTool
    from schemac.runtime.sight import Sight

__all__ = ["Habits", "Visit"]

_log = journal("schemac")


@dataclass(frozen=True, slots=True)
class Habits:
    """What a surface does alike for every request; what depends on the moment is asked then."""

    customs: Customs
    ignored_input_keys: frozenset[str]
    depth: int
    checks_fingerprints: Callable[[], bool]
    marks_listings: Callable[[], bool]


class Visit:
    """One request: its context, its domain, the program it began with, and answers taken once.

    A context manager; at its end the request's event loop, if one was needed, is closed.
    """

    def __init__(
        self,
        context: object,
        domain: Domain,
        habits: Habits,
        pipeline: Pipeline,
    ) -> None:
        around = RequestLoop.here()
        loop = RequestLoop() if around is None else around
        self._own_loop = loop if around is None else None
        self._domain = domain
        self._habits = habits
        self._pipeline = pipeline
        if type(context) is Guest:  # what an application's object says of itself is not asked
            decisions, context = context.decisions, context.context
            decisions.follow(loop)
        else:
            decisions = Decisions(Asker(context, loop, habits.customs))
        self._caller = Caller(context, decisions, loop, domain.name, habits.customs.sender)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._own_loop is not None:
            self._own_loop.close()

    @property
    def is_there(self) -> bool:
        """Whether the caller may use any tool of the domain."""
        return self._domain.is_there_for(self._caller.decisions)

    def met(self) -> Guest:
        """Give the caller for the rest of the request, with what was answered in this visit."""
        return Guest(self._caller.context, self._caller.decisions)

    def listing(self, era: str) -> Listing:
        """Give the caller's listing."""
        marked = self._habits.marks_listings()
        is_kept = marked and self._domain.keeps(self._caller)
        sight = self._sight(era)
        listing = sight.listing(self._caller)
        if marked:
            listing = _marked(listing, is_kept=is_kept)
        if tool_listed.receivers:
            signal(
                tool_listed,
                self._caller.sender,
                domain=self._domain.name,
                tools=len(listing.fragments),
                decisions=sight.digest,
            )
        return listing

    def _sight(self, era: str) -> Sight:
        """Find what the caller sees: by the context's fingerprint where there is one, or by asking.

        A fingerprint only looks up what other decisions made; in a call it stands for nothing.
        """
        fingerprint = self._fingerprint()
        if fingerprint is None:
            return self._domain.sight(self._caller, era)
        vector = self._domain.fingerprints.get(fingerprint)
        if vector is None or self._habits.checks_fingerprints():
            return self._checked(fingerprint, vector, era)
        sight = self._domain.seen(vector)
        return (
            sight if sight is not None and sight.shared else self._domain.sight(self._caller, era)
        )

    def _checked(self, fingerprint: str, before: Vector | None, era: str) -> Sight:
        sight = self._domain.sight(self._caller, era)
        vector = self._caller.decisions.vector(self._domain.vocabulary)
        if before not in (None, vector) and UNKNOWN not in vector:
            raise FingerprintError(
                "two callers with one `mcp_cache_fingerprint()` have different decisions: "
                "put into it whatever the predicates depend on"
            )
        self._domain.fingerprints.put(fingerprint, vector)
        return sight

    def _fingerprint(self) -> str | None:
        try:
            method = getattr(self._caller.context, "mcp_cache_fingerprint", None)
            if not callable(method):
                return None
            value = self._caller.loop.settle(method())
            return None if value is None else json.dumps(value, sort_keys=True, allow_nan=False)
        except foreign():  # then the listing is found by its decisions
            _log.debug("`mcp_cache_fingerprint()` gave nothing to look up by", exc_info=True)
            return None

    def tool(self, name: str) -> dict[str, object]:
        """Give one tool object as listed, by the tool's own name. Raises UnknownToolError."""
        served, page = self._permitted(name)
        caller = self._caller
        found: dict[str, object] = json.loads(
            served.listed(page, caller.context, caller.decisions, caller.loop)
        )
        return found

    def tools(self) -> list[dict[str, object]]:
        """Give all tools that the caller may use, facades taken apart."""
        self._caller.decisions.vector(self._domain.vocabulary)
        pages = (
            (name, served.page(self._caller.decisions))
            for name, served in self._domain.tools.items()
        )
        return [self.tool(name) for name, page in pages if page is not None]

    def facades(self) -> tuple[FacadeInfo, ...]:
        """Give the facades that the caller sees; () where the domain is not grouped."""
        if self._domain.facades:
            self._caller.decisions.vector(self._domain.vocabulary)
        seen = ((facade, facade.permitted(self._caller)) for facade in self._domain.facades or ())
        return tuple(facade.info(permitted) for facade, permitted in seen if permitted)

    def call(
        self,
        name: str,
        arguments: Mapping[str, object] | InvalidArgumentsError | None,
        *,
        meta: Mapping[str, object] | None = None,
        progress: ProgressSink | None = None,
        admit: Admit | None = None,
    ) -> CallOutcome:
        """Run one enforced call. Raises UnknownToolError, else InvalidArgumentsError.

        `admit` judges a call of a tool that declares headers first, and may raise.
        """
        given = {} if arguments is None else arguments
        facade = None if self._domain.facades is None else self._domain.facade(name)
        if facade is not None:
            return self._call_facade(facade, given, meta, progress, admit)
        served, page = self._permitted(name)
        if type(given) is not dict:
            given = _object(given)
        if admit is not None and page.headed:
            admit(page.input_schema, given, through_facade=False)
        return run_call(self._caller, served, page, given, self._pipeline, sink=progress, meta=meta)

    def _permitted(self, name: str) -> tuple[ServedTool, Page]:
        served = self._domain.tools.get(name)
        page = None if served is None else served.page(self._caller.decisions)
        if served is None or page is None:
            raise self._no_such_tool(name)
        return served, page

    def _no_such_tool(self, name: str) -> UnknownToolError:
        """Give the error, the same in each case, and after questions that are the same."""
        self.even_out(self._domain.vocabulary, self._domain.likely(name))
        return UnknownToolError(name)

    def even_out(self, whole: Vocabulary, likely: Vocabulary) -> None:
        """Ask what would be asked for something hidden, before saying that there is nothing."""
        self._caller.decisions.even_out(whole, likely)

    def _call_facade(
        self,
        facade: Facade,
        arguments: Mapping[str, object] | InvalidArgumentsError,
        meta: Mapping[str, object] | None,
        progress: ProgressSink | None,
        admit: Admit | None,
    ) -> CallOutcome:
        """Call a tool through a facade: it must be one that is advertised to this caller."""
        self._caller.decisions.foresee(facade.vocabulary)
        served = facade.member(arguments.get("tool_name")) if type(arguments) is dict else None
        page = None if served is None else served.page(self._caller.decisions)
        if served is None or page is None:
            return self._refused(facade, arguments)
        asked = self._read_facade_call(_object(arguments))
        if isinstance(asked, str):
            return refuse_call(self._caller, facade.name, asked)
        if admit is not None and page.headed:
            admit(page.input_schema, asked.arguments, through_facade=True)
        return run_call(
            self._caller,
            served,
            page,
            asked.arguments,
            self._pipeline,
            sink=progress,
            meta=meta,
            opened=asked.opened,
        )

    def _refused(
        self, facade: Facade, arguments: Mapping[str, object] | InvalidArgumentsError
    ) -> CallOutcome:
        """Say which tools there are for this caller, where none of them was named."""
        names = [served.name for served, _ in facade.permitted(self._caller)]
        if not names:
            raise self._no_such_tool(facade.name)
        _object(arguments)
        return refuse_call(self._caller, facade.name, f"/tool_name: one of {', '.join(names)}")

    def _read_facade_call(self, arguments: Mapping[str, object]) -> FacadeCall | str:
        return read_facade_call(arguments, self._habits.ignored_input_keys, self._habits.depth)


def _marked(listing: Listing, *, is_kept: bool) -> Listing:
    mark: Mark = "bypass"
    if listing.shared:
        mark = "hit" if is_kept else "miss"
    return Listing(listing.fragments, shared=listing.shared, mark=mark)


def _object(arguments: Mapping[str, object] | InvalidArgumentsError) -> dict[str, object]:
    """Give the arguments of a tool that there is, if they are an object."""
    if isinstance(arguments, dict):
        return arguments
    if isinstance(arguments, InvalidArgumentsError):
        raise arguments
    raise InvalidArgumentsError("`arguments` must be an object")
