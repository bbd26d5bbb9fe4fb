"""A plan's tools in, their templates out, where one is certain to agree with the plain emitter."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from schemac.emit.canonical import dumps
from schemac.emit.json_schema import reference_to
from schemac.emit.keywords import arranged, meta_keywords
from schemac.emit.naming import declared_name
from schemac.emit.shapes import key_schema, list_schema, map_schema
from schemac.emit.templates.gating import doors_of
from schemac.emit.templates.leaves import Leaves
from schemac.emit.templates.parts import Chain, Rows, TypeTemplate, UnfitError, Use, Variant
from schemac.emit.templates.records import rows_of
from schemac.emit.templates.unions import choice, settled_union
from schemac.emit.templates.words import Words, dressed, extras_of, words_of
from schemac.plan.layers import join_meta, layer
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    NO_META,
    ListOf,
    MapOf,
    Record,
    Ref,
    Union,
)
from schemac.plan.shown import as_shown
from schemac.plan.walk import references

if TYPE_CHECKING:
    from schemac.emit.keywords import Schema
    from schemac.emit.templates.parts import Part
    from schemac.plan.gates import Gate, Side
    from schemac.plan.model import Plan
    from schemac.plan.nodes import Field, Node

__all__ = ["Compiler"]


class Compiler:
    """Makes the templates of one side of a plan. What raises UnfitError has none.

    `types` are those of the named types that were met. A node that is `settled` is cut: it has no
    gate left in it, and no caller sees another one.
    """

    def __init__(self, plan: Plan, side: Side, *, closed: bool) -> None:
        self._plan = plan
        self.side = side
        self.closed = closed
        self.leaves = Leaves(plan, side, closed=closed)
        self.types: dict[int, TypeTemplate] = {}

    def whole(self, node: Node, extras: Schema, *, settled: bool = False) -> Part | None:
        """Give the schema of a node with what a field adds; None where it never is."""
        if not settled and self.leaves.is_free(node):
            cut = self.leaves.cut(node)
            if cut is None:
                return None
            node, settled = cut, True
        if settled and not references(node):
            return dumps(self.leaves.told(node, extras))
        if isinstance(node, Ref):
            return self.use(node, extras)
        leaf = None if settled else self.leaves.leaf(node)
        if leaf is not None:
            return self._leaf(leaf, extras)
        if not settled and isinstance(node, Union):
            return choice(self, node, node.meta, extras)
        core = self._core(node, settled=settled)
        return None if core is None else wrapped(words_of(node.meta, extras), core)

    def field(self, field: Field, *, settled: bool) -> Part | None:
        """Give the schema of a field, whatever its own gate."""
        if field.header is not None and references(field.type):
            raise UnfitError
        is_gated = field.default is not None and field.default.gate is not None
        if not settled and (is_gated or not self.leaves.is_free(field.type)):
            leaf = self.leaves.leaf(field.type)
            if leaf is not None and field.default_for is None:
                return self.leaves.variant(replace(field, type=leaf))
        return self.whole(field.type, extras_of(field), settled=settled)

    def use(self, ref: Ref, extras: Schema) -> Use | None:
        """Give a use of a named type; None where nothing of it is ever left."""
        target, gates = self.followed(ref)
        template = self.type(target)
        doors = doors_of(gates, self.side)
        if template.core is None or doors is None:
            return None
        words = self._words_at_use(target, ref, extras)
        own = arranged({"$ref": reference_to(template.name)} | meta_keywords(ref.meta) | extras)
        if template.core:
            before, after = f"{{{words.before}", f"{words.behind}}}"
        else:
            before, after = dressed(words, "")[:-1], "}"
        return Use(target, doors, dumps(own), before, after)

    def followed(self, ref: Ref) -> tuple[int, list[Gate | None]]:
        """Follow bare aliases; give what they name, and their gates."""
        if ref.constraints != NO_CONSTRAINTS or ref.closed:
            raise UnfitError
        words_of(ref.meta, {})
        gates: list[Gate | None] = []
        target = ref.target
        while isinstance(body := self._plan.types[target].body, Ref):
            if body != Ref(body.target):
                raise UnfitError
            gates.append(self._plan.types[target].gate)
            target = body.target
        return target, gates

    def plan_body(self, target: int) -> Node:
        """Give the body of a named type as the plan has it."""
        return self._plan.types[target].body

    def gate_of(self, target: int) -> Gate | None:
        """Give the gate on the declaration of a named type."""
        return self._plan.types[target].gate

    def _body(self, target: int) -> tuple[Node | None, bool]:
        """Give the body of a named type, and whether it is settled: all callers see it alike."""
        body = self._plan.types[target].body
        if not self.leaves.is_free(body):
            return body, False
        if not self.leaves.is_gated(target) and not self.leaves.is_left(target):
            return None, True
        return self.leaves.cut(body), True

    def type(self, target: int) -> TypeTemplate:
        """Give the template of a named type, made once."""
        if target not in self.types:
            self.types[target] = self._type(target)
        return self.types[target]

    def _type(self, target: int) -> TypeTemplate:
        named = self._plan.types[target]
        name = declared_name(as_shown(named, named.body))
        doors = doors_of((named.gate,), self.side)
        body, settled = self._body(target)
        if doors is None or body is None:
            return TypeTemplate(name, (), None, "", "")
        core: Part | None
        if settled and not references(body):
            words, core = self.leaves.written(body, {})
        else:
            words = words_of(body.meta, {})
            core = self._core(body, settled=settled)
        return TypeTemplate(name, doors, core, words.before, words.behind)

    def _words_at_use(self, target: int, ref: Ref, extras: Schema) -> Words:
        body, settled = self._body(target)
        if body is None:
            raise UnfitError
        if settled and not references(body):
            return self.leaves.written(layer(body, ref), extras)[0]
        return words_of(join_meta(body.meta, ref.meta), extras)

    def _core(self, node: Node, *, settled: bool) -> Part | None:
        """Give the schema of a node without braces and words."""
        match node:
            case Record():
                return rows_of(self, node, settled=settled)
            case ListOf():
                return self._list(node, settled=settled)
            case MapOf():
                return self._map(node, settled=settled)
            case Union() if settled:
                return settled_union(self, node)
            case Union():
                leaf = self.leaves.leaf(node)
                if leaf is None:
                    return choice(self, node, NO_META, {}, is_core=True)
                return self.leaves.core_variant(leaf)
            case _:
                raise UnfitError

    def _leaf(self, leaf: Node, extras: Schema) -> Part | None:
        if extras:
            raise UnfitError
        return self.leaves.bare_variant(leaf)

    def _list(self, node: ListOf, *, settled: bool) -> Part | None:
        inner = self.whole(node.item, {}, settled=settled)
        text = dumps(list_schema(replace(node, meta=NO_META), {}))
        before, _, after = text[1:-1].partition('"items":{}')
        return None if inner is None else Chain((f'{before}"items":', inner, after))

    def _map(self, node: MapOf, *, settled: bool) -> Part | None:
        key = node.key if settled else self.leaves.cut_free(node.key)
        inner = self.whole(node.value, {}, settled=settled)
        if key is None or inner is None:
            return None
        self._check_never_empty(inner)
        key = self.leaves.inlined(key)
        words = key_schema(self.leaves.schema(key))
        text = dumps(map_schema(replace(node, meta=NO_META), words, {"": 0}))
        before, mark, after = text[1:-1].partition('"additionalProperties":{"":0}')
        if not mark:
            raise UnfitError
        return Chain((f'{before}"additionalProperties":', inner, after))

    def _check_never_empty(self, inner: Part) -> None:
        """Refuse what may be `{}`, which is left out where it says what values are."""
        if inner == "{}" or isinstance(inner, Variant):
            raise UnfitError
        if isinstance(inner, Use) and self.type(inner.target).core == "":
            raise UnfitError


def wrapped(words: Words, core: Part) -> Part:
    """Give the whole schema of a core."""
    if isinstance(core, str):
        return dressed(words, core)
    before, after = f"{{{words.before}", f"{words.behind}}}"
    if isinstance(core, Rows):
        return Rows(before + core.before, core.rows, core.after + after)
    return Chain((before, core, after))
