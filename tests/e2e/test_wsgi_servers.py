"""Under waitress, and under gunicorn with workers and threads."""

from __future__ import annotations

import http.client
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.served import MEMBER, WaitForIt, make_app

if TYPE_CHECKING:
    from collections.abc import Iterator

# The package has neither types nor stubs.
create_server: Any = importlib.import_module("waitress.server").create_server

ROOT = Path(__file__).parents[2]
HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
    "Authorization": f"Bearer {MEMBER}",
}


@contextmanager
def waitress() -> Iterator[int]:
    server: Any = create_server(make_app(), host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server.effective_port
    server.close()
    server.task_dispatcher.shutdown()
    server.trigger.close()
    thread.join(10)


@contextmanager
def gunicorn() -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "-b", f"127.0.0.1:{port}", "-w", "2"]
    command += ["--threads", "4", "--log-level", "warning", "tests.e2e.wsgi:app"]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            _wait_for(port)
            yield port
        finally:
            process.terminate()


def _wait_for(port: int) -> None:
    for _ in range(300):
        try:
            if post(port, "ping")[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError


def post(port: int, method: str, **params: Any) -> tuple[int, Any]:
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("POST", "/mcp", json.dumps(message), HEADERS)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


def chunked(port: int, *chunks: bytes) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("POST", "/mcp", iter(chunks), HEADERS, encode_chunked=True)
        return connection.getresponse().status
    finally:
        connection.close()


def call(port: int, number: int) -> bool:
    arguments = {"applicant_id": f"a{number}", "stage_id": "hidden"}
    status, answer = post(port, "tools/call", name="advance_step", arguments=arguments)
    value = answer["result"]["structuredContent"]
    expected = {"success": True, "applicant_id": f"a{number}", "current_stage": "screen"}
    return status == 200 and bool(value == expected)


def stream(port: int) -> list[Any]:
    meta = {"progressToken": "t"}
    params = {"name": "count_up", "arguments": {"to": 5}, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("POST", "/mcp", json.dumps(message), HEADERS)
        text = connection.getresponse().read().decode()
    finally:
        connection.close()
    return [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]


MODERN = [
    ("MCP-Protocol-Version", "2026-07-28"),
    ("Mcp-Method", "tools/call"),
    ("Mcp-Name", "in_a_region"),
    ("Mcp-Param-Region", "eu"),
]
SMUGGLED = [
    ("Mcp-Method", "tools/call"),
    ("Mcp-Method", "tools/list"),
    ("Mcp-Name", "send_sms"),
    ("Mcp-Param-Region", "us"),
    ("MCP-Protocol-Version", "2025-11-25"),
]


def with_headers(port: int, *headers: tuple[str, str]) -> int:
    """Call a tool with header lines as they are given, repeated ones too."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": "in_a_region", "arguments": {"region": "eu"}, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    body = json.dumps(message).encode()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.putrequest("POST", "/mcp")
        for name, value in (*HEADERS.items(), ("Content-Length", str(len(body))), *headers):
            connection.putheader(name, value)
        connection.endheaders(body)
        return connection.getresponse().status
    finally:
        connection.close()


def check_headers(port: int) -> None:
    """Whichever line a reader takes, one that contradicts the body is an error, and so are two."""
    assert with_headers(port, *MODERN) == 200
    for extra in SMUGGLED:
        assert with_headers(port, *MODERN, extra) == 400
        assert with_headers(port, extra, *MODERN) == 400
    for name in ("Mcp-Name", "Mcp-Param-Region"):
        kept = [(key.replace("-", "_") if key == name else key, value) for key, value in MODERN]
        assert with_headers(port, *kept) == 400
    for origin in ("http://evil.example", ""):
        assert with_headers(port, *MODERN, ("Origin", origin)) == 403


def check_everything(port: int) -> None:
    check_headers(port)
    tools = post(port, "tools/list")[1]["result"]["tools"]
    assert tools[0]["name"] == "advance_step"
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(lambda number: call(port, number), range(60)))
    events = stream(port)
    assert [event["params"]["progress"] for event in events[:-1]] == [1, 2, 3, 4, 5]
    assert events[-1]["result"]["structuredContent"] == {"counted": 5}
    ping = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    assert chunked(port, ping[:10], ping[10:]) == 200
    assert chunked(port, *[b" " * 65536] * 17) == 413


def test_waitress() -> None:
    with waitress() as port:
        check_everything(port)
        WaitForIt.noticed.clear()
        leave_a_stream(port)
        assert WaitForIt.noticed.wait(20)


def leave_a_stream(port: int) -> None:
    """Begin a call that streams, and go away."""
    meta = {"progressToken": "t"}
    params = {"name": "wait_for_it", "arguments": {}, "_meta": meta}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", "/mcp", json.dumps(message), HEADERS)
    connection.getresponse().read(10)
    connection.close()


@pytest.mark.skipif(os.name != "posix", reason="gunicorn runs on POSIX only")
def test_gunicorn_with_a_worker_killed_in_flight() -> None:
    with gunicorn() as port:
        check_everything(port)
        leave_a_stream(port)
        workers = children(port)
        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(call, port, number) for number in range(200)]
            time.sleep(0.05)
            os.kill(workers[0], signal.SIGKILL)
            failed = [job for job in asked if job.exception(60) is not None]
        assert all(
            isinstance(job.exception(), OSError | http.client.HTTPException) for job in failed
        )
        assert all(job.result() for job in asked if job not in failed)
        _wait_for(port)
        check_everything(port)


def children(port: int) -> list[int]:
    """Find the workers: processes of ours whose command names the port, parent aside."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                command = (folder / "cmdline").read_bytes()
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if f"127.0.0.1:{port}".encode() in command and parent != os.getpid():
                found.append(int(folder.name))
    return sorted(found)
