"""Finished types in, what is in each body out: its own size, and the names it uses, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from schemac.plan.nodes import Nothing, Record, Ref, TupleOf, Union
from schemac.plan.walk import children

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.gates import Gate
    from schemac.plan.nodes import Meta, Node
    from schemac.planner.table import Entry

__all__ = ["Bodies", "Body", "Kind", "Use"]

Kind: TypeAlias = Literal["plain", "closed", "spliced"]


class Use(NamedTuple):
    """The use of a name that is written out, `depth` levels of JSON below the top of a body.

    A `closed` one is inline. Of a `spliced` one, a union in another, the members are.
    """

    target: int
    depth: int
    kind: Kind


class Body(NamedTuple):
    """How many nodes and levels a body has itself, and what it uses, in order.

    `copied` are the names that may be no definition where this body stands: those that it uses not
    closed, and not twice for every caller. Other uses of them may be hidden, or in other tools.
    `inside` are these and the unions spliced into its own.
    """

    nodes: int
    levels: int
    uses: tuple[Use, ...]
    copied: tuple[int, ...]
    inside: tuple[tuple[int, Kind], ...]


class _Part(NamedTuple):
    """A node in a body; `is_sure` where no gate inside the body hides it from anybody.

    `is_member` of a union, or all of the body, which may be a member where it is used.
    """

    node: Node
    depth: int
    is_closed: bool
    is_sure: bool
    is_member: bool


_ALWAYS = 2
"""Uses in one body that make a name a definition."""


class Bodies:
    """Looks through the bodies of types, through each once."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._known: dict[tuple[int, Kind], Body] = {}
        self._unions: dict[int, bool] = {}

    def of(self, number: int, kind: Kind) -> Body:
        """Give what is in a type; in a `closed` one its variants are closed, too."""
        if (number, kind) not in self._known:
            body = self.inside(self._body(number), is_closed=kind == "closed")
            self._known[number, kind] = body
        return self._known[number, kind]

    def inside(self, body: Node, *, is_closed: bool = False) -> Body:
        """Give what is in a node, in reading order."""
        nodes = deepest = 0
        uses: list[Use] = []
        plain: dict[int, int] = {}
        todo = [_Part(body, 0, is_closed, is_sure=True, is_member=True)]
        while todo:
            node, depth, is_closed, is_sure, is_member = todo.pop()
            nodes += 1
            if isinstance(node, Ref):
                if node.closed or is_closed:
                    uses.append(Use(node.target, depth, "closed"))
                elif is_member and not _has_words(node.meta) and self._is_union(node.target):
                    uses.append(Use(node.target, depth, "spliced"))
                else:
                    plain[node.target] = plain.get(node.target, 0) + is_sure
                continue
            # What holds nothing more holds a list of values at most.
            deepest = max(deepest, depth + 2)
            below = depth + (2 if isinstance(node, Record | Union | TupleOf) else 1)
            is_union = isinstance(node, Union)
            parts = zip(children(node), _gates(node), strict=True)
            todo += [
                _Part(child, below, is_closed and is_union, is_sure and gate is None, is_union)
                for child, gate in reversed(tuple(parts))
            ]
        copied = tuple(target for target, times in plain.items() if times < _ALWAYS)
        inside: list[tuple[int, Kind]] = [(target, "plain") for target in copied]
        inside += [(use.target, use.kind) for use in uses if use.kind == "spliced"]
        return Body(nodes, deepest, tuple(uses), copied, tuple(inside))

    def _body(self, number: int) -> Node:
        entry = self._entries[number]
        return Nothing() if entry.hole else entry.body or Nothing()

    def _is_union(self, target: int) -> bool:
        """Tell whether a name is one for a union, without words that every caller reads."""
        met: list[int] = []
        found = False
        while target not in self._unions:
            self._unions[target] = False  # as what leads back to itself is
            met.append(target)
            body = self._body(target)
            if isinstance(body, Union) and len(body.members) == 1 and not _has_words(body.meta):
                # So an item or a value bears a gate.
                body = body.members[0].type
            if not isinstance(body, Ref) or _has_words(body.meta):
                found = isinstance(body, Union) and not _has_words(body.meta)
                break
            target = body.target
        else:
            found = self._unions[target]
        self._unions.update(dict.fromkeys(met, found))
        return found


def _has_words(meta: Meta) -> bool:
    """Tell whether every caller reads words, so that the members never go elsewhere."""
    shown = any(example.gate is None for example in meta.examples)
    return shown or meta.deprecated or not (meta.title is None and meta.description is None)


def _gates(node: Node) -> tuple[Gate | None, ...]:
    """Give the gate on each child, for those that bear one."""
    match node:
        case Record():
            return tuple(field.gate for field in node.fields)
        case Union():
            return tuple(member.gate for member in node.members)
        case _:
            return (None,) * len(children(node))
