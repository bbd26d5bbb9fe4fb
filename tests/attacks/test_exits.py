from __future__ import annotations

import asyncio
from typing import NoReturn

import pytest

from schemac import Grants, Registry, Service

EXITS = [SystemExit(4), GeneratorExit(), asyncio.CancelledError(), StopIteration(), MemoryError()]


def _named(error: BaseException) -> str:
    return type(error).__name__


def _service(handler: object) -> Service:
    registry = Registry()
    registry.add(
        handler,
        name="t",
        description="A tool.",
        signature="(?a: Integer @requires(:x)) -> { ok: bool }",
    )
    return Service(registry, eager=True)


@pytest.mark.parametrize("error", EXITS, ids=_named)
def test_a_handler_that_exits_ends_its_call_only(error: BaseException) -> None:
    def handler(**_arguments: object) -> NoReturn:
        raise error

    result = _service(handler).call_tool("t", {}, Grants())
    assert result.is_error
    assert result.reason.startswith("internal error")


@pytest.mark.parametrize("error", EXITS, ids=_named)
def test_a_coroutine_that_exits_ends_its_call_only(error: BaseException) -> None:
    async def handler(**_arguments: object) -> NoReturn:
        await asyncio.sleep(0)
        raise error

    result = _service(handler).call_tool("t", {}, Grants())
    assert result.is_error
    assert result.reason.startswith("internal error")


@pytest.mark.parametrize("error", EXITS, ids=_named)
def test_a_result_that_exits_when_it_is_read_breaks_its_contract(error: BaseException) -> None:
    class Odd:
        @property
        def ok(self) -> NoReturn:
            raise error

    def handler(**_arguments: object) -> Odd:
        return Odd()

    result = _service(handler).call_tool("t", {}, Grants())
    assert result.is_error
    assert "contract" in result.reason or "internal error" in result.reason


@pytest.mark.parametrize("error", EXITS, ids=_named)
def test_a_predicate_that_exits_opens_nothing(error: BaseException) -> None:
    class Context:
        def requires(self, _flag: str) -> NoReturn:
            raise error

    def handler(**arguments: object) -> dict[str, bool]:
        return {"ok": "a" in arguments}

    service = _service(handler)
    (tool,) = service.list_tools(Context())
    assert tool["inputSchema"] == {"type": "object", "properties": {}}
    assert service.call_tool("t", {"a": 1}, Context()).payload == {"ok": False}
