"""The demonstration: the official MCP client, once for each caller, and what each one sees."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

from schemac.runtime.signals import input_dropped, output_projected

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from mcp_types import CallToolResult, Tool

__all__ = ["show"]

_WIDTH = 58
_CALL = {
    "applicant_id": "a1",
    "stage_id": "screen",
    "reason": "The panel wants a second talk.",
}


def show(url: str, tokens: Mapping[str, str]) -> None:
    """Connect to `url` with each of two tokens and print both views, then both calls."""
    asyncio.run(_show(url, tokens))


@asynccontextmanager
async def _connected(url: str, token: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        create_mcp_http_client(headers=headers) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


async def _show(url: str, tokens: Mapping[str, str]) -> None:
    (left, left_token), (right, right_token) = tokens.items()
    async with _connected(url, left_token) as one, _connected(url, right_token) as two:
        tools = [{tool.name: tool for tool in (await c.list_tools()).tools} for c in (one, two)]
        _heading(f"One server, two callers: {url}")
        _row(f"{left} sees {len(tools[0])} tools", f"{right} sees {len(tools[1])} tools")
        _row("", "")
        for name in tools[1]:
            _columns(_summary(tools[0].get(name)), _summary(tools[1][name]))
        _heading(f"Both call advance_step with {json.dumps(_CALL)}")
        answers = [await _call(client) for client in (one, two)]
        _columns(answers[0], answers[1])
        print("\nThe handler and the database row are the same; the annotation decided the rest.")


async def _call(client: Client) -> list[str]:
    dropped: list[str] = []
    cut: list[str] = []

    def note_dropped(_sender: object, pointers: Mapping[str, int], **_rest: object) -> None:
        dropped.extend(pointers)

    def note_cut(_sender: object, pointers: Mapping[str, int], **_rest: object) -> None:
        cut.extend(pointers)

    with input_dropped.connected_to(note_dropped), output_projected.connected_to(note_cut):
        result = await client.call_tool("advance_step", _CALL)
    return [
        f"dropped from the input: {', '.join(dropped) or 'nothing'}",
        f"cut from the output: {', '.join(cut) or 'nothing'}",
        *_result(result),
    ]


def _result(result: CallToolResult) -> list[str]:
    payload: Any = result.structured_content
    return ["came back:", *json.dumps(payload, indent=2).splitlines()]


def _summary(tool: Tool | None) -> list[str]:
    if tool is None:
        return ["-", ""]
    schema: Any = tool.input_schema
    required = schema.get("required", [])
    names = [name if name in required else f"?{name}" for name in schema["properties"]]
    return [
        tool.name,
        f"  {tool.description}",
        f"  in   {', '.join(names) or 'nothing'}",
        f"  out  {_output(tool.output_schema)}",
        "",
    ]


def _output(schema: Any) -> str:  # noqa: ANN401 - a JSON Schema
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return " | ".join(_fields(member) for member in schema[word])
    return _fields(schema)


def _fields(schema: Any) -> str:  # noqa: ANN401 - a JSON Schema
    return "{" + ", ".join(schema.get("properties", {"…": None})) + "}"


def _heading(text: str) -> None:
    print(f"\n{text}\n{'=' * min(len(text), 2 * _WIDTH + 3)}")


def _columns(left: list[str], right: list[str]) -> None:
    wrapped = [[part for line in lines for part in _wrap(line)] for lines in (left, right)]
    for one, two in zip_longest(*wrapped, fillvalue=""):
        _row(one, two)


def _wrap(line: str) -> list[str]:
    """Break a long line at spaces, keeping its indentation."""
    indent = " " * (len(line) - len(line.lstrip()) + 5)
    parts: list[str] = []
    while len(line) > _WIDTH:
        at = line.rfind(" ", len(indent), _WIDTH + 1)
        at = at if at > 0 else _WIDTH
        parts.append(line[:at])
        line = indent + line[at:].lstrip()
    return [*parts, line]


def _row(left: str, right: str) -> None:
    print(f"{left:<{_WIDTH}} | {right}".rstrip())
