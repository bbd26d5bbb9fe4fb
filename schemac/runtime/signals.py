"""The signals that schemac sends, after the manner of Flask's: by blinker, one object each.

The sender is the Flask app where one serves, else the surface.
"""

from __future__ import annotations

from blinker import Signal

from schemac.enforce.foreign import foreign
from schemac.enforce.journal import journal

__all__ = [
    "input_dropped",
    "output_projected",
    "predicate_failed",
    "signal",
    "tool_called",
    "tool_listed",
]

_log = journal("schemac")

tool_listed = Signal("A listing was given. Keywords: `domain`, `tools` (how many), `decisions`.")
tool_called = Signal("A call ended. Keyword: `record`, the audit record.")
input_dropped = Signal("Arguments were dropped. Keywords: `tool`, `domain`, `pointers`.")
output_projected = Signal("Parts of a result were cut. Keywords: `tool`, `domain`, `pointers`.")
predicate_failed = Signal("A predicate gave no answer. Keywords: `predicate`, `flag`, `kind`.")


def signal(which: Signal, sender: object, **data: object) -> None:
    """Send a signal. A receiver that raises is logged; it never decides about an answer."""
    if not which.receivers:
        return
    try:
        which.send(sender, _async_wrapper=None, **data)
    except foreign():  # receivers are application code, and come after the fact
        _log.exception("a receiver of a signal raised")
