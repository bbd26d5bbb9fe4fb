"""A handler's classes in, what was to go before an inherited `output` or `input` out (SC108).

What a class inherits is what it serves, for want of a type of its own: one that was meant to be its
own, and stands above the class or has a slip in its name, would leave the inherited one open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic, Fix
from schemac.diagnostics.suggest import did_you_mean
from schemac.ir.tags import TAGS
from schemac.ir.types import NameType, Tagged
from schemac.resolve.lineage import Slip
from schemac.resolve.scope import Miss
from schemac.resolve.trees import nodes
from schemac.resolve.users import is_used, leaves_open, used_names
from schemac.syntax.lost_gates import find_gate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schemac.resolve.lineage import Ancestry, Lineage
    from schemac.resolve.modules import ClassRef, FunctionRef, Module
    from schemac.resolve.scope import Scope, Table
    from schemac.source import Source, Span
    from schemac.syntax.host import HostClass, HostFunction

__all__ = ["missed_around", "missed_override"]

_NAMES = ("output", "input")


def missed_override(lineage: Lineage, ancestry: Ancestry) -> Diagnostic | None:
    """Report a type that was to be the `output` or `input` of a class which inherits one.

    A class between the handler and the one that declares it leaves it as open as the handler does;
    so do all where what is around them declares it.
    """
    first = lineage.classes[0]
    for name in _NAMES:
        if _is_around(lineage, name):
            slips = (_known_slip(each, name, ancestry) for each in lineage.classes)
            slip = next((each for each in slips if each is not None), None)
            if slip is not None:
                return _outside(first.host.qualname, name, slip)
        for each in _heirs(lineage, name):
            key = each, name
            if key not in ancestry.missed:
                ancestry.missed[key] = _above(each, name, ancestry) or _known_slip(
                    each, name, ancestry
                )
            found = ancestry.missed[key]
            if found is not None:
                return found if isinstance(found, Diagnostic) else _told(each, name, found, first)
    return _declared_anew(lineage, ancestry)


def _declared_anew(lineage: Lineage, ancestry: Ancestry) -> Diagnostic | None:
    """Find a gated type that nothing in its class uses, and that is called like an inherited one.

    What is inherited is read where it was written: it has the other one.
    """
    for at, heir in enumerate(lineage.classes[:-1]):
        key = lineage.classes[at:]
        if key not in ancestry.anew:
            ancestry.anew[key] = _unused(heir, key[1:], ancestry.table)
        found = ancestry.anew[key]
        if found is not None:
            return found
    return None


def _unused(heir: ClassRef, bases: Sequence[ClassRef], table: Table) -> Diagnostic | None:
    declared = [each for each in heir.host.declarations.types if each.name not in _NAMES]
    used = used_names(heir.host) if declared else frozenset()
    for each in declared:
        known = {Miss.UNKNOWN, heir.scope.find(each.name)}
        base = next((base for base in bases if base.scope.find(each.name) not in known), None)
        if each.name in used or base is None or not _holds_gate(heir.scope, each.name, table):
            continue
        message = f"nothing uses this `{each.name}`: what `{heir.host.qualname}` inherits has that"
        hint = "put the gate there, or declare here what uses the type as well"
        return Diagnostic(
            "SC108", f"{message} of `{base.host.qualname}`", each.name_span, hint=hint
        )
    return None


def _known_slip(ref: ClassRef, name: str, ancestry: Ancestry) -> Slip | None:
    """Look for a slip in a class once, whoever inherits from it."""
    key = ref, name
    if key not in ancestry.slips:
        ancestry.slips[key] = _nearly(ref.host, name)
    return ancestry.slips[key]


def missed_around(function: FunctionRef) -> Diagnostic | None:
    """Report the same of a function whose `output` or `input` is declared around it."""
    host = function.host
    for name in _NAMES:
        is_outside = function.scope.here(name) is Miss.UNKNOWN
        if is_outside and leaves_open(host, name) and function.scope.find(name) is not Miss.UNKNOWN:
            found = _nearly(host, name)
            if found is not None:
                return _outside(host.qualname, name, found)
    return None


def _is_around(lineage: Lineage, name: str) -> bool:
    """Whether a handler's classes leave a name to what is around the one with its method."""
    method = lineage.method("call")
    if method is None or not leaves_open(method[1].host, name):
        return False
    if any(each.scope.here(name) is not Miss.UNKNOWN for each in lineage.classes):
        return False
    return method[0].scope.find(name) is not Miss.UNKNOWN


def _heirs(lineage: Lineage, name: str) -> list[ClassRef]:
    """Give the classes that go before the one that declares a name; none where nobody does."""
    found: list[ClassRef] = []
    for each in lineage.classes:
        if each.scope.here(name) is not Miss.UNKNOWN:
            return found
        found.append(each)
    return []


