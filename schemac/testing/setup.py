"""A test in, the configuration and the service that it is about out."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from schemac.configuration import read_configuration
from schemac.diagnostics.suggest import did_you_mean
from schemac.project.config import ConfigFailedError, load_config
from schemac.project.mounts import MountError, chosen_mount
from schemac.project.personas import make_importable
from schemac.runtime.errors import SchemacError
from schemac.runtime.registry import Registry, default_registry
from schemac.service import Service
from schemac.wire.settings import settings_of_file

if TYPE_CHECKING:
    from schemac.project.config import Config
    from schemac.project.mounts import App

__all__ = ["SetupError", "calling_folder", "config_of", "service_of", "tool_name"]

_OWN = "schemac.testing"
_VARIABLE = "SCHEMAC_CONFIG"
_KEPT_SERVICES = 8


class SetupError(Exception):
    """A test asks for what is not there; the message says what was found instead."""


def calling_folder() -> Path:
    """Give the folder of the code that called into `schemac.testing`: usually a test's."""
    frame = sys._getframe(1)  # noqa: SLF001 - there is no public way to the caller
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith(_OWN):
        frame = frame.f_back
    file = Path(frame.f_code.co_filename)
    return file.parent if file.is_file() else Path.cwd()


def config_of(file: str | Path | None, folder: Path) -> Config:
    """Read the configuration: a given file, that of `SCHEMAC_CONFIG`, or the one around `folder`.

    Raises SetupError.
    """
    named = file or os.environ.get(_VARIABLE)
    if file is None and named and not Path(named).is_file():
        raise SetupError(f"the variable `{_VARIABLE}` names `{named}`, which is no file")
    try:
        return load_config(None if named is None else Path(named), folder)
    except ConfigFailedError as failed:
        lines = "\n".join(found.message for found in failed.diagnostics)
        raise SetupError(f"the configuration is wrong: {lines}") from None


def service_of(
    config: Config, registry: Registry | None, app: App | None, blueprint: str | None
) -> Service:
    """Give the service of an app, or one for a registry by what the configuration says.

    Without either, the configured modules are imported, and what `@tool` registered is served.
    """
    if app is not None:
        try:
            return chosen_mount(app, blueprint)[1]
        except MountError as problem:
            raise SetupError(str(problem)) from None
    if registry is None:
        make_importable(config)
        for module in config.values.modules:
            import_module(module)
        registry = default_registry
    return _service(registry, config.file)


def tool_name(service: Service, tool: object) -> str:
    """Give the name of a tool: itself, or that of a handler which the registry holds.

    Raises SetupError for a name that no tool of any caller has: that is a slip of the test.
    """
    if isinstance(tool, str):
        known = _callable_names(service)
        if tool not in known:
            meant = did_you_mean(tool, known)
            hint = f"; did you mean `{meant}`?" if meant else ""
            raise SetupError(f"there is no tool `{tool}`{hint}")
        return tool
    names = [found.name for found in service.registry.tools() if found.handler is tool]
    if len(names) == 1:
        return names[0]
    what = getattr(tool, "__qualname__", repr(tool))
    raise SetupError(
        f"`{what}` is registered under {len(names)} names: name the tool by a text instead"
    )


def _callable_names(service: Service) -> tuple[str, ...]:
    """Name all tools, and the facades of every domain that can be served."""
    names = [tool.name for tool in service.registry.tools()]
    for domain in service.surface.domains():
        with suppress(SchemacError):  # a call in that domain says what is wrong with it
            names += [each.name for each in service.surface.program().domain(domain).facades or ()]
    return tuple(names)


@lru_cache(maxsize=_KEPT_SERVICES)  # compiling for each call of a test suite would be felt
def _service(registry: Registry, file: Path | None) -> Service:
    if file is None:
        return Service(registry)
    return Service(registry, **settings_of_file(read_configuration(file), file.parent))
