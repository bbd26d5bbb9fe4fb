"""A class or module that declares an `output` or `input` in, whether anything uses it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import NameType
from schemac.resolve.returning import means_output
from schemac.resolve.scope import Miss
from schemac.resolve.shadowing import named_types
from schemac.resolve.trees import nodes
from schemac.syntax.host import HostClass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.resolve.lineage import Ancestry
    from schemac.resolve.modules import ClassRef, Module
    from schemac.resolve.scope import Scope
    from schemac.syntax.host import HostFunction, HostModule

__all__ = ["is_used", "leaves_open", "used_names"]


def is_used(container: ClassRef | Module, name: str, but: ClassRef, ancestry: Ancestry) -> bool:
    """Whether something but one class uses the `output` or `input` that its surroundings declare.

    A class that inherits one uses that.
    """
    module, level = but.module, container.scope
    if name in _named(container.host):
        return True
    classes, functions = module.inside(container)
    others = [each for each in classes if each is not but]
    if any(_means(each.scope, name, level) and name in _named(each.host) for each in others):
        return True
    takers = [each for each in others if not _has_own(each, name, ancestry)]
    if any(_serves(each, name, level, ancestry) for each in takers):
        return True
    apart = {but, *others}.difference(takers)
    theirs = {id(function) for each in apart for function in each.functions}
    return any(
        _means(each.scope, name, level) and (_names(each.host, name) or _takes(each.host, name))
        for each in functions
        if id(each) not in theirs
    )


def _means(scope: Scope, name: str, level: Scope) -> bool:
    """Whether a name that is looked up from a scope is that of a level around it."""
    declaring = (each for each in scope.levels() if each.here(name) is not Miss.UNKNOWN)
    return next(declaring, None) is level


def _has_own(ref: ClassRef, name: str, ancestry: Ancestry) -> bool:
    """Whether a class declares or inherits a name, or nobody can tell."""
    lineage = ancestry.of(ref)
    return bool(lineage.unread) or any(
        each.scope.here(name) is not Miss.UNKNOWN for each in lineage.classes
    )


def _serves(ref: ClassRef, name: str, level: Scope, ancestry: Ancestry) -> bool:
    """Whether a class that seems to be a tool leaves it to a level what it returns or takes."""
    lineage = ancestry.of(ref)
    methods = [each for _, each in lineage.methods("call")]
    signed = [each for each in methods if each.host.signature is not None]
    is_handler = any(
        _is_handler(base, each) for each in lineage.classes for base in each.host.bases
    )
    if not is_handler and not _may_be_tool(ref.host, is_signed=bool(signed)):
        return False
    return any(
        _means(each.scope, name, level) and leaves_open(each.host, name)
        for each in (signed or methods)[:1]
    )


def _is_handler(base: str, ref: ClassRef) -> bool:
    """Whether a base is called `Handler` here, or where it is imported from."""
    bound = ref.module.imported.get(base, base)
    return bound.rpartition(".")[2] == "Handler" or base.rpartition(".")[2] == "Handler"


def _may_be_tool(host: HostClass | HostFunction, *, is_signed: bool) -> bool:
    """Whether what stands on a class or function may make a tool of it.

    What comes from another module makes none of ours of what has no signature.
    """
    found = host.decorators
    return bool(found and is_signed) or any(each.by != "import" for each in found)


def _names(function: HostFunction, name: str) -> bool:
    return function.signature is not None and name in named_types(function.signature)


def _takes(function: HostFunction, name: str) -> bool:
    is_signed = function.signature is not None
    return _may_be_tool(function, is_signed=is_signed) and leaves_open(function, name)


def leaves_open(function: HostFunction, name: str) -> bool:
    """Whether a function leaves it to a declaration what it returns, or takes."""
    signature = function.signature
    if name == "output":
        return means_output(signature, Miss.BROKEN)
    return signature is None or not signature.parameters


def used_names(host: HostClass | HostFunction) -> frozenset[str]:
    """Give the names of types that a class uses, and what stands in it; its types by others.

    Of a function it gives those in its signature, and in the types of its own.
    """
    found: set[str] = set()
    pending = [host]
    while pending:
        one = pending.pop()
        found.update(_named(one))
        if isinstance(one, HostClass):
            pending.extend((*one.classes, *one.functions))
        elif one.signature is not None:
            found.update(named_types(one.signature))
    return frozenset(found)


def _named(host: HostClass | HostFunction | HostModule) -> Iterator[str]:
    """Give the names in the types that something declares, each one's own aside."""
    for each in host.declarations.types:
        names = (node.name for node in nodes(each.body) if isinstance(node, NameType))
        yield from (name for name in names if name != each.name)
