"""A module's code in, what binds the names that base classes are written by, out.

Classes themselves are left out, and so are functions without a class inside: no base is looked up
in those.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from schemac.syntax.host import Binding
from schemac.syntax.places import Function

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from schemac.syntax.places import Layout, Place

__all__ = ["bindings", "dotted", "public_names", "unplain_keywords"]

_PLAIN_META = frozenset({"ABCMeta", "abc.ABCMeta", "type"})


def bindings(laid_out: Layout, text: str) -> tuple[Binding, ...]:
    """Give what binds names in the module, in classes, and in functions around classes."""
    found: dict[Binding, None] = {}
    around = set(_around_classes(laid_out))
    for place in laid_out.places:
        if place.node is None or place.is_class or place in around:
            body = laid_out.tree.body if place.node is None else place.node.body
            found.update(dict.fromkeys(_bound(body, _inside(place))))
            found.update(dict.fromkeys(_parameters(place)))
    for node in laid_out.statements:
        if isinstance(node, ast.Global):
            found.update(dict.fromkeys(Binding("", name, "other") for name in node.names))
        elif isinstance(node, ast.Nonlocal):
            found.update(dict.fromkeys(Binding("*", name, "other") for name in node.names))
    if ":=" in text:
        named = (node for node in ast.walk(laid_out.tree) if isinstance(node, ast.NamedExpr))
        found.update(dict.fromkeys(Binding("*", node.target.id, "other") for node in named))
    return tuple(found)


def public_names(tree: ast.Module, text: str) -> tuple[str, ...] | None:
    """Give what `__all__` lists, `*` where nobody can tell; None where there is no such list."""
    if "__all__" not in text:
        return None
    match [node for node in tree.body if _names_all(node)]:
        case []:
            return None
        case [
            ast.Assign(targets=[ast.Name()], value=ast.List(elts=items) | ast.Tuple(elts=items))
            | ast.AnnAssign(value=ast.List(elts=items) | ast.Tuple(elts=items))
        ]:
            names = [getattr(item, "value", None) for item in items]
            texts = tuple(name for name in names if isinstance(name, str))
            return texts if len(texts) == len(names) else ("*",)
        case _:
            return ("*",)


def _names_all(node: ast.stmt) -> bool:
    """Whether a statement has `__all__` in it, as a name, an attribute or a text."""
    return any(
        "__all__" in {getattr(each, "id", ""), getattr(each, "attr", ""), _text(each)}
        for each in ast.walk(node)
    )


def _text(node: ast.AST) -> str:
    value = node.value if isinstance(node, ast.Constant) else ""
    return value if isinstance(value, str) else ""


def dotted(node: ast.expr) -> str | None:
    """Give a name, or an attribute of one, as text; the arguments of a generic are left out."""
    parts: list[str] = []
    while isinstance(node, ast.Subscript):
        node = node.value
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join((node.id, *reversed(parts)))


def unplain_keywords(node: ast.ClassDef) -> Iterator[ast.keyword]:
    """Give the keywords of a class that may give it other bases."""
    for keyword in node.keywords:
        is_meta = keyword.arg == "metaclass" and dotted(keyword.value) not in _PLAIN_META
        if keyword.arg is None or is_meta:
            yield keyword


def _parameters(place: Place) -> Iterator[Binding]:
    if isinstance(place.node, Function):
        for node in ast.walk(place.node.args):
            if isinstance(node, ast.arg):
                yield Binding(_inside(place), node.arg, "other")


def _around_classes(laid_out: Layout) -> Iterator[Place]:
    for place in laid_out.places:
        around = place.parent if place.is_class else None
        while around is not None:
            yield around
            around = around.parent


def _inside(place: Place) -> str:
    """Give how the qualified names of what stands directly in a place begin."""
    return f"{place.qualname}.<locals>" if place.is_function else place.qualname


def _bound(body: Iterable[ast.stmt], scope: str) -> Iterator[Binding]:
    pending: list[ast.AST] = [*body]
    while pending:
        node = pending.pop()
        match node:
            case ast.Import() | ast.ImportFrom():
                yield from _imported(node, scope)
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from _assigned(target, value, scope)
            case ast.AnnAssign(target=target, value=value):
                if value is not None:
                    yield from _assigned(target, value, scope)
            case _:
                name = _name(node)
                if name is not None:
                    yield Binding(scope, name, "other")
                pending.extend(_inner(node))


def _name(node: ast.AST) -> str | None:
    """Give the name that a node binds to what nobody can tell."""
    match node:
        case (
            ast.FunctionDef(name=str(name))
            | ast.AsyncFunctionDef(name=str(name))
            | ast.ExceptHandler(name=str(name))
            | ast.MatchStar(name=str(name))
            | ast.MatchAs(name=str(name))
            | ast.MatchMapping(rest=str(name))
            | ast.Name(id=str(name), ctx=ast.Store() | ast.Del())
        ):
            return name
        case _:
            return None


def _inner(node: ast.AST) -> Iterator[ast.AST]:
    """Give what may bind more names; of expressions only a tuple or list is assigned to."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return
    if not isinstance(node, ast.expr) or isinstance(node, ast.Tuple | ast.List | ast.Starred):
        yield from ast.iter_child_nodes(node)


def _imported(node: ast.Import | ast.ImportFrom, scope: str) -> Iterator[Binding]:
    """Give what an import binds."""
    if isinstance(node, ast.Import):
        for item in node.names:
            head = item.name.partition(".")[0]
            target = item.name if item.asname else head
            yield Binding(scope, item.asname or head, "import", target)
        return
    prefix = "." * node.level + (node.module or "")
    joint = "" if prefix.endswith(".") else "."
    for item in node.names:
        if item.name == "*":
            yield Binding(scope, "*", "star", prefix)
        else:
            yield Binding(scope, item.asname or item.name, "import", f"{prefix}{joint}{item.name}")


def _assigned(target: ast.expr, value: ast.expr, scope: str) -> Iterator[Binding]:
    name = None if isinstance(target, ast.Subscript) else dotted(target)
    if name is not None:
        given = dotted(value)
        if given is None:
            yield Binding(scope, name, "other")
        else:
            yield Binding(scope, name, "name", given)
        return
    for each in ast.walk(target):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield Binding(scope, each.id, "other")
