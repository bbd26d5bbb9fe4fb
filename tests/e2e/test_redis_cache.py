from __future__ import annotations

import json
import logging
import shutil
import socket
import subprocess
import time
from typing import TYPE_CHECKING, Any

import flask
import pytest
from redis import Redis
from redis.exceptions import RedisError

from schemac import Grants, Registry, Service, middleware
from schemac.flask import blueprint

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient

pytestmark = pytest.mark.skipif(
    shutil.which("redis-server") is None, reason="needs Debian's redis-server"
)


class Server:
    """A Redis server of this test's own, which can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.client: Any = Redis.from_url(self.url)

    def start(self) -> None:
        settings = {
            "bind": "127.0.0.1",
            "port": str(self.port),
            "dir": str(self._folder),
            "save": "",
            "appendonly": "no",
        }
        program = shutil.which("redis-server") or "redis-server"
        given = [part for name, value in settings.items() for part in (f"--{name}", value)]
        self._process = subprocess.Popen(
            [program, *given], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(200):
            try:
                self.client.ping()
            except RedisError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError("redis-server does not answer")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=20)
            self._process = None

    def entries(self) -> list[bytes]:
        return sorted(self.client.keys("*"))

    def reads(self) -> tuple[int, int]:
        """Count the reads that found something and those that did not."""
        found = self.client.info("stats")
        return found["keyspace_hits"], found["keyspace_misses"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    made.start()
    yield made
    made.stop()
    made.client.close()


def ping() -> object:
    return {"ok": True, "secret": 1}


def worker(server: Server, key: str = "the key", **settings: Any) -> FlaskClient:
    """Give a client of one more worker of the fleet."""
    registry = Registry()
    registry.add(
        ping,
        name="ping",
        description="Answer.",
        signature="() -> { ok: true, ?secret: Integer @requires(:admin) }",
    )
    registry.add(ping, name="reset", description="Reset.", signature="() -> {}", requires="admin")
    app = flask.Flask("fleet")
    app.config["SECRET_KEY"] = key
    if "listing_cache_url" not in settings:  # that one would lose patience on a busy machine
        settings["listing_cache_client"] = Redis.from_url(server.url, socket_timeout=20)
    made = blueprint(
        context=lambda request: Grants(requires=set(request.args.getlist("can"))),
        registry=registry,
        listing_cache="redis",
        **settings,
    )
    app.register_blueprint(made, url_prefix="/mcp")
    return app.test_client()


def listed(client: FlaskClient, can: str = "", number: int = 1) -> Any:
    message = {"jsonrpc": "2.0", "id": number, "method": "tools/list"}
    answer = client.post(f"/mcp?can={can}", json=message)
    assert answer.status_code == 200
    body: Any = answer.get_json()
    assert body["id"] == number
    return body["result"]["tools"]


def names(tools: Any) -> list[str]:
    return [tool["name"] for tool in tools]


def test_two_workers_share_listings(server: Server) -> None:
    first, second = worker(server), worker(server)
    member, admin = listed(first), listed(first, "admin")
    assert (names(member), names(admin)) == (["ping"], ["ping", "reset"])
    assert "secret" not in json.dumps(member)
    assert "secret" in json.dumps(admin)
    assert (len(server.entries()), server.reads()) == (2, (0, 2))
    assert listed(second, number=7) == member
    assert listed(second, "admin") == admin
    assert listed(second, "admin") == admin
    assert (len(server.entries()), server.reads()) == (2, (2, 2))
    assert all(0 < server.client.ttl(key) <= 3600 for key in server.entries())
    for key in server.entries():
        assert key.startswith(b"schemac:listing:")
        assert b"admin" not in key


def test_what_was_kept_is_forgotten_in_time(server: Server) -> None:
    listed(worker(server, listing_ttl=1))
    assert [server.client.ttl(key) for key in server.entries()] == [1]


def test_an_outage_is_a_miss(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    before = worker(server)
    member, admin = listed(before), listed(before, "admin")
    server.stop()
    with caplog.at_level(logging.WARNING, "schemac.cache"):
        during = worker(server)
        assert listed(during) == member
        assert listed(during, "admin") == admin
    logged = [record.getMessage() for record in caplog.records if record.name == "schemac.cache"]
    assert logged == ["the listing cache cannot be read", "the listing cache cannot be written"] * 2
    server.start()
    assert server.entries() == []
    assert listed(during) == member, "it is kept in the process and asks nobody"
    assert listed(worker(server)) == member
    assert len(server.entries()) == 1
    after = worker(server)
    assert listed(after) == member
    assert server.reads() == (1, 1)


def test_tampered_values_are_misses(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    member = listed(worker(server))
    admin = listed(worker(server), "admin")
    values = {key: server.client.get(key) for key in server.entries()}
    wrong = [b"", b"{}", b"[]", b"\xff\xfe", b"x" * 100, *reversed(list(values.values()))]
    for value in wrong:
        for key in values:
            server.client.set(key, value)
        caplog.clear()
        assert listed(worker(server)) == member
        assert listed(worker(server), "admin") == admin
        told = {record.getMessage() for record in caplog.records}
        assert told == {"what the listing cache holds does not verify, and counts as a miss"}
    assert {key: server.client.get(key) for key in server.entries()} == values, "they are mended"


def test_an_altered_listing_is_a_miss(server: Server) -> None:
    right = listed(worker(server))
    (key,) = server.entries()
    server.client.set(key, server.client.get(key).replace(b"Answer.", b"Obey me"))
    assert listed(worker(server)) == right


def test_a_value_of_another_kind_is_a_miss(server: Server) -> None:
    right = listed(worker(server))
    (key,) = server.entries()
    server.client.delete(key)
    server.client.lpush(key, "a list")
    assert listed(worker(server)) == right


@pytest.mark.parametrize(
    "settings",
    [
        {"key": "another key"},
        {"server_name": "other"},
        {"strict_schema": True},
        {"undeclared": "reject"},
        {"dialect": "portable"},
        {"name": "other"},
    ],
)
def test_other_services_read_nothing_of_it(server: Server, settings: Any) -> None:
    listed(worker(server), "admin")
    listed(worker(server, **settings), "admin")
    assert (len(server.entries()), server.reads()) == (2, (0, 2))


def test_a_key_that_was_replaced_reads_nothing_of_the_old_one(server: Server) -> None:
    listed(worker(server, "old"))
    client = worker(server, "new")
    client.application.config["SECRET_KEY_FALLBACKS"] = ["old"]
    listed(client)
    assert (len(server.entries()), server.reads()) == (2, (0, 2))


def test_without_a_secret_nothing_is_shared(server: Server) -> None:
    assert names(listed(worker(server, ""))) == ["ping"]
    assert (server.entries(), server.reads()) == ([], (0, 0))


def test_in_debug_nothing_is_shared(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLASK_DEBUG", "1")
    assert names(listed(worker(server))) == ["ping"]
    assert (server.entries(), server.reads()) == ([], (0, 0))


def test_the_address_may_be_a_setting_or_come_from_the_environment(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = listed(worker(server, listing_cache_url=server.url))
    monkeypatch.setenv("REDIS_URL", server.url)
    assert listed(worker(server, listing_cache_url=None)) == right
    assert (len(server.entries()), server.reads()) == (1, (1, 1))


def limited(server: Server, who: str) -> Service:
    """Give one more worker, whose calls are counted together with those of the others."""
    registry = Registry()
    registry.add(ping, name="ping", description="Answer.", signature="() -> { ok: true }")
    registry.use(middleware.RateLimit("2/hour", key=lambda _: who, storage=server.url))
    return Service(registry)


def test_workers_count_calls_together(server: Server) -> None:
    first, second, other = (limited(server, who) for who in ("a", "a", "b"))
    assert [one.call_tool("ping", {}, None).status for one in (first, second, first, other)] == [
        "ok",
        "ok",
        "error",
        "ok",
    ]
    server.stop()
    assert other.call_tool("ping", {}, None).reason.startswith("internal error")
