"""The imports of one scope in, its imported names out (SC202, SC203, SC204)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias, assert_never

from schemac.diagnostics.model import Diagnostic, Fix, Label
from schemac.diagnostics.suggest import did_you_mean
from schemac.ir.builtins import BUILTIN_NAMES
from schemac.ir.decls import ImportedName
from schemac.resolve.disk import SUFFIXES
from schemac.resolve.folders import Found, Missing, Outside

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.ir.decls import Import
    from schemac.resolve.loader import LoadedSignatures, Loader
    from schemac.resolve.scope import Scope
    from schemac.source import Span
    from schemac.syntax.host import Declarations

__all__ = ["Importer"]

_LEAVING = re.compile(r"\A/|[\\:~]")

_ScopeOf: TypeAlias = "Callable[[LoadedSignatures], Scope]"


class Importer:
    """Follows imports and reports what is wrong with them."""

    def __init__(self, loader: Loader, found: list[Diagnostic]) -> None:
        self._loader = loader
        self._found = found

    def follow(self, scope: Scope, declarations: Declarations, scope_of: _ScopeOf) -> None:
        """Enter what the imports of some declarations bring into the scope."""
        places: dict[str, Span] = {}
        for each in declarations.imports:
            if declarations.tentative and self._is_prose(each):
                scope.latent.append(self._missing(each))
                continue
            target = self._target(each, scope_of)
            if target is None:
                _doubt(scope, each)
                continue
            scope.brought.append(target)
            if each.names is None:
                self._bring_all(scope, each, target, places)
            else:
                self._bring_some(scope, each, target, places)

    def _is_prose(self, each: Import) -> bool:
        """Whether a line that could be an import is none, where nothing else is an annotation."""
        return each.names is None and isinstance(self._loader.look_up(each.path), Missing)

    def _target(self, each: Import, scope_of: _ScopeOf) -> Scope | None:
        answer = self._loader.look_up(each.path)
        match answer:
            case Found():
                loaded = self._loader.signatures(answer, each.path_span)
                return None if loaded is None else scope_of(loaded)
            case Missing():
                self._found.append(self._missing(each))
            case Outside():
                self._found.append(_outside(each))
            case _:
                assert_never(answer)
        return None

    def _missing(self, each: Import) -> Diagnostic:
        known = self._loader.folders.known()
        bare = each.path.rpartition(".")[0]
        near = bare if bare in known else did_you_mean(each.path, known)
        suffixes = f"`{SUFFIXES[0]}`, `{SUFFIXES[1]}` or `{SUFFIXES[2]}`"
        folders = ", ".join(f"`{path}`" for path in self._loader.sig_paths)
        places = f"{folders} and among the shipped types" if folders else "the shipped types"
        return Diagnostic(
            "SC202",
            f"there is no signature file `{each.path}`",
            each.path_span,
            notes=(f"looked for `{each.path}` with the suffix {suffixes} in {places}",),
            hint=None if near is None else f"did you mean `{near}`?",
            fix=None if near is None else Fix(each.path_span, near),
        )

    def _bring_all(
        self, scope: Scope, each: Import, target: Scope, places: dict[str, Span]
    ) -> None:
        scope.unsure.update(target.garbled, target.perhaps.difference(target.types))
        for name, number in target.types.items():
            if name not in target.garbled:
                self._bring(scope, each, ImportedName(name, None, each.path_span), number, places)

    def _bring_some(
        self, scope: Scope, each: Import, target: Scope, places: dict[str, Span]
    ) -> None:
        for wanted in each.names or ():
            name = wanted.alias or wanted.name
            number = target.types.get(wanted.name)
            is_lost = number is None and wanted.name in target.perhaps
            if wanted.name in target.garbled or is_lost:
                scope.unsure.add(name)
            elif number is None:
                scope.unsure.add(name)
                near = did_you_mean(wanted.name, target.types)
                if near is not None and near not in scope.imported:
                    scope.unsure.add(near)
                self._found.append(_not_in_file(each, wanted, target, near))
            elif name in BUILTIN_NAMES:
                message = f"`{name}` is a built-in type: nothing can be imported by that name"
                hint = f"give it another name: `{wanted.name} as …`"
                self._found.append(Diagnostic("SC207", message, wanted.span, hint=hint))
            else:
                self._bring(scope, each, wanted, number, places)

    def _bring(
        self,
        scope: Scope,
        each: Import,
        wanted: ImportedName,
        number: int,
        places: dict[str, Span],
    ) -> None:
        name = wanted.alias or wanted.name
        known = scope.imported.get(name)
        if known is None:
            scope.imported[name] = number
            places[name] = wanted.span
        elif known != number:
            scope.unsure.add(name)
            self._found.append(_ambiguous(name, each, wanted, places[name]))


def _doubt(scope: Scope, each: Import) -> None:
    """Remember that an import failed: it might have brought any name, misspelt ones included."""
    scope.blind = True
    scope.unsure.update(wanted.alias or wanted.name for wanted in each.names or ())


def _outside(each: Import) -> Diagnostic:
    message = f"the import `{each.path}` leaves the search folders"
    hint = "name the file by its path below one of `sig_paths`, without `..`"
    parts = re.split(r"[/\\:~]", each.path)
    if "\\" in each.path and not {"", ".", ".."}.intersection(parts):
        hint = f"folders are parted by `/`: write `{'/'.join(parts)}`"
    elif not {"", ".", ".."}.intersection(parts):
        hint = "a link leads out of them: name the folder it leads to in `sig_paths`"
        return Diagnostic("SC204", message, each.path_span, hint=hint)
    if ".." in parts or _LEAVING.search(each.path):
        return Diagnostic("SC204", message, each.path_span, hint=hint)
    plain = "/".join(part for part in parts if part not in {"", "."})
    message = f"`{each.path}` is no plain path below the search folders"
    if not plain:
        hint = "name a file below one of `sig_paths`, without `.sig`"
        return Diagnostic("SC204", message, each.path_span, hint=hint)
    fix = Fix(each.path_span, plain)
    return Diagnostic("SC204", message, each.path_span, hint=f"write `{plain}`", fix=fix)


def _not_in_file(each: Import, wanted: ImportedName, target: Scope, near: str | None) -> Diagnostic:
    hint = None if near is None else f"did you mean `{near}`?"
    if target.imported.get(wanted.name) is not None:
        hint = f"`{each.path}` imports it itself: import it from where it is declared"
    message = f"`{each.path}` declares no type `{wanted.name}`"
    return Diagnostic("SC202", message, wanted.span, hint=hint)


def _ambiguous(name: str, each: Import, wanted: ImportedName, first: Span) -> Diagnostic:
    return Diagnostic(
        "SC203",
        f"two imports bring `{name}`",
        wanted.span,
        (Label(first, f"this one brings `{name}` too"),),
        hint=f"give one of them another name: `from {each.path} import {wanted.name} as …`",
    )
