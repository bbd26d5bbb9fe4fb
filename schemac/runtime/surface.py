"""A registry, its contracts and settings in; listings and enforced calls for any caller out."""

from __future__ import annotations

import json
import threading
import time
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from schemac.runtime.call import Pipeline
from schemac.runtime.context import Customs, Puzzles
from schemac.runtime.contracts import WatchedSource
from schemac.runtime.decide import Vocabulary
from schemac.runtime.errors import InvalidArgumentsError, UnknownDomainError, UnknownToolError
from schemac.runtime.fleet import open_fleet
from schemac.runtime.likely import Likely
from schemac.runtime.listing import Listing
from schemac.runtime.outcomes import CallOutcome
from schemac.runtime.problems import find_problems, look_at, report_problems
from schemac.runtime.program import Program, make_program
from schemac.runtime.settings import SurfaceSettings
from schemac.runtime.tracing import open_tracer
from schemac.runtime.visit import Habits, Visit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from schemac.runtime.admission import Admit
    from schemac.runtime.contracts import ContractSource
    from schemac.runtime.definition import ToolDefinition
    from schemac.runtime.grouping import FacadeInfo
    from schemac.runtime.pipeline import ProgressSink
    from schemac.runtime.registry import Registry

__all__ = [
    "CallOutcome",
    "InvalidArgumentsError",
    "Listing",
    "Surface",
    "UnknownDomainError",
    "UnknownToolError",
    "Visit",
]

_LOOK_AGAIN = 1.0


