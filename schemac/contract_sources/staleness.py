"""A plan and the declared tools in, every way in which it is not their plan out; no parser.

Of files that are not there nothing is said: production may run without sources.
"""

from __future__ import annotations

from pathlib import Path, PurePath, PurePosixPath
from typing import TYPE_CHECKING

from schemac.contract_sources.decorators import (
    decorator_differences,
    is_worded_by_docstring,
    planned_text,
    told_change,
)
from schemac.contract_sources.present import Present, path_of
from schemac.contract_sources.standing import known_files
from schemac.plan.declaration import InlineAnnotations
from schemac.planner.declared import DeclaredGates
from schemac.syntax.digests import given_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.plan.declaration import HandlerLocation, ToolDeclaration
    from schemac.plan.model import HandlerRef, Plan, SourceFile, ToolPlan

__all__ = ["Present", "stale_tools"]


def stale_tools(
    plan: Plan, declarations: Sequence[ToolDeclaration], present: Present
) -> tuple[str, ...]:
    """Give a line for each tool that the plan does not fit, and for each file that changed."""
    planned = {tool.name: tool for tool in plan.tools}
    gates = DeclaredGates(plan)
    reasons: list[str] = []
    used: dict[int, None] = {}
    for declaration in declarations:
        tool = planned.get(declaration.name)
        if tool is None:
            reasons.append(f"`{declaration.name}` ({declaration.place}) is not in it")
            continue
        used.update(dict.fromkeys(tool.handler.signatures))
        if gates.of(declaration) != tool.gate:
            why: str | None = "has other gates than there"
        else:
            why = next(_differences(plan, tool, declaration, present), None)
        if why is not None:
            reasons.append(f"`{declaration.name}` ({declaration.place}) {why}")
    sources = [plan.sources[number] for number in used]
    reasons += [
        f"the signature file `{source.name}` has changed"
        for source in sources
        if present.signature_file_differs(source)
    ]
    # Now all files are read that may import one.
    given, known = [*_given(declarations)], known_files(plan)
    paths = [present.shadowed(source, known, given) for source in sources]
    reasons += [
        f"`import {path}` means another signature file than there" for path in paths if path
    ]
    return tuple(reasons)


def _given(declarations: Sequence[ToolDeclaration]) -> Iterator[str]:
    for declaration in declarations:
        if isinstance(declaration.handler, InlineAnnotations):
            # A signature may have declarations before it.
            yield declaration.handler.types or ""
            yield declaration.handler.signature or ""


def _differences(
    plan: Plan, tool: ToolPlan, declaration: ToolDeclaration, present: Present
) -> Iterator[str]:
    handler, planned = declaration.handler, tool.handler
    if isinstance(handler, InlineAnnotations):
        given = given_source(declaration.name, handler)
        if [plan.sources[at].digest for _, at in _read(planned)] != [given.digest]:
            yield "has other annotations than there"
    else:
        yield from _renamed(plan, tool, handler, present)
        if any(_is_place(base, handler) for base in declaration.bases):
            yield "is another class, which a decorator made of the one there"
        yield from _moved(plan, planned, (handler, *declaration.bases), present)
        runs = declaration.runs
        if runs is not None and not _is_planned(runs, declaration, (plan, planned), present):
            yield "runs another function than there"
    told = (*decorator_differences(tool, declaration), *_reworded(plan, tool, declaration, present))
    if told:
        yield f"is declared otherwise than there: {', '.join(told)}"


def _renamed(plan: Plan, tool: ToolPlan, place: HandlerLocation, present: Present) -> Iterator[str]:
    """Say that a handler may be another one than was planned, of the same name."""
    name, at = next(iter(_read(tool.handler)), ("", 0))
    if name != place.qualname:
        yield "has another handler than there"
        return
    source = plan.sources[at]
    if not present.is_here(place):
        if not _is_called_alike(place, source):
            yield "has another handler than there"
    elif present.is_another(place, source, None if tool.origin is None else tool.origin.line):
        yield f"may have another handler than there: its file has several `{name}`"


def _reworded(
    plan: Plan, tool: ToolPlan, declaration: ToolDeclaration, present: Present
) -> Iterator[str]:
    """Say whether a docstring in a file that changed is another one now, where it is the text."""
    handler, runs = declaration.handler, declaration.runs
    if isinstance(handler, InlineAnnotations) or not is_worded_by_docstring(tool, declaration):
        return
    sources = {name: plan.sources[at] for name, at in _read(tool.handler)}
    places = [place for place in (handler, *declaration.bases) if place.qualname in sources]
    if not any(present.module_changed(path_of(one.file), sources[one.qualname]) for one in places):
        return
    texts = present.paragraphs(path_of(handler.file), handler.qualname)
    if None in texts and runs is not None:
        # A class without a docstring is described by that of its `call`.
        texts = (texts - {None}) | present.paragraphs(path_of(runs.file), runs.qualname)
    there = planned_text(tool)
    if texts and there not in texts:
        here = sorted(text for text in texts if text is not None)
        yield told_change("description", there, here[0] if here else None)


