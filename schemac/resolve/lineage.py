"""A class in, the classes it inherits from out, as far as they can be read off the text."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.resolve.bases import Bases, Missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from schemac.diagnostics.model import Diagnostic
    from schemac.plan.declaration import HandlerLocation
    from schemac.resolve.loader import Loader
    from schemac.resolve.modules import ClassRef, FunctionRef, Modules
    from schemac.resolve.scope import Table
    from schemac.source import Span
    from schemac.syntax.host import HostClass

__all__ = ["Ancestry", "Lineage", "Slip"]

_DEEPEST = 50
"""Classes above each other; no hierarchy is that tall."""


@dataclass(frozen=True, slots=True)
class Lineage:
    """A class and its bases in method resolution order.

    `unread` are bases that were not found, `ambiguous` those that share their name with another
    class of their file. `behind` are classes that an unread one may come before: what they say may
    be said otherwise there. `imported` says that Python gave the bases, `height` how many classes
    stand one above another.
    """

    classes: tuple[ClassRef, ...]
    unread: tuple[str, ...]
    ambiguous: tuple[ClassRef, ...] = ()
    behind: frozenset[ClassRef] = frozenset()
    imported: bool = False
    height: int = 1

    def method(self, name: str) -> tuple[ClassRef, FunctionRef] | None:
        """Give the method that a call would run, and the class it stands in."""
        return next(iter(self.methods(name)), None)

    def methods(self, name: str) -> list[tuple[ClassRef, FunctionRef]]:
        """Give all methods of the name, the one that a call would run first."""
        found = ((each, each.function(name)) for each in self.classes)
        return [(each, method) for each, method in found if method is not None]


@dataclass(frozen=True, slots=True)
class Slip:
    """A type in a class that is called nearly as one which the class inherits."""

    name: str
    span: Span


class Ancestry:
    """Finds the bases of classes, in the same file and, by its imports, in others.

    `table` holds what their scopes declare, `missed` what was found about the types above a class
    and in it that were to be its `output` or `input`, `slips` what in it alone: many may inherit
    from it. `anew` is what was found of types that a class declares and its bases, which follow it,
    do, too. `users` are two of what uses the one that a level declares, at most.
    """

    def __init__(self, loader: Loader, modules: Modules, table: Table) -> None:
        self.table = table
        self.missed: dict[tuple[ClassRef, str], Diagnostic | Slip | None] = {}
        self.anew: dict[tuple[ClassRef, ...], Diagnostic | None] = {}
        self.users: dict[tuple[int, str], tuple[object, ...]] = {}
        self.slips: dict[tuple[ClassRef, str], Slip | None] = {}
        self._loader = loader
        self._modules = modules
        self._known: dict[int, Lineage] = {}
        self._finder = Bases(loader, modules)
        self._bases: dict[ClassRef, list[ClassRef | str]] = {}

    def of(self, ref: ClassRef) -> Lineage:
        """Give a class's lineage."""
        return self._search(ref, frozenset())

    def at(self, place: HandlerLocation) -> ClassRef | str | None:
        """Give a class that an import knows of; None for one that says nothing about a handler.

        The name of one that is not in its file, or there twice, is given instead.
        """
        host = self._loader.peek(place.file)
        found = [] if host is None else [*_called(place.qualname, host.classes)]
        if len(found) == 1 and not _says_anything(found[0]):
            return None
        module = self._modules.of(place.file) if len(found) == 1 else None
        refs = [] if module is None else module.classes.get(place.qualname, [])
        return refs[0] if len(refs) == 1 else place.qualname

    def _search(self, ref: ClassRef, below: frozenset[int]) -> Lineage:
        known = self._known.get(id(ref))
        if known is not None:
            return known
        lines: list[list[ClassRef]] = []
        unread: dict[str, None] = {}
        ambiguous: dict[ClassRef, None] = {}
        inside = below | {id(ref)}
        height = 1
        bases = self._bases[ref] = [*self._named(ref)]
        for at, parent in enumerate(bases):
            if isinstance(parent, str):
                unread[parent] = None
                rebound = self._finder.rebound(parent, ref)
                ambiguous.update({} if rebound is None else {rebound: None})
                continue
            is_loop = id(parent) in inside or len(inside) > _DEEPEST
            above = None if is_loop else self._search(parent, inside)
            if above is None or above.height > _DEEPEST:
                bases[at] = parent.host.qualname
                unread[parent.host.qualname] = None
                continue
            height = max(height, above.height + 1)
            lines.append(list(above.classes))
            unread.update(dict.fromkeys(above.unread))
            ambiguous.update(dict.fromkeys(above.ambiguous))
            if len(_namesakes(parent)) - (_namesakes(parent) is _namesakes(ref)) > 1:
                ambiguous[parent] = None
        parents = [each for each in bases if not isinstance(each, str)]
        classes = (ref, *_merged([*lines, parents]))
        behind = frozenset(self._behind(classes, unread)) if unread else frozenset()
        found = Lineage(classes, tuple(unread), tuple(ambiguous), behind, height=height)
        self._known[id(ref)] = found
        return found

    def _named(self, ref: ClassRef) -> Iterator[ClassRef | str]:
        """Give the bases that are written, by their names those that nobody can find."""
        yield from ref.host.makers
        for name in ref.host.bases:
            found = self._finder.find(name, ref)
            if found is Missing.UNREAD:
                yield name
            elif found is not Missing.PLAIN:
                yield found

    def _behind(self, classes: Sequence[ClassRef], unread: Iterable[str]) -> Iterator[ClassRef]:
        """Give the classes that may come after a base that was not found, whatever that is.

        Python keeps a class before its bases, and these in order; all else may be moved by what an
        unread base inherits from.
        """
        if any(name.startswith(("metaclass=", "**")) for name in unread):
            # It makes the classes below, too.
            yield from classes[1:]
            return
        below: dict[ClassRef, list[ClassRef]] = {}
        for owner in classes:
            left: list[ClassRef] = []
            for base in self._bases.get(owner, ()):
                if not isinstance(base, str):
                    below.setdefault(base, []).extend((owner, *left))
                    left = [base]
        gaps = [_before(self._bases.get(each, ()), each) for each in classes]
        sure = set(classes).intersection(*(_closed(gap, below) for gap in gaps if gap))
        yield from (each for each in classes if each not in sure)


