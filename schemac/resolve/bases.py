"""The name of a base class and the class that names it in, the class it means out; nothing is run.

A name may be bound by several statements, of which nobody can tell which one ran last: it means a
class only where all of them mean that one.
"""

from __future__ import annotations

import builtins
import sys
from collections import defaultdict
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias, assert_never

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from schemac.resolve.loader import Loader
    from schemac.resolve.modules import ClassRef, Module, Modules
    from schemac.syntax.host import Binding

__all__ = ["Bases", "Missing"]

_UNBOUND = frozenset({"Handler", "ABC", "abc.ABC", "Generic", "Protocol"})
"""Names that mean what they usually mean where nothing binds them."""
_MOST_HOPS = 20
"""Modules and names that pass a class on."""
_MOST_STEPS = 2_000
"""Looks at names for one of them: modules that bring each other's names multiply."""


class Missing(Enum):
    """Why a name gives no class that was read."""

    PLAIN = "plain"
    """It is a class of Python's or of this package, which holds no annotations."""
    UNREAD = "unread"
    """Nobody can tell which class it is without running code."""


_Base: TypeAlias = "ClassRef | Missing"


class Bases:
    """Finds classes by the names that code has for them, in the same file and in others."""

    def __init__(self, loader: Loader, modules: Modules) -> None:
        self._loader = loader
        self._modules = modules
        self._bindings: dict[int, dict[tuple[str, str], list[Binding]]] = {}
        self._known: dict[tuple[int, str, str, int], list[_Base]] = {}
        self._open: set[tuple[int, str, str, int]] = set()
        self._skipped = 0
        self._steps = 0

    def find(self, name: str, ref: ClassRef) -> _Base:
        """Look a base up as Python would: in the classes and functions around, in the module."""
        parts = name.split(".")
        if not all(part.isidentifier() for part in parts):
            return Missing.UNREAD
        return self._looked_up(parts, ref.module, list(_scopes(ref)), ref, 0)

    def rebound(self, name: str, ref: ClassRef) -> ClassRef | None:
        """Give the class of that name where another one is assigned to the name, too."""
        for scope in _scopes(ref):
            found = _last(ref.module, _inside(scope, name), ref)
            if found is not None:
                bound = self._bound_by(ref.module).get((scope, name), ())
                return found if any(each.kind == "name" for each in bound) else None
        return None

    def _looked_up(
        self,
        parts: Sequence[str],
        module: Module,
        scopes: Iterable[str],
        but: ClassRef | None,
        hops: int,
    ) -> _Base:
        for scope in scopes:
            found = self._bound(parts, module, scope, but, hops)
            if found:
                return _one(found)
        name = ".".join(parts)
        is_open = any(
            each.kind == "star" and not self._is_told(each, module) for each in module.host.bindings
        )
        is_plain = hasattr(builtins, parts[0]) or name in _UNBOUND
        return Missing.PLAIN if is_plain and not is_open else Missing.UNREAD

    def _is_told(self, star: Binding, module: Module) -> bool:
        """Whether it can be told what names a star import brings."""
        path = module.path
        known = None if path is None else self._loader.python_module(star.target, path)
        return known is not None or _is_plain(star.target)

    def _bound(
        self, parts: Sequence[str], module: Module, scope: str, but: ClassRef | None, hops: int
    ) -> list[_Base]:
        """Give all that a name may be on one level, none where nothing there binds it."""
        key = (id(module), scope, ".".join(parts), id(but))
        known = self._known.get(key)
        if known is not None:
            return known
        self._steps = self._steps + 1 if self._open else 0
        if key in self._open or hops > _MOST_HOPS or self._steps > _MOST_STEPS:
            return [Missing.UNREAD]
        skipped = self._skipped
        self._open.add(key)
        found = [*dict.fromkeys(self._candidates(parts, module, scope, but, hops + 1))]
        self._open.discard(key)
        if skipped == self._skipped or not self._open:
            # What was found while something was passed over is not all that it may be.
            self._known[key] = found
        return found

    def _candidates(
        self, parts: Sequence[str], module: Module, scope: str, but: ClassRef | None, hops: int
    ) -> Iterator[_Base]:
        bound = self._bound_by(module)
        is_set = False
        for length in range(1, len(parts) + 1):
            name = ".".join(parts[:length])
            for where in (scope, "*"):
                for each in bound.get((where, name), ()):
                    is_set = is_set or length > 1
                    yield self._meant(each, parts[length:], module, hops)
        held = _last(module, _inside(scope, parts[0]), but)
        if held is not None:
            inside = self._members(held, parts[1:], hops)
            yield from inside or ([] if is_set else [Missing.UNREAD])
        if scope == "":
            for each in bound.get(("", "*"), ()):
                yield from self._starred(each, parts, module, hops)

    def _members(self, ref: ClassRef, rest: Sequence[str], hops: int) -> list[_Base]:
        """Give all that an attribute of a class may be, none where its body does not bind it."""
        return self._bound(rest, ref.module, ref.host.qualname, None, hops) if rest else [ref]

    def _meant(self, each: Binding, rest: Sequence[str], module: Module, hops: int) -> _Base:
        parts = [*each.target.split("."), *rest]
        match each.kind:
            case "import":
                return self._imported(".".join(parts), module, hops)
            case "name":
                scopes = list(_chain(each.scope))
                # `B = B` in the body of a class means the `B` around it.
                is_own = each.scope != "" and parts[0] == each.name
                return self._looked_up(parts, module, scopes[is_own:], None, hops)
            case "other" | "star":
                return Missing.UNREAD
            case _:
                assert_never(each.kind)

    def _imported(self, name: str, module: Module, hops: int) -> _Base:
        path = module.path
        for module_name, inside in _splits(name):
            loaded = None if path is None else self._loader.python_module(module_name, path)
            if loaded is not None:
                if path is not None and self._is_hidden(module_name, path):
                    return Missing.UNREAD
                other = self._modules.loaded(loaded)
                return _one(self._bound(inside.split("."), other, "", None, hops))
        return Missing.PLAIN if _is_plain(name) else Missing.UNREAD

    def _is_hidden(self, module_name: str, path: Path) -> bool:
        """Whether the package of a module binds its name to something else, perhaps."""
        parent, dot, name = module_name.rpartition(".")
        package = parent if parent.strip(".") else f"{parent}{dot}"
        loaded = self._loader.python_module(package, path) if name and package else None
        if loaded is None:
            return False
        other = self._modules.loaded(loaded)
        bound = self._bound_by(other).get(("", name), ())
        itself = {f".{name}", module_name}
        return name in other.classes or any(
            each.kind != "import" or each.target not in itself for each in bound
        )

    def _starred(
        self, star: Binding, parts: Sequence[str], module: Module, hops: int
    ) -> Iterator[_Base]:
        """Give what a star import brings by the name, if anything."""
        path = module.path
        loaded = None if path is None else self._loader.python_module(star.target, path)
        if loaded is None:
            if _is_plain(star.target) and parts[0] in _UNBOUND:
                yield Missing.PLAIN
            return
        public = loaded.host.public
        if parts[0].startswith("_") if public is None else not {parts[0], "*"} & {*public}:
            return
        other = self._modules.loaded(loaded)
        if (id(other), "", ".".join(parts), id(None)) in self._open:
            self._skipped += 1
            return
        found = self._bound(parts, other, "", None, hops)
        yield from found
        if not found and public is not None and parts[0] in public:
            yield Missing.UNREAD

    def _bound_by(self, module: Module) -> dict[tuple[str, str], list[Binding]]:
        known = self._bindings.get(id(module))
        if known is None:
            known = self._bindings[id(module)] = defaultdict(list)
            for each in module.host.bindings:
                known[each.scope, each.name].append(each)
        return known


