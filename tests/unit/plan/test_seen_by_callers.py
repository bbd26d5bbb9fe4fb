"""Nodes and callers in, what each caller sees of them before anything is cut out."""

from __future__ import annotations

import pytest

from schemac.plan.cut import Cutter
from schemac.plan.facts import facts
from schemac.plan.gates import OnSide
from schemac.plan.nodes import (
    NO_META,
    Constraints,
    Example,
    MapOf,
    Member,
    Meta,
    Node,
    Ref,
    Scalar,
    TupleOf,
)
from schemac.plan.seen import EverythingSeen, Seen
from tests.unit.plan.plans import (
    BOOLEAN,
    INTEGER,
    NULL,
    STRING,
    X,
    Y,
    granted,
    lit,
    many,
    maybe,
    named,
    opt,
    plan_of,
    rec,
    tool_of,
    union,
)

EXAMPLES = (Example("1", X), Example("2"))
HIDDEN = union(Member(STRING, X))
SAID = Scalar("string", meta=Meta("own"))
GATED = union(Member(STRING, X), INTEGER)
TYPES = (
    named("alias", Ref(1, Constraints(max=5), closed=True, meta=Meta(None, "d"))),
    named("text", STRING),
    named("use", union(Ref(1, meta=Meta("m", "n")), Member(INTEGER, X), meta=Meta("w"))),
    named("one", union(STRING, Member(INTEGER, X), meta=Meta("w"))),
    named("round", Ref(5)),
    named("about", Ref(4)),
    named("hidden", HIDDEN),
    named("closed", STRING, gate=X),
    named("long", Ref(9)),
    named("longer", Ref(0, Constraints(min=2), meta=Meta("l"))),
    named("said", Ref(1, meta=Meta("t", examples=(Example("1", X),)))),
)


def seen_by(*grants: object, side: str = "output") -> Seen:
    plan = plan_of(tool_of(), *TYPES)
    answers = granted(*(gate for gate in (X, Y) if gate in grants))
    cutter = Cutter(plan.types, facts(plan), answers, "output" if side == "output" else "input")
    cutter.look_below(rec(*(opt(str(at), Ref(at)) for at in range(len(TYPES)))))
    return cutter.seen


def everything() -> Seen:
    plan = plan_of(tool_of(), *TYPES)
    return EverythingSeen(plan.types, facts(plan), {}, "output")


@pytest.mark.parametrize(
    ("node", "expected", "words"),
    [
        (STRING, STRING, NO_META),
        (union(STRING, INTEGER), None, NO_META),
        (GATED, INTEGER, NO_META),
        (union(INTEGER, Member(STRING, X)), INTEGER, NO_META),
        (union(HIDDEN, INTEGER, meta=Meta("w")), INTEGER, Meta("w")),
        (union(Ref(6), Ref(7), many(INTEGER)), many(INTEGER), NO_META),
        (union(Member(NULL, X), SAID), SAID, NO_META),
        (union(Member(STRING, X), NULL), None, NO_META),
        (union(union(Member(STRING, X), NULL), NULL), None, NO_META),
        (union(NULL), NULL, NO_META),
        (HIDDEN, None, NO_META),
        (union(GATED, meta=Meta("w")), INTEGER, Meta("w")),
        (
            union(union(Member(STRING, X), INTEGER, meta=Meta("i", "d")), meta=Meta("w")),
            INTEGER,
            Meta("w", "d"),
        ),
        (
            union(INTEGER, Member(STRING, X), meta=Meta(examples=EXAMPLES)),
            INTEGER,
            Meta(examples=(Example("2"),)),
        ),
        (union(union(STRING, BOOLEAN), Member(STRING, X)), union(STRING, BOOLEAN), NO_META),
        (many(GATED), None, NO_META),
    ],
)
def test_the_one_member_that_is_left(node: Node, expected: Node | None, words: Meta) -> None:
    found, said = seen_by().only(node)
    assert found == (node if expected is None else expected)
    assert said == words
    if expected is None:
        assert found is node


def test_all_members_are_left_to_those_who_pass() -> None:
    for node in (GATED, union(INTEGER, Member(STRING, X), meta=Meta("w"))):
        assert seen_by(X).only(node) == (node, NO_META)
        assert seen_by(Y).only(node)[0] == INTEGER


