"""A handler that was read and what an import of it gave in, where the two differ out (SC614).

An import knows the classes that a handler inherits from, also where their names are bound by code
that nobody can read. What it knows fills in what was not found, and must not contradict the rest.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.plan.declaration import HandlerLocation, ToolDeclaration
    from schemac.resolve.handlers import Handler
    from schemac.resolve.lineage import Ancestry, Lineage
    from schemac.resolve.modules import ClassRef, FunctionRef, Module
    from schemac.source import Span

__all__ = ["differs_loaded", "loaded_lineage"]


def differs_loaded(declaration: ToolDeclaration, handler: Handler) -> Diagnostic | None:
    """Report a handler whose annotations are not those of what its calls would run."""
    runs = declaration.runs
    if runs is None or handler.picked is None or _is_picked(runs, *handler.picked):
        return None
    return _another(runs, handler.name, handler.method, handler.method_span or handler.span)


def loaded_lineage(
    ref: ClassRef, declaration: ToolDeclaration, ancestry: Ancestry
) -> Lineage | Diagnostic:
    """Give the lineage of a class that was imported: what was read, and what Python says beside.

    It is in Python's order. A class that holds nothing is left out, whatever code made it.
    """
    read, runs = ancestry.of(ref), declaration.runs
    if runs is None:
        return read
    picked = read.method("call")
    if picked is not None and not _is_picked(runs, picked[0].module, picked[1]):
        return _another(runs, ref.host.qualname, "call", picked[1].host.name_span)
    remade = next(_remade_of(read, declaration.bases), None)
    if remade is not None:
        return _remade(ref, remade)
    own = [each for each in read.classes[1:] if not _is_shipped(each)]
    strange = next((each for each in own if not _stands(each, declaration.bases)), None)
    if strange is not None:
        return _strange(ref, strange, declaration.bases)
    return _ordered(ref, read, declaration.bases, ancestry)


def _strange(ref: ClassRef, base: ClassRef, bases: Sequence[HandlerLocation]) -> Diagnostic:
    own, name = ref.host.qualname, base.host.qualname
    message = f"`{own}` does not inherit from the `{name}` it names"
    hint = "bind the name of a base class once, by its `class`"
    if any(place.qualname == name and not place.file for place in bases):
        message = f"nobody can tell where the `{name}` was written that `{own}` inherits from"
        hint = "import it by its name from a module that is in `sys.modules`"
    return Diagnostic("SC614", message, ref.host.name_span, hint=hint)


def _ordered(
    ref: ClassRef, read: Lineage, bases: Sequence[HandlerLocation], ancestry: Ancestry
) -> Lineage:
    shipped = [each for each in read.classes[1:] if _is_shipped(each)]
    classes: list[ClassRef] = [ref]
    behind: list[ClassRef] = []
    unread: list[str] = []
    for place in bases:
        known = next((each for each in read.classes[1:] if _is_there(each, place)), None)
        found = ancestry.at(place) if known is None else known
        if isinstance(found, str):
            unread.append(found)
        elif found is not None:
            classes.append(found)
            behind += [found] if unread else []
    whole = (*classes, *shipped)
    hidden = frozenset(behind)
    return replace(read, classes=whole, unread=tuple(unread), behind=hidden, imported=True)


def _remade_of(read: Lineage, bases: Sequence[HandlerLocation]) -> Iterator[ClassRef]:
    """Give classes that are there more often than they were read: a decorator made one of them.

    Nobody can tell what the made one says. `class T(T)` inherits from one that was read before.
    """
    more = Counter(place.qualname for place in bases)
    more.subtract(each.host.qualname for each in read.classes[1:])
    for each in read.classes:
        name = each.host.qualname
        if more[name] > 0:
            there = [place for place in bases if _is_there(each, place)]
            same = [other for other in read.classes[1:] if other.host.qualname == name]
            if len(there) > len([other for other in same if other.module is each.module]):
                yield each


def _remade(ref: ClassRef, remade: ClassRef) -> Diagnostic:
    name = ref.host.qualname
    message = f"what is registered as `{name}` is a class that a decorator made of it"
    if remade is not ref:
        message = (
            f"`{name}` inherits from a class that a decorator made of `{remade.host.qualname}`"
        )
    hint = "let the decorator give back the class itself, and name what it adds as a base class"
    return Diagnostic("SC614", message, ref.host.name_span, hint=hint)


def _is_shipped(ref: ClassRef) -> bool:
    return ref.module.path is None or ref.module.scope.file.startswith("schemac/")


def _stands(ref: ClassRef, bases: Sequence[HandlerLocation]) -> bool:
    return any(_is_there(ref, base) for base in bases)


def _is_there(ref: ClassRef, place: HandlerLocation) -> bool:
    path = ref.module.path
    return path is not None and _is_at(place, ref.host.qualname, path)


def _another(runs: HandlerLocation, name: str, method: str, span: Span) -> Diagnostic:
    message = f"a call of `{name}` does not run the `{method}` that was read"
    where = f"{runs.file}:{runs.first_line}" if runs.file else "no Python function"
    notes = (f"it runs `{runs.qualname}` ({where})",)
    hint = "let decorators use `functools.wraps`, and assign nothing to `call`"
    return Diagnostic("SC614", message, span, notes=notes, hint=hint)


def _is_picked(runs: HandlerLocation, module: Module, function: FunctionRef) -> bool:
    """Whether that function is the one; an only one of its name may have moved since the import."""
    name = function.host.qualname
    if module.path is None or not _is_at(runs, name, module.path):
        return False
    same = module.functions.get(name, [])
    return len(same) == 1 or runs.first_line == function.host.first_line


def _is_at(place: HandlerLocation, qualname: str, path: Path) -> bool:
    if place.qualname != qualname or not place.file:
        return False
    return place.file == str(path) or Path(place.file).resolve() == path.resolve()
