"""A handler's classes in, what was to go before an inherited `output` or `input` out (SC108).

What a class inherits is what it serves, for want of a type of its own: one that was meant to be its
own, and stands above the class or has a slip in its name, would leave the inherited one open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic, Fix
from schemac.diagnostics.suggest import did_you_mean
from schemac.ir.types import NameType
from schemac.resolve.scope import Miss
from schemac.resolve.shadowing import named_types
from schemac.resolve.trees import nodes

if TYPE_CHECKING:
    from schemac.ir.decls import TypeDeclaration
    from schemac.resolve.lineage import Lineage
    from schemac.resolve.modules import ClassRef
    from schemac.syntax.host import HostClass

__all__ = ["missed_override"]

_NAMES = ("output", "input")


def missed_override(lineage: Lineage) -> Diagnostic | None:
    """Report a type that was to be the `output` or `input` of a class which inherits one."""
    for name in _NAMES:
        heirs = _heirs(lineage, name)
        found = [_above(each, name) for each in heirs]
        found += [_nearly(each, name) for each in heirs[:1]]
        told = next((each for each in found if each is not None), None)
        if told is not None:
            return told
    return None


def _heirs(lineage: Lineage, name: str) -> list[ClassRef]:
    """Give the classes that go before the one that declares a name; none where nobody does."""
    found: list[ClassRef] = []
    for each in lineage.classes:
        if each.scope.here(name) is not Miss.UNKNOWN:
            return found
        found.append(each)
    return []


def _above(heir: ClassRef, name: str) -> Diagnostic | None:
    """Find the name among what is declared on the lines right above a class."""
    source = heir.module.host.source
    for each in _around(heir):
        line = each.span.begin.line
        if each.name != name or not line < heir.host.first_line <= len(source.line_starts):
            continue
        between = map(source.line, range(line, heir.host.first_line))
        if all(one.lstrip().startswith("#") for one in between):
            inherited = (
                f"`{heir.host.qualname}` inherits its `{name}`: this one above it is not used"
            )
            hint = "move it into the body of the class, or leave a line between"
            return Diagnostic("SC108", inherited, each.name_span, hint=hint)
    return None


def _around(heir: ClassRef) -> tuple[TypeDeclaration, ...]:
    """Give the types of what a class stands in: another class, or the module."""
    outer = heir.host.qualname.rpartition(".")[0]
    for each in heir.module.classes.get(outer, ()):
        return each.host.declarations.types
    return heir.module.host.declarations.types


def _nearly(heir: ClassRef, name: str) -> Diagnostic | None:
    """Find a type that nothing in its class uses, and that is called nearly as an inherited one."""
    slips = [
        each
        for each in heir.host.declarations.types
        if each.name not in _NAMES and did_you_mean(each.name, (name,)) is not None
    ]
    used = _used(heir.host) if slips else frozenset()
    for each in slips:
        if each.name not in used:
            message = (
                f"nothing uses `{each.name}`, and `{heir.host.qualname}` inherits its `{name}`"
            )
            hint = f"did you mean `{name}`?"
            fix = Fix(each.name_span, name)
            return Diagnostic("SC108", message, each.name_span, hint=hint, fix=fix)
    return None


def _used(host: HostClass) -> frozenset[str]:
    """Give the names of types that a class uses, and what stands in it; its types by others."""
    found: set[str] = set()
    pending = [host]
    while pending:
        one = pending.pop()
        pending.extend(one.classes)
        for each in one.declarations.types:
            names = (node.name for node in nodes(each.body) if isinstance(node, NameType))
            found.update(name for name in names if name != each.name)
        for function in one.functions:
            if function.signature is not None:
                found.update(named_types(function.signature))
    return frozenset(found)
