"""The official client, over real HTTP, in both eras."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Literal

import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.exceptions import MCPError

from tests.e2e.served import ADMIN, MEMBER, WaitForIt, calls, make_app, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    import mcp_types as types

Mode = Literal["legacy", "2026-07-28"]
MODES: list[Mode] = ["legacy", "2026-07-28"]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving(make_app(page_size=4)) as served:
        yield served


@pytest.fixture(autouse=True)
def _no_calls_yet() -> None:
    calls.clear()


@asynccontextmanager
async def connected(url: str, token: str, mode: Any) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        create_mcp_http_client(headers=headers) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


def run(url: str, token: str, mode: Any, work: Callable[[Client], Awaitable[Any]]) -> Any:
    async def session() -> Any:
        async with connected(url, token, mode) as client:
            return await work(client)

    return asyncio.run(session())


async def all_tools(client: Client) -> dict[str, types.Tool]:
    tools: dict[str, types.Tool] = {}
    cursor: str | None = None
    while True:
        page = await client.list_tools(cursor=cursor)
        tools |= {tool.name: tool for tool in page.tools}
        cursor = page.next_cursor
        if cursor is None:
            return tools


def call(url: str, token: str, mode: Mode, name: str, arguments: dict[str, Any]) -> Any:
    return run(url, token, mode, lambda client: client.call_tool(name, arguments))


@pytest.mark.parametrize("mode", MODES)
def test_each_caller_sees_tools_of_their_own(url: str, mode: Mode) -> None:
    member, admin = (run(url, token, mode, all_tools) for token in (MEMBER, ADMIN))
    always = ["advance_step", "count_up", "wait_for_it", "go_wrong", "in_a_region"]
    assert list(member) == always
    assert sorted(admin) == sorted([*always, "send_sms"])
    assert set(member["advance_step"].input_schema["properties"]) == {"applicant_id"}
    assert set(admin["advance_step"].input_schema["properties"]) == {"applicant_id", "stage_id"}
    assert member["advance_step"].annotations is not None
    assert member["advance_step"].annotations.destructive_hint is False
    assert "audit_trail" not in json.dumps(member["advance_step"].output_schema)


@pytest.mark.parametrize("mode", MODES)
def test_input_and_output_are_enforced(url: str, mode: Mode) -> None:
    arguments = {"applicant_id": "a1", "stage_id": "s9", "nonsense": 1}
    result = call(url, MEMBER, mode, "advance_step", arguments)
    assert calls == [("advance_step", {"applicant_id": "a1", "stage_id": None})]
    received = {"success": True, "applicant_id": "a1", "current_stage": "screen"}
    assert result.structured_content == received
    assert json.loads(result.content[0].text) == received
    assert result.is_error is False

    result = call(url, ADMIN, mode, "advance_step", arguments)
    assert calls[1:] == [("advance_step", {"applicant_id": "a1", "stage_id": "s9"})]
    assert result.structured_content == {
        "success": True,
        "applicant_id": "a1",
        "current_stage": "s9",
        "previous_stage": "offer",
        "audit_trail": ["secret trail"],
    }


@pytest.mark.parametrize("mode", MODES)
def test_hidden_and_unknown_tools_are_the_same(url: str, mode: Mode) -> None:
    async def work(client: Client) -> list[tuple[int, str, object]]:
        texts = []
        for name in ("send_sms", "no_such_", "staff_only"):
            with pytest.raises(MCPError) as caught:
                await client.call_tool(name, {"to": "x", "text": "y"})
            error = caught.value.error
            texts.append((error.code, error.message.replace(name, "NAME"), error.data))
        return texts

    texts = run(url, MEMBER, mode, work)
    assert texts == [(-32602, "Unknown tool: NAME", None)] * 3
    assert calls == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({}, "/applicant_id"),
        ({"applicant_id": 5}, "/applicant_id"),
        ({"applicant_id": None}, "/applicant_id"),
        ({"applicant_id": ["a"]}, "/applicant_id"),
    ],
)
def test_arguments_that_do_not_fit_are_told_where(
    url: str, mode: Mode, arguments: dict[str, Any], named: str
) -> None:
    result = call(url, MEMBER, mode, "advance_step", arguments)
    assert result.is_error is True
    assert result.structured_content is None
    assert result.content[0].text.startswith(named)
    assert "stage_id" not in result.content[0].text
    assert calls == []


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("told", "The applicant has left."),
        ("denied", "denied: not on a Sunday"),
        ("raised", "internal error"),
        ("broken", "contract"),
    ],
)
def test_what_goes_wrong_says_what_it_may(url: str, mode: Mode, how: str, text: str) -> None:
    result = call(url, MEMBER, mode, "go_wrong", {"how": how})
    assert result.is_error is True
    assert text in result.content[0].text
    assert "secret" not in result.content[0].text


@pytest.mark.parametrize("mode", MODES)
def test_progress_comes_before_the_result(url: str, mode: Mode) -> None:
    seen: list[tuple[float, float | None, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total, message))

    async def work(client: Client) -> Any:
        return await client.call_tool("count_up", {"to": 3}, progress_callback=note)

    result = run(url, MEMBER, mode, work)
    assert result.structured_content == {"counted": 3}
    assert seen == [(1, 3, "at 1"), (2, 3, "at 2"), (3, 3, "at 3")]


def test_a_client_that_leaves_is_noticed(url: str) -> None:
    WaitForIt.noticed.clear()

    async def note(progress: float, total: float | None, message: str | None) -> None:
        del progress, total, message

    async def work(client: Client) -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await client.call_tool("wait_for_it", {}, progress_callback=note)

    run(url, MEMBER, "2026-07-28", work)
    assert WaitForIt.noticed.wait(10)


@pytest.mark.parametrize("mode", MODES)
def test_headers_follow_parameters(url: str, mode: Mode) -> None:
    async def work(client: Client) -> Any:
        await all_tools(client)
        return await client.call_tool("in_a_region", {"region": "eu", "tier": "gold"})

    result = run(url, MEMBER, mode, work)
    assert result.structured_content == {"region": "eu"}
    assert calls == [("in_a_region", {"region": "eu", "tier": None})]


@pytest.mark.parametrize("mode", MODES)
def test_resources_are_the_callers_own(url: str, mode: Mode) -> None:
    async def work(client: Client) -> Any:
        listed = await client.list_resources()
        read = await client.read_resource("schemac://surface")
        return [resource.uri for resource in listed.resources], read.contents[0]

    uris, content = run(url, MEMBER, mode, work)
    assert uris == ["schemac://surface"]
    names = [tool["name"] for tool in json.loads(content.text)["tools"]]
    assert "advance_step" in names
    assert "send_sms" not in names


@pytest.mark.parametrize("mode", MODES)
def test_a_domain_has_tools_of_its_own(url: str, mode: Mode) -> None:
    tools = run(f"{url}/staff", MEMBER, mode, all_tools)
    assert list(tools) == ["staff_only"]


@pytest.mark.parametrize("mode", [*MODES, "auto"])
def test_a_stranger_gets_nothing(url: str, mode: Any) -> None:
    with pytest.raises((MCPError, ExceptionGroup)):
        run(url, "nobody", mode, all_tools)


def test_the_client_finds_the_newest_version_by_itself(url: str) -> None:
    async def work(client: Client) -> Any:
        return client.protocol_version

    assert run(url, MEMBER, "auto", work) == "2026-07-28"
