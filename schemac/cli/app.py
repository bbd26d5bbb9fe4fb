"""`MODULE:ATTR` in, the registry or service that stands there out: where code is imported."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Literal

import click

from schemac.cli.aside import printed_aside
from schemac.cli.client_command import must_say_what
from schemac.cli.importing import FAILURES, AppError, WrongToolError, imported, raised, told_once
from schemac.cli.no_factory import tool_or_handler
from schemac.configuration import read_configuration
from schemac.diagnostics.suggest import did_you_mean
from schemac.project.mounts import App, MountError, around, chosen_mount, is_app
from schemac.project.personas import PersonaError, make_importable
from schemac.runtime.errors import DuplicateToolError, SchemacError, UnknownDomainError
from schemac.runtime.registry import Registry, default_registry
from schemac.service import Service
from schemac.wire.settings import settings_of_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from schemac.project.config import Config
    from schemac.runtime.definition import ToolDefinition

__all__ = ["AppError", "Served", "load_served", "loaded", "registered_tools", "working"]


@dataclass(frozen=True, slots=True)
class Served:
    """A service; and the app that it is mounted in, with its name there, where there is one."""

    service: Service
    app: App | None = None
    name: str | None = None

    @property
    def registry(self) -> Registry:
        """The registry that is served."""
        return self.service.registry

    @property
    def undeclared(self) -> Literal["drop", "reject"]:
        """What becomes of arguments that nobody declared, for tools that do not say."""
        return self.registry.undeclared or self.service.settings.undeclared


def load_served(config: Config, place: str | None, blueprint: str | None = None) -> Served:
    """Import the configured modules and `place`: a registry, a Service, or a Flask app.

    A callable there is called without arguments, as an app factory is. Without a place, what the
    modules register by `@tool` is served. Raises AppError.
    """
    must_say_what(config, place)
    with printed_aside():
        return _loaded(config, place, blueprint)


def _loaded(config: Config, place: str | None, blueprint: str | None) -> Served:
    make_importable(config)
    for name in config.values.modules:
        imported(name)
    if place is None:
        _refuse_blueprint(blueprint, "what the configured modules register")
        return Served(_service(config, default_registry))
    module, colon, attribute = place.partition(":")
    if not colon or not module or not attribute:
        raise click.UsageError(
            f"`--app {place}`: write it as `module:attribute`, as in `app:registry`"
        )
    return _served(config, place, _attribute(imported(module), module, attribute), blueprint)


def registered_tools(registry: Registry) -> tuple[ToolDefinition, ...]:
    """Give the tools, producers' included. Raises AppError with what a producer raised."""
    try:
        return registry.tools()
    except SchemacError as problem:
        raise WrongToolError(str(problem)) from problem
    except FAILURES as problem:
        raise AppError(f"the tools cannot be listed: {raised(problem)}") from problem


@contextmanager
def loaded(config: Config, place: str | None, blueprint: str | None) -> Iterator[Served]:
    """Load what `load_served` does, and work with it; the log says each thing once meanwhile."""
    with told_once():
        served = load_served(config, place, blueprint)
        with working(served):
            yield served


@contextmanager
def working(served: Served) -> Iterator[None]:
    """Run application code: inside its app, and with one sentence for what it raises.

    What it prints goes to stderr: stdout is for results.
    """
    try:
        with printed_aside(), around(served.app):
            yield
    except (click.ClickException, click.exceptions.Exit, BrokenPipeError):
        raise
    except PersonaError as problem:
        raise AppError(str(problem)) from problem
    except UnknownDomainError as problem:
        raise AppError(_no_domain(served, problem.domain)) from None
    except SchemacError as problem:
        raise WrongToolError(str(problem)) from problem
    except FAILURES as problem:
        raise AppError(f"the tools cannot be served: {raised(problem)}") from problem


def _no_domain(served: Served, name: str) -> str:
    domains = served.service.surface.domains()
    meant = did_you_mean(name, domains)
    listed = ", ".join(f"`{each}`" for each in domains)
    return f"`{name}` is no domain; " + (
        f"did you mean `{meant}`?" if meant else f"there is {listed}"
    )


def _attribute(found: object, module: str, attribute: str) -> object:
    """Look an attribute up. What is called may be no tool, so neither may what it is part of."""
    place = f"{module}:{attribute}"
    for part in attribute.split("."):
        names = dir(found)
        if part not in names:
            meant = _meant(part, found, names)
            hint = f"; did you mean `{meant}`?" if meant else ""
            raise AppError(f"`{module}` has no `{attribute}`{hint}")
        try:
            found = getattr(found, part)
        except FAILURES as problem:
            raise AppError(f"`{place}` cannot be read: {raised(problem)}") from problem
        what = tool_or_handler(found)
        if what is not None:
            raise AppError(f"`{place}` is {what}; name the registry or the app")
    return found


def _meant(name: str, found: object, names: Iterable[str]) -> str | None:
    """Give the name that was meant: of what can be served rather, the only one at the least."""
    inside = vars(found) if isinstance(found, ModuleType) else {}
    servable = [each for each, value in inside.items() if _is_servable(value)]
    only = servable[0] if len(servable) == 1 else None
    return did_you_mean(name, servable) or did_you_mean(name, names) or only


def _is_servable(value: object) -> bool:
    try:
        return not isinstance(value, type) and (
            isinstance(value, Registry | Service) or is_app(value)
        )
    except FAILURES:  # a proxy without anything behind it, say
        return False


def _served(config: Config, place: str, found: object, blueprint: str | None) -> Served:
    if callable(found) and not isinstance(found, Registry) and not is_app(found):
        found = _called(place, found)
    if isinstance(found, Registry | Service):
        _refuse_blueprint(blueprint, f"`{place}`")
    if isinstance(found, Registry):
        return Served(_service(config, found))
    if isinstance(found, Service):
        return Served(found)
    if not is_app(found):
        raise AppError(f"`{place}` is no registry, no Service and no Flask app")
    app: App = found  # type: ignore[assignment] # it was looked at
    try:
        name, service = chosen_mount(app, blueprint)
    except MountError as problem:
        raise AppError(f"`{place}`: {problem}") from None
    return Served(service, app, name)


def _refuse_blueprint(blueprint: str | None, what: str) -> None:
    if blueprint is not None:
        raise click.UsageError(f"`--blueprint` picks one of a Flask app, and {what} is none")


def _called(place: str, factory: object) -> object:
    try:
        made: object = factory()  # type: ignore[operator] # it was asked whether it is callable
    except DuplicateToolError as problem:
        raise WrongToolError(f"`{place}` cannot be called: {raised(problem)}") from problem
    except FAILURES as problem:
        raise AppError(f"`{place}` cannot be called: {raised(problem)}") from problem
    return made


def _service(config: Config, registry: Registry) -> Service:
    """Serve a registry by what the configuration says."""
    if config.file is None:
        return Service(registry)
    try:
        return Service(registry, **settings_of_file(read_configuration(config.file), config.root))
    except SchemacError as problem:
        raise WrongToolError(str(problem)) from problem
