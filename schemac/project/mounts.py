"""A Flask app in, the services that its blueprints serve out. No Flask is needed to look at it."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from schemac.diagnostics.suggest import did_you_mean
from schemac.service import Service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from schemac.wire.settings import Layer

__all__ = [
    "App",
    "MountError",
    "address",
    "around",
    "calling_as",
    "chosen_mount",
    "is_app",
    "setting_layers",
]

_EXTENSION = "schemac"


class MountError(Exception):
    """An app serves no blueprint of ours, or not the one that was asked for."""


class App(Protocol):
    """What we use of a Flask app."""

    extensions: dict[str, Any]
    url_map: Any

    def app_context(self) -> AbstractContextManager[object]:
        """Give the context that application code runs in."""


def is_app(found: object) -> bool:
    """Say whether this is an app, whatever is mounted in it."""
    return hasattr(found, "extensions") and hasattr(found, "app_context")


def chosen_mount(app: App, name: str | None = None) -> tuple[str, Service]:
    """Give the blueprint of that name and its service; without a name, the only one.

    Raises MountError.
    """
    mounts: Mapping[str, Any] = app.extensions.get(_EXTENSION, {})
    services = {
        key: mount.service
        for key, mount in mounts.items()
        if isinstance(getattr(mount, "service", None), Service)
    }
    if not services:
        raise MountError("the app has no blueprint of schemac")
    if name is None:
        if len(services) > 1:
            raise MountError(f"the app has several blueprints, {_listed(services)}: name one")
        return next(iter(services.items()))
    if name not in services:
        meant = did_you_mean(name, services)
        hint = f"did you mean `{meant}`?" if meant else f"there is {_listed(services)}"
        raise MountError(f"`{name}` is no blueprint of schemac; {hint}")
    return name, services[name]


def setting_layers(app: App | None, name: str | None) -> tuple[Layer, ...]:
    """Give the places that the settings of a blueprint came from; () where there is none."""
    mounts: Mapping[str, Any] = {} if app is None else app.extensions.get(_EXTENSION, {})
    return tuple(getattr(mounts.get(name or ""), "layers", ()))


def around(app: App | None) -> AbstractContextManager[object]:
    """Give what application code runs in: the app's context, or nothing without an app."""
    return nullcontext() if app is None else app.app_context()


def address(app: App, name: str) -> str:
    """Give the path that a blueprint is served at."""
    rule = next(iter(app.url_map.iter_rules(f"{name}.mcp")))
    return str(rule.rule)


@contextmanager
def calling_as(app: App, name: str, context: Callable[[object], object]) -> Iterator[None]:
    """Let every request of a blueprint be this caller's, for a while. For development and tests."""
    mounts: dict[str, Any] = app.extensions[_EXTENSION]
    before = mounts[name]
    mounts[name] = replace(before, context=context)
    try:
        yield
    finally:
        mounts[name] = before


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(f"`{name}`" for name in names)
