"""All modules of a project in, whether a decorator in one of them makes a tool of ours out."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, assert_never

from schemac.syntax.host import HostClass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from schemac.resolve.loader import Loader
    from schemac.syntax.host import Declarations, HostFunction, HostModule, ToolDecorator

__all__ = ["Surroundings"]


class Surroundings:
    """Tells code of the project from that of others, by names; nothing is run.

    Where there is doubt it is the project's: what is passed over is checked by nobody. Without a
    loader nothing is known of other modules.
    """

    def __init__(self, modules: Iterable[HostModule] = (), loader: Loader | None = None) -> None:
        self._loader = loader
        self._makers: set[str] = set()
        self._endings: set[str] = set()
        for module in modules:
            self._makers.update(module.makers)
            self._endings.update(_endings(PurePosixPath(module.source.name).with_suffix("")))

    def is_ours(
        self, decorator: ToolDecorator, target: HostClass | HostFunction, module: HostModule
    ) -> bool:
        """Whether a decorator makes a tool of ours, or may.

        What is not written as one, or comes from elsewhere, does where there may be annotations.
        """
        match decorator.by:
            case "tool":
                return not self._is_foreign(decorator, module) or _may_be_handler(target)
            case "maker":
                return _may_be_handler(target)
            case "import":
                made = any(self._is_maker(each, module) for each in decorator.origins)
                return made and _may_be_handler(target)
            case _:
                assert_never(decorator.by)

    def _is_foreign(self, decorator: ToolDecorator, module: HostModule) -> bool:
        return bool(decorator.origins) and not any(
            self._is_here(each, module) for each in decorator.origins
        )

    def _is_maker(self, target: str, module: HostModule) -> bool:
        return target.rpartition(".")[2] in self._makers and self._is_here(target, module)

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
