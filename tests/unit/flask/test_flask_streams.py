"""Answers that are streamed: contexts of their own, and none for who cannot read them."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

import flask
import pytest

from schemac.runtime.grants import Grants
from schemac.runtime.registry import Registry
from tests.unit.flask.served_apps import app_with

if TYPE_CHECKING:
    from pathlib import Path


def test_a_streaming_handler_has_contexts_of_its_own(tmp_path: Path) -> None:
    registry = Registry()
    seen: dict[str, Any] = {}
    torn_down = threading.Event()

    def work() -> dict[str, object]:
        from schemac.runtime.pipeline import current_call  # noqa: PLC0415 - as a handler would

        seen["path"] = flask.request.path
        seen["app"] = flask.current_app.name
        seen["g"] = "mark" in flask.g
        seen["thread"] = threading.current_thread().name
        current_call().progress(1, 2)
        return {"ok": True}

    registry.add(work, name="work", description="x", signature="() -> { ok: bool }")

    def context(_: flask.Request) -> Grants:
        flask.g.mark = True
        return Grants()

    app = app_with(tmp_path, registry, context=context)
    threads: list[str] = []

    @app.teardown_appcontext
    def note(_: BaseException | None) -> None:
        threads.append(threading.current_thread().name)
        if threads[-1] == "schemac-call":
            torn_down.set()

    params = {"name": "work", "arguments": {}, "_meta": {"progressToken": 7}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    accept = {"Accept": "application/json, text/event-stream"}
    response = app.test_client().post("/mcp", json=message, headers=accept)
    assert response.mimetype == "text/event-stream"
    assert response.headers["X-Accel-Buffering"] == "no"
    assert response.headers["Cache-Control"] == "private, no-store"
    events = [json.loads(line[6:]) for line in response.text.splitlines() if line[:5] == "data:"]
    assert events[0]["params"] == {"progressToken": 7, "progress": 1, "total": 2}
    assert events[1]["result"]["structuredContent"] == {"ok": True}
    assert seen == {"path": "/mcp", "app": "hall", "g": False, "thread": "schemac-call"}
    assert torn_down.wait(5)


@pytest.mark.parametrize(
    ("accept", "token"),
    [
        ("application/json", 7),
        ("application/json, text/event-stream;q=0", 7),
        (None, 7),
        ("application/json, text/event-stream", None),
    ],
)
def test_no_stream_for_those_who_cannot_read_one(
    tmp_path: Path, accept: str | None, token: int | None
) -> None:
    registry = Registry()

    def work() -> dict[str, object]:
        from schemac.runtime.pipeline import current_call  # noqa: PLC0415 - the same

        current_call().progress(1)
        return {"ok": True}

    registry.add(work, name="work", description="x", signature="() -> { ok: bool }")
    client = app_with(tmp_path, registry).test_client()
    meta = {} if token is None else {"progressToken": token}
    params = {"name": "work", "arguments": {}, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {} if accept is None else {"Accept": accept}
    response = client.post("/mcp", json=message, headers=headers)
    assert response.mimetype == "application/json"
    assert response.get_json()["result"]["structuredContent"] == {"ok": True}


def test_a_refusal_keeps_its_status_where_a_stream_was_offered(tmp_path: Path) -> None:
    client = app_with(tmp_path, Registry()).test_client()
    meta = {
        "progressToken": 1,
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": "nobody", "arguments": {}, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "nobody",
    }
    response = client.post("/mcp", json=message, headers=headers)
    assert (response.status_code, response.mimetype) == (400, "application/json")
    assert response.get_json()["error"]["message"] == "Unknown tool: nobody"
