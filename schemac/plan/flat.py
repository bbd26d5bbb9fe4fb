"""The members of a union in, what is left of them after repeats and covered ones go out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.plan.alike import Alike
from schemac.plan.layers import describe
from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    NO_META,
    Anything,
    Const,
    Member,
    Nothing,
    Ref,
    Scalar,
    Union,
)
from schemac.plan.sameness import literal_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.nodes import Meta, Node, ScalarKind
    from schemac.plan.sameness import LiteralKey

__all__ = ["is_bare", "union_of"]

_TRUE: LiteralKey = ("boolean", True)
_FALSE: LiteralKey = ("boolean", False)


def union_of(members: Sequence[Node], meta: Meta) -> Node:
    """Give the union of gate-free members, one at least, none a bare union; or its only member."""
    kept = _null_last(_gathered(_uncovered(_booleans_joined(members))))
    if len(kept) == 1:
        return describe(kept[0], meta)
    return Union(tuple(Member(node) for node in kept), meta)


def is_bare(node: Node) -> bool:
    """Tell whether the node is a scalar or literal with nothing added to it."""
    if isinstance(node, Scalar):
        return node.constraints == NO_CONSTRAINTS and node.meta == NO_META
    return isinstance(node, Const) and node.meta == NO_META


def _booleans_joined(members: Sequence[Node]) -> list[Node]:
    """Make `bool` of `true | false`, where the first of them stands."""
    places: dict[LiteralKey, int] = {}
    for index, node in enumerate(members):
        if isinstance(node, Const) and node.kind == "boolean" and node.meta == NO_META:
            places.setdefault(literal_key(node), index)
    joined = list(members)
    if _TRUE in places and _FALSE in places:
        joined[min(places.values())] = Scalar("boolean")
    return joined


def _uncovered(members: Sequence[Node]) -> list[Node]:
    """Drop what an earlier equal member, a bare one of its type, or `untyped` covers."""
    everything = next((node for node in members if isinstance(node, Anything)), None)
    if everything is not None:
        return [everything]
    bare = {node.kind for node in members if isinstance(node, Scalar) and is_bare(node)}
    kept: list[Node] = []
    keys: set[LiteralKey | Scalar | Ref | Nothing] = set()
    alike = Alike()
    for node in members:
        if isinstance(node, Const):
            key = literal_key(node)
            if key in keys or _const_covered(node, key, bare):
                continue
            keys.add(key)
        elif isinstance(node, Scalar | Ref | Nothing):
            if node in keys or _scalar_covered(node, bare):
                continue
            keys.add(node)
        elif not alike.add(node):
            continue
        kept.append(node)
    return kept


def _const_covered(node: Const, key: LiteralKey, bare: set[ScalarKind]) -> bool:
    if node.kind in {"string", "boolean"}:
        return node.kind in bare
    value = key[1]
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return "number" in bare or ("integer" in bare and is_whole)


def _scalar_covered(node: Node, bare: set[ScalarKind]) -> bool:
    """Compare kinds: a wire scalar (`Date`) is one of its own, which a string does not cover."""
    if not isinstance(node, Scalar):
        return False
    if node.kind == "integer" and "number" in bare:
        return True
    return node.kind in bare and not is_bare(node)


def _gathered(members: Sequence[Node]) -> list[Node]:
    """Bring the bare literals together at the place of the first."""
    literals = [node for node in members if isinstance(node, Const) and node.meta == NO_META]
    if len(literals) < 2:  # noqa: PLR2004 - one literal is together already
        return list(members)
    gathered: list[Node] = []
    others = {id(node) for node in literals[1:]}
    for node in members:
        if node is literals[0]:
            gathered.extend(literals)
        elif id(node) not in others:
            gathered.append(node)
    return gathered


def _null_last(members: Sequence[Node]) -> list[Node]:
    def is_null(node: Node) -> bool:
        return isinstance(node, Scalar) and node.kind == "null"

    return [node for node in members if not is_null(node)] + [
        node for node in members if is_null(node)
    ]
