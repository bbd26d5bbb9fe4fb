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
from types import FunctionType
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

_MAIN = "MainProcess"


class LogRecords:
    """Makes the records of what one function logs at one level. Thread-safe."""

    __slots__ = ("_alike", "_begun", "_code", "_level", "_logger")

    def __init__(self, logger: logging.Logger, level: int, code: CodeType) -> None:
        self._logger = logger
        self._level = level
        self._code = code
        self._alike = vars(LogRecord(logger.name, level, *self._place, "%s", None, None, self._name))
        self._begun = self._alike["created"] - self._alike["relativeCreated"] / 1000

    @property
    def _place(self) -> tuple[str, int]:
        return self._code.co_filename, self._code.co_firstlineno

    @property
    def _name(self) -> str:
        return self._code.co_name

    def record(self, line: str) -> LogRecord:
        """Make the record of a line."""
        logger = self._logger
        if not self._is_usual():
            return logger.makeRecord(
                logger.name, self._level, *self._place, "%s", (line,), None, self._name
            )
        record, now = LogRecord.__new__(LogRecord), time.time()
        record.__dict__ = {
            **self._alike,
            "args": (line,),
            "levelname": logging.getLevelName(self._level),
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

    def _is_usual(self) -> bool:
        """Whether nobody but the library makes records, and tells all that it can tell."""
        return (
            _UNTOUCHED
            and logging.getLogRecordFactory() is LogRecord
            and LogRecord.__init__ is _INIT
            and type(self._logger).makeRecord is _MAKE
            and "makeRecord" not in vars(self._logger)
            and logging.logThreads
            and logging.logMultiprocessing
            and logging.logProcesses
        )


def _process_name() -> str:
    try:
        return sys.modules["multiprocessing"].current_process().name
    except Exception:  # noqa: BLE001 - as the library does: it may be loading
        return _MAIN


def _task_name() -> str | None:
    """Name the task that runs here, as Python 3.12 and newer ones tell it."""
    asyncio = sys.modules.get("asyncio")
    try:
        return asyncio.current_task().get_name() if asyncio and logging.logAsyncioTasks else None
    except Exception:  # noqa: BLE001 - the same: there is none
        return None
