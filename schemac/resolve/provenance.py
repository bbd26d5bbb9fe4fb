"""A tool and the types it reaches in, the files that its annotations come from out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.model import SourceFile
from schemac.syntax.digests import text_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schemac.resolve.drafts import Draft
    from schemac.resolve.instances import Instance
    from schemac.resolve.loader import LoadedSignatures
    from schemac.resolve.scope import Scope

__all__ = ["Provenance"]

_SHIPPED = "schemac:"
"""Before the names of shipped files: no import path has a colon."""


class Provenance:
    """Finds the signature files in reach of tools.

    A file that is imported counts where nothing of it is used too: what it declares tomorrow may
    take the place of what a name means today.
    """

    def __init__(self) -> None:
        self._reached: dict[int, tuple[LoadedSignatures, ...]] = {}
        self._files: dict[int, SourceFile] = {}

    def signatures(self, draft: Draft, reach: Sequence[Instance]) -> tuple[SourceFile, ...]:
        """Give the signature files that a tool's names are looked up in."""
        handler = draft.bound.handler
        scopes = [handler.scope, *handler.own, *handler.inputs]
        scopes += [instance.declared.scope for instance in reach]
        found = (loaded for scope in _once(scopes) for loaded in self._of(scope))
        return tuple({id(loaded): self._file(loaded) for loaded in found}.values())

    def _of(self, scope: Scope) -> tuple[LoadedSignatures, ...]:
        known = self._reached.get(id(scope))
        if known is None:
            known = self._reached[id(scope)] = _reached_from(scope)
        return known

    def _file(self, loaded: LoadedSignatures) -> SourceFile:
        known = self._files.get(id(loaded))
        if known is None:
            digest = text_digest(loaded.file.source.text)
            name = f"{_SHIPPED}{loaded.relative}" if loaded.prelude else loaded.relative
            known = self._files[id(loaded)] = SourceFile(name, digest, digest)
        return known


def _reached_from(scope: Scope) -> tuple[LoadedSignatures, ...]:
    seen: dict[int, Scope] = {}
    todo = [scope]
    while todo:
        one = todo.pop()
        if id(one) not in seen:
            seen[id(one)] = one
            todo += [*reversed(one.brought), *([] if one.parent is None else [one.parent])]
    return tuple(one.signatures for one in seen.values() if one.signatures is not None)


def _once(scopes: Iterable[Scope]) -> Iterable[Scope]:
    return {id(scope): scope for scope in scopes}.values()
