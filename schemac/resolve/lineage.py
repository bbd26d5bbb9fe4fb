"""A class in, the classes it inherits from out, as far as they can be read off the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from schemac.resolve.loader import Loader
    from schemac.resolve.modules import ClassRef, FunctionRef, Module, Modules

__all__ = ["Ancestry", "Lineage"]

_KNOWN = frozenset({"object", "Handler", "ABC", "abc.ABC", "Generic", "Protocol"})
"""Bases that hold no annotations."""

_DEEPEST = 50
"""Classes above each other; no hierarchy is that tall."""
_MOST_HOPS = 20
"""Modules that pass a name on."""


@dataclass(frozen=True, slots=True)
class Lineage:
    """A class and its bases in method resolution order.

    `unread` are bases that were not found, `ambiguous` those that share their name with another
    class of their file.
    """

    classes: tuple[ClassRef, ...]
    unread: tuple[str, ...]
    ambiguous: tuple[ClassRef, ...] = ()

    def method(self, name: str) -> tuple[ClassRef, FunctionRef] | None:
        """Give the method that a call would run, and the class it stands in."""
        return next(iter(self.methods(name)), None)

    def methods(self, name: str) -> list[tuple[ClassRef, FunctionRef]]:
        """Give all methods of the name, the one that a call would run first."""
        found = ((each, each.function(name)) for each in self.classes)
        return [(each, method) for each, method in found if method is not None]


class Ancestry:
    """Finds the bases of classes, in the same file and, by its imports, in others."""

    def __init__(self, loader: Loader, modules: Modules) -> None:
        self._loader = loader
        self._modules = modules
        self._known: dict[int, Lineage] = {}

    def of(self, ref: ClassRef) -> Lineage:
        """Give a class's lineage."""
        return self._search(ref, frozenset())

    def _search(self, ref: ClassRef, below: frozenset[int]) -> Lineage:
        known = self._known.get(id(ref))
        if known is not None:
            return known
        lines: list[list[ClassRef]] = []
        parents: list[ClassRef] = []
        unread: dict[str, None] = {}
        ambiguous: dict[ClassRef, None] = {}
        inside = below | {id(ref)}
        for base in ref.host.bases:
            name = base.partition("[")[0].strip()
            parent = self._find(name, ref)
            if parent is None or id(parent) in inside or len(inside) > _DEEPEST:
                unread.update({} if _is_known(name, ref) else {name: None})
                continue
            parents.append(parent)
            above = self._search(parent, inside)
            lines.append(list(above.classes))
            unread.update(dict.fromkeys(above.unread))
            ambiguous.update(dict.fromkeys(above.ambiguous))
            if len([each for each in _namesakes(parent) if each is not ref]) > 1:
                ambiguous[parent] = None
        found = Lineage((ref, *_merged([*lines, parents])), tuple(unread), tuple(ambiguous))
        self._known[id(ref)] = found
        return found

    def _find(self, name: str, ref: ClassRef) -> ClassRef | None:
        """Look a base up as Python would: in the classes around, the module, its imports."""
        module = ref.module
        outer = ref.host.qualname.split(".")[:-1]
        for depth in (len(outer), 0):
            found = _last(module, ".".join([*outer[:depth], name]), ref)
            if found is not None:
                return found
        return self._imported(name, module, 0)

    def _imported(self, name: str, module: Module, hops: int) -> ClassRef | None:
        if module.path is None or hops > _MOST_HOPS:
            return None
        first, dot, rest = name.partition(".")
        target = dict(module.host.imports).get(first)
        if target is None:
            return None
        dotted = f"{target}{dot}{rest}"
        for module_name, qualname in _splits(dotted):
            loaded = self._loader.python_module(module_name, module.path)
            if loaded is None:
                continue
            other = self._modules.loaded(loaded)
            found = _last(other, qualname, None)
            return found if found is not None else self._imported(qualname, other, hops + 1)
        return None


def _is_known(name: str, ref: ClassRef) -> bool:
    """Whether a base is one of Python's or of this package, which hold no annotations."""
    first, dot, rest = name.partition(".")
    target = dict(ref.module.host.imports).get(first, first) + dot + rest
    return name in _KNOWN or target.startswith("schemac.")


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


def _namesakes(ref: ClassRef) -> list[ClassRef]:
    return ref.module.classes.get(ref.host.qualname, [])


def _merged(lines: Sequence[list[ClassRef]]) -> list[ClassRef]:
    """Merge lineages as Python does (C3); in their order where that cannot be done."""
    rest = [line for line in lines if line]
    out: list[ClassRef] = []
    while rest:
        heads = (line[0] for line in rest)
        tails = [each for line in rest for each in line[1:]]
        head = next((each for each in heads if each not in tails), rest[0][0])
        out.append(head)
        rest = [kept for line in rest if (kept := [each for each in line if each is not head])]
    return out
