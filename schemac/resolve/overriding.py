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
from schemac.syntax.lost_gates import find_gate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.resolve.lineage import Lineage
    from schemac.resolve.modules import ClassRef
    from schemac.source import Source
    from schemac.syntax.host import HostClass, HostFunction, HostModule

__all__ = ["missed_override"]

_NAMES = ("output", "input")


def missed_override(lineage: Lineage) -> Diagnostic | None:
    """Report a type that was to be the `output` or `input` of a class which inherits one.

    A class between the handler and the one that declares it leaves it as open as the handler does.
    """
    for name in _NAMES:
        for each in _heirs(lineage, name):
            told = _above(each, name) or _nearly(each, name, is_last=each is lineage.classes[0])
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
    """Find the name among what is declared right above a class.

    Behind an empty line it is what it stands in that declares it, for others; but not with a gate,
    where no other uses it.
    """
    source, container = heir.module.host.source, _around(heir)
    last = heir.host.first_line
    above = (each for each in container.declarations.types if each.name == name)
    lines = [(line, each) for each in above if (line := each.span.begin.line) < last]
    if not lines or last > len(source.line_starts):
        return None
    line, nearest = lines[-1]
    between = [each.lstrip() for each in _until_code(source, line, last)]
    if len(between) < last - line - 1:
        return None
    is_apart = not all(each.startswith("#") for each in between)
    if is_apart and (not _shows_gate(source, line) or _is_used(container, heir, name)):
        return None
    message = f"`{heir.host.qualname}` inherits its `{name}`: this one above it is not used"
    hint = "move it into the body of the class, or above another statement"
    return Diagnostic("SC108", message, nearest.name_span, hint=hint)


def _around(heir: ClassRef) -> HostClass | HostModule:
    """Give what a class stands in: another class, or the module."""
    outer = heir.host.qualname.rpartition(".")[0]
    for each in heir.module.classes.get(outer, ()):
        return each.host
    return heir.module.host


def _until_code(source: Source, line: int, last: int) -> Iterator[str]:
    """Give the lines below one, up to the first that is neither empty nor a comment."""
    for number in range(line + 1, last):
        text = source.line(number)
        if text.strip() and not text.lstrip().startswith("#"):
            return
        yield text


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


def _is_used(container: HostClass | HostModule, heir: ClassRef, name: str) -> bool:
    """Whether something beside a class uses the `output` or `input` that stands above it."""
    if name in _named(container):
        return True
    if any(_leaves_open(each, name) for each in container.functions):
        return True
    beside = (each for each in container.classes if each.name_span != heir.host.name_span)
    return any(
        not any(one.name == name for one in each.declarations.types)
        and all(base.rpartition(".")[2] == "Handler" for base in each.bases)
        and (
            name in _used(each)
            or any(one.name == "call" and _leaves_open(one, name) for one in each.functions)
        )
        for each in beside
    )


def _leaves_open(function: HostFunction, name: str) -> bool:
    """Whether a function leaves it to a declaration what it returns, or takes, or names it."""
    signature = function.signature
    if signature is None:
        return function.name == "call"
    if name in named_types(signature):
        return True
    return signature.returns is None if name == "output" else not signature.parameters


def _nearly(heir: ClassRef, name: str, *, is_last: bool) -> Diagnostic | None:
    """Find a type that nothing in its class uses, and that is called nearly as an inherited one."""
    slips = [
        each
        for each in heir.host.declarations.types
        if each.name not in _NAMES and did_you_mean(each.name, (name,)) is not None
    ]
    used = _used(heir.host) if slips else frozenset()
    for each in slips:
        if each.name not in used:
            owner = f"`{heir.host.qualname}` inherits its"
            owner = owner if is_last else f"what inherits from `{heir.host.qualname}` has another"
            message = f"nothing uses `{each.name}`, and {owner} `{name}`"
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
        found.update(_named(one))
        for function in one.functions:
            if function.signature is not None:
                found.update(named_types(function.signature))
    return frozenset(found)


def _named(host: HostClass | HostModule) -> Iterator[str]:
    """Give the names in the types that a class or module declares, each one's own aside."""
    for each in host.declarations.types:
        names = (node.name for node in nodes(each.body) if isinstance(node, NameType))
        yield from (name for name in names if name != each.name)
