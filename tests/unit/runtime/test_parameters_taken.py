from __future__ import annotations

import functools
import inspect
from itertools import product
from typing import TYPE_CHECKING

import pytest

from schemac.runtime import parameters

if TYPE_CHECKING:
    from collections.abc import Callable

_POSITIONAL = ("", "a", "a, b=1", "a=1, b=2", "a, /", "a, b=1, /", "a, /, b", "a=1, /, b=2")
_KEYWORD = ("", "*, x", "*, x=1", "*, x=1, y", "*args", "*args, x, y=2")
_ANY = ("", "**more")


def made(text: str) -> Callable[..., object]:
    return eval(f"lambda {text}: None")  # type: ignore[no-any-return] # noqa: S307 - our own texts


TEXTS = [", ".join(filter(None, parts)) for parts in product(_POSITIONAL, _KEYWORD, _ANY)]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("has_self", [False, True])
def test_a_plain_function_is_read_as_its_signature_is(text: str, *, has_self: bool) -> None:
    function = made(text)
    if not text.startswith("a") and has_self:
        has_self = False
    inner = vars(parameters)
    quick = inner["_of_code"](function, has_self=has_self)
    slow = inner["_of_signature"](inspect.signature(function), has_self=has_self)
    assert quick == slow
    assert inner["_taken"](function, has_self=has_self) == quick


def test_self_that_is_no_parameter_is_read_by_inspect() -> None:
    for text in ("", "*, x", "*args", "**more"):
        function = made(text)
        slow = vars(parameters)["_of_signature"](inspect.signature(function), has_self=True)
        assert vars(parameters)["_taken"](function, has_self=True) == slow


def test_what_says_otherwise_is_believed() -> None:
    @functools.wraps(made("inner"))
    def wrapped(**more: object) -> None: ...

    def signed(**more: object) -> None: ...

    signed.__signature__ = inspect.signature(made("told"))  # type: ignore[attr-defined] # as some do
    assert vars(parameters)["_taken"](wrapped, has_self=False).needed == ("inner",)
    assert vars(parameters)["_taken"](signed, has_self=False).needed == ("told",)
    assert vars(parameters)["_taken"](object(), has_self=False) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("id", None),
        ("*, id", None),
        ("**more", None),
        ("id=1", None),
        ("id, /", "its `call` does not take `id` by keyword"),
        ("", "its `call` does not take `id` by keyword"),
        ("other, more, id", "its `call` needs `other`, which its annotations do not have"),
        ("*, id, zeta, alpha", "its `call` needs `zeta`, which its annotations do not have"),
        ("*args, id", None),
        ("id, *, other=1", None),
    ],
)
def test_what_does_not_fit_is_told(text: str, told: str | None) -> None:
    inner = vars(parameters)
    assert inner["_misfit"](inner["_taken"](made(text), has_self=False), ("id",), set()) == told


def test_what_may_be_absent_needs_a_default() -> None:
    inner = vars(parameters)
    for text, told in (("id", True), ("*, id", True), ("id=1", False), ("**more", False)):
        misfit = inner["_misfit"](inner["_taken"](made(text), has_self=False), ("id",), {"id"})
        wanted = "its `call` needs a default for `id`, which may be absent or hidden"
        assert misfit == (wanted if told else None)
