"""Whatever breaks around tools, and of whatever base it is, no server ends and no text leaves."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any

import flask
import pytest

from schemac import Grants, Registry, Service
from schemac.flask import blueprint
from schemac.stdio import Pipes, serve_service

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECRET = "123-45-6789"
METHODS = ("tools/list", "tools/call", "resources/list", "resources/read")
PARAMS = {"tools/call": {"name": "t"}, "resources/read": {"uri": "schemac://surface"}}


class Own(BaseException):
    """What a library thought up."""


KINDS = [Own, SystemExit, GeneratorExit, asyncio.CancelledError, RuntimeError, RecursionError]


class Sink(BytesIO):
    written = b""

    def close(self) -> None:
        self.written = self.getvalue()
        super().close()


def made(prepare: Callable[[Registry], object] = lambda _: None) -> Registry:
    registry = Registry()
    signature = "() -> { x: Integer, ?y: String @requires(:admin) }"
    registry.add(lambda: {"x": 1, "y": SECRET}, name="t", description="d", signature=signature)
    prepare(registry)
    return registry


def requests() -> list[dict[str, Any]]:
    return [
        {"jsonrpc": "2.0", "id": number, "method": method, "params": PARAMS.get(method, {})}
        for number, method in enumerate(METHODS)
    ]


def over_stdio(registry: Registry, caller: object, **more: Any) -> list[dict[str, Any]]:
    greeting = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "c", "version": "1"},
    }
    messages = [
        {"jsonrpc": "2.0", "id": 99, "method": "initialize", "params": greeting},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        *requests(),
    ]
    sink = Sink()
    pipes = Pipes(BytesIO("".join(json.dumps(one) + "\n" for one in messages).encode()), sink)
    serve_service(Service(registry), caller, pipes, **more)
    answers = [json.loads(line) for line in (sink.written or sink.getvalue()).splitlines()]
    return sorted((one for one in answers if one["id"] != 99), key=lambda one: one["id"])


def over_http(registry: Registry, caller: object) -> list[dict[str, Any]]:
    app = flask.Flask("hall")
    app.testing = True
    app.register_blueprint(blueprint(context=lambda _: caller, registry=registry, eager=False))
    client = app.test_client()
    return [client.post("/mcp", json=one).get_json() for one in requests()]


def in_process(registry: Registry, caller: object) -> list[dict[str, Any]]:
    answers = [Service(registry).handle(one, caller) for one in requests()]
    return [answer for answer in answers if answer is not None]


WAYS = {"in process": in_process, "http": over_http, "stdio": over_stdio}


def assert_internal(answers: list[dict[str, Any]]) -> None:
    assert len(answers) == len(METHODS)
    for answer in answers:
        assert (answer["error"]["code"], answer["error"]["message"]) == (-32603, "Internal error")
        assert list(answer["error"]["data"]) == ["correlationId"]
    assert SECRET not in str(answers)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_producer_that_raises_one(kind: type[BaseException], way: str) -> None:
    def produce(_: Registry) -> None:
        raise kind(SECRET)

    registry = made(lambda registry: registry.producer(produce))
    assert_internal(WAYS[way](registry, Grants()))


@pytest.mark.parametrize("kind", KINDS)
def test_surroundings_that_raise_one(kind: type[BaseException]) -> None:
    @contextmanager
    def around() -> Iterator[None]:
        if kind is RuntimeError:
            yield
        raise kind(SECRET)

    assert_internal(over_stdio(made(), Grants(), around=around))


def classless(kind: type[BaseException]) -> object:
    class Classless:
        @property  # type: ignore[misc] # the mistake
        def __class__(self) -> Any:
            raise kind(SECRET)

        def requires(self, _flag: str) -> bool:
            return False

    return Classless()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_context_that_hides_its_class_is_one_like_others(
    kind: type[BaseException], way: str
) -> None:
    listed, called, *_ = WAYS[way](made(), classless(kind))
    assert [tool["name"] for tool in listed["result"]["tools"]] == ["t"]
    assert called["result"]["structuredContent"] == {"x": 1}
    assert SECRET not in str((listed, called))


@pytest.mark.parametrize("kind", KINDS)
def test_a_shared_cache_that_raises_one_is_a_miss(kind: type[BaseException]) -> None:
    class Store:
        def get(self, _key: str) -> object:
            raise kind(SECRET)

        def set(self, _key: str, _value: str, _ttl: int) -> object:
            raise kind(SECRET)

    app = flask.Flask("hall")
    app.secret_key = "key"
    made_blueprint = blueprint(
        context=lambda _: Grants(), registry=made(), eager=False, listing_cache=Store()
    )
    app.register_blueprint(made_blueprint)
    answer = app.test_client().post("/mcp", json=requests()[0]).get_json()
    assert [tool["name"] for tool in answer["result"]["tools"]] == ["t"]


@pytest.mark.parametrize("kind", [Own, SystemExit, asyncio.CancelledError, RuntimeError])
def test_a_coroutine_of_a_predicate_that_raises_one_closes_its_gates(
    kind: type[BaseException],
) -> None:
    class Later:
        async def requires(self, _flag: str) -> bool:
            await asyncio.sleep(0)
            raise kind(SECRET)

    for way in WAYS.values():
        _, called, *_ = way(made(), Later())
        assert called["result"]["structuredContent"] == {"x": 1}
