"""Definitions and contracts in, what is served out: tools by domain, until it is replaced."""

from __future__ import annotations

import hashlib
import threading
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from schemac.emit.dialects import DIALECTS
from schemac.emit.templates import Templates
from schemac.enforce.outcomes import EnforceOptions
from schemac.plan.codec import encode
from schemac.runtime.domain import Domain
from schemac.runtime.facade import make_facades
from schemac.runtime.fleet import Exchange
from schemac.runtime.page import PageStyle
from schemac.runtime.served import ServedTool

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.plan.model import Plan
    from schemac.runtime.context import Question
    from schemac.runtime.definition import ToolDefinition
    from schemac.runtime.fleet import Fleet
    from schemac.runtime.settings import SurfaceSettings

__all__ = ["Program", "make_program"]


class Program:
    """What a registry serves, as it was read at one moment."""

    def __init__(
        self,
        plan: Plan,
        definitions: Sequence[ToolDefinition],
        tools: Mapping[str, ServedTool],
        settings: SurfaceSettings,
        version: int,
        fleet: Fleet | None,
        templates: Templates | None = None,
    ) -> None:
        self.plan = plan
        self.version = version
        self.tools = tools
        self._definitions = definitions
        self._settings = settings
        self._fleet = fleet
        self._templates = templates
        self._questions = _questions(plan)
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
        facades = None
        if grouped is not None:
            facades = make_facades(name, grouped, within, tools, self._settings.categories)
        ttl = self._settings.listing_ttl
        return Domain(name, tools, facades, self._questions, self._exchange, ttl, self._templates)

    @cached_property
    def _exchange(self) -> Exchange | None:
        """The way to the fleet's listings, bound to all that shapes the bytes of ours."""
        if self._fleet is None:
            return None
        settings = self._settings
        shaping = (
            _own_version(),
            encode(self.plan),
            [repr((one.declaration(), one.undeclared)) for one in self._definitions],
            [(name, served.closes_input) for name, served in self.tools.items()],
            settings.default_domain,
            sorted(settings.domains.items(), key=repr),
            sorted(settings.categories.items()),
            settings.strict_schema,
            settings.undeclared,
            settings.dialect,
        )
        digest = hashlib.sha256(repr(shaping).encode()).hexdigest()
        return Exchange(self._fleet, digest)


def make_program(
    plan: Plan,
    definitions: Sequence[ToolDefinition],
    problems: Mapping[str, str],
    settings: SurfaceSettings,
    undeclared: str | None,
    version: int,
    fleet: Fleet | None,
) -> Program:
    """Put the tools without a problem into service."""
    planned = {tool.name: tool for tool in plan.tools}
    styles = _Styles(plan, settings)
    questions = _questions(plan)
    templates = Templates(plan) if settings.dialect == "mcp" else None
    tools = {
        one.name: ServedTool(
            one,
            plan,
            planned[one.name],
            questions,
            styles.style(one.undeclared or undeclared),
            templates,
        )
        for one in definitions
        if one.name not in problems and one.name in planned
    }
    return Program(plan, definitions, tools, settings, version, fleet, templates)


def _questions(plan: Plan) -> tuple[Question, ...]:
    return tuple((atom.predicate, atom.flag) for atom in plan.atoms)


def _own_version() -> str:
    try:
        return version("schemac")
    except PackageNotFoundError:
        return "0"


class _Styles:
    """How pages are written, one style for all tools that treat undeclared keys alike."""

    def __init__(self, plan: Plan, settings: SurfaceSettings) -> None:
        self._settings = settings
        own = settings.strict_schema
        self._strict = plan.strict_schema if own is None else own
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
