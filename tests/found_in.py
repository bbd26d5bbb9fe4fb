"""A folder and names in, a finder that imports these from there out.

`sys.path` and the caches of imports stay as they are: changing them makes Python look for the
packages of the tests anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.machinery import ModuleSpec
    from pathlib import Path
    from types import ModuleType

__all__ = ["FoundIn"]


@dataclass(frozen=True)
class FoundIn(MetaPathFinder):
    """Finds top modules, each in its folder."""

    folders: Mapping[str, Path]

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Give where a module is, if it is one of these."""
        folder = self.folders.get(fullname)
        if path is not None or folder is None:
            return None
        return PathFinder.find_spec(fullname, [str(folder)], target)
