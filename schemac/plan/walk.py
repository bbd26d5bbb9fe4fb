"""A node in, what stands in it out: children, nodes in reading order, references, gates."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from schemac.plan.nodes import (
    Anything,
    Const,
    ListOf,
    MapOf,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Field, Meta, Node

__all__ = ["children", "gates_on", "has_gate_itself", "references", "walk"]


def children(node: Node) -> tuple[Node, ...]:
    """Give the nodes directly inside, in the order in which they are read."""
    match node:
        case Scalar() | Const() | Anything() | Nothing() | Ref():
            return ()
        case ListOf():
            return (node.item,)
        case TupleOf():
            return node.items
        case MapOf():
            return (node.key, node.value)
        case Record():
            return tuple(field.type for field in node.fields)
        case Union():
            return tuple(member.type for member in node.members)
        case _:
            assert_never(node)


def walk(node: Node) -> Iterator[Node]:
    """Give the node and all that is inside it, in reading order, without following names."""
    todo = [node]
    while todo:
        current = todo.pop()
        yield current
        if not isinstance(current, Scalar | Const | Ref):
            todo.extend(reversed(children(current)))


def references(node: Node) -> tuple[int, ...]:
    """Give the named types used in the node, each once, in order of first use."""
    found: dict[int, None] = {}
    todo = [node]
    while todo:
        current = todo.pop()
        if isinstance(current, Ref):
            found[current.target] = None
        elif not isinstance(current, Scalar | Const):
            # Views are made of this, and most of what is inside are leaves.
            todo.extend(
                [part for part in reversed(children(current)) if not isinstance(part, Scalar)]
            )
    return tuple(found)


def gates_on(node: Node) -> Iterator[Gate]:
    """Give the gates that stand directly on parts of the node, those of its words included."""
    yield from _gates_of_words(node.meta)
    if isinstance(node, Record):
        for field in node.fields:
            yield from _gates_of_field(field)
    elif isinstance(node, Union):
        for member in node.members:
            if member.gate is not None:
                yield member.gate


def has_gate_itself(node: Node) -> bool:
    """Tell whether the node, not what is inside it, depends on who asks or on the side."""
    if next(gates_on(node), None) is not None:
        return True
    return isinstance(node, Record) and any(
        field.read_only or field.write_only for field in node.fields
    )


def _gates_of_words(meta: Meta) -> Iterator[Gate]:
    for example in meta.examples:
        if example.gate is not None:
            yield example.gate
    for saying in meta.sayings:
        if saying.gate is not None:
            yield saying.gate
        yield from _gates_of_words(saying.words)


def _gates_of_field(field: Field) -> Iterator[Gate]:
    if field.gate is not None:
        yield field.gate
    if field.default is not None and field.default.gate is not None:
        yield field.default.gate
