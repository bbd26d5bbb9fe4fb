"""Definitions and contracts in, what is served out: tools by domain, until it is replaced."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeAlias

from schemac.emit.dialects import DIALECTS
from schemac.enforce.outcomes import EnforceOptions
from schemac.runtime.cache import Cache
from schemac.runtime.decide import Vocabulary
from schemac.runtime.facade import Facade, make_facades
from schemac.runtime.listing import Listing
from schemac.runtime.page import Page, PageStyle
from schemac.runtime.served import ServedTool

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.plan.model import Plan
    from schemac.runtime.call import Caller
    from schemac.runtime.decide import Vector
    from schemac.runtime.definition import ToolDefinition
    from schemac.runtime.settings import SurfaceSettings

__all__ = ["Domain", "Program"]

_KEPT_LISTINGS = 64

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
    """What callers with the same decisions see of a domain, in order."""

    __slots__ = ("_kept", "entries")

    def __init__(self, entries: Sequence[Entry], caller: Caller) -> None:
        self.entries = tuple(entries)
        shared = all(entry.shared for entry in entries)
        self._kept = Listing(self._fragments(caller), shared=True) if shared else None

    @property
    def shared(self) -> bool:
        """Whether the listing is the same for all of them."""
        return self._kept is not None

    def listing(self, caller: Caller) -> Listing:
        """Give the listing of one of them."""
        return self._kept or Listing(self._fragments(caller), shared=False)

    def _fragments(self, caller: Caller) -> list[bytes]:
        return [entry.rendered(caller) for entry in self.entries]


class Domain:
    """The tools of one domain, its facades where it is grouped, and what was listed of it."""

    def __init__(
        self, name: str, tools: Mapping[str, ServedTool], facades: tuple[Facade, ...] | None
    ) -> None:
        self.name = name
        self.tools = tools
        self.facades = facades
        self.vocabulary = Vocabulary(
            [atom for served in tools.values() for atom in served.vocabulary.atoms]
        )
        self.fingerprints: Cache[str, Vector | None] = Cache(_KEPT_LISTINGS)
        self._by_name = {facade.name: facade for facade in facades or ()}
        self._sights: Cache[Vector, Sight | None] = Cache(_KEPT_LISTINGS)

    def facade(self, name: str) -> Facade | None:
        """Give the facade of that name."""
        return self._by_name.get(name)

    def seen(self, vector: Vector) -> Sight | None:
        """Give what was made for these decisions before."""
        return self._sights.get(vector, None)

    def sight(self, caller: Caller) -> Sight:
        """Give what this caller sees."""
        vector = caller.decisions.vector(self.vocabulary)
        found = self._sights.get(vector, None)
        if found is None:
            found = self._sights.put(vector, Sight(self._entries(caller), caller))
        assert found is not None  # noqa: S101 - what was put is what is kept
        return found

    def _entries(self, caller: Caller) -> list[Entry]:
        if self.facades is not None:
            seen = ((facade, facade.permitted(caller)) for facade in self.facades)
            return [FacadeEntry(facade, permitted) for facade, permitted in seen if permitted]
        pages = ((served, served.page(caller.decisions)) for served in self.tools.values())
        return [ToolEntry(served, page) for served, page in pages if page is not None]


class Program:
    """What a registry serves, as it was read at one moment."""

    def __init__(
        self,
        plan: Plan,
        definitions: Sequence[ToolDefinition],
        tools: Mapping[str, ServedTool],
        settings: SurfaceSettings,
        version: int,
    ) -> None:
        self.plan = plan
        self.version = version
        self.tools = tools
        self._definitions = definitions
        self._settings = settings
        self._domains: dict[str, Domain] = {}
        self._lock = threading.Lock()

    def domain(self, name: str) -> Domain:
        """Give a domain; made at its first use. Raises what its grouping raises."""
        found = self._domains.get(name)
        if found is not None:
            return found
        with self._lock:
            if name not in self._domains:
                self._domains[name] = self._made(name)
            return self._domains[name]

    def _made(self, name: str) -> Domain:
        default = (self._settings.default_domain,)
        within = [one for one in self._definitions if name in (one.domains or default)]
        tools = {one.name: self.tools[one.name] for one in within if one.name in self.tools}
        grouped = self._settings.domains.get(name)
        if grouped is None:
            return Domain(name, tools, None)
        facades = make_facades(name, grouped, within, tools, self._settings.categories)
        return Domain(name, tools, facades)


def make_program(
    plan: Plan,
    definitions: Sequence[ToolDefinition],
    problems: Mapping[str, str],
    settings: SurfaceSettings,
    undeclared: str | None,
    version: int,
) -> Program:
    """Put the tools without a problem into service."""
    planned = {tool.name: tool for tool in plan.tools}
    styles = _Styles(plan, settings)
    tools = {
        one.name: ServedTool(
            one, plan, planned[one.name], styles.style(one.undeclared or undeclared)
        )
        for one in definitions
        if one.name not in problems and one.name in planned
    }
    return Program(plan, definitions, tools, settings, version)


class _Styles:
    """How pages are written, one style for all tools that treat undeclared keys alike."""

    def __init__(self, plan: Plan, settings: SurfaceSettings) -> None:
        self._settings = settings
        self._strict = plan.strict_schema or settings.strict_schema
        self._dialect = None if settings.dialect == "mcp" else DIALECTS[settings.dialect]
        self._made: dict[str, PageStyle] = {}

    def style(self, undeclared: str | None) -> PageStyle:
        wanted = undeclared or self._settings.undeclared
        if wanted not in self._made:
            self._made[wanted] = PageStyle(
                _enforcement(self._settings, rejects=wanted == "reject"),
                strict=self._strict,
                dialect=self._dialect,
            )
        return self._made[wanted]


def _enforcement(settings: SurfaceSettings, *, rejects: bool) -> EnforceOptions:
    limits = settings.limits
    return EnforceOptions(
        undeclared="reject" if rejects else "drop",
        ignored_input_keys=frozenset(settings.ignored_input_keys),
        coerce=settings.coerce,
        depth=limits.depth,
        output_depth=limits.output_depth,
        output_size=limits.output,
    )
