"""`MODULE:ATTR` in, the registry that stands there out: the one place where code is imported."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from schemac.diagnostics.suggest import did_you_mean
from schemac.runtime.errors import SchemacError
from schemac.runtime.registry import Registry
from schemac.service import Service

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.cli.config import Config
    from schemac.runtime.definition import ToolDefinition

__all__ = ["AppError", "load_registry", "registered_tools"]

_EXTENSION = "schemac"


class _WrongToolError(click.ClickException):
    """A tool of the app is wrong; that is a finding, status 1."""


class AppError(click.ClickException):
    """The app cannot be imported, or is none; the command could not run."""

    exit_code = 2


def load_registry(config: Config, place: str) -> Registry:
    """Import the configured modules and `place`: a registry, a Service, or a Flask app.

    A callable there is called without arguments, as an app factory is. Raises AppError.
    """
    module, colon, attribute = place.partition(":")
    if not colon or not module or not attribute:
        raise click.UsageError(
            f"`--app {place}`: write it as `module:attribute`, as in `app:registry`"
        )
    for folder in (str(config.root), str(Path.cwd())):
        if folder not in sys.path:
            sys.path.insert(0, folder)
    for name in config.values.modules:
        _imported(name)
    return _registry(place, _attribute(_imported(module), module, attribute))


def registered_tools(registry: Registry) -> tuple[ToolDefinition, ...]:
    """Give the tools, producers' included. Raises AppError with what a producer raised."""
    try:
        return registry.tools()
    except SchemacError as problem:
        raise _WrongToolError(str(problem)) from problem
    except Exception as problem:
        raise AppError(f"the tools cannot be listed: {_named(problem)}") from problem


def _imported(name: str) -> object:
    try:
        return import_module(name)
    except SchemacError as problem:
        raise _WrongToolError(f"`{name}` cannot be imported: {problem}") from problem
    except Exception as problem:
        raise AppError(f"`{name}` cannot be imported: {_named(problem)}") from problem


def _attribute(found: object, module: str, attribute: str) -> object:
    for part in attribute.split("."):
        names = dir(found)
        if part not in names:
            meant = did_you_mean(part, names)
            hint = f"; did you mean `{meant}`?" if meant else ""
            raise AppError(f"`{module}` has no `{attribute}`{hint}")
        found = getattr(found, part)
    return found


def _registry(place: str, found: object) -> Registry:
    if callable(found) and not isinstance(found, Registry) and not hasattr(found, "extensions"):
        try:
            found = found()
        except Exception as problem:
            raise AppError(f"`{place}` cannot be called: {_named(problem)}") from problem
    if isinstance(found, Registry):
        return found
    if isinstance(found, Service):
        return found.registry
    mounts: Mapping[str, object] = getattr(found, "extensions", {}).get(_EXTENSION, {})
    services = [getattr(mount, "service", None) for mount in mounts.values()]
    registries = list(
        dict.fromkeys(each.registry for each in services if isinstance(each, Service))
    )
    if len(registries) == 1:
        return registries[0]
    if registries:
        raise AppError(f"`{place}` serves several registries: name one of them instead")
    raise AppError(
        f"`{place}` is no registry, no Service and no Flask app with a blueprint of schemac"
    )


def _named(problem: Exception) -> str:
    return f"{type(problem).__name__}: {problem}"
