"""Named types in, the arguments that one caller reads out, intersections written out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from schemac.plan.argument_texts import ArgumentTexts, named_in
from schemac.plan.nodes import Meta, NamedType, Ref, TupleOf, Union
from schemac.plan.shown import ANONYMOUS, is_anonymous
from schemac.plan.spelling import SEEN
from tests.unit.plan.plans import NULL, STRING, many, rec, req, union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from schemac.plan.nodes import Node

BODY = rec(req("n", STRING))


def merged(body: Node, file: str = "", owner: str = "") -> NamedType:
    return NamedType("a & b", body, file=file, owner=owner, shown=ANONYMOUS)


@dataclass
class Cuts:
    """Cuts nothing, and keeps what it was asked."""

    types: Sequence[NamedType]
    endless: frozenset[int] = frozenset()
    asked: list[int] = field(default_factory=list)
    cuts: int = 0

    def cut(self, node: Node) -> Node | None:
        self.cuts += 1
        return node

    def stays(self, target: int) -> bool:
        return target in self.endless

    def named(self, target: int) -> tuple[NamedType, tuple[int, ...]]:
        self.asked.append(target)
        return self.types[target], ()


def told(*arguments: Node, name: str = "page") -> NamedType:
    fields = (req(f"{at}", each) for at, each in enumerate(arguments))
    return NamedType(name, BODY, "as written", "t.sig", told=rec(*fields), shown="other[x]")


def texts(*types: NamedType, endless: frozenset[int] = frozenset()) -> tuple[str, str]:
    return ArgumentTexts(types, Cuts(types, endless)).of(0)


def test_what_others_are_called_with_is_told_as_it_is_left() -> None:
    plain = NamedType("plain", BODY, "String", "a.sig", shown="plain[x]", spelled="y")
    types = (told(Ref(1), Ref(2), many(Ref(3))), told(Ref(2), name="box"), plain, told(name="none"))
    assert texts(*types) == (
        "box[plain[x]], plain[x], Array[none]",
        "t.sig:box[a.sig:plain[y]], a.sig:plain[y], Array[t.sig:none]",
    )


def test_each_is_cut_once() -> None:
    types = (told(Ref(1), Ref(1)), told(Ref(2), Ref(2)), told(STRING))
    cuts = Cuts(types)
    made = ArgumentTexts(types, cuts)
    assert made.of(0)[0] == "page[page[String], page[String]], page[page[String], page[String]]"
    assert made.of(1)[0] == "page[String], page[String]"
    assert made.of(2)[0] == "String"
    assert cuts.cuts == 3


def test_an_intersection_is_written_out() -> None:
    types = (told(Ref(1)), merged(rec(req("a", Ref(2)), req("b", Ref(3)))), told(STRING), BARE)
    cuts = Cuts(types)
    assert ArgumentTexts(types, cuts).of(0) == (
        "{ a: page[String], b: bare }",
        "{ a: t.sig:page[String], b: b.sig:bare }",
    )
    assert cuts.asked == [1]


BARE = NamedType("bare", BODY, file="b.sig")


@pytest.mark.parametrize("endless", [frozenset({1}), frozenset({1, 2})])
def test_one_without_end_has_no_name(endless: frozenset[int]) -> None:
    types = (told(Ref(1)), merged(rec(req("a", Ref(1)))), BARE)
    assert texts(*types, endless=endless) == ("merged", "merged")


def test_an_intersection_of_nothing_has_no_name_either() -> None:
    types = (told(Ref(1)), merged(Union((), Meta())))
    assert texts(*types) == ("merged", "merged")


@pytest.mark.parametrize("place", [{"file": "t.sig"}, {"owner": "C"}, {"file": "f", "owner": "C"}])
def test_what_has_a_place_has_a_name(place: dict[str, str]) -> None:
    assert not is_anonymous(merged(BODY, **place))


def test_what_is_called_so_has_a_name() -> None:
    assert is_anonymous(merged(BODY))
    assert not is_anonymous(NamedType(ANONYMOUS, BODY, shown=ANONYMOUS))
    assert not is_anonymous(NamedType("a", BODY, shown="a[b]"))
    assert not is_anonymous(NamedType("a", BODY))


def test_what_is_called_by_its_arguments_is_not_written_out() -> None:
    # It is of no file, as what is merged is, and it has arguments that are told.
    types = (told(Ref(1)), NamedType(ANONYMOUS, BODY, "x", told=rec(req("0", STRING))))
    assert texts(*types) == ("merged[String]", "merged[String]")


def test_what_has_no_file_and_is_no_intersection_is_named() -> None:
    types = (told(Ref(1)), NamedType("plain", BODY, "String"))
    cuts = Cuts(types)
    assert ArgumentTexts(types, cuts).of(0) == ("plain[String]", "plain[String]")
    assert cuts.asked == []


def test_what_leads_back_is_told_without_arguments() -> None:
    types = (told(Ref(1)), merged(rec(req("a", Ref(0)))))
    assert texts(*types) == ("{ a: page }", "{ a: t.sig:page }")


def test_arguments_name_types_and_why_they_are_seen_does_not() -> None:
    seen = rec(req("0", Ref(1)), req(f"{SEEN} 1", TupleOf((many(Ref(2)), Ref(3)))))
    assert named_in(seen) == (1, 2)
    assert named_in(None) == ()
    assert named_in(union(NULL)) == ()
