"""A node and what a use adds to it in, the node with that applied out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar, assert_never

from schemac.plan.nodes import (
    NO_CONSTRAINTS,
    NO_META,
    Anything,
    Const,
    Constraints,
    ListOf,
    MapOf,
    Meta,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from schemac.plan.nodes import Node, Saying

__all__ = ["beyond", "close", "constrain", "describe", "join_constraints", "join_meta", "layer"]

_MOST_SAYINGS = 50
"""How many operands may have a say; those before the last so many are told to nobody."""

_Number = TypeVar("_Number", bound="int | float")
_Value = TypeVar("_Value")


def layer(node: Node, use: Ref) -> Node:
    """Give the node as the use has it: bounds added, closed where asked, words replaced."""
    bounded = constrain(node, use.constraints)
    return describe(close(bounded) if use.closed else bounded, use.meta)


def join_constraints(inner: Constraints, outer: Constraints) -> Constraints:
    """Give both together: of two bounds the tighter, of two words the outer."""
    if outer == NO_CONSTRAINTS:
        return inner
    if inner == NO_CONSTRAINTS:
        return outer
    return Constraints(
        min=_tighter(inner.min, outer.min, max),
        max=_tighter(inner.max, outer.max, min),
        exclusive_min=_tighter(inner.exclusive_min, outer.exclusive_min, max),
        exclusive_max=_tighter(inner.exclusive_max, outer.exclusive_max, min),
        multiple_of=_given(inner.multiple_of, outer.multiple_of),
        pattern=_given(inner.pattern, outer.pattern),
        format=_given(inner.format, outer.format),
        media_type=_given(inner.media_type, outer.media_type),
        encoding=_given(inner.encoding, outer.encoding),
        unique=inner.unique or outer.unique,
    )


def join_meta(inner: Meta, outer: Meta) -> Meta:
    """Give the inner words, replaced by each that the outer gives."""
    if outer == NO_META:
        return inner
    if inner == NO_META:
        return outer
    return Meta(
        title=_given(inner.title, outer.title),
        description=_given(inner.description, outer.description),
        examples=outer.examples or inner.examples,
        deprecated=inner.deprecated or outer.deprecated,
        sayings=_stacked(inner.sayings, outer),
    )


def _stacked(inner: tuple[Saying, ...], outer: Meta) -> tuple[Saying, ...]:
    if outer != Meta(sayings=outer.sayings):
        inner = tuple(_below(inner, outer))
    return (*inner, *outer.sayings)[-_MOST_SAYINGS:]


def beyond(inner: Meta, outer: Meta) -> Meta:
    """Give what words say beyond those upon them."""
    return Meta(
        title=inner.title if outer.title is None else None,
        description=inner.description if outer.description is None else None,
        examples=() if outer.examples else inner.examples,
        deprecated=inner.deprecated and not outer.deprecated,
        sayings=tuple(_below(inner.sayings, outer)),
    )


def _below(sayings: Iterable[Saying], outer: Meta) -> Iterator[Saying]:
    """Give what sayings say beyond the words upon them, those that say anything."""
    for saying in sayings:
        words = beyond(saying.words, outer)
        if words != NO_META:
            yield replace(saying, words=words)


def describe(node: Node, meta: Meta) -> Node:
    """Give the node with these words upon its own."""
    if meta == NO_META:
        return node
    return replace(node, meta=join_meta(node.meta, meta))


def constrain(node: Node, constraints: Constraints) -> Node:
    """Give the node with these bounds upon its own, on each member that can take them."""
    if constraints == NO_CONSTRAINTS:
        return node
    match node:
        case Scalar() if node.kind == "null":
            return node
        case Scalar() | ListOf() | MapOf() | Ref():
            return replace(node, constraints=join_constraints(node.constraints, constraints))
        case Union():
            return _each_member(node, lambda part: constrain(part, constraints))
        case Const() | Anything() | Nothing() | TupleOf() | Record():
            return node
        case _:
            assert_never(node)


def close(node: Node) -> Node:
    """Give the node with its records closed; those further inside stay as they are."""
    match node:
        case Record() | Ref():
            return replace(node, closed=True)
        case Union():
            return _each_member(node, close)
        case Scalar() | Const() | Anything() | Nothing() | ListOf() | TupleOf() | MapOf():
            return node
        case _:
            assert_never(node)


def _each_member(node: Union, change: Callable[[Node], Node]) -> Union:
    return replace(
        node, members=tuple(replace(part, type=change(part.type)) for part in node.members)
    )


def _given(inner: _Value | None, outer: _Value | None) -> _Value | None:
    return inner if outer is None else outer


def _tighter(
    inner: _Number | None, outer: _Number | None, choose: Callable[[_Number, _Number], _Number]
) -> _Number | None:
    if inner is None or outer is None:
        return _given(inner, outer)
    return choose(inner, outer)
