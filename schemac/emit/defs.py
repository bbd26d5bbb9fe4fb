"""A view in, which of its named types become definitions out: counted and weighed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.emit.canonical import size
from schemac.emit.json_schema import reference_to, unaliased
from schemac.emit.naming import declared_name
from schemac.plan.cycles import components
from schemac.plan.nodes import Const, MapOf, Record, Ref, Scalar, TupleOf, Union
from schemac.plan.walk import children

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.emit.json_schema import Body, Writer
    from schemac.plan.nodes import NamedType, Node

__all__ = ["DEEPEST", "decide", "is_shorter", "levels"]

DEEPEST = 118
"""Levels of JSON that names used once may fill before one of them becomes a definition.

Many readers of JSON end at 128 (serde_json, so jsonschema-rs reading text: 63 records in one
another are read, 64 are not); around a definition stand two levels of its schema, and up to seven
of a listing.
"""


@dataclass(frozen=True, slots=True)
class _Use:
    """A use of a named type; `counts` where it would be a reference, `depth` in levels of JSON.

    `closed` ones are written out. A `variant` of a union that is closed is closed, too.
    """

    target: int
    counts: bool
    depth: int
    closed: bool
    variant: bool


@dataclass(frozen=True, slots=True)
class _Survey:
    """The uses in a body, and how many levels of JSON it has without what they stand for."""

    uses: tuple[_Use, ...]
    depth: int


def decide(
    root: Node, types: Mapping[int, NamedType], writer: Writer, hoisted: dict[int, str]
) -> dict[int, Body]:
    """Fill `hoisted` (which the writer reads) with declared names; give bodies already written.

    The root is given as its body. Each decision is made once, with those inside it made.
    """
    if not types:
        return {}
    top, surveys = _surveys(root, types)
    edges = {target: [use.target for use in survey.uses] for target, survey in surveys.items()}
    counts = Counter(
        use.target for survey in (top, *surveys.values()) for use in survey.uses if use.counts
    )
    found = components((use.target for use in top.uses), edges)
    for component in found:
        if len(component) > 1 or component[0] in edges[component[0]]:
            hoisted.update((target, declared_name(types[target])) for target in component)
    order = [target for component in found for target in component]
    depths = _depths(top, surveys, order)
    bodies: dict[int, Body] = {}
    heights: dict[int, int] = {}
    for target in order:
        heights[target] = _height(surveys[target], heights, hoisted, target in depths.closed)
        if target in hoisted:
            continue
        name = declared_name(types[target])
        if counts[target] > 1:
            body = writer.body(types[target].body)
            if is_shorter(counts[target], size(body.schema), name):
                hoisted[target] = name
                bodies[target] = body
        if depths.lowest.get(target, 0) + heights[target] > DEEPEST:
            hoisted[target] = name
    return bodies


def is_shorter(uses: int, bytes_of_body: int, name: str) -> bool:
    """Tell whether a definition and references to it are shorter than as many copies.

    The name is a declared one, of characters that JSON writes as they are, a byte each.
    """
    bytes_of_use = len('{"$ref":""}') + len(reference_to(name))
    bytes_of_key = len(name) + len('"":,')
    return uses * bytes_of_body > uses * bytes_of_use + bytes_of_body + bytes_of_key


def levels(node: Node) -> int:
    """Give how many levels of JSON a node's schema lies above the schemas inside it."""
    return 2 if isinstance(node, Record | Union | TupleOf) else 1


@dataclass(frozen=True, slots=True)
class _Depths:
    """The types with uses that are written out closed, and how deep others stand at the deepest.

    `lowest` is how many levels stand above the deepest use of a type that can be a reference.
    """

    closed: frozenset[int]
    lowest: Mapping[int, int]


def _depths(top: _Survey, surveys: Mapping[int, _Survey], order: Sequence[int]) -> _Depths:
    """Find how deep each type stands, what is written out closed around it included."""
    above: dict[int, int] = {}
    lowest: dict[int, int] = {}
    _look(top, 0, above, lowest, is_closed=False)
    for target in reversed(order):
        _look(surveys[target], above.get(target, 0), above, lowest, is_closed=target in above)
    return _Depths(frozenset(above), lowest)


def _look(
    survey: _Survey, depth: int, above: dict[int, int], lowest: dict[int, int], *, is_closed: bool
) -> None:
    """Note the uses in a body that stands below `depth` levels: those written out go `above`."""
    for use in survey.uses:
        below = depth + use.depth - 1
        if use.closed or (is_closed and use.variant):
            above[use.target] = max(above.get(use.target, 0), below)
        if use.counts:
            lowest[use.target] = max(lowest.get(use.target, 0), below)


def _surveys(root: Node, types: Mapping[int, NamedType]) -> tuple[_Survey, dict[int, _Survey]]:
    """Survey the root and each named type that it reaches, once."""
    top = _survey(root, types)
    found: dict[int, _Survey] = {}
    todo = [use.target for use in reversed(top.uses)]
    while todo:
        target = todo.pop()
        if target not in found:
            found[target] = _survey(types[target].body, types)
            todo.extend(use.target for use in reversed(found[target].uses))
    return top, found


def _survey(body: Node, types: Mapping[int, NamedType]) -> _Survey:
    uses: list[_Use] = []
    deepest = 0
    todo: list[tuple[Node, bool, int, bool]] = [(body, True, 1, True)]
    while todo:
        node, counts, depth, variant = todo.pop()
        if isinstance(node, Ref):
            use = unaliased(node, types)
            is_counted = counts and not use.closed
            uses.append(_Use(use.target, is_counted, depth, use.closed, variant))
        else:
            # A schema with nothing inside holds a list or an object at most.
            deepest = max(deepest, depth + 1)
            below = depth + levels(node)
            variant = variant and isinstance(node, Union)
            todo.extend((child, counts, below, variant) for child, counts in _inside(node))
    return _Survey(tuple(uses), deepest)


def _inside(node: Node) -> list[tuple[Node, bool]]:
    """Give the children that hold more, the last one first, and whether a name is a reference."""
    if isinstance(node, MapOf):
        return [(node.value, True), (node.key, False)]
    if isinstance(node, Record):
        return [
            (field.type, field.header is None)
            for field in reversed(node.fields)
            if not isinstance(field.type, Scalar | Const)
        ]
    return [(child, True) for child in reversed(children(node))]


def _height(
    survey: _Survey,
    heights: Mapping[int, int],
    hoisted: Mapping[int, str],
    is_closed: bool,  # noqa: FBT001 - one more fact about the body
) -> int:
    """Give how many levels a body has with what is no reference in it written out."""
    inlined = (
        use
        for use in survey.uses
        if use.target not in hoisted or use.closed or (is_closed and use.variant)
    )
    # What comes back to itself is a reference there, and has no height yet.
    return max(survey.depth, *(use.depth - 1 + heights.get(use.target, 0) for use in inlined), 0)
