"""FastMCP's side, in a process of its own: counts in, seconds of each request out.

Its app is taken twice: as `http_app()` gives it, with sessions and answers as streams of events,
and with the settings that cost it least, which answer as we do.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.bench.foreign import write_functions
from tests.bench.serving import call, listing
from tests.bench.work import Work

if TYPE_CHECKING:
    from tests.bench.serving import Request


def _message(method: str, params: dict[str, Any], **more: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()


_PATH = "/mcp"
_SESSION, _SIZE = "mcp-session-id", "size of all parts"
_VERSION = "2025-11-25"
_CLIENT = {"name": "bench", "version": "1"}
_FIRST = _message(
    "initialize", {"protocolVersion": _VERSION, "capabilities": {}, "clientInfo": _CLIENT}, id=0
)
_SECOND = _message("notifications/initialized", {})


def _server(folder: Path) -> Any:
    write_functions(folder, Work())
    sys.path.insert(0, str(folder))
    functions = importlib.import_module("functions").FUNCTIONS
    return importlib.import_module("fastmcp").FastMCP("bench", tools=functions)


class _Client:
    """Sends requests through an ASGI callable, in a session where it was given one."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._session: dict[str, str] = {}

    async def begin(self) -> None:
        """Do what a client does first."""
        headers = await self.post(_FIRST, version=None)
        session = headers.get(_SESSION)
        self._session = {} if session is None else {_SESSION: session}
        await self.post(_SECOND, expected=202)

    async def post(
        self, body: bytes, *, expected: int = 200, version: str | None = _VERSION
    ) -> dict[str, str]:
        """Send one request; give the headers of the answer, and its size in one of our own."""
        sizes: list[int] = []
        started: list[Any] = []
        pending = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if pending:
                return pending.pop()
            await asyncio.Event().wait()
            raise RuntimeError

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                started.append(message)
            else:
                sizes.append(len(message.get("body", b"")))

        await self._app(_scope(body, self._session, version), receive, send)
        if [message["status"] for message in started] != [expected]:
            raise RuntimeError(str(started))
        headers = {name.decode(): value.decode() for name, value in started[0]["headers"]}
        return headers | {_SIZE: str(sum(sizes))}


def _scope(body: bytes, session: dict[str, str], version: str | None) -> dict[str, Any]:
    headers = {
        "host": "localhost",
        "accept": "application/json, text/event-stream",
        "content-type": "application/json",
        "content-length": str(len(body)),
        **({} if version is None else {"mcp-protocol-version": version}),
        **session,
    }
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": _PATH,
        "raw_path": _PATH.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "state": {},
    }


async def _timed(client: _Client, request: Request, count: int) -> tuple[float, int]:
    headers = await client.post(request.body)
    times = []
    for _ in range(count):
        started = time.process_time()
        await client.post(request.body)
        times.append(time.process_time() - started)
    return median(times), int(headers[_SIZE])


async def _measured(app: Any, listings: int, calls: int) -> dict[str, Any]:
    async with app.router.lifespan_context(app):
        client = _Client(app)
        await client.begin()
        listed, size = await _timed(client, listing(modern=False), listings)
        called, _ = await _timed(client, call(modern=False), calls)
    return {"list": listed, "call": called, "bytes": size}


async def _all(folder: Path, listings: int, calls: int) -> dict[str, Any]:
    server = _server(folder)
    usual = await _measured(server.http_app(path=_PATH), listings, calls)
    app = server.http_app(path=_PATH, stateless_http=True, json_response=True)
    least = await _measured(app, 1, calls)
    return {**usual, "call-least": least["call"]}


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as _folder:
        print(json.dumps(asyncio.run(_all(Path(_folder), *map(int, sys.argv[1:])))))  # noqa: T201 - its answer
