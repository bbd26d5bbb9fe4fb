"""The code of a module in, what its decorators' names come from out: from where, and of `tool`.

Where several statements bind a name nobody can tell which one ran last: all of them count.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias

from schemac.syntax.bindings import dotted
from schemac.syntax.makers import OURS, makers
from schemac.syntax.places import Definition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.syntax.host import Maker

__all__ = ["OURS", "Origins"]

_PACKAGE = "schemac"
_Bound: TypeAlias = "str | ast.AST | None"
"""What binds a name: the target of an import, an expression, a definition; None in doubt."""


class Origins:
    """Says where names come from; the module is walked when somebody asks first.

    `names` are those that the module binds to schemac's `tool`. Where the word is not in its `text`
    nothing makes tools.
    """

    def __init__(self, tree: ast.Module, text: str, names: frozenset[str]) -> None:
        self._tree = tree
        self._text = text
        self._has_tool = "tool" in text
        self._has_imports = "import" in text
        self._calls_results = self._has_tool and ")(" in text
        self._names = names
        self._bound: dict[str, list[_Bound]] | None = None
        self._applied: dict[str, list[ast.Call]] | None = None
        self._makers: dict[str, Maker] | None = None
        self._found: dict[str, tuple[str, ...]] = {}

    def of(self, node: ast.expr) -> tuple[str, ...]:
        """Give the imports that an expression surely comes from, () where there is doubt."""
        root = _root(node)
        if root is None:
            return ()
        if root not in self._found:
            self._found[root] = tuple(sorted(self._comes_from(root)))
        return self._found[root]

    def maker(self, node: ast.expr, *, nested: bool) -> Maker | None:
        """Give the maker of tools that a decorator is; a `nested` one may mean another name."""
        if not isinstance(node, ast.Name):
            return None
        found = self._all_makers().get(node.id)
        is_sure = found is None or not nested or len(self._known().get(node.id, ())) == 1
        return found if is_sure else None

    def imported(self, node: ast.expr) -> str | None:
        """Give the target of the import that alone binds a name, or an attribute of that."""
        if not (self._has_imports and isinstance(node, ast.Name | ast.Attribute)):
            return None
        written = dotted(node)
        if written is None:
            return None
        root, dot, rest = written.partition(".")
        match list(set(self._known().get(root, ()))):
            case [str(target)]:
                return f"{target}{dot}{rest}"
        return None

    def is_foreign(self, node: ast.expr) -> bool:
        """Whether an absolute import of another package surely gives an expression."""
        package = (self.imported(node) or "").partition(".")[0]
        return package not in ("", _PACKAGE) and "*" not in self._known()

    def is_ours(self, node: ast.expr) -> bool:
        """Whether an import of this package surely gives an expression."""
        return (self.imported(node) or "").partition(".")[0] == _PACKAGE

    def has_ours(self) -> bool:
        """Whether the module imports anything of this package."""
        if not (self._has_imports and _PACKAGE in self._text):
            return False
        targets = (each for bound in self._known().values() for each in bound)
        return any(isinstance(each, str) and each.partition(".")[0] == _PACKAGE for each in targets)

    def makers(self) -> tuple[Maker, ...]:
        """Give the names at the margin that are `tool`, or made of it."""
        return tuple(self._all_makers().values())

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

    def _all_makers(self) -> dict[str, Maker]:
        if self._makers is None:
            found: tuple[Maker, ...] = ()
            if self._has_tool:
                found = makers(self._tree, self._names, self.of, self.imported)
            self._makers = {each.name: each for each in found}
        return self._makers

    def _comes_from(self, name: str) -> set[str]:
        """Follow a name to imports; where one of its ways ends elsewhere there are none."""
        found: set[str] = set()
        seen = {name}
        pending = [name]
        while pending:
            given = self._known().get(pending.pop(), ())
            bound = [each for each in given if isinstance(each, str) or not _is_none(each)]
            if not bound:
                return set()
            for each in bound:
                if isinstance(each, str):
                    found.add(each)
                    continue
                root = _root(_unquoted(each))
                if root is None:
                    return set()
                if root not in seen:
                    seen.add(root)
                    pending.append(root)
        return found

    def _known(self) -> dict[str, list[_Bound]]:
        if self._bound is None:
            self._bound = defaultdict(list)
            told: set[int] = set()
            for node in _nodes(self._tree):
                if type(node) in _BINDING:
                    for name, bound in _binds(node, told):
                        self._bound[name].append(bound)
        return self._bound


_BINDING = frozenset(
    {
        ast.Import,
        ast.ImportFrom,
        ast.Assign,
        ast.AnnAssign,
        ast.NamedExpr,
        ast.withitem,
        ast.arg,
        ast.FunctionDef,
        ast.AsyncFunctionDef,
        ast.ClassDef,
        ast.ExceptHandler,
        ast.MatchAs,
        ast.MatchStar,
        ast.MatchMapping,
        ast.Name,
    }
)
_PLAIN = frozenset({ast.Load, ast.Store, ast.Del, ast.Constant})
"""Nodes without others in them; most nodes are of these."""


def _nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Give all nodes but the plain ones, each before what is in it, as `ast.walk` does slowly."""
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        yield node
        for name in () if type(node) is ast.Name else node._fields:
            found = getattr(node, name, None)
            if isinstance(found, list):
                pending.extend(filter(_is_more, found))
            elif found is not None and _is_more(found):
                pending.append(found)


def _is_more(part: object) -> bool:
    return type(part) not in _PLAIN and isinstance(part, ast.AST)


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
        case (
            ast.ClassDef(name=name)
            | ast.ExceptHandler(name=str(name))
            | ast.MatchAs(name=str(name))
            | ast.MatchStar(name=str(name))
            | ast.MatchMapping(rest=str(name))
        ):
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


def _unquoted(node: ast.AST | None) -> ast.AST | None:
    """Give what an annotation that is written as a text says."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _parsed(node.value)
    return node


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _is_none(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
