"""Throughput under gunicorn with 2 workers of 4 threads: ours against the bare views there."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING

from tests.bench.measuring import ROOT, process_time
from tests.bench.row import Effort, Row, Sample, at_least
from tests.bench.serving import call, listing, written
from tests.bench.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.bench.serving import Request

__all__ = ["ROWS", "there"]

_CONNECTIONS = 8
_PATIENCE = 60.0


@contextmanager
def _gunicorn(**settings: str) -> Iterator[tuple[int, int]]:
    """Serve on a free port, with variables; give the port and the master's process id."""
    folder = written(Work())
    process_time(["-m", "schemac", "build", "-o", "plan.json"], folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command = [sys.executable, "-m", "gunicorn", "-b", f"127.0.0.1:{port}", "-w", "2"]
    command += ["--threads", "4", "--keep-alive", "30", "--log-level", "warning"]
    command += ["tests.bench.wsgi:app"]
    environment = {**os.environ, **settings, "SCHEMAC_BENCH_FOLDER": str(folder)}
    with subprocess.Popen(command, cwd=ROOT, env=environment) as process:
        try:
            _wait_for(port)
            yield port, process.pid
        finally:
            process.terminate()


def _wait_for(port: int) -> None:
    late = time.monotonic() + _PATIENCE
    while time.monotonic() < late:
        try:
            _ask(_connected(port), _wire("/bare", listing(modern=True)))
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise TimeoutError


def _connected(port: int) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=30)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def _wire(path: str, request: Request) -> bytes:
    """Write the request as it goes over the wire: the client must cost next to nothing."""
    headers = {
        "Host": "localhost",
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
        "Content-Length": str(len(request.body)),
    }
    more = {key[5:].replace("_", "-"): value for key, value in request.headers.items()}
    lines = [f"{key}: {value}\r\n" for key, value in {**headers, **more}.items()]
    return f"POST {path} HTTP/1.1\r\n{''.join(lines)}\r\n".encode() + request.body


def _ask(connection: socket.socket, wire: bytes) -> int:
    """Send a request and read its answer; give the length of the body."""
    connection.sendall(wire)
    head = b""
    while (end := head.find(b"\r\n\r\n")) < 0:
        more = connection.recv(1 << 16)
        if not more:
            raise ConnectionResetError
        head += more
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(head[:200])
    marker = head.lower().index(b"content-length:") + 15
    length = int(head[marker : head.index(b"\r\n", marker)])
    left = length - (len(head) - end - 4)
    while left > 0:
        left -= len(connection.recv(min(left, 1 << 20)))
    return length


def _throughput(port: int, wire: bytes, seconds: float) -> float:
    """Ask over several connections for a while; give answers per second."""
    counts: list[int] = []
    late = time.monotonic() + seconds

    def client() -> None:
        count = 0
        with _connected(port) as connection:
            while time.monotonic() < late:
                _ask(connection, wire)
                count += 1
        counts.append(count)

    threads = [threading.Thread(target=client) for _ in range(_CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def _workers_time(master: int) -> float:
    """Give the processor's seconds that the workers have taken."""
    done = subprocess.run(
        ["ps", "--ppid", str(master), "-o", "pid="],  # noqa: S607 - wherever it is
        check=True,
        capture_output=True,
        text=True,
    )
    total = 0
    for pid in done.stdout.split():
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123 - no file of anybody's
            fields = file.read().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def there(request: Request, paths: Sequence[str], effort: Effort) -> list[float]:
    """Give the median answers per second of each path, in turn, the least views among them."""
    wires = [_wire(path, request) for path in paths]
    rates: list[list[float]] = [[] for _ in wires]
    with _gunicorn(SCHEMAC_BENCH_LEAST="1") as (port, _):
        for wire in wires * 2:
            _throughput(port, wire, 0.5)
        for _ in range(effort.rounds):
            for side, wire in enumerate(wires):
                rates[side].append(_throughput(port, wire, 1.0))
    return [median(each) for each in rates]


def _against_bare(request: Request, bare: str) -> Callable[[Effort], Sample]:
    def measure(effort: Effort) -> Sample:
        wires = _wire("/mcp", request), _wire(bare, request)
        rates: tuple[list[float], list[float]] = [], []
        costs = [0.0, 0.0]
        with _gunicorn() as (port, master):
            for wire in wires * 2:
                _throughput(port, wire, 0.5)
            for _ in range(effort.rounds):
                for side, wire in enumerate(wires):
                    before = _workers_time(master)
                    rate = _throughput(port, wire, 1.0)
                    rates[side].append(rate)
                    costs[side] += (_workers_time(master) - before) / rate
        note = f"workers' processor time, bare by ours: {costs[1] / costs[0]:.2f}"
        return Sample(median(rates[0]), median(rates[1]), unit="per second", note=note)

    return measure


ROWS = tuple(
    Row(
        f"gunicorn-{name}",
        f"gunicorn, 2 workers, 4 threads each, tools/{name}",
        "the bare view there",
        at_least(bound),
        _against_bare(request, bare),
    )
    for name, bound, request, bare in (
        ("list", 0.85, listing(modern=True), "/bare"),
        ("call", 0.9, call(modern=True), "/bare/call"),
    )
)
