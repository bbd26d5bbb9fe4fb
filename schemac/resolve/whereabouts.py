"""The name of a type that nobody knows in, the signature file that brings it out."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from schemac.syntax.claims import declared_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.resolve.loader import Loader

__all__ = ["Whereabouts"]

_MOST_FILES = 200


class Whereabouts:
    """Looks into files for hints only: what is wrong with them is told to who imports them."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def path_of(self, name: str) -> str | None:
        """Give the file that is called like the type, else the first that declares one."""
        return self._called.get(name) or self._declaring.get(name)

    @cached_property
    def _called(self) -> Mapping[str, str]:
        paths = self._loader.folders.known()
        return {path.rpartition("/")[2]: path for path in reversed(paths)}

    @cached_property
    def _declaring(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for path in self._loader.folders.known()[:_MOST_FILES]:
            for name in declared_names(self._loader.text(path)):
                found.setdefault(name, path)
        return found
