"""A record that is made of what all have in common is the one that the library makes."""

from __future__ import annotations

import logging
import multiprocessing
import sys
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from schemac.runtime import log_records
from schemac.runtime.log_records import LogRecords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOMENT = {"created", "msecs", "relativeCreated"}


class Own(logging.LogRecord):
    """What an application has records be."""


def here() -> None:
    """Stand for what logs."""


@pytest.fixture
def logger() -> logging.Logger:
    return logging.Logger("some.lines", logging.INFO)  # noqa: LOG001 - of no hierarchy


@pytest.fixture
def records(logger: logging.Logger) -> LogRecords:
    return LogRecords(logger, logging.INFO, here.__code__)


def by_library(logger: logging.Logger, line: str) -> logging.LogRecord:
    place = here.__code__.co_filename, here.__code__.co_firstlineno
    return logger.makeRecord(logger.name, logging.INFO, *place, "%s", (line,), None, here.__name__)


def told(record: logging.LogRecord) -> dict[str, Any]:
    return {name: what for name, what in vars(record).items() if name not in MOMENT}


@pytest.mark.parametrize("line", ["a line", "", "100 %s", "{}"])
def test_it_is_a_record_with_all_that_the_library_tells(
    records: LogRecords, logger: logging.Logger, line: str
) -> None:
    made, theirs = records.record(line), by_library(logger, line)
    assert type(made) is logging.LogRecord
    assert [*vars(made)] == [*vars(theirs)]
    assert told(made) == told(theirs)
    assert made.getMessage() == line
    assert logging.Formatter("%(asctime)s %(module)s %(message)s").format(made).endswith(line)


def test_it_tells_the_moment_as_the_library_does(
    records: LogRecords, logger: logging.Logger
) -> None:
    before, made, after = by_library(logger, ""), records.record(""), by_library(logger, "")
    assert before.created <= made.created <= after.created
    assert made.msecs == int((made.created - int(made.created)) * 1000)
    early, late = before.relativeCreated, after.relativeCreated
    assert early - 0.01 <= made.relativeCreated <= late + 0.01


def test_records_share_nothing_that_changes(records: LogRecords) -> None:
    first = records.record("first")
    first.own = "added by a filter"
    first.msg = "changed"
    second = records.record("second")
    assert (second.getMessage(), hasattr(second, "own")) == ("second", False)


def test_it_names_its_thread_by_the_name_of_now(records: LogRecords) -> None:
    found: list[logging.LogRecord] = []
    thread = threading.Thread(target=lambda: found.append(records.record("")), name="another")
    thread.start()
    thread.join()
    assert (found[0].threadName, found[0].thread) == ("another", thread.ident)
    mine = records.record("")
    assert (mine.thread, mine.threadName) == (
        threading.get_ident(),
        threading.current_thread().name,
    )


def test_it_names_its_process(records: LogRecords, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiprocessing.current_process(), "name", "renamed")
    assert records.record("").processName == "renamed"
    monkeypatch.setitem(sys.modules, "multiprocessing", SimpleNamespace())
    assert records.record("").processName == "MainProcess"
    monkeypatch.delitem(sys.modules, "multiprocessing")
    assert records.record("").processName == "MainProcess"


def test_it_names_a_level_as_it_is_called_now(
    records: LogRecords, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: logging.addLevelName(logging.INFO, "INFO"))
    logging.addLevelName(logging.INFO, "TOLD")
    assert records.record("").levelname == "TOLD"


@pytest.fixture
def factory() -> Iterator[Callable[[object], None]]:
    before = logging.getLogRecordFactory()
    yield logging.setLogRecordFactory  # type: ignore[misc] # any callable will do
    logging.setLogRecordFactory(before)


def test_the_factory_of_an_application_makes_records(
    records: LogRecords, factory: Callable[[object], None]
) -> None:
    def own(*given: Any, **more: Any) -> logging.LogRecord:
        made = Own(*given, **more)
        made.request_id = "r1"
        return made

    factory(own)
    made: Any = records.record("a line")
    assert (type(made), made.request_id, made.getMessage()) == (Own, "r1", "a line")


def make(_self: object, *given: Any) -> logging.LogRecord:
    return Own(*given)


@pytest.mark.parametrize("where", ["the class", "its own", "all classes"])
def test_a_logger_that_makes_its_own_makes_them(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Logger(logging.Logger):
        pass

    logger = Logger("some.lines")
    records = LogRecords(logger, logging.INFO, here.__code__)
    if where == "its own":
        monkeypatch.setattr(logger, "makeRecord", lambda *given: make(None, *given), raising=False)
    else:
        owner = Logger if where == "the class" else logging.Logger
        monkeypatch.setattr(owner, "makeRecord", make, raising=False)
    made = records.record("a line")
    assert (type(made), made.getMessage(), made.funcName) == (Own, "a line", "here")


def test_what_is_put_around_records_is_asked(
    records: LogRecords, monkeypatch: pytest.MonkeyPatch
) -> None:
    init = logging.LogRecord.__init__

    def around(self: Any, *given: Any, **more: Any) -> None:
        init(self, *given, **more)
        self.own = True

    monkeypatch.setattr(logging.LogRecord, "__init__", around)
    assert records.record("").own  # type: ignore[attr-defined] # it was just added


@pytest.mark.parametrize("flag", ["logThreads", "logMultiprocessing", "logProcesses"])
def test_what_an_application_wants_untold_is_not_told(
    flag: str, records: LogRecords, logger: logging.Logger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging, flag, False)
    assert told(records.record("")) == told(by_library(logger, ""))


def test_a_task_is_named_where_python_names_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "logAsyncioTasks", True, raising=False)
    assert log_records._task_name() is None
    task = SimpleNamespace(get_name=lambda: "a task")
    fake = SimpleNamespace(current_task=lambda: task)
    monkeypatch.setitem(sys.modules, "asyncio", fake)
    assert log_records._task_name() == "a task"
    monkeypatch.setattr(logging, "logAsyncioTasks", False)
    assert log_records._task_name() is None


@pytest.mark.parametrize("says", [True, False, None])
def test_a_factory_is_not_asked_what_it_equals(
    records: LogRecords,
    monkeypatch: pytest.MonkeyPatch,
    says: bool | None,  # noqa: FBT001 - one of three
) -> None:
    class Factory:
        def __eq__(self, _: object) -> bool:
            assert says is not None
            return says

        def __hash__(self) -> int:
            return 0

        def __call__(self, *given: Any, **more: Any) -> logging.LogRecord:
            return Own(*given, **more)

    monkeypatch.setattr(logging, "_logRecordFactory", Factory())
    assert type(records.record("line")) is Own
