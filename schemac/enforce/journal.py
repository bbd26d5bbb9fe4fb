"""A logger's name in, a logger out that never decides about an answer.

Handlers and filters of logs are the application's. One that raises loses its line, and no more:
most lines here are written while something else is already going wrong.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from schemac.enforce.foreign import foreign

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Journal", "journal", "write"]


class Journal(logging.LoggerAdapter[logging.Logger]):
    """A logger whose lines are lost where they cannot be written."""

    def log(self, level: int, msg: object, *args: object, **given: Any) -> None:  # noqa: ANN401 - as the base class has it
        """Write a line, as from where this was called."""
        given.setdefault("stacklevel", 2)
        try:
            super().log(level, msg, *args, **given)
        except foreign():  # there is nowhere left to tell it
            pass


def write(logger: logging.Logger, make: Callable[[str], logging.LogRecord], line: str) -> None:
    """Write a line as the record that is made of it, or lose it."""
    try:
        logger.handle(make(line))
    except foreign():  # the same
        pass


def journal(name: str) -> Journal:
    """Give the logger of that name."""
    return Journal(logging.getLogger(name), None)
