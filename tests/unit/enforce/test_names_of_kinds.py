from __future__ import annotations

import pytest

from schemac.enforce.kinds import exact_text, kind_name, own_qualname, told_error


class Text(str):
    """A text that says it is another."""

    __slots__ = ()

    def __str__(self) -> str:
        return "other"


class Liar:
    """What says that it is a text."""

    __class__ = str  # type: ignore[assignment] # the lie


class SilentError(Exception):
    """Its text cannot be made."""

    def __str__(self) -> str:
        raise OSError("secret")


def test_a_text_is_exact_whatever_its_class_says() -> None:
    found = exact_text(Text("one"))
    assert (found, type(found)) == ("one", str)


@pytest.mark.parametrize("value", [None, 5, b"x", Text])
def test_what_is_no_text_has_none(value: object) -> None:
    assert exact_text(value) is None


def test_a_name_is_one_line_of_no_more_than_two_hundred_characters() -> None:
    assert kind_name(type("Ev\nil", (), {})()) == "Ev\\nil"
    assert kind_name(type("x" * 5000, (), {})()) == "x" * 200


def test_a_qualified_name_is_that_of_the_class_itself() -> None:
    made = type("Meta", (type,), {"__getattribute__": lambda _cls, _name: 5})
    assert own_qualname(made("Odd", (), {"__qualname__": "Outer.Odd"})) == "Outer.Odd"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError("x"), "ValueError: x"),
        (ValueError(), "ValueError"),
        (SilentError(), "SilentError"),
        (ValueError(Text("one")), "ValueError: other"),
    ],
)
def test_an_error_is_told_by_name_and_text(error: BaseException, told: str) -> None:
    assert told_error(error) == told


def test_what_only_says_that_it_is_a_text_is_none() -> None:
    assert exact_text(Liar()) is None
