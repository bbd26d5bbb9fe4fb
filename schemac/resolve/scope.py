"""Names as written in, declarations out: scopes from the inside to the outside."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.diagnostics.model import Diagnostic
    from schemac.ir.decls import TypeDeclaration
    from schemac.ir.types import Type
    from schemac.resolve.loader import LoadedSignatures

__all__ = ["Declared", "Lookup", "Miss", "Scope", "Table"]


class Miss(Enum):
    """Why a name gives no type."""

    UNKNOWN = "unknown"
    """Declared nowhere in reach."""
    BROKEN = "broken"
    """What it means cannot be said because of a mistake that is reported elsewhere."""


Lookup: TypeAlias = "int | Miss"


@dataclass(slots=True, eq=False)
class Scope:
    """One level of names: `types` declared here before those that imports bring.

    `garbled` are names whose declaration here could not be read or stands twice, `perhaps` those
    that something else which could not be read may declare, `unsure` those that imports were to
    bring and did not, or brought twice; `blind` says that an import failed which might have brought
    any name. They stop the search: a name is never quietly taken from
    further out. `misread` says that something without a name here could not be parsed. `brought`
    are the levels that imports name, `signatures` is the signature file whose level this is.
    `latent` are imports of nothing, which are a mistake in the class of a tool and prose elsewhere.
    """

    file: str
    owner: str
    parent: Scope | None
    types: dict[str, int] = field(default_factory=dict)
    imported: dict[str, int] = field(default_factory=dict)
    garbled: set[str] = field(default_factory=set)
    perhaps: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)
    blind: bool = False
    misread: bool = False
    brought: list[Scope] = field(default_factory=list)
    signatures: LoadedSignatures | None = None
    latent: list[Diagnostic] = field(default_factory=list)

    def here(self, name: str) -> Lookup:
        """Look a name up on this level only."""
        if name in self.garbled:
            return Miss.BROKEN
        if name in self.types:
            return self.types[name]
        if name in self.unsure or name in self.perhaps:
            return Miss.BROKEN
        if name in self.imported:
            return self.imported[name]
        return Miss.BROKEN if self.blind else Miss.UNKNOWN

    def find(self, name: str) -> Lookup:
        """Look a name up on this level and those around it."""
        for scope in self.levels():
            found = scope.here(name)
            if found is not Miss.UNKNOWN:
                return found
        return Miss.UNKNOWN

    def levels(self) -> Iterator[Scope]:
        """Give this level and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def names(self) -> Iterator[str]:
        """Give every name in reach, for suggestions."""
        for scope in self.levels():
            yield from scope.types
            yield from scope.imported


@dataclass(slots=True, eq=False)
class Declared:
    """A type declaration and the level it stands on.

    `body` and `defaults` are bound by the binder (see there). `broken` says that a mistake in it,
    or about it, was reported; `hollow` that its body is of no use even to judge the rest of it;
    `prelude` that it is shipped.
    """

    number: int
    declaration: TypeDeclaration
    scope: Scope
    prelude: bool = False
    body: Type | None = None
    defaults: tuple[Type | None, ...] = ()
    broken: bool = False
    hollow: bool = False

    @property
    def name(self) -> str:
        """The declared name."""
        return self.declaration.name

    @property
    def generic(self) -> bool:
        """Whether it takes arguments."""
        return bool(self.declaration.parameters)

    @property
    def fewest(self) -> int:
        """How many arguments it needs at least."""
        return sum(parameter.default is None for parameter in self.declaration.parameters)


@dataclass(slots=True, eq=False)
class Table:
    """Every declaration met so far, by number."""

    declared: list[Declared] = field(default_factory=list)

    def add(self, declaration: TypeDeclaration, scope: Scope, *, prelude: bool) -> Declared:
        """Give a declaration its number; its name is entered by the caller."""
        made = Declared(len(self.declared), declaration, scope, prelude)
        self.declared.append(made)
        return made

    def __getitem__(self, number: int) -> Declared:
        return self.declared[number]
