"""What application code raises, as far as a server answers it instead of dying of it.

`sys.exit()` in a handler ends that call, never the server, and so does an exception of whatever
base that a library thought up; Ctrl-C is still the operator's.
"""

from __future__ import annotations

import sys

__all__ = ["foreign"]

_NOTHING: tuple[type[BaseException], ...] = ()
_ALL: tuple[type[BaseException], ...] = (BaseException,)


def foreign() -> tuple[type[BaseException], ...]:
    """Tell what to catch of the exception at hand; written as what an `except` is followed by."""
    # By its type itself: `isinstance` would ask the exception for its class, which may raise anew.
    return _NOTHING if issubclass(type(sys.exception()), KeyboardInterrupt) else _ALL
