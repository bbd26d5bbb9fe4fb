"""The code of a module in, what its decorators' names come from out: from where, and of `tool`.

Where several statements bind a name nobody can tell which one ran last: all of them count.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias

from schemac.syntax.bindings import dotted
from schemac.syntax.places import Definition

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Origins"]

_Bound: TypeAlias = "str | ast.AST | None"
"""What binds a name: the target of an import, an expression, a definition; None in doubt."""


class Origins:
    """Says where names come from; the module is walked when somebody asks first.

    `names` are those that the module binds to schemac's `tool`. Where the word is not in its `text`
    nothing makes tools.
    """

    def __init__(self, tree: ast.Module, text: str, names: frozenset[str]) -> None:
        self._tree = tree
        self._has_tool = "tool" in text
        self._has_imports = "import" in text
        self._calls_results = self._has_tool and ")(" in text
        self._names = names
        self._bound: dict[str, list[_Bound]] | None = None
        self._applied: dict[str, list[ast.Call]] | None = None

    def of(self, node: ast.expr) -> tuple[str, ...]:
        """Give the imports that an expression surely comes from, () where there is doubt."""
        found = self._comes_from(node, frozenset())
        return () if None in found else tuple(sorted(each for each in found if each))

    def makes_tools(self, node: ast.expr) -> bool:
        """Whether a decorator is a name that code with `tool` in it binds."""
        root = _root(node) if self._has_tool else None
        return root is not None and self._is_maker(root, set())

    def imported(self, node: ast.expr) -> str | None:
        """Give the target of the import that a name, or an attribute of it, is bound by."""
        if not self._has_imports:
            return None
        written = dotted(node)
        if written is None:
            return None
        root, dot, rest = written.partition(".")
        targets = [each for each in self._known().get(root, ()) if isinstance(each, str)]
        return f"{targets[0]}{dot}{rest}" if targets else None

    def makers(self) -> tuple[str, ...]:
        """Give the names at the margin that code with `tool` in it binds."""
        names = self._at_the_margin() if self._has_tool else ()
        return tuple(name for name in names if self._is_maker(name, set()))

    def applied(self, name: str) -> tuple[ast.Call, ...]:
        """Give the calls whose result is called with that name: `tool("x")(Thing)`, at once."""
        if self._applied is None:
            self._applied = defaultdict(list)
            for call in self._at_once() if self._calls_results else ():
                match call:
                    case ast.Call(func=ast.Call() as made, args=[ast.Name(id=given)]):
                        self._applied[given].append(made)
        return tuple(self._applied.get(name, ()))

    def _at_once(self) -> Iterator[ast.AST]:
        """Give what runs when the module is imported: what is in functions may never."""
        pending: list[ast.AST] = [*self._tree.body]
        while pending:
            node = pending.pop()
            if not isinstance(node, Definition | ast.Lambda):
                yield node
                pending.extend(ast.iter_child_nodes(node))

    def _at_the_margin(self) -> Iterator[str]:
        for node in self._tree.body:
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    yield name
                case ast.Assign(targets=targets):
                    yield from (each.id for each in targets if isinstance(each, ast.Name))
                case ast.AnnAssign(target=ast.Name(id=name)):
                    yield name

    def _comes_from(self, node: ast.AST | None, seen: frozenset[str]) -> set[str | None]:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node = _parsed(node.value)
        root = _root(node)
        bound = self._known().get(root or "", [])
        if root is None or root in seen or not bound:
            return {None}
        found: set[str | None] = set()
        for each in bound:
            if isinstance(each, str):
                found.add(each)
            elif not _is_none(each):
                found |= self._comes_from(each, seen | {root})
        return found or {None}

    def _is_maker(self, name: str, seen: set[str]) -> bool:
        if name in seen:
            return False
        seen.add(name)
        return any(
            self._uses_tool(each, seen)
            for each in self._known().get(name, ())
            if isinstance(each, ast.AST)
        )

    def _uses_tool(self, node: ast.AST, seen: set[str]) -> bool:
        for each in ast.walk(node):
            match each:
                case ast.Attribute(attr="tool"):
                    return True
                case ast.Name(id=name, ctx=ast.Load()) if name in self._names or self._is_maker(
                    name, seen
                ):
                    return True
        return False

    def _known(self) -> dict[str, list[_Bound]]:
        if self._bound is None:
            self._bound = defaultdict(list)
            told: set[int] = set()
            for node in ast.walk(self._tree):
                for name, bound in _binds(node, told):
                    self._bound[name].append(bound)
        return self._bound


def _binds(node: ast.AST, told: set[int]) -> Iterator[tuple[str, _Bound]]:
    """Give what a node binds; `told` are names that an outer node gave already."""
    match node:
        case ast.Import() | ast.ImportFrom():
            yield from _imported(node)
        case ast.Assign(targets=targets, value=value):
            yield from _assigned([each for each in targets if isinstance(each, ast.Name)], value)
            told.update(map(id, targets))
        case (
            ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value)
            | ast.NamedExpr(target=ast.Name() as target, value=value)
            | ast.withitem(optional_vars=ast.Name() as target, context_expr=value)
        ):
            yield target.id, value
            told.add(id(target))
        case ast.arg(arg=name, annotation=annotation):
            yield name, annotation
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name, node
        case ast.ClassDef(name=name) | ast.ExceptHandler(name=str(name)):
            yield name, None
        case ast.Name(id=name, ctx=ast.Store()) if id(node) not in told:
            yield name, None


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        for item in node.names:
            head = item.name if item.asname else item.name.partition(".")[0]
            yield item.asname or head, head
        return
    prefix = "." * node.level + (node.module or "")
    joint = "" if prefix.endswith(".") else "."
    for item in node.names:
        yield item.asname or item.name, f"{prefix}{joint}{item.name}"


def _assigned(targets: list[ast.Name], value: ast.expr) -> Iterator[tuple[str, _Bound]]:
    for each in targets:
        yield each.id, value


def _root(node: ast.AST | None) -> str | None:
    """Give the name that calls and attributes begin with."""
    while True:
        match node:
            case ast.Call(func=inner) | ast.Attribute(value=inner) | ast.Subscript(value=inner):
                node = inner
            case ast.Name(id=name):
                return name
            case _:
                return None


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _is_none(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
