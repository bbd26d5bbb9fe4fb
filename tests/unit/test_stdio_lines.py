"""What is sent over standard input is answered, also where the input ends at once."""

from __future__ import annotations

import json
import threading
from io import BytesIO
from typing import Any

import pytest

from schemac import Grants, Registry, Service
from schemac.stdio import Pipes, serve_service

GREETING = {
    "jsonrpc": "2.0",
    "id": "hello",
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "c", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


class Sink(BytesIO):
    written = b""

    def close(self) -> None:
        self.written = self.getvalue()
        super().close()


def answers(*messages: object, registry: Registry | None = None) -> list[dict[str, Any]]:
    """Give all that is answered to a session that says all at once and ends."""
    lines = [one if isinstance(one, str) else json.dumps(one) for one in messages]
    sink = Sink()
    source = BytesIO("".join(f"{line}\n" for line in lines).encode())
    serve_service(Service(registry or Registry()), Grants(), Pipes(source, sink))
    return [json.loads(line) for line in (sink.written or sink.getvalue()).splitlines()]


def call(number: object, name: str = "slow") -> dict[str, object]:
    params = {"name": name, "arguments": {}}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def test_everything_is_answered_though_the_input_has_ended() -> None:
    registry = Registry()
    all_here = threading.Barrier(4)

    def slow() -> dict[str, object]:
        all_here.wait(60)
        return {"done": True}

    registry.add(slow, name="slow", description="d", signature="() -> { done: bool }")
    odd: list[object] = ['a"b\\', 10**30, 0, "{"]
    found = {
        answer["id"]: answer["result"].get("structuredContent")
        for answer in answers(GREETING, READY, *map(call, odd), registry=registry)
    }
    assert found == {"hello": None, **{number: {"done": True} for number in odd}}


@pytest.mark.parametrize("taken_back", [1, "1"])
def test_what_is_taken_back_is_not_waited_for(taken_back: object) -> None:
    registry = Registry()
    forever = threading.Event()
    registry.add(forever.wait, name="slow", description="d", signature="() -> bool")
    cancel = {
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": {"requestId": taken_back},
    }
    assert [one["id"] for one in answers(GREETING, READY, call(1), cancel, registry=registry)] == [
        "hello"
    ]
    forever.set()


@pytest.mark.parametrize(
    "frame",
    [
        "[]",
        "[{}]",
        json.dumps([call(1)]),
        "{}",
        "5",
        '"x"',
        "null",
        '{"jsonrpc":"2.0"}',
        '{"jsonrpc":"2.0","id":null,"method":"ping"}',
        '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
        '{"jsonrpc":"2.0","id":true,"method":"ping"}',
        '{"jsonrpc":"1.0","id":3,"method":"ping"}',
        '{"jsonrpc":"2.0","id":3,"method":5}',
        '{"jsonrpc":"2.0","id":3,"method":"ping","params":[1]}',
    ],
)
def test_what_is_no_single_message_is_told_so(frame: str) -> None:
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    found = {answer["id"]: answer for answer in answers(GREETING, READY, frame, ping)}
    assert found[None]["error"]["code"] == -32600
    assert found[1]["result"] == {}


def test_responses_and_unknown_notifications_are_taken_in_silence() -> None:
    silent = [
        {"jsonrpc": "2.0", "id": 7, "result": {}},
        {"jsonrpc": "2.0", "id": 7, "error": {"code": 1, "message": "x"}},
        {"jsonrpc": "2.0", "method": "nonsense"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": [1]}},
    ]
    assert [answer["id"] for answer in answers(GREETING, READY, *silent)] == ["hello"]