def _is_planned(
    runs: HandlerLocation,
    declaration: ToolDeclaration,
    there: tuple[Plan, HandlerRef],
    present: Present,
) -> bool:
    """Whether a call runs the function itself, or the method that was read, that was planned.

    That is the one of the first class with a `def call` in its source; where sources are not here,
    of the first class that has a `call` now. What was put in its place is another.
    """
    plan, planned = there
    sources = {name: plan.sources[at] for name, at in _read(planned)}
    caller, handler = declaration.caller, declaration.handler
    if caller is None or isinstance(handler, InlineAnnotations):
        return runs.qualname in sources
    called = runs.qualname.removesuffix(".call") if runs.qualname.endswith(".call") else ""
    if called not in sources:
        return False
    for place in (handler, *declaration.bases):
        if not present.is_here(place):
            return called == caller
        # Another class of the lineage may be called alike, and have several methods `call`.
        if place.qualname == called == caller and _is_same(runs.file, place.file):
            return not present.has_several(path_of(place.file), called, "call", sources[called])
        if present.paragraphs(path_of(place.file), f"{place.qualname}.call"):
            is_there = place.qualname == called and _is_same(runs.file, place.file)
            return is_there and not present.has_several(
                path_of(place.file), called, "call", sources[called]
            )
    return False


def _is_place(place: HandlerLocation, other: HandlerLocation) -> bool:
    return place.qualname == other.qualname and _is_same(place.file, other.file)


def _is_same(file: str, other: str) -> bool:
    return file == other or Path(file).resolve() == Path(other).resolve()


def _read(handler: HandlerRef) -> list[tuple[str, int]]:
    """Give the classes, or the function, whose annotations are in the plan, with their files."""
    return [(name, at) for name, at in handler.lineage if at is not None]


def _moved(
    plan: Plan, handler: HandlerRef, places: Sequence[HandlerLocation], present: Present
) -> Iterator[str]:
    """Walk what the handler inherits from along what was planned; an unplanned class is skipped.

    One that holds annotations of its own, or of which nobody can tell whether it does, cannot be
    skipped. Where the planner knew of a base that it could not find, it took nothing from behind
    it: one behind all planned classes may hold types and signatures, which those before it have
    themselves.
    """
    wanted = _read(handler)
    known: set[tuple[str, str]] = set()
    between: list[HandlerLocation] = []
    last: list[HandlerLocation] = []
    for place in places:
        name, at = wanted[0] if wanted else ("", 0)
        if name == place.qualname and (not known or _may_be(place, plan.sources[at], present)):
            source = plan.sources[wanted.pop(0)[1]]
            between, last = between + last, []
            known.add((place.file, place.qualname))
            if present.module_differs(path_of(place.file), source):
                yield f"has other annotations than there: `{source.name}` has changed"
        elif (place.file, place.qualname) not in known:
            last.append(place)
    unread = [name for name, at in handler.lineage if at is None]
    skipped = between if unread else between + last
    is_more = any(map(present.is_annotated, skipped)) or any(map(present.is_described, last))
    untold = [place for place in skipped if not present.is_single(place)]
    if wanted or is_more or not all(_is_unread(place, unread) for place in untold):
        yield "inherits from other classes than there"


def _may_be(place: HandlerLocation, source: SourceFile, present: Present) -> bool:
    """Whether a base class may be in a file of the plan; of one that is not here a name tells."""
    if present.is_here(place):
        return present.is_single(place)
    return _is_called_alike(place, source)


def _is_called_alike(place: HandlerLocation, source: SourceFile) -> bool:
    """Whether a file is called as one of the plan, wherever it lies; packages are folders."""
    here, there = PurePath(place.file).parts, PurePosixPath(source.name).parts
    parts = min(len(here), len(there), 2 if here[-1:] == ("__init__.py",) else 1)
    return here[-parts:] == there[-parts:]


def _is_unread(place: HandlerLocation, unread: list[str]) -> bool:
    """Whether a class may be a base that the planner could not find either; each is one at most."""
    for name in unread:
        if name.rpartition(".")[2] == place.qualname.rpartition(".")[2]:
            unread.remove(name)
            return True
    return False
