"""Handlers and filters of logs are the application's: one that raises decides about no answer."""

from __future__ import annotations

import json
import logging
from io import BytesIO
from typing import TYPE_CHECKING, Any

import flask
import pytest

from schemac import Grants, Registry, Service, ToolError
from schemac.enforce.journal import journal
from schemac.flask import blueprint
from schemac.stdio import Pipes, serve_service

if TYPE_CHECKING:
    from collections.abc import Iterator

SECRET = "123-45-6789"


class Own(BaseException):
    """What a library thought up."""


class Handler(logging.Handler):
    def __init__(self, kind: type[BaseException]) -> None:
        super().__init__(logging.DEBUG)
        self.kind = kind
        self.lines = 0

    def emit(self, _record: logging.LogRecord) -> None:
        self.lines += 1
        raise self.kind(SECRET)


@pytest.fixture(params=[RuntimeError, ValueError, Own, SystemExit])
def handler(request: pytest.FixtureRequest) -> Iterator[Handler]:
    made = Handler(request.param)
    logger = logging.getLogger("schemac")
    level = logger.level
    logger.addHandler(made)
    logger.setLevel(logging.DEBUG)
    yield made
    logger.setLevel(level)
    logger.removeHandler(made)


class Sink(BytesIO):
    written = b""

    def close(self) -> None:
        self.written = self.getvalue()
        super().close()


class Caller:
    """Its predicate fails, and so does what it is looked up by."""

    def requires(self, _flag: str) -> bool:
        raise RuntimeError(SECRET)

    def mcp_cache_fingerprint(self) -> object:
        raise RuntimeError(SECRET)


def registry() -> Registry:
    made = Registry()
    signature = "() -> { ok: true, ?more: Integer @requires(:admin) }"

    def add(name: str, work: Any, **options: Any) -> None:
        options.setdefault("signature", signature)
        made.add(work, name=name, description="d", **options)

    def raises() -> object:
        raise RuntimeError(SECRET)

    def fails() -> object:
        raise ToolError("no")

    add("good", lambda: {"ok": True, "more": 1})
    add("raises", raises)
    add("fails", fails)
    add("breaks", lambda: {"ok": SECRET})
    add("unreadable", lambda: {"ok": True}, signature="() -> Missing")
    return made


EXPECTED = {
    "good": '{"ok":true}',
    "raises": "internal error (correlation id …)",
    "fails": "no",
    "breaks": "the tool's result breaks its contract (correlation id …)",
}


def messages() -> list[dict[str, Any]]:
    calls = [
        {"jsonrpc": "2.0", "id": name, "method": "tools/call", "params": {"name": name}}
        for name in EXPECTED
    ]
    return [{"jsonrpc": "2.0", "id": "list", "method": "tools/list"}, *calls]


def check(answers: list[dict[str, Any]]) -> None:
    found = {answer["id"]: answer["result"] for answer in answers}
    assert [tool["name"] for tool in found.pop("list")["tools"]] == list(EXPECTED)
    for name, result in found.items():
        text = result["content"][0]["text"]
        before, mark, _ = text.partition("(correlation id ")
        assert (f"{before}{mark}…)" if mark else text) == EXPECTED[name]
    assert SECRET not in str(answers)


def test_in_process(handler: Handler) -> None:
    service = Service(registry())
    check([answer for one in messages() if (answer := service.handle(one, Caller()))])
    assert handler.lines >= 5


def test_records_that_cannot_be_made(handler: Handler) -> None:
    service, made = Service(registry()), logging.getLogRecordFactory()

    def factory(*_: object, **__: object) -> logging.LogRecord:
        raise handler.kind(SECRET)

    logging.setLogRecordFactory(factory)
    try:
        check([answer for one in messages() if (answer := service.handle(one, Caller()))])
    finally:
        logging.setLogRecordFactory(made)


def test_over_http(handler: Handler) -> None:
    app = flask.Flask("hall")
    app.testing = True
    made = blueprint(context=lambda _: Caller(), registry=registry(), eager=False)
    app.register_blueprint(made)
    check([app.test_client().post("/mcp", json=one).get_json() for one in messages()])
    assert handler.lines >= 5


def test_a_broken_caller_over_http(handler: Handler) -> None:
    app = flask.Flask("hall")
    app.testing = True

    def context(_: flask.Request) -> object:
        raise RuntimeError(SECRET)

    app.register_blueprint(blueprint(context=context, registry=Registry()))
    response = app.test_client().post("/mcp", json=messages()[0])
    assert (response.status_code, response.get_json()["error"]["code"]) == (500, -32603)
    assert handler.lines == 1


def test_over_stdio(handler: Handler) -> None:
    greeting = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "c", "version": "1"},
    }
    sent: list[dict[str, Any]] = [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": greeting},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        *messages(),
    ]
    sink = Sink()
    source = BytesIO("".join(json.dumps(one) + "\n" for one in sent).encode())
    serve_service(Service(registry()), Caller(), Pipes(source, sink))
    answers = [json.loads(line) for line in (sink.written or sink.getvalue()).splitlines()]
    check([answer for answer in answers if answer["id"] != 0])
    assert handler.lines >= 5


def test_a_line_names_the_place_it_was_written_at(caplog: pytest.LogCaptureFixture) -> None:
    log = journal("schemac.of_a_test")
    log.warning("one %s", "thing")
    try:
        int("two")
    except ValueError:
        log.exception("two")
    assert [(record.getMessage(), record.filename) for record in caplog.records] == [
        ("one thing", "test_logs_that_fail.py"),
        ("two", "test_logs_that_fail.py"),
    ]
    assert caplog.records[1].exc_info is not None


def test_an_interrupt_is_the_operators() -> None:
    logger = logging.getLogger("schemac.of_a_test")
    handler = Handler(KeyboardInterrupt)
    logger.addHandler(handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            journal("schemac.of_a_test").warning("one")
    finally:
        logger.removeHandler(handler)
    assert Service(registry()).list_tools(Grants(requires={"admin"}))
