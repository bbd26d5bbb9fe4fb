"""A module's code in, the names that it binds to `tool`, or to what is made of it, out.

Only what is bound once, at the margin, is told: a wrong guess speaks of tools that there are not.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from schemac.syntax.host import Maker
from schemac.syntax.places import Definition, Function

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["OURS", "makers"]

OURS = frozenset({"schemac.tool", "schemac.runtime.tool.tool"})
"""What names of `tool` are imported by."""


@dataclass(slots=True)
class _Reading:
    """What was found of the names at the margin.

    `seeds` are told by themselves, with the imports they come from (none in doubt). `follow` maps a
    name to those that are made of it, each with whether it is the very same.
    """

    seeds: list[tuple[Maker, frozenset[str]]] = field(default_factory=list)
    follow: defaultdict[str, list[tuple[str, bool]]] = field(
        default_factory=lambda: defaultdict(list)
    )


def makers(
    tree: ast.Module,
    names: frozenset[str],
    origins: Callable[[ast.expr], tuple[str, ...]],
    imported: Callable[[ast.expr], str | None],
) -> tuple[Maker, ...]:
    """Give the makers of a module in order of name.

    `names` are bound to schemac's `tool`. `origins` says what imports an expression comes from,
    `imported` which one a name surely is.
    """
    reading = _Reading()
    for name, bound in _once(tree):
        for part, is_same in _parts(bound, imported):
            if isinstance(part, ast.Name):
                reading.follow[part.id].append((name, is_same))
            else:
                reading.seeds.append((Maker(name, is_same), frozenset(origins(part))))
    pending = [(Maker(name, alias=True), OURS) for name in names] + reading.seeds
    known: dict[str, tuple[Maker, frozenset[str]]] = {}
    while pending:
        maker, found = pending.pop()
        before = known.get(maker.name)
        if before is not None:
            # No import at all is doubt, which is never taken back.
            found = found | before[1] if found and before[1] else frozenset()
            if found == before[1]:
                continue
        known[maker.name] = (maker, found)
        pending += (
            (Maker(name, is_same and maker.alias), found)
            for name, is_same in reading.follow.get(maker.name, ())
        )
    return tuple(
        Maker(name, maker.alias, tuple(sorted(found)))
        for name, (maker, found) in sorted(known.items())
        if name not in names
    )


def _once(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Give the names that only one statement of the margin binds, with what it binds them to."""
    bound: dict[str, list[ast.AST | None]] = defaultdict(list)
    pending: list[tuple[ast.AST, bool]] = [(node, True) for node in reversed(tree.body)]
    while pending:
        node, plain = pending.pop()
        given = _given(node) if plain else None
        if given is not None:
            name, value = given
            bound[name].append(value)
            if value is not node:
                pending.append((value, False))
            continue
        for name in _bound(node):
            bound[name].append(None)
        plain = plain and isinstance(node, ast.If | ast.Try | ast.ExceptHandler)
        if not isinstance(node, Definition | ast.Lambda):
            pending += ((each, plain) for each in ast.iter_child_nodes(node))
    for name in _made_global(tree):
        bound[name].append(None)
    for name, nodes in bound.items():
        if len(nodes) == 1 and nodes[0] is not None:
            yield name, nodes[0]


def _given(node: ast.AST) -> tuple[str, ast.AST] | None:
    """Give the one name that a statement binds, and to what, where that can be told."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name, node
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
        ):
            return name, value
    return None


_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")
"""Where statements stand in others; no expression is met that way."""


def _made_global(tree: ast.Module) -> Iterator[str]:
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Global):
            yield from node.names
        for inner in _BODIES:
            pending += getattr(node, inner, ())


def _bound(node: ast.AST) -> tuple[str, ...]:
    """Give the names that a node binds, or takes away, by itself."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            return (name,)
        case ast.alias(name=whole, asname=short):
            return (short or whole.partition(".")[0],)
        case ast.arg(arg=name):
            return (name,)
        case (
            ast.FunctionDef(name=str(name))
            | ast.AsyncFunctionDef(name=str(name))
            | ast.ClassDef(name=str(name))
            | ast.ExceptHandler(name=str(name))
            | ast.MatchAs(name=str(name))
            | ast.MatchStar(name=str(name))
            | ast.MatchMapping(rest=str(name))
        ):
            return (name,)
    return ()


def _parts(
    bound: ast.AST, imported: Callable[[ast.expr], str | None]
) -> Iterator[tuple[ast.expr, bool]]:
    """Give the names, and the attributes `tool`, that something is made of.

    Each comes with whether it is that very thing.
    """
    match bound:
        case ast.Name() | ast.Attribute(attr="tool"):
            yield bound, True
        case ast.Call():
            yield from ((each, False) for each in _partial(bound, imported))
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from ((each, False) for each in _called(bound, imported))


def _partial(
    call: ast.Call, imported: Callable[[ast.expr], str | None]
) -> Iterator[ast.Name | ast.Attribute]:
    match call.args:
        case [ast.Name() | ast.Attribute(attr="tool") as given, *_]:
            if imported(call.func) == "functools.partial":
                yield given


def _called(
    function: Function, imported: Callable[[ast.expr], str | None]
) -> Iterator[ast.Name | ast.Attribute]:
    """Give what the body of a function calls that may be `tool`, its own names aside."""
    own = _own(function)
    for statement in function.body:
        for each in ast.walk(statement):
            if not isinstance(each, ast.Call):
                continue
            found = list(_partial(each, imported))
            match each.func:
                case ast.Name() | ast.Attribute(attr="tool") as called:
                    found.append(called)
            yield from (
                item for item in found if isinstance(item, ast.Attribute) or item.id not in own
            )


def _own(function: Function) -> frozenset[str]:
    """Give what a function, or one in it, binds, an import of `tool` itself aside."""
    found: set[str] = set()
    for node in ast.walk(function):
        match node:
            case ast.ImportFrom(module=str(module), level=0, names=items):
                found.update(
                    item.asname or item.name
                    for item in items
                    if f"{module}.{item.name}" not in OURS
                )
            case ast.Import(names=items) | ast.ImportFrom(names=items):
                found.update(name for item in items for name in _bound(item))
            case ast.alias():
                pass
            case _ if node is not function:
                found.update(_bound(node))
    return frozenset(found)