def _above(heir: ClassRef, name: str, ancestry: Ancestry) -> Diagnostic | None:
    """Find the name among what is declared, or imported, right above a class.

    Elsewhere it is what the class stands in that declares it, for others; but not with a gate,
    where no other uses it.
    """
    container = _around(heir)
    if container.scope.here(name) is Miss.UNKNOWN:
        return None
    source, last = heir.module.host.source, heir.host.first_line
    spans = list(_declaring(container, name, ancestry.table))
    before = (span for span in spans if span.begin.line < last)
    nearest = max(before, key=lambda span: span.start, default=next(iter(spans), None))
    if nearest is None or last > len(source.line_starts):
        return None
    line = nearest.begin.line
    if not _is_right_above(source, line, last):
        is_gated = _shows_gate(source, line) or _holds_gate(container.scope, name, ancestry.table)
        if not is_gated or is_used(container, name, heir, ancestry):
            return None
    place = "above" if line < last else "below"
    message = f"`{heir.host.qualname}` inherits its `{name}`: this one {place} it is not used"
    hint = "move it into the body of the class, or above another statement"
    return Diagnostic("SC108", message, nearest, hint=hint)


def _declaring(container: ClassRef | Module, name: str, table: Table) -> Iterator[Span]:
    """Give where what a class stands in declares a name, or else where it imports it."""
    declared = container.host.declarations
    types = [each.name_span for each in declared.types if each.name == name]
    yield from types
    for each in () if types else declared.imports:
        if each.names is not None:
            yield from (one.span for one in each.names if name == (one.alias or one.name))
        elif _brings(container.scope, name, each.path, table):
            yield each.path_span


def _brings(scope: Scope, name: str, path: str, table: Table) -> bool:
    """Whether a name is imported from a file."""
    number = scope.imported.get(name)
    return number is not None and table[number].scope.file.rpartition(".")[0] == path


def _around(heir: ClassRef) -> ClassRef | Module:
    """Give what a class stands in: another class, or the module."""
    outer = heir.host.qualname.rpartition(".")[0]
    return next(iter(heir.module.classes.get(outer, ())), heir.module)


def _is_right_above(source: Source, line: int, last: int) -> bool:
    """Whether nothing but comments is between two lines."""
    between = (source.line(number).lstrip() for number in range(line + 1, last))
    return line < last and all(each.startswith("#") for each in between)


def _shows_gate(source: Source, line: int) -> bool:
    """Whether there is a gate in the lines of comments that a declaration stands among."""
    number = line
    while number > 1 and source.line(number - 1).lstrip().startswith("#"):
        number -= 1
    while number <= len(source.line_starts):
        text = source.line(number).lstrip()
        if not text.startswith("#"):
            return False
        if find_gate(text) is not None:
            return True
        number += 1
    return False


def _holds_gate(scope: Scope, name: str, table: Table) -> bool:
    """Whether there is a gate in a type, or in one that it names; or nobody can tell."""
    pending, known = [scope.here(name)], set[int]()
    while pending:
        found = pending.pop()
        if found is Miss.BROKEN:
            return True
        if found is Miss.UNKNOWN or found in known:
            continue
        known.add(found)
        declared = table[found]
        for node in nodes(declared.declaration.body):
            if isinstance(node, Tagged) and any(tag.name not in TAGS for tag in node.tags):
                return True
            if isinstance(node, NameType):
                pending.append(declared.scope.find(node.name))
    return False


def _nearly(host: HostClass | HostFunction, name: str) -> Slip | None:
    """Find a type that nothing in its class uses, and that is called nearly as an inherited one."""
    declared = host.declarations
    names = [(each.name, each.name_span) for each in declared.types]
    for each in declared.imports:
        names += [(one.alias or one.name, one.span) for one in each.names or ()]
    slips = [
        Slip(each, span)
        for each, span in names
        if each not in _NAMES and did_you_mean(each, (name,)) is not None
    ]
    used = used_names(host) if slips else frozenset()
    return next((each for each in slips if each.name not in used), None)


def _outside(owner: str, name: str, slip: Slip) -> Diagnostic:
    return _slipped(slip, name, f"`{owner}` has the `{name}` that is declared around it")


def _told(heir: ClassRef, name: str, slip: Slip, last: ClassRef) -> Diagnostic:
    owner = f"`{heir.host.qualname}` inherits its"
    owner = owner if heir is last else f"what inherits from `{heir.host.qualname}` has another"
    return _slipped(slip, name, f"{owner} `{name}`")


def _slipped(slip: Slip, name: str, instead: str) -> Diagnostic:
    message = f"nothing uses `{slip.name}`, and {instead}"
    # What is imported may be called otherwise where it is declared.
    fix = Fix(slip.span, name) if slip.span.text == slip.name else None
    return Diagnostic("SC108", message, slip.span, hint=f"did you mean `{name}`?", fix=fix)
