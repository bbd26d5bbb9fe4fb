"""The root of a tool's input or output in, its part out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.emit.canonical import dumps
from schemac.emit.schema import emit_schema
from schemac.emit.templates.compiling import wrapped
from schemac.emit.templates.gating import doors_of
from schemac.emit.templates.parts import Inline, UnfitError
from schemac.emit.templates.unions import choice, is_of_objects, settled_union
from schemac.emit.templates.words import Words, words_of
from schemac.plan.layers import describe
from schemac.plan.model import Shape
from schemac.plan.nodes import MapOf, Record, Ref, Union
from schemac.plan.walk import references

if TYPE_CHECKING:
    from schemac.emit.templates.compiling import Compiler
    from schemac.emit.templates.gating import Doors
    from schemac.emit.templates.parts import Part
    from schemac.plan.nodes import Node

__all__ = ["root_of"]


def root_of(compiler: Compiler, node: Node) -> tuple[Doors, Part | None]:
    """Give the whole schema of a root, and the doors before it; None where it never is."""
    if not isinstance(node, Ref):
        return (), _whole(compiler, node)
    target, gates = compiler.followed(node)
    body = compiler.plan_body(target)
    if isinstance(body, Union):
        doors = doors_of([*gates, compiler.gate_of(target)], compiler.side)
        return ((), None) if doors is None else (doors, _whole(compiler, describe(body, node.meta)))
    if not isinstance(body, Record | MapOf):
        raise UnfitError
    use = compiler.use(node, {})
    return (), None if use is None else Inline(use)


def _whole(compiler: Compiler, node: Node) -> Part | None:
    if compiler.leaves.is_free(node):
        shown = compiler.leaves.cut(node)
        return None if shown is None else _settled(compiler, shown)
    if isinstance(node, Union) and compiler.leaves.leaf(node) is None:
        return choice(compiler, node, node.meta, {}, is_root=True)
    if isinstance(node, Record | MapOf):
        return compiler.whole(node, {})
    raise UnfitError


def _settled(compiler: Compiler, node: Node) -> Part | None:
    if not references(node):
        return dumps(emit_schema(Shape(node, {}), closed=compiler.closed))
    if isinstance(node, Ref):
        use = compiler.use(node, {})
        return None if use is None else Inline(use)
    if not isinstance(node, Union):
        return compiler.whole(node, {}, settled=True)
    words = words_of(node.meta, {})
    if is_of_objects(compiler, node):
        words = Words(f'{words.before}"type":"object",', words.behind)
    return wrapped(words, settled_union(compiler, node))
