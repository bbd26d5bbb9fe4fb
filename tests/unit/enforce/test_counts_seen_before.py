"""What values of one view leave behind is counted once for all that leave the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from schemac.enforce import Accepted, EnforceOptions, input_enforcer
from schemac.enforce.project.cuts import Cuts, Rows, Seen, Taken
from schemac.plan.model import Shape
from schemac.plan.nodes import Field, Record
from tests.unit.enforce.shapes import STRING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from schemac.enforce import InputEnforcer
    from schemac.enforce.project.cuts import Left

ROW = Taken("/rows/*", frozenset({"a"}))


class Names:
    """Knows one name, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, place: str) -> Mapping[object, str]:
        self.asked += 1
        return {"*": f"{place}/*", "h": f"{place}/h"}


class Text(str):
    __slots__ = ()


def left(*keys: object, times: int = 2) -> list[Left]:
    return [(ROW, "", keys)] * times


def counted(what: list[Left], seen: Seen, names: Names) -> dict[str, int]:
    return Cuts(what, names, seen).counts()


def test_the_same_is_counted_once_and_belongs_to_each_alone() -> None:
    seen: Seen = {}
    names = Names()
    first = counted(left("a", "h", "x"), seen, names)
    first["/more"] = 1
    assert counted(left("a", "h", "x"), seen, names) == {"/rows/*/h": 2, "/rows/*/*": 2}
    assert names.asked == 1
    assert counted(left("a", "h", "x", times=3), seen, names) == {"/rows/*/h": 3, "/rows/*/*": 3}
    assert counted(left("a", "h"), seen, names) == {"/rows/*/h": 2}
    assert counted([(ROW, "/in", ("a", "h"))], seen, names) == {"/in/rows/*/h": 1}
    assert counted([("/m", "", 4)], seen, names) == {"/m/*": 4}
    assert counted([("/m", "", 5)], seen, names) == {"/m/*": 5}
    assert names.asked == len(seen) == 6


def test_places_that_look_alike_are_not_the_same() -> None:
    seen: Seen = {}
    other = Taken("/rows/*", frozenset({"a", "h"}))
    assert counted([(ROW, "", ("a", "h"))], seen, Names()) == {"/rows/*/h": 1}
    assert counted([(other, "", ("a", "h"))], seen, Names()) == {}


def test_rows_are_counted_as_one_by_one() -> None:
    other: Left = ("/m", "", 3)
    rows = Rows([("a", "h"), ("a", "h"), ("a", "x", "h"), ("a",)])
    apart: list[Left] = [(ROW, "/in", keys) for keys in rows]
    together: list[Left] = [(ROW, "/in", rows)]
    seen: Seen = {}
    for notes in (together, [other, *together], [*together, other]):
        known = [note for note in notes if note is not together[0]]
        alone = [*known, *apart] if notes[0] is other else [*apart, *known]
        for _ in range(2):
            assert Cuts(notes, Names(), seen).text() == Cuts(alone, Names()).text()
    assert Cuts(together, Names()).counts() == {"/in/rows/*/h": 3, "/in/rows/*/*": 1}


def test_as_many_rows_as_notes_are_kept() -> None:
    for count, kept in ((64, 1), (65, 0)):
        seen: Seen = {}
        what: list[Left] = [(ROW, "", Rows([("a", "h")] * count))]
        assert counted(what, seen, Names()) == {"/rows/*/h": count}
        assert len(seen) == kept


@pytest.mark.parametrize(
    "what",
    [
        left("a", 1),
        [(ROW, "", Rows([("a", 1)]))],
        [(ROW, "", Rows([("a", "x" * 4097)]))],
        left("a", Text("h")),
        left("a", "x" * 4097, times=1),
        left("a", "h", times=65),
    ],
)
def test_what_is_long_or_no_plain_text_is_not_kept(what: Any) -> None:
    seen: Seen = {}
    names = Names()
    assert counted(what, seen, names) == counted(what, seen, names)
    assert (seen, names.asked) == ({}, 2)


def test_only_so_much_is_kept() -> None:
    seen: Seen = {}
    for number in range(1000):
        assert counted(left("a", f"x{number}"), seen, Names()) == {"/rows/*/*": 2}
        assert len(seen) <= 64


def test_counts_as_text_are_those_counts_whatever_became_of_the_dict() -> None:
    seen: Seen = {}
    odd = [('/m"\\\n\x7fé', "/in", 4), *left("a", "h", "x")]
    for _ in range(2):
        cuts = Cuts(odd, Names(), seen)
        cuts.counts()["/more"] = 1
        assert cuts.text() == '{"/in/m\\"\\\\\\n\x7fé/*":4,"/rows/*/h":2,"/rows/*/*":2}'
        assert Cuts(odd, Names()).text() == cuts.text()


def test_keys_that_cannot_be_compared_are_counted_as_one() -> None:
    class Odd:
        def __hash__(self) -> int:
            raise RuntimeError

    assert Cuts(left("a", Odd()), Names(), {}).text() == '{"/*":2}'
    rows = Rows([("a", Odd()), ("a",)])
    assert Cuts([(ROW, "", rows), ("/m", "", 1)], Names(), {}).text() == '{"/*":3}'


def test_names_that_clients_made_up_are_not_kept_for_them() -> None:
    seen: Seen = {}
    for keys in (("a", "h", "x"), ("x",)):
        cuts = Cuts(left(*keys), Names(), seen, declared_only=True)
        assert cuts.counts()["/rows/*/*"] == 2
    assert Cuts([("/m", "", 4)], Names(), seen, declared_only=True).counts() == {"/m/*": 4}
    assert seen == {}
    assert Cuts(left("a", "h"), Names(), seen, declared_only=True).text() == '{"/rows/*/h":2}'
    assert len(seen) == 1


def test_arguments_alike_are_counted_once_and_strange_ones_are_not_kept() -> None:
    names = Names()
    enforcer = input_enforcer(Shape(Record((Field("a", STRING),)), {}), {}, EnforceOptions(), names)
    for _ in range(3):
        assert dropped(enforcer, {"a": "x", "h": 1}) == {"/h": 1}
    assert names.asked == 1
    for _ in range(3):
        assert dropped(enforcer, {"a": "x", "h": 1, "z": 1}) == {"/h": 1, "/*": 1}
    assert names.asked == 4


def dropped(enforcer: InputEnforcer, arguments: dict[str, Any]) -> dict[str, int]:
    accepted = enforcer.accept(arguments)
    assert isinstance(accepted, Accepted)
    return dict(accepted.dropped)
