"""A line in, its log record out: what is alike in all records of one place is found out once.

The library takes the path of the place apart each time, and asks of what kind the arguments are.
Where an application has a say in how records are made, the library makes them.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from logging import LogRecord
from types import FunctionType, MethodType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import CodeType

__all__ = ["LogRecords"]

_MAKE = logging.Logger.makeRecord
_INIT = LogRecord.__init__
_UNTOUCHED = all(
    type(each) is FunctionType and each.__globals__ is vars(logging) for each in (_MAKE, _INIT)
)
"""Nothing was put around the library's own ways before they were seen here."""

_ALL_TOLD = True, True, True
_MAIN = "MainProcess"


class LogRecords:
    """Makes the records of what one function logs at one level. Thread-safe."""

    __slots__ = ("_alike", "_begun", "_given", "_logger")

    def __init__(self, logger: logging.Logger, level: int, code: CodeType) -> None:
        self._logger = logger
        self._given = level, code.co_filename, code.co_firstlineno, code.co_name
        made = LogRecord(logger.name, *self._given[:3], "%s", None, None, code.co_name)
        self._alike = {**vars(made)}
        self._begun = made.created - made.relativeCreated / 1000

    def record(self, line: str) -> LogRecord:
        """Make the record of a line."""
        level, path, number, name = self._given
        logger = self._logger
        told = logging.logThreads, logging.logMultiprocessing, logging.logProcesses
        if not _is_usual(logger) or told != _ALL_TOLD:  # others have a say, or do not want all
            return logger.makeRecord(logger.name, level, path, number, "%s", (line,), None, name)
        record, now = LogRecord.__new__(LogRecord), time.time()
        record.__dict__ = {
            **self._alike,
            "args": (line,),
            "levelname": logging.getLevelName(level),
            "created": now,
            "msecs": int((now - int(now)) * 1000) + 0.0,
            "relativeCreated": (now - self._begun) * 1000,
            "thread": threading.get_ident(),
            "threadName": threading.current_thread().name,
            "processName": _process_name() if "multiprocessing" in sys.modules else _MAIN,
            "process": os.getpid(),
        }
        if "taskName" in self._alike:
            record.taskName = _task_name()
        return record


def _is_usual(logger: logging.Logger) -> bool:
    """Tell whether nobody has a say in records; what may have one is not asked if it is equal."""
    if logging.getLogRecordFactory() is not LogRecord or LogRecord.__init__ is not _INIT:
        return False
    make = logger.makeRecord
    return _UNTOUCHED and type(make) is MethodType and make.__func__ is _MAKE


def _process_name() -> str:
    try:
        name: str = sys.modules["multiprocessing"].current_process().name
    except Exception:  # noqa: BLE001 - as the library does: it may be loading
        return _MAIN
    return name


def _task_name() -> str | None:
    """Name the task that runs here, as Python 3.12 and newer ones tell it."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is None or not getattr(logging, "logAsyncioTasks", False):
        return None
    try:
        name: str = asyncio.current_task().get_name()
    except Exception:  # noqa: BLE001 - the same: there is none
        return None
    return name
