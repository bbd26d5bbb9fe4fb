"""Python files in, their classes and functions with scopes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from schemac.plan.model import SourceFile
from schemac.syntax.digests import text_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from schemac.resolve.linking import Linker
    from schemac.resolve.loader import LoadedModule, Loader
    from schemac.resolve.scope import Scope
    from schemac.syntax.host import HostClass, HostFunction, HostModule

__all__ = ["ClassRef", "FunctionRef", "Module", "Modules", "pick"]


@dataclass(slots=True, eq=False)
class FunctionRef:
    """A function where it stands. `own` is the scope of its own block, None without one."""

    host: HostFunction
    own: Scope | None
    outer: Scope

    @property
    def scope(self) -> Scope:
        """The scope that its signature is read in."""
        return self.outer if self.own is None else self.own


@dataclass(slots=True, eq=False)
class ClassRef:
    """A class where it stands."""

    module: Module
    host: HostClass
    scope: Scope
    functions: tuple[FunctionRef, ...] = ()

    def function(self, name: str) -> FunctionRef | None:
        """Give a method; of several of one name the last, as Python does."""
        return next(iter(reversed(self.all_functions(name))), None)

    def all_functions(self, name: str) -> list[FunctionRef]:
        """Give all methods of a name, in order, those aside that only a type checker reads."""
        return [
            each for each in self.functions if each.host.name == name and not each.host.overload
        ]


@dataclass(eq=False)
class Module:
    """A module. Its classes and functions are listed by qualified name, in order."""

    host: HostModule
    path: Path | None
    scope: Scope
    classes: dict[str, list[ClassRef]] = field(default_factory=dict)
    functions: dict[str, list[FunctionRef]] = field(default_factory=dict)
    every_function: list[FunctionRef] = field(default_factory=list)
    _file: SourceFile | None = None
    _inside: dict[str, tuple[list[ClassRef], list[FunctionRef]]] | None = None

    @cached_property
    def imported(self) -> dict[str, str]:
        """What names the module binds by `import`."""
        return dict(self.host.imports)

    def inside(self, container: ClassRef | Module) -> tuple[list[ClassRef], list[FunctionRef]]:
        """Give a class of the module, or all of it, with what stands inside."""
        if isinstance(container, Module):
            every = [each for same in self.classes.values() for each in same]
            return every, self.every_function
        if self._inside is None:
            self._inside = {}
            for same in self.classes.values():
                for ref in same:
                    for name in _outer(ref.host.qualname):
                        self._inside.setdefault(name, ([], []))[0].append(ref)
            for function in self.every_function:
                for name in _outer(function.host.qualname):
                    self._inside.setdefault(name, ([], []))[1].append(function)
        return self._inside.get(container.host.qualname, ([], []))

    @property
    def file(self) -> SourceFile:
        """The file as a plan remembers it."""
        if self._file is None:
            content = text_digest(self.host.source.text)
            self._file = SourceFile(self.scope.file, self.host.digest, content)
        return self._file


_Ref = TypeVar("_Ref", ClassRef, FunctionRef)


class Modules:
    """The modules of one program, each entered once."""

    def __init__(self, loader: Loader, linker: Linker, given: Sequence[HostModule]) -> None:
        self._loader = loader
        self._linker = linker
        self._given = {host.source.name: host for host in given}
        self._entered: dict[int, Module] = {}

    def of(self, file: str) -> Module | None:
        """Give the module of a handler's file: one that was given, or one to read."""
        host = self._given.get(file)
        if host is not None:
            return self.enter(host)
        loaded = self._loader.load_module(file)
        return None if loaded is None else self.loaded(loaded)

    def loaded(self, loaded: LoadedModule) -> Module:
        """Enter a module that the loader read."""
        return self._enter(loaded.host, loaded.path, loaded.relative)

    def enter(self, host: HostModule) -> Module:
        """Enter a module that was read elsewhere; its name is its path, if there is such a file."""
        known = self._entered.get(id(host))
        if known is not None:
            return known
        loaded = self._loader.holding(host)
        if loaded is not None:
            return self.loaded(loaded)
        return self._enter(host, None, host.source.name)

    def _enter(self, host: HostModule, path: Path | None, relative: str) -> Module:
        known = self._entered.get(id(host))
        if known is not None:
            return known
        linker = self._linker
        scope = linker.scope(host.declarations, relative, "", linker.prelude)
        module = self._entered[id(host)] = Module(host, path, scope)
        self._classes(module, host.classes, scope, relative)
        self._functions(module, host.functions, scope, relative)
        linker.link()
        return module

    def _classes(
        self, module: Module, classes: Iterable[HostClass], outer: Scope, file: str
    ) -> None:
        for host in classes:
            around = _around(module, host, outer) if outer is module.scope else outer
            scope = self._linker.scope(host.declarations, file, host.qualname, around)
            made = ClassRef(module, host, scope)
            made.functions = self._functions(module, host.functions, scope, file)
            module.classes.setdefault(host.qualname, []).append(made)
            self._classes(module, host.classes, scope, file)

    def _functions(
        self, module: Module, functions: Iterable[HostFunction], outer: Scope, file: str
    ) -> tuple[FunctionRef, ...]:
        made = tuple(
            self._function(
                host, _around(module, host, outer) if outer is module.scope else outer, file
            )
            for host in functions
        )
        for each in made:
            module.functions.setdefault(each.host.qualname, []).append(each)
        module.every_function.extend(made)
        return made

    def _function(self, host: HostFunction, outer: Scope, file: str) -> FunctionRef:
        own = host.declarations
        if not (own.types or own.imports or own.descriptions or own.broken or own.perhaps):
            return FunctionRef(host, None, outer)
        owner = outer.owner or host.qualname
        return FunctionRef(host, self._linker.scope(own, file, owner, outer), outer)

    def entered(self) -> Iterator[Module]:
        """Give every module entered so far, in order."""
        yield from tuple(self._entered.values())


def _outer(qualname: str) -> Iterator[str]:
    """Give a qualified name, and those around it."""
    name = qualname
    while name:
        yield name
        name = name.rpartition(".")[0]


def _around(module: Module, host: HostClass | HostFunction, outer: Scope) -> Scope:
    """Give the level around what the module lists: what is inside of methods is among it."""
    name, mark, _ = host.qualname.rpartition(".<locals>.")
    while mark and name:
        found = [each for each in module.classes.get(name, ()) if _is_before(each, host)]
        if found:
            return found[-1].scope
        name = name.rpartition(".")[0]
    return outer


def _is_before(each: ClassRef, host: HostClass | HostFunction) -> bool:
    return each.host.first_line < host.first_line


def pick(found: Sequence[_Ref], line: int | None) -> _Ref | None:
    """Say which of several of one name is meant: the one at that line, else the last."""
    at_line = [each for each in found if each.host.first_line == line]
    wanted = at_line or list(found)
    return wanted[-1] if wanted else None
