"""A class or module that declares an `output` or `input` in, whether anything uses it out."""

from __future__ import annotations

import builtins
import sys
from typing import TYPE_CHECKING

from schemac.ir.types import NameType
from schemac.resolve.returning import means_output
from schemac.resolve.scope import Miss
from schemac.resolve.shadowing import named_types
from schemac.resolve.trees import nodes
from schemac.syntax.host import HostClass

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from schemac.resolve.lineage import Ancestry
    from schemac.resolve.modules import ClassRef, Module
    from schemac.resolve.scope import Scope
    from schemac.syntax.host import HostFunction, HostModule

__all__ = ["is_used", "leaves_open", "used_names"]


def is_used(container: ClassRef | Module, name: str, but: ClassRef, ancestry: Ancestry) -> bool:
    """Whether something but one class uses the `output` or `input` that its surroundings declare.

    A class that inherits one uses that.
    """
    key = id(container), name
    if key not in ancestry.users:
        found = _users(container, name, but.module, ancestry)
        # Of two different ones there is always one that is not the class.
        ancestry.users[key] = tuple(dict.fromkeys(found))[:2]
    return any(each is not but for each in ancestry.users[key])


def _users(
    container: ClassRef | Module, name: str, module: Module, ancestry: Ancestry
) -> Iterator[object]:
    """Give what uses it: the container, classes in it, and functions that are in none."""
    level = container.scope
    if name in _named(container.host):
        yield container
    classes, functions = module.inside(container)
    owners = {id(function): each for each in classes for function in each.functions}
    takers: set[ClassRef] = set()
    for each in classes:
        if _means(each.scope, name, level) and name in _named(each.host):
            yield each
        if not _has_own(each, name, ancestry):
            takers.add(each)
            if _serves(each, name, level, ancestry):
                yield each
    for function in functions:
        owner = owners.get(id(function))
        if owner is not None and owner not in takers:
            continue
        is_meant = _means(function.scope, name, level)
        if is_meant and (_names(function.host, name) or _takes(function.host, name)):
            yield function if owner is None else owner


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
    read = {each.host.name for each in lineage.classes}
    is_handler = any(
        _is_handler(base, each, read) for each in lineage.classes for base in each.host.bases
    )
    if not is_handler and not _may_be_tool(ref.host, is_signed=bool(signed)):
        return False
    return any(
        _means(each.scope, name, level) and leaves_open(each.host, name)
        for each in (signed or methods)[:1]
    )


def _is_handler(base: str, ref: ClassRef, read: Container[str]) -> bool:
    """Whether a base may be `Handler`, be it called otherwise, here or where it is imported from.

    It is not where it is a class that was read, or one of Python's own.
    """
    head, _, last = base.partition(".")
    bound = ref.module.imported.get(head, head)
    names = {(last or bound).rpartition(".")[2], base.rpartition(".")[2]}
    if "Handler" in names:
        return True
    is_known = any(each in read or each in ref.module.classes for each in names)
    return not (is_known or hasattr(builtins, head) or _top(bound) in sys.stdlib_module_names)


def _top(path: str) -> str:
    return path.partition(".")[0]


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
