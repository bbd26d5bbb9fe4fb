from __future__ import annotations

from schemac.diagnostics.model import Diagnostic
from schemac.diagnostics.sink import errors, order
from schemac.source import Source

A = Source("a.py", "one two three")
B = Source("b.py", "one two three")


def test_orders_by_path_then_position_then_code() -> None:
    third = Diagnostic("SC201", "m", B.span(0, 3))
    second = Diagnostic("SC202", "m", A.span(4, 7))
    first = Diagnostic("SC301", "m", A.span(0, 3))
    also_second = Diagnostic("SC201", "m", A.span(4, 7))
    nowhere = Diagnostic("SC001", "m", None)
    assert order([third, second, first, also_second, nowhere]) == (
        nowhere,
        first,
        also_second,
        second,
        third,
    )


def test_says_the_same_thing_once() -> None:
    one = Diagnostic("SC201", "m", A.span(0, 3))
    same = Diagnostic("SC201", "m", A.span(0, 3))
    other = Diagnostic("SC201", "n", A.span(0, 3))
    assert order([one, same, other]) == (one, other)


def test_gives_a_hundred_at_most_unless_told_otherwise() -> None:
    many = [Diagnostic("SC201", f"{number:03}", A.span(0, 3)) for number in range(250)]
    assert [found.message for found in order(many)] == [f"{number:03}" for number in range(100)]
    assert len(order(many, limit=3)) == 3
    assert len(order(many, limit=None)) == 250


def test_does_not_depend_on_the_order_of_finding() -> None:
    many = [Diagnostic("SC201", f"{number}", A.span(number, number + 1)) for number in range(9)]
    assert order(reversed(many)) == order(many)


def test_tells_errors_from_warnings() -> None:
    warning = Diagnostic("SC307", "m", None)
    error = Diagnostic("SC201", "m", None)
    assert errors([warning, error]) == (error,)
