"""Two nodes in, whether they mean the same out: one pair for each thing that may differ."""

from __future__ import annotations

from dataclasses import replace

import pytest

from schemac.plan.nodes import (
    Anything,
    Const,
    Constraints,
    Default,
    ListOf,
    MapOf,
    Meta,
    Node,
    Nothing,
    Record,
    Ref,
    Scalar,
    TupleOf,
    Union,
)
from schemac.plan.sameness import literal_key, outline, same
from tests.unit.plan.plans import BOOLEAN, INTEGER, STRING, lit, many, maybe, opt, rec, req, union

BOUNDS = Constraints(min=1)
SAID = Meta("t")
FULL = req(
    "a",
    STRING,
    deprecated=True,
    read_only=True,
    write_only=True,
    default=Default("1"),
    default_for="d",
    depends_on=("b",),
    header="H",
)


def anew(node: Node) -> Node:
    """Give an equal node of other objects, whatever is inside it too."""
    match node:
        case ListOf():
            return replace(node, item=anew(node.item))
        case MapOf():
            return replace(node, key=anew(node.key), value=anew(node.value))
        case TupleOf():
            return replace(node, items=tuple(map(anew, node.items)))
        case Record():
            fields = (replace(field, type=anew(field.type)) for field in node.fields)
            return replace(node, fields=tuple(fields))
        case Union():
            members = (replace(part, type=anew(part.type)) for part in node.members)
            return replace(node, members=tuple(members))
        case _:
            return replace(node)


NODES: tuple[Node, ...] = (
    STRING,
    INTEGER,
    Scalar("string", BOUNDS),
    Scalar("string", meta=SAID),
    lit("a"),
    lit("b"),
    Const("string", '"a"', SAID),
    Anything(),
    Anything(SAID),
    Nothing(),
    Nothing(SAID),
    Ref(0),
    Ref(1),
    Ref(0, BOUNDS),
    Ref(0, closed=True),
    Ref(0, meta=SAID),
    many(STRING),
    many(INTEGER),
    many(Ref(0)),
    many(Ref(1)),
    ListOf(STRING, is_set=True),
    ListOf(STRING, constraints=BOUNDS),
    ListOf(STRING, meta=SAID),
    MapOf(STRING, INTEGER),
    MapOf(lit("k"), INTEGER),
    MapOf(STRING, BOOLEAN),
    MapOf(STRING, INTEGER, BOUNDS),
    MapOf(STRING, INTEGER, meta=SAID),
    TupleOf(()),
    TupleOf((STRING,)),
    TupleOf((STRING, INTEGER)),
    TupleOf((INTEGER, STRING)),
    TupleOf((BOOLEAN, INTEGER)),
    TupleOf((STRING, BOOLEAN)),
    TupleOf((STRING, INTEGER), SAID),
    union(STRING, INTEGER),
    union(STRING, BOOLEAN),
    union(BOOLEAN, INTEGER),
    union(STRING, INTEGER, BOOLEAN),
    union(STRING, INTEGER, meta=SAID),
    maybe(many(STRING)),
    Record(()),
    Record((), closed=True),
    Record((), meta=SAID),
    rec(FULL),
    *(
        rec(replace(FULL, **change))
        for change in (
            {"name": "b"},
            {"type": INTEGER},
            {"required": False},
            {"deprecated": False},
            {"read_only": False},
            {"write_only": False},
            {"default": None},
            {"default_for": None},
            {"depends_on": ()},
            {"header": None},
        )
    ),
    rec(FULL, opt("b", STRING)),
    rec(opt("b", STRING), FULL),
    rec(opt("r", rec(opt("s", many(STRING))))),
    rec(opt("r", rec(opt("s", many(INTEGER))))),
)


@pytest.mark.parametrize("at", range(len(NODES)))
def test_nodes_are_the_same_as_themselves_only(at: int) -> None:
    copy = anew(NODES[at])
    assert [other for other, node in enumerate(NODES) if same(copy, node)] == [at]
    assert same(NODES[at], NODES[at])
    assert outline(copy) == outline(NODES[at])


def test_uses_may_be_judged_otherwise() -> None:
    asked: list[tuple[Ref, Ref]] = []

    def judged(one: Ref, other: Ref) -> bool:
        asked.append((one, other))
        return one.target + 1 == other.target

    assert same(TupleOf((Ref(0), Ref(3))), TupleOf((Ref(1), Ref(4))), judged)
    assert asked == [(Ref(3), Ref(4)), (Ref(0), Ref(1))]
    assert not same(TupleOf((Ref(0), Ref(3))), TupleOf((Ref(0), Ref(4))), judged)
    asked.clear()
    assert not same(Ref(0), STRING, judged)
    assert not same(STRING, Ref(0), judged)
    assert asked == []


def test_outlines_tell_most_nodes_apart() -> None:
    assert outline(rec(req("a", STRING), opt("b", INTEGER))) == ("Record", "a", "b")
    assert outline(many(rec())) == ("ListOf", "Record")
    assert outline(MapOf(STRING, lit(1))) == ("MapOf", "Scalar", "Const")
    assert outline(TupleOf((Ref(0), Anything()))) == ("TupleOf", "Ref", "Anything")
    assert outline(STRING) == ("Scalar",)


def test_literals_compare_as_json_does() -> None:
    assert literal_key(lit(1)) == literal_key(lit(1.0)) == ("number", 1)
    assert literal_key(lit(value=True)) == ("boolean", True)
    assert literal_key(lit("1")) == ("string", "1")
    assert literal_key(lit(1)) != literal_key(lit(value=True))
