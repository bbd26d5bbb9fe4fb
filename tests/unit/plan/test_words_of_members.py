"""Unions of which one member is left to some in, that member with all words about it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.plan.cut import Cutter
from schemac.plan.facts import facts
from schemac.plan.nodes import (
    Anything,
    Constraints,
    Example,
    ListOf,
    Member,
    Meta,
    NamedType,
    Node,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.sameness import same
from tests.unit.plan.plans import (
    BOOLEAN,
    INTEGER,
    STRING,
    X,
    granted,
    lit,
    many,
    named,
    opt,
    output_shape,
    plan_of,
    rec,
    tool_of,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS = Meta("w", examples=(Example("1", X), Example("2")))
SHOWN = Meta("w", examples=(Example("2"),))
TYPES = (
    named("record", rec(opt("a", STRING))),
    named("said", union(Ref(0), Member(STRING, X), meta=Meta("s", "d"))),
    named("text", STRING),
    named("covered", union(STRING, lit("a"), meta=Meta("c"))),
    named("anything", union(Anything(), many(Ref(4)), meta=Meta("a"))),
    named("endless", union(STRING, many(Ref(5)), meta=Meta("e"))),
)


def left(node: Node, *grants: object) -> Node | None:
    shape = output_shape(node, *TYPES, answers=granted(X) if grants else granted())
    return None if shape is None else shape.root


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (union(STRING, Member(INTEGER, X), meta=WORDS), Scalar("string", meta=SHOWN)),
        (
            union(union(STRING, Member(INTEGER, X), meta=Meta("i", "d")), meta=Meta("w")),
            Scalar("string", meta=Meta("w", "d")),
        ),
        (
            union(union(STRING, Member(INTEGER, X), meta=Meta("i", "d")), Member(BOOLEAN, X)),
            Scalar("string", meta=Meta("i", "d")),
        ),
        (union(Ref(0), Member(INTEGER, X), meta=WORDS), Ref(0, meta=SHOWN)),
        (
            union(union(Ref(0), Member(STRING, X), meta=WORDS), INTEGER),
            union(Ref(0, meta=SHOWN), INTEGER),
        ),
        (
            union(union(Ref(0, meta=Meta("r", "q")), Member(STRING, X), meta=WORDS), INTEGER),
            union(Ref(0, meta=Meta("w", "q", SHOWN.examples)), INTEGER),
        ),
        (
            union(union(Ref(2), Member(INTEGER, X), meta=Meta("w")), BOOLEAN),
            union(Scalar("string", meta=Meta("w")), BOOLEAN),
        ),
        (
            union(union(many(STRING), Member(STRING, X), meta=Meta("w")), INTEGER),
            union(ListOf(STRING, meta=Meta("w")), INTEGER),
        ),
        (
            union(union(STRING, Member(BOOLEAN, X), meta=Meta("w")), INTEGER),
            union(Scalar("string", meta=Meta("w")), INTEGER),
        ),
        # a name for it that has words of its own is a type of its own
        (union(Ref(1), INTEGER), union(Ref(1), INTEGER)),
        (union(Ref(1, closed=True), INTEGER), union(Ref(1, closed=True), INTEGER)),
        (union(Ref(1, meta=Meta("u")), INTEGER), union(Ref(1, meta=Meta("u")), INTEGER)),
    ],
)
def test_words_go_to_the_member_that_is_left(node: Node, expected: Node) -> None:
    assert left(node) == expected


def test_a_name_of_a_scalar_is_that_scalar_among_others() -> None:
    covered = Scalar("string", meta=Meta("c"))
    assert left(union(Ref(3), INTEGER)) == union(covered, INTEGER)
    assert left(union(Ref(3, meta=Meta("u")), INTEGER)) == union(
        Scalar("string", meta=Meta("u")), INTEGER
    )
    assert left(union(Ref(3), many(Ref(3)), Ref(3))) == union(covered, many(Ref(3)))
    assert isinstance(left(union(Ref(4), INTEGER)), Anything)
    assert left(union(Ref(5), INTEGER)) == union(Ref(5), INTEGER)


def test_bounds_of_a_use_go_there_too() -> None:
    bounded = Ref(1, Constraints(min=1))
    shown = left(union(bounded, INTEGER))
    assert shown == union(bounded, INTEGER)


def test_parts_that_are_one_object_prove_nothing_of_the_others() -> None:
    shared = many(INTEGER)
    assert not same(TupleOf((STRING, shared)), TupleOf((BOOLEAN, shared)))
    assert not same(TupleOf((shared, STRING)), TupleOf((shared, BOOLEAN)))
    assert same(TupleOf((STRING, shared)), TupleOf((STRING, shared)))


class Watched(Cutter):
    """Notes how many named types are being cut at a time, and in what order they are done."""

    depth = deepest = 0

    def named(self, target: int) -> tuple[NamedType, tuple[int, ...]]:
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        made = super().named(target)
        self.depth -= 1
        return made


LENGTH = 30


@pytest.mark.parametrize("gated", [False, True])
@pytest.mark.parametrize("inside", [lambda node: node, many, lambda node: rec(opt("f", node))])
def test_none_is_cut_while_another_is_however_long_the_chain(
    inside: Callable[[Node], Node],
    gated: bool,  # noqa: FBT001 - with a gate or not
) -> None:
    gate = X if gated else None
    types = [
        named(
            f"t{at}",
            union(
                inside(union(Ref(at + 1), BOOLEAN)),
                Member(lit(at), gate),
                lit(-at - 1),
                meta=Meta("w"),
            ),
        )
        for at in range(LENGTH)
    ]
    last = named("last", union(STRING, lit("a"), lit("b"), meta=Meta("last")))
    plan = plan_of(tool_of(), *types, last)
    for deepest, answers in ((2, granted()), (2 if gated else 1, granted(X))):
        cutter = Watched(plan.types, facts(plan), answers, "output")
        root = union(Ref(0), BOOLEAN)
        cutter.look_below(root)
        shape = cutter.shape(root)
        assert shape is not None
        assert shape.root == root
        assert sorted(shape.types) == list(range(LENGTH))
        assert cutter.deepest == deepest
        ends = union(*_members(inside(union(Scalar("string", meta=Meta("last")), BOOLEAN))))
        body = shape.types[LENGTH - 1].body
        assert body == Union(
            (
                *ends.members,
                *((Member(lit(LENGTH - 1)),) if not gated or answers == granted(X) else ()),
                Member(lit(-LENGTH)),
            ),
            Meta("w"),
        )


def _members(node: Node) -> list[Node]:
    return [part.type for part in node.members] if isinstance(node, Union) else [node]