def _before(bases: Sequence[ClassRef | str], owner: ClassRef) -> list[ClassRef]:
    """Give what comes before the first unread base of a class; nothing where there is none."""
    before: list[ClassRef] = [owner]
    for each in bases:
        if isinstance(each, str):
            return before
        before.append(each)
    return []


def _closed(start: Sequence[ClassRef], below: Mapping[ClassRef, list[ClassRef]]) -> set[ClassRef]:
    found: set[ClassRef] = set()
    pending = [*start]
    while pending:
        each = pending.pop()
        if each not in found:
            found.add(each)
            pending += below.get(each, ())
    return found


def _called(qualname: str, classes: Iterable[HostClass]) -> Iterator[HostClass]:
    for each in classes:
        if each.qualname == qualname:
            yield each
        yield from _called(qualname, each.classes)


def _says_anything(host: HostClass) -> bool:
    """Whether a class holds annotations, or a `call` that may have those of another class."""
    declared = host.declarations
    return bool(
        declared.types
        or declared.imports
        or declared.descriptions
        or declared.broken
        or declared.flawed
        or host.assigned
        or host.latent
        or any(each.signature or each.broken or each.name == "call" for each in host.functions)
    )


def _namesakes(ref: ClassRef) -> list[ClassRef]:
    return ref.module.classes.get(ref.host.qualname, [])


def _merged(lines: Sequence[list[ClassRef]]) -> list[ClassRef]:
    """Merge lineages as Python does (C3); in their order where that cannot be done."""
    rest = [deque(line) for line in lines if line]
    behind = Counter(each for line in lines for each in line[1:])
    out: dict[ClassRef, None] = {}
    while rest:
        head = next((line[0] for line in rest if not behind[line[0]]), rest[0][0])
        out[head] = None
        for line in rest:
            while line and line[0] in out:
                line.popleft()
                behind.subtract(line and [line[0]])
        rest = [line for line in rest if line]
    return [*out]
