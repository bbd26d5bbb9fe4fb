"""Modules and signature files in, scopes with their names entered out.

Names are entered before any import is followed, so files may import each other.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic, Label
from schemac.ir.builtins import BUILTIN_NAMES
from schemac.resolve.imports import Importer
from schemac.resolve.scope import Scope
from schemac.syntax.commented import names_beside

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from schemac.ir.decls import Description, TypeDeclaration
    from schemac.resolve.loader import LoadedSignatures, Loader
    from schemac.resolve.scope import Table
    from schemac.source import Span
    from schemac.syntax.host import BareGate, Declarations

__all__ = ["Linker"]


class Linker:
    """Makes the scopes of one program; each signature file's once. `gates` are all predicates."""

    def __init__(
        self,
        loader: Loader,
        table: Table,
        found: list[Diagnostic],
        gates: Container[str] = (),
    ) -> None:
        self._gates = gates
        self._table = table
        self._found = found
        self._files: dict[int, Scope] = {}
        self._pending: deque[tuple[Scope, Declarations]] = deque()
        self._importer = Importer(loader, found)
        self.prelude = Scope("", "", None)
        self._enter_prelude(loader)

    def _enter_prelude(self, loader: Loader) -> None:
        for file in loader.prelude():
            scope = self.file_scope(file)
            for name, number in scope.types.items():
                self.prelude.types.setdefault(name, number)
        self.link()

    def file_scope(self, loaded: LoadedSignatures) -> Scope:
        """Give the scope of a signature file."""
        known = self._files.get(id(loaded))
        if known is not None:
            return known
        file = loaded.file
        declared = self.without_bare(file.declarations, file.bare)
        scope = self.scope(declared, loaded.relative, "", self.prelude, prelude=loaded.prelude)
        scope.signatures = loaded
        self._files[id(loaded)] = scope
        return scope

    def without_bare(self, declared: Declarations, bare: Sequence[BareGate]) -> Declarations:
        """Tell gates without their `@`, and trust nothing that they may have been meant for."""
        found = [each.told for each in bare if each.name in self._gates]
        self._found.extend(found)
        spans = [each.span for each in found if each.span is not None]
        lost = (name for span in spans for name in names_beside(declared.types, span.start))
        return replace(declared, broken=(*declared.broken, *lost, "")) if spans else declared

    def scope(
        self,
        declarations: Declarations,
        file: str,
        owner: str,
        parent: Scope,
        *,
        prelude: bool = False,
    ) -> Scope:
        """Enter the declarations of one level; its imports are followed by `link`."""
        broken = set(declarations.broken)
        perhaps = set(declarations.perhaps)
        scope = Scope(file, owner, parent, garbled=broken - {""}, perhaps=perhaps)
        scope.blind = scope.misread = "" in broken
        for declaration in declarations.types:
            self._enter(declaration, scope, prelude=prelude)
        for declaration in declarations.flawed:
            self._table.add(declaration, scope, prelude=prelude).broken = True
        if len(declarations.descriptions) > 1:
            scope.misread = True
            self._check_descriptions(declarations.descriptions)
        if declarations.imports:
            self._pending.append((scope, declarations))
        return scope

    def _enter(self, declaration: TypeDeclaration, scope: Scope, *, prelude: bool) -> None:
        made = self._table.add(declaration, scope, prelude=prelude)
        name = declaration.name
        if name in BUILTIN_NAMES:
            made.broken = True
            hint = "give the type another name"
            message = f"`{name}` is a built-in type and cannot be declared"
            self._found.append(Diagnostic("SC207", message, declaration.name_span, hint=hint))
        elif name in scope.types:
            made.broken = True
            first = self._table[scope.types[name]]
            scope.garbled.add(name)
            spans = declaration.name_span, first.declaration.name_span
            self._repeated(f"type `{name}`", *spans, "rename one of them, or remove it")
        else:
            scope.types[name] = made.number

    def _repeated(self, what: str, span: Span, first: Span, hint: str) -> None:
        label = Label(first, "declared here first")
        message = f"{what} is declared twice in one scope"
        self._found.append(Diagnostic("SC207", message, span, (label,), hint=hint))

    def _check_descriptions(self, descriptions: tuple[Description, ...]) -> None:
        for again in descriptions[1:]:
            hint = "keep one of them; texts for different callers are joined by `|`"
            self._repeated("`description`", again.span, descriptions[0].span, hint)

    def link(self) -> None:
        """Follow imports until every scope has its names."""
        while self._pending:
            scope, declarations = self._pending.popleft()
            self._importer.follow(scope, declarations, self.file_scope)
