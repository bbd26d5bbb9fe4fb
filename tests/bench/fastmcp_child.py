"""FastMCP's side, in a process of its own: a folder and counts in, seconds of each request out."""

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

_PATH = "/mcp"


def _app(folder: Path) -> Any:
    write_functions(folder, Work())
    sys.path.insert(0, str(folder))
    functions = importlib.import_module("functions").FUNCTIONS
    server: Any = importlib.import_module("fastmcp").FastMCP("bench", tools=functions)
    return server.http_app(path=_PATH, stateless_http=True, json_response=True)


async def _post(app: Any, request: Request) -> bytes:
    """Send one request through the ASGI callable."""
    body: list[bytes] = []
    statuses: list[int] = []
    pending = [{"type": "http.request", "body": request.body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if pending:
            return pending.pop()
        await asyncio.Event().wait()
        raise RuntimeError

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
        else:
            body.append(message.get("body", b""))

    await app(_scope(request), receive, send)
    if statuses != [200]:
        raise RuntimeError(f"{statuses}: {b''.join(body)[:500]!r}")
    return b"".join(body)


def _scope(request: Request) -> dict[str, Any]:
    headers = {
        "host": "localhost",
        "accept": "application/json, text/event-stream",
        "content-type": "application/json",
        "content-length": str(len(request.body)),
        "mcp-protocol-version": request.headers["HTTP_MCP_PROTOCOL_VERSION"],
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


async def _timed(app: Any, request: Request, count: int) -> tuple[float, int]:
    size = len(await _post(app, request))
    times = []
    for _ in range(count):
        started = time.process_time()
        await _post(app, request)
        times.append(time.process_time() - started)
    return median(times), size


async def _measured(folder: Path, listings: int, calls: int) -> dict[str, Any]:
    app = _app(folder)
    async with app.router.lifespan_context(app):
        listed, size = await _timed(app, listing(modern=False), listings)
        called, _ = await _timed(app, call(modern=False), calls)
    return {"list": listed, "call": called, "bytes": size}


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as _folder:
        print(json.dumps(asyncio.run(_measured(Path(_folder), *map(int, sys.argv[1:])))))  # noqa: T201 - its answer
