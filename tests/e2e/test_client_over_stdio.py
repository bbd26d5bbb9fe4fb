"""The official client, over standard input and output, in both eras."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-W", "error", "-m", "tests.e2e.stdio_app"]
Mode = Literal["legacy", "2026-07-28"]
MODES: list[Mode] = ["legacy", "2026-07-28"]


def run(mode: Any, work: Callable[[Client], Awaitable[Any]]) -> Any:
    async def session() -> Any:
        server = StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], cwd=ROOT)
        async with Client(server, mode=mode) as client:
            return await work(client)

    return asyncio.run(asyncio.wait_for(session(), 60))


@pytest.mark.parametrize("mode", MODES)
def test_a_session(mode: Mode) -> None:
    steps: list[float] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        assert (total, message) == (3, None)
        steps.append(progress)

    async def work(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["noisy", "steps", "fails"]
        arguments = {"name": "Ada", "secret": "x", "nonsense": 1}
        result = await client.call_tool("noisy", arguments)
        assert result.structured_content == {"text": "Ada None ''"}
        result = await client.call_tool("noisy", {"name": 5})
        assert result.is_error is True
        result = await client.call_tool("fails", {})
        assert result.is_error is True
        assert "secret" not in str(result)
        result = await client.call_tool("steps", {}, progress_callback=note)
        assert result.structured_content == {"done": True}
        assert steps == [1, 2, 3]
        for name in ("hidden", "nobody"):
            with pytest.raises(MCPError) as caught:
                await client.call_tool(name, {})
            assert caught.value.error.code == -32602
            assert caught.value.error.message == f"Unknown tool: {name}"
        read = await client.read_resource("schemac://surface")
        assert "hidden" not in str(read)

    run(mode, work)


def test_the_stream_carries_protocol_only_and_survives_nonsense() -> None:
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }

    def request(number: int, method: str, **params: Any) -> str:
        given = {**params, "_meta": meta}
        return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": given})

    lines = [
        request(1, "tools/call", name="noisy", arguments={"name": "Ada"}),
        "{",
        "",
        '{"jsonrpc":"2.0","id":2,"id":3,"method":"tools/list"}',
        '{"jsonrpc":"2.0","id":4,"method":"x","params":{"a":NaN}}',
        "x" * 6000,
        "[" * 100,
        '{"é": "\udcff"}',
        request(9, "server/discover"),
    ]
    sent = ("\n".join(lines) + "\n").encode("utf-8", "surrogateescape")
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(sent)
        server.stdin.flush()
        # Standard input stays open until all is answered: its end cuts short what takes too long.
        answered_lines = [server.stdout.readline() for line in lines if line]
        rest, errors = server.communicate(timeout=60)
    assert (server.returncode, rest) == (0, b"")
    answers = [json.loads(line) for line in answered_lines]
    refused = [answer["error"]["code"] for answer in answers if answer["id"] is None]
    assert sorted(refused) == sorted([-32700, -32700, -32700, -32600, -32600, -32700])
    answered = {answer["id"]: answer["result"] for answer in answers if answer["id"] is not None}
    assert answered[1]["structuredContent"] == {"text": "Ada None ''"}
    assert answered[9]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "noise"
    for noise in (b"printed by", b"written by", b"from the depths", b"from a child"):
        assert noise in errors
        assert not any(noise in line for line in answered_lines)
