"""All modules of a project in, whether a decorator in one of them makes a tool of ours out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal, TypeAlias, assert_never

from schemac.syntax.host import HostClass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from schemac.resolve.loader import Loader
    from schemac.syntax.host import Declarations, HostFunction, HostModule, Maker, ToolDecorator

__all__ = ["Reading", "Surroundings"]

_MOST_PASSED_ON = 10
"""Modules that an import is followed through; it may go round in a circle."""

Reading: TypeAlias = Literal["tool", "made"]
"""What a decorator is: `tool` itself, or code of the project that calls it."""


@dataclass(frozen=True, slots=True)
class _Home:
    """A maker, and the module that binds it."""

    maker: Maker
    module: HostModule


class Surroundings:
    """Tells code of the project from that of others, by names; nothing is run.

    Where there is doubt `tool` is the project's: what is passed over is checked by nobody. What is
    made of it counts only where there is none. Without a loader nothing is known of other modules.
    """

    def __init__(self, modules: Iterable[HostModule] = (), loader: Loader | None = None) -> None:
        self._loader = loader
        self._endings: set[str] = set()
        self._modules: dict[Path, HostModule] = {}
        self._has_makers = False
        self._known: dict[tuple[str, int], _Home | None] = {}
        for module in modules:
            self._has_makers = self._has_makers or bool(module.makers)
            self._endings.update(_endings(PurePosixPath(module.source.name).with_suffix("")))
            loaded = None if loader is None else loader.holding(module)
            if loaded is not None:
                self._modules[loaded.path] = module

    def reading(
        self, decorator: ToolDecorator, target: HostClass | HostFunction, module: HostModule
    ) -> Reading | None:
        """Say what a decorator is: `tool` itself, made of it, or nothing of ours.

        What comes from elsewhere, or is not written as one, counts where there may be annotations.
        """
        match decorator.by:
            case "tool":
                return self._tool(decorator.origins, target, module)
            case "maker":
                return self._made(decorator.origins, target, module)
            case "import":
                home = self._home(decorator.origins[0], module)
                if home is None:
                    return None
                read = self._tool if home.maker.alias else self._made
                return read(home.maker.origins, target, home.module)
            case _:
                assert_never(decorator.by)

    def _tool(
        self, origins: tuple[str, ...], target: HostClass | HostFunction, module: HostModule
    ) -> Reading | None:
        return "tool" if not self._is_foreign(origins, module) or _may_be_handler(target) else None

    def _made(
        self, origins: tuple[str, ...], target: HostClass | HostFunction, module: HostModule
    ) -> Reading | None:
        is_ours = not self._is_foreign(origins, module) and _may_be_handler(target)
        return "made" if is_ours else None

    def _is_foreign(self, origins: tuple[str, ...], module: HostModule) -> bool:
        return bool(origins) and not any(self._is_here(each, module) for each in origins)

    def _home(self, target: str, module: HostModule) -> _Home | None:
        """Find the maker that an import surely brings, and the module of the project it is in."""
        if not self._has_makers:
            return None
        key = (target, id(module))
        if key not in self._known:
            self._known[key] = self._followed(target, module)
        return self._known[key]

    def _followed(self, target: str, module: HostModule) -> _Home | None:
        """Follow an import through the modules that only pass it on."""
        for _ in range(_MOST_PASSED_ON):
            before, _, name = target.rpartition(".")
            dots = before if before.strip(".") else f"{before}."
            home = self._module(dots if target.startswith(".") else before, module)
            if home is None:
                return None
            for maker in home.makers:
                if maker.name == name:
                    return _Home(maker, home)
            passed = _passed_on(home, name)
            if passed is None:
                return None
            target, module = passed, home
        return None

    def _module(self, name: str, importer: HostModule) -> HostModule | None:
        """Give the module of the project that a name surely means."""
        if self._loader is None or not name:
            return None
        places = self._loader.places(name, importer)
        return self._modules.get(next(iter(places))) if len(places) == 1 else None

    def _is_here(self, target: str, module: HostModule) -> bool:
        """Whether what is imported is in the project, or may be.

        The last part of `a.b.c` may be a module, or a name in one. Where a root of imports is
        nobody says, so that a file of the project is known by how its path ends.
        """
        parts = target.split(".")
        if self._loader is None or parts[0] in {"", "schemac"}:
            return True
        named = {"/".join(parts), "/".join(parts[:-1])}
        return bool(named & self._endings) or self._loader.may_hold(parts, module)


def _passed_on(module: HostModule, name: str) -> str | None:
    """Give what a module imports a name from, where nothing else there binds that."""
    bound = [each for each in module.bindings if not each.scope and each.name == name]
    is_class = any(each.qualname == name for each in module.classes)
    if len(bound) != 1 or bound[0].kind != "import" or is_class:
        return None
    return bound[0].target


def _endings(path: PurePosixPath) -> Iterator[str]:
    """Give all that a path may be called in an import: `b/c`, of `a/b/__init__` also `a/b`."""
    parts = path.parts
    for first in range(len(parts)):
        for last in range(first + 1, len(parts) + 1):
            yield "/".join(parts[first:last])


def _may_be_handler(target: HostClass | HostFunction) -> bool:
    """Whether annotations are there, or may be in a base class."""
    if _declares(target.declarations):
        return True
    if isinstance(target, HostClass):
        return bool(target.bases) or any(map(_may_be_handler, target.functions))
    return target.signature is not None or target.broken


def _declares(declared: Declarations) -> bool:
    return bool(
        declared.types
        or declared.imports
        or declared.descriptions
        or declared.broken
        or declared.perhaps
    )