class Surface:
    """The tools of a registry as callers see them. Thread-safe.

    Nothing is compiled before the first listing or call, `eager` aside. That is about the start:
    a mistake that comes with a reload is logged, and the rest is served.
    """

    def __init__(
        self,
        registry: Registry,
        contracts: ContractSource,
        settings: SurfaceSettings | None = None,
    ) -> None:
        self.registry = registry
        self.settings = settings or SurfaceSettings()
        self._contracts = contracts
        sender = self if self.settings.sender is None else self.settings.sender
        debug = self.settings.debug
        self._is_debug: Callable[[], bool] = debug if callable(debug) else partial(bool, debug)
        self._habits = Habits(
            Customs(Puzzles(), self.settings.on_missing_predicate, sender),
            frozenset(self.settings.ignored_input_keys),
            self.settings.limits.depth,
            checks_fingerprints=lambda: self.settings.is_debug or self.settings.is_testing,
            marks_listings=self._is_debug,
        )
        self._fleet = open_fleet(self.settings)
        self._pipeline = Pipeline(registry, open_tracer())
        self._program: Program | None = None
        self._looked = time.monotonic()
        self._imported = False
        self._domain_names: tuple[int, tuple[str, ...]] = (-1, ())
        self._lock = threading.RLock()
        if self.settings.eager:
            self._read_all()

    def _read_all(self) -> None:
        """Read everything now, so that what is wrong fails the start."""
        program = self.program()
        for domain in self.domains():
            program.domain(domain)

    def program(self) -> Program:
        """Give what is served now. Raises what modules, producers and contracts raise."""
        program = self._program
        is_latest = program is not None and program.version == self.registry.version
        if program is not None and is_latest and not self._is_debug():
            return program
        with self._lock:
            program = self._program
            if self._sources_changed():
                self.registry.reload()
            if program is None or program.version != self.registry.version:
                program = self._program = self._made()
            return program

    def _sources_changed(self) -> bool:
        """Look at the sources, in debug only and once a second at most."""
        if not self._is_debug() or time.monotonic() - self._looked < _LOOK_AGAIN:
            return False
        self._looked = time.monotonic()
        source = self._contracts
        return isinstance(source, WatchedSource) and source.changed()

    def _made(self) -> Program:
        self._import_modules()
        version, tools = self._read_registry()
        seen = look_at(tools)
        contracts = self._contracts.contracts(seen.declarations)
        problems = find_problems(seen.tools, contracts) | seen.problems
        starting = self._program is None
        report_problems(tools, problems, contracts, eager=self.settings.eager and starting)
        self._looked = time.monotonic()
        return make_program(
            contracts.plan,
            seen.tools,
            problems,
            self.settings,
            self.registry.undeclared,
            version,
            self._fleet,
        )

    def _import_modules(self) -> None:
        if not self._imported:
            for module in self.settings.modules:
                import_module(module)
            self._imported = True

    def _read_registry(self) -> tuple[int, tuple[ToolDefinition, ...]]:
        """Read the tools, and the version they were read at: running producers makes a new one."""
        while True:
            version = self.registry.version
            tools = self.registry.tools()
            if self.registry.version == version:
                return version, tools

    def domains(self) -> tuple[str, ...]:
        """Give the names of all domains: the default one, configured ones, those of tools."""
        version, names = self._domain_names
        if version == self.registry.version and self._imported:
            return names
        with self._lock:
            self._import_modules()
            version, tools = self._read_registry()
            found = [self.settings.default_domain, *self.settings.domains]
            for tool in tools:
                found.extend(tool.domains)
            names = tuple(dict.fromkeys(found))
            self._domain_names = version, names
        return names

    def has_domain(self, domain: str | None) -> bool:
        """Say whether the domain is served to anybody; None is the default one. Compiles nothing.

        Whether it is there for one caller is another question: see `meet`.
        """
        return self._is_configured(domain) or domain in self.domains()

    def _is_configured(self, domain: str | None) -> bool:
        """Say whether the settings name the domain, so that it is there for everybody."""
        settings = self.settings
        return domain is None or domain == settings.default_domain or domain in settings.domains

    def visit(self, context: object, domain: str | None = None, *, insider: bool = False) -> Visit:
        """Begin a request; leave it by `with`. Raises UnknownDomainError.

        A domain that only tools name is none for those who may use no tool of it. An `insider`, who
        may know it anyway, finds it empty then.
        """
        if domain is None or self._is_configured(domain):
            return self._begun(context, domain)
        known = domain if self.has_domain(domain) else None
        if insider and known is not None:
            return self._begun(context, domain)
        with ExitStack() as undone:
            visit = undone.enter_context(self._begun(context, known))
            if known is None or not visit.is_there:
                self._even_out(visit, domain)
                raise UnknownDomainError(domain)
            undone.pop_all()
        return visit

    def _even_out(self, visit: Visit, domain: str) -> None:
        """Ask what is asked before a domain is none: the same for those that are hidden or not."""
        program = self.program()
        names = (name for name in self.domains() if not self._is_configured(name))
        known = {name: program.domain(name).vocabulary for name in names}
        visit.even_out(Vocabulary.together(known.values()), Likely(known).of(domain))

    def _begun(self, context: object, domain: str | None) -> Visit:
        """Begin a request to a domain that there is."""
        program = self.program()
        wanted = self.settings.default_domain if domain is None else domain
        return Visit(context, program.domain(wanted), self._habits, self._pipeline)

    def meet(self, context: object, domain: str | None) -> object:
        """Find out whether a domain is there for a caller, and give whom to go on with instead.

        Raises UnknownDomainError. A domain that the settings name asks nothing.
        """
        if domain is None or self._is_configured(domain):
            return context
        with self.visit(context, domain) as visit:
            return visit.met()

    def listing(
        self,
        context: object,
        domain: str | None = None,
        era: str = "modern",
        *,
        insider: bool = False,
    ) -> Listing:
        """Give the caller's listing. The bytes of a tool are the same in every era."""
        with self.visit(context, domain, insider=insider) as visit:
            return visit.listing(era)

    def list_tools(
        self, context: object, domain: str | None = None, *, insider: bool = False
    ) -> list[dict[str, object]]:
        """Give the caller's tools as MCP tool objects."""
        listing = self.listing(context, domain, insider=insider)
        return [json.loads(fragment) for fragment in listing.fragments]

    def call_tool(
        self,
        name: str,
        arguments: Mapping[str, object] | InvalidArgumentsError | None,
        context: object,
        domain: str | None = None,
        *,
        meta: Mapping[str, object] | None = None,
        progress: ProgressSink | None = None,
        admit: Admit | None = None,
    ) -> CallOutcome:
        """Run one enforced call; a domain that is none has no tools.

        What could not be read is given as the error that says so, for the tool comes first.
        Raises UnknownToolError, InvalidArgumentsError, and what `admit` raises.
        """
        if domain is not None and not self.has_domain(domain):
            raise UnknownToolError(name)
        with self._begun(context, domain) as visit:
            return visit.call(name, arguments, meta=meta, progress=progress, admit=admit)

    def facades(self, domain: str | None = None, context: object = None) -> tuple[FacadeInfo, ...]:
        """Give the facades of a grouped domain that the caller sees; () for another domain."""
        with self.visit(context, domain) as visit:
            return visit.facades()
