"""An object of the application in, the name of its type out, whatever the type says of itself.

A metaclass may make anything of `__name__`, and a name may be a `str` of somebody's own: what is
taken here runs no code of either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from schemac.enforce.foreign import foreign
from schemac.enforce.wording import on_one_line

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["exact_text", "kind_name", "own_name", "own_qualname", "told_error"]

_LONGEST: Final = 200

_read_name = cast("Callable[[type], str]", type.__dict__["__name__"].__get__)
_read_qualname = cast("Callable[[type], str]", type.__dict__["__qualname__"].__get__)


def kind_name(value: object) -> str:
    """Give the name of the value's type, fit for one line of a log."""
    return on_one_line(own_name(type(value))[:_LONGEST])


def own_name(cls: type) -> str:
    """Give the name that a class was made with, as an exact `str`."""
    return str.__str__(_read_name(cls))


def own_qualname(cls: type) -> str:
    """Give the qualified name that a class was made with, as an exact `str`."""
    return str.__str__(_read_qualname(cls))


def exact_text(value: object) -> str | None:
    """Give a `str`, of whatever subclass, as the exact text that it is; None for anything else.

    What only says that it is one (`__class__`) is none.
    """
    return str.__str__(cast("str", value)) if issubclass(type(value), str) else None


def told_error(error: BaseException) -> str:
    """Give the name of an exception and its text, if it has one that can be made."""
    try:
        text = exact_text(str(error))
    except foreign():  # then there is none
        text = None
    return kind_name(error) + (f": {text}" if text else "")
