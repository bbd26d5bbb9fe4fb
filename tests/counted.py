"""A number in, a guard out under which no more functions than that are called.

How long work takes depends on the machine; how many functions it calls does not. Work that grows
beyond all bounds is stopped, so that a test fails instead of hanging.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

__all__ = ["TooMuchWorkError", "calls_at_most"]


class TooMuchWorkError(BaseException):
    """More functions were called than work may: no handler of exceptions is to go on with it."""


@contextmanager
def calls_at_most(most: int) -> Iterator[None]:
    """Stop, and fail, where more than `most` functions of Python or C are called inside."""
    count = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        del frame, argument
        if event in ("call", "c_call"):
            count += 1
            if count == most + 1:
                raise TooMuchWorkError(most)

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        yield
    finally:
        sys.setprofile(before)
    if count > most:
        raise TooMuchWorkError(most)
