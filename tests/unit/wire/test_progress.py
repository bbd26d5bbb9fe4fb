from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import pytest

from schemac.wire.progress import EventStream, progress_token, with_progress
from schemac.wire.replies import Reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.runtime.pipeline import ProgressSink

ANSWER = Reply(b'{"the":"answer"}')
BROKEN = Reply(b'{"broken":true}', -32603)


def run(work: Callable[[ProgressSink], Reply], pulse: float = 5.0) -> Reply | EventStream:
    return with_progress(work, "tok", lambda: BROKEN, lambda target: target, pulse)


def events(stream: EventStream) -> list[object]:
    found = []
    for chunk in stream:
        assert chunk.startswith(b"event: message\r\ndata: ")
        assert chunk.endswith(b"\r\n\r\n")
        found.append(json.loads(chunk[len(b"event: message\r\ndata: ") :]))
    return found


@pytest.mark.parametrize(
    ("params", "token"),
    [
        (None, None),
        ({}, None),
        ({"_meta": {}}, None),
        ({"_meta": []}, None),
        ({"_meta": {"progressToken": "a"}}, "a"),
        ({"_meta": {"progressToken": 0}}, 0),
        ({"_meta": {"progressToken": True}}, None),
        ({"_meta": {"progressToken": 1.5}}, None),
    ],
)
def test_tokens(params: dict[str, object] | None, token: int | str | None) -> None:
    assert progress_token(params) == token


def test_work_that_reports_nothing_is_answered_plainly() -> None:
    assert run(lambda _: ANSWER) is ANSWER


def test_steps_come_before_the_answer() -> None:
    def work(sink: ProgressSink) -> Reply:
        sink.report(1, 2, "halfway\nthere")
        sink.report(2.0, None, None)
        return ANSWER

    stream = run(work)
    assert isinstance(stream, EventStream)
    first = {"progressToken": "tok", "progress": 1, "total": 2, "message": "halfway\nthere"}
    second = {"progressToken": "tok", "progress": 2.0}
    assert events(stream) == [
        {"jsonrpc": "2.0", "method": "notifications/progress", "params": first},
        {"jsonrpc": "2.0", "method": "notifications/progress", "params": second},
        {"the": "answer"},
    ]


def test_work_that_dies_is_answered_all_the_same() -> None:
    def work(_: ProgressSink) -> Reply:
        raise SystemExit

    assert run(work) is BROKEN

    def bind(_: Callable[[], None]) -> Callable[[], None]:
        def fail() -> None:
            raise RuntimeError("no surroundings")

        return fail

    assert with_progress(lambda _: ANSWER, 1, lambda: BROKEN, bind) is BROKEN


def test_a_silent_stream_has_a_pulse() -> None:
    go = threading.Event()

    def work(sink: ProgressSink) -> Reply:
        sink.report(1, None, None)
        go.wait(10)
        return ANSWER

    stream = run(work, pulse=0.01)
    assert isinstance(stream, EventStream)
    next(stream)
    assert next(stream) == b": still at work\r\n\r\n"
    go.set()
    rest = list(stream)
    assert rest[-1].endswith(b'{"the":"answer"}\r\n\r\n')


def test_closing_the_stream_tells_the_handler() -> None:
    noticed = threading.Event()
    closed = threading.Event()

    def work(sink: ProgressSink) -> Reply:
        sink.report(1, None, None)
        closed.wait(10)
        for step in range(1000):
            sink.report(step + 2, None, None)
        if sink.cancelled:
            noticed.set()
        return ANSWER

    stream = run(work)
    assert isinstance(stream, EventStream)
    stream.close()
    closed.set()
    assert noticed.wait(10)
    assert list(stream) == []


def test_a_slow_reader_holds_the_handler_back() -> None:
    def work(sink: ProgressSink) -> Reply:
        for step in range(500):
            sink.report(step, None, None)
        return ANSWER

    stream = run(work)
    assert isinstance(stream, EventStream)
    assert len(events(stream)) == 501


def test_the_surroundings_hold_in_the_thread() -> None:
    seen: list[str] = []

    def bind(work: Callable[[], None]) -> Callable[[], None]:
        def bound() -> None:
            seen.append("in")
            work()
            seen.append("out")

        return bound

    def work(_: ProgressSink) -> Reply:
        seen.append(threading.current_thread().name)
        return ANSWER

    assert with_progress(work, 1, lambda: BROKEN, bind) is ANSWER
    assert seen[:2] == ["in", "schemac-call"]


@pytest.mark.parametrize("streamed", [False, True])
def test_nobody_waits_for_what_is_reported_after_the_answer(streamed: bool) -> None:  # noqa: FBT001
    answered = threading.Event()
    ended = threading.Event()

    def late(sink: ProgressSink) -> None:
        answered.wait(10)
        for step in range(1000):
            sink.report(step + 2, None, None)
        if sink.cancelled:
            ended.set()

    def work(sink: ProgressSink) -> Reply:
        if streamed:
            sink.report(1, None, None)
        threading.Thread(target=late, args=(sink,), daemon=True).start()
        return ANSWER

    stream = run(work)
    if streamed:
        assert isinstance(stream, EventStream)
        assert len(events(stream)) == 2
    answered.set()
    assert ended.wait(10)