@pytest.mark.parametrize(
    ("use", "last", "body"),
    [
        (Ref(1, meta=Meta("t")), Ref(1, meta=Meta("t")), STRING),
        (
            Ref(0, Constraints(min=1), meta=Meta("t")),
            Ref(1, Constraints(min=1, max=5), closed=True, meta=Meta("t", "d")),
            STRING,
        ),
        (Ref(0), Ref(1, Constraints(max=5), closed=True, meta=Meta(None, "d")), STRING),
        (
            Ref(8, Constraints(max=3)),
            Ref(1, Constraints(min=2, max=3), closed=True, meta=Meta("l", "d")),
            STRING,
        ),
        (Ref(2), Ref(1, meta=Meta("w", "n")), STRING),
        (Ref(2, closed=True, meta=Meta("u")), Ref(1, closed=True, meta=Meta("u", "n")), STRING),
        (Ref(3), Ref(3), Scalar("string", meta=Meta("w"))),
        (Ref(10), Ref(1, meta=Meta("t")), STRING),
        (Ref(10, meta=Meta(examples=EXAMPLES)), None, STRING),
    ],
)
def test_aliases_are_followed(use: Ref, last: Ref | None, body: Node) -> None:
    if last is None:
        last = Ref(1, meta=Meta("t", examples=(Example("2"),)))
    assert seen_by().followed(use) == (last, body)


def test_unions_with_more_members_are_no_aliases() -> None:
    assert seen_by(X).followed(Ref(2)) == (Ref(2), TYPES[2].body)
    assert seen_by(X).followed(Ref(3, closed=True)) == (Ref(3, closed=True), TYPES[3].body)


def test_a_round_of_aliases_ends() -> None:
    ref, body = seen_by().followed(Ref(4))
    assert ref.target in {4, 5}
    assert body in (Ref(4), Ref(5))


def test_what_is_seen_inside() -> None:
    seen = seen_by()
    assert seen.inside(union(STRING, Member(INTEGER, X), HIDDEN, Ref(6), Ref(1))) == [
        STRING,
        Ref(1),
    ]
    fields = rec(
        opt("a", STRING),
        opt("b", INTEGER, X),
        opt("c", HIDDEN),
        opt("r", lit("r"), OnSide("output"), read_only=True),
        opt("w", lit("w"), OnSide("input"), write_only=True),
        opt("d", Ref(1)),
    )
    assert seen.inside(fields) == [STRING, lit("r"), Ref(1)]
    assert seen_by(side="input").inside(fields) == [STRING, lit("w"), Ref(1)]
    assert seen_by(X).inside(fields) == [STRING, INTEGER, HIDDEN, lit("r"), Ref(1)]
    assert list(seen.inside(many(STRING))) == [STRING]
    assert list(seen.inside(MapOf(STRING, HIDDEN))) == [STRING, HIDDEN]
    assert list(seen.inside(TupleOf((STRING, NULL)))) == [STRING, NULL]


def test_words_that_are_seen() -> None:
    gated = Meta("t", "d", EXAMPLES, deprecated=True)
    assert seen_by().meta(gated) == Meta("t", "d", (Example("2"),), deprecated=True)
    both = Meta("t", "d", (Example("1"), Example("2")), deprecated=True)
    assert seen_by(X).meta(gated) == both
    only_gated = Ref(1, meta=Meta(examples=(Example("1", X),)))
    assert seen_by().is_bare(only_gated)
    assert not seen_by(X).is_bare(only_gated)
    assert seen_by().is_bare(union(STRING, INTEGER))
    assert not seen_by().is_bare(union(STRING, INTEGER, meta=Meta("t")))
    assert everything().meta(gated) == Meta("t", "d", (Example("2"),), deprecated=True)
    assert everything().is_bare(only_gated)


def test_what_is_left_to_see() -> None:
    seen = seen_by()
    assert [at for at in range(len(TYPES)) if seen.is_left(at)] == [0, 1, 2, 3, 8, 9, 10]
    assert [at for at in range(len(TYPES)) if seen_by(X).is_left(at)] == [
        *range(4),
        *range(6, 11),
    ]
    assert seen.has_left(maybe(STRING))
    assert not seen.has_left(many(Ref(6)))
    assert not seen.is_open(X)
    assert seen.is_open(None)
    assert seen_by(X).is_open(X)


def test_everything_is_more_than_anybody_sees() -> None:
    seen = everything()
    assert seen.is_open(X)
    assert seen.is_open(None)
    assert seen.shows(opt("a", STRING, X, read_only=True, write_only=True))
    assert seen.has_left(HIDDEN)
    assert seen.has_left(Ref(4))
    assert seen.only(GATED) == (GATED, NO_META)
    assert seen.inside(rec(opt("a", HIDDEN, X))) == [HIDDEN]