def _one(found: Sequence[_Base]) -> _Base:
    return found[0] if len(found) == 1 else Missing.UNREAD


def _scopes(ref: ClassRef) -> Iterator[str]:
    """Give the levels in which a class's bases are looked up, inner first."""
    return _chain(ref.host.qualname.rpartition(".")[0])


def _chain(scope: str) -> Iterator[str]:
    """Give a level, and those of the functions and the module around it."""
    yield scope
    while scope:
        scope = scope.rpartition(".")[0]
        if not scope or scope.endswith("<locals>"):
            yield scope


def _inside(scope: str, name: str) -> str:
    return f"{scope}.{name}" if scope else name


def _is_plain(name: str) -> bool:
    """Whether a module, or what is in it, is Python's or this package's."""
    top = name.partition(".")[0]
    return top == "schemac" or top in sys.stdlib_module_names


def _splits(dotted: str) -> Iterable[tuple[str, str]]:
    """Give every way to read `a.b.C` as a module and a name in it, longer modules first."""
    for at in range(len(dotted) - 1, -1, -1):
        if dotted[at] == "." and not dotted[at + 1 :].startswith("."):
            head = dotted[:at]
            yield (head if head.strip(".") else dotted[: at + 1]), dotted[at + 1 :]


def _last(module: Module, qualname: str, but: ClassRef | None) -> ClassRef | None:
    found = [each for each in module.classes.get(qualname, ()) if each is not but]
    if but is not None:
        before = [each for each in found if each.host.first_line < but.host.first_line]
        found = before or found
    return found[-1] if found else None
