"""What application code may raise, as far as a server answers it instead of dying of it.

`sys.exit()` in a handler ends that call, never the server; Ctrl-C is still the operator's.
"""

from __future__ import annotations

from asyncio import CancelledError

__all__ = ["FOREIGN"]

FOREIGN: tuple[type[BaseException], ...] = (
    Exception,
    SystemExit,
    GeneratorExit,
    CancelledError,
)
