"""Over stdio progress is told from whatever thread a handler works in, and cancels nothing."""

from __future__ import annotations

import asyncio
import json
import threading
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Registry, Service, current_call, middleware
from schemac.stdio import Pipes, serve_service

if TYPE_CHECKING:
    from collections.abc import Callable

VERSIONS = ["2025-11-25", "2026-07-28"]


class Sink(BytesIO):
    written = b""

    def close(self) -> None:
        self.written = self.getvalue()
        super().close()


def plain() -> object:
    call = current_call()
    for step in (1, 2, 3):
        call.progress(step, 3, f"at {step}")
    return {"cancelled": call.cancelled}


def in_a_thread() -> object:
    call = current_call()

    def work() -> None:
        for step in (1, 2, 3):
            call.progress(step, 3, f"at {step}")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(60)
    return {"cancelled": call.cancelled}


async def later() -> object:
    await asyncio.sleep(0)
    return plain()


async def later_in_a_thread() -> object:
    return await asyncio.to_thread(plain)


def said(version: str, work: Callable[[], object], *, limited: bool, token: bool) -> list[Any]:
    """Give the steps and the answer of one call."""
    registry = Registry()
    registry.add(work, name="work", description="d", signature="() -> { cancelled: bool }")
    if limited:
        registry.use(middleware.Timeout(60))
    meta: dict[str, Any] = {"progressToken": "t"} if token else {}
    greeting = {
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "c", "version": "1"},
    }
    messages: list[dict[str, Any]] = []
    if version == "2026-07-28":
        meta["io.modelcontextprotocol/protocolVersion"] = version
        meta["io.modelcontextprotocol/clientCapabilities"] = {}
    else:
        messages.append({"id": 0, "method": "initialize", "params": greeting})
        messages.append({"method": "notifications/initialized"})
    params = {"name": "work", "arguments": {}, "_meta": meta}
    messages.append({"id": 1, "method": "tools/call", "params": params})
    sink = Sink()
    lines = "".join(json.dumps({"jsonrpc": "2.0", **one}) + "\n" for one in messages)
    serve_service(Service(registry), Grants(), Pipes(BytesIO(lines.encode()), sink))
    found = [json.loads(line) for line in (sink.written or sink.getvalue()).splitlines()]
    return [
        one["result"]["structuredContent"] if "result" in one else one["params"]
        for one in found
        if one.get("id") != 0
    ]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize("work", [plain, in_a_thread, later, later_in_a_thread])
def test_each_step_arrives(work: Callable[[], object], limited: bool, version: str) -> None:  # noqa: FBT001 - one of two
    steps = [
        {"progressToken": "t", "progress": step, "total": 3, "message": f"at {step}"}
        for step in (1, 2, 3)
    ]
    done = {"cancelled": False}
    assert said(version, work, limited=limited, token=True) == [*steps, done]
    assert said(version, work, limited=limited, token=False) == [done]
