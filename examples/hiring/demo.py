"""The demonstration: the official MCP client, once for each caller, and what each one sees."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
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

_GAP = " | "
_WIDEST = 119
_NARROWEST = 80
"""Columns: for fewer, one caller stands below the other."""

_CALL = {
    "applicant_id": "a1",
    "stage_id": "screen",
    "reason": "The panel wants a second talk.",
}


def show(url: str, tokens: Mapping[str, str]) -> None:
    """Connect to `url` with each of two tokens and print both views, then both calls.

    The text is as wide as the terminal. A reader who has seen enough of it is no mistake.
    """
    columns = shutil.get_terminal_size((_WIDEST, 24)).columns
    lines = asyncio.run(_show(url, tokens, columns))
    try:
        print("\n".join(lines), flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@asynccontextmanager
async def _connected(url: str, token: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        create_mcp_http_client(headers=headers) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


async def _show(url: str, tokens: Mapping[str, str], columns: int) -> list[str]:
    (left, left_token), (right, right_token) = tokens.items()
    page = _Page(columns, (left, right))
    async with _connected(url, left_token) as one, _connected(url, right_token) as two:
        tools = [{tool.name: tool for tool in (await c.list_tools()).tools} for c in (one, two)]
        page.heading(f"One server, two callers: {url}")
        page.columns(
            [f"{left} sees {len(tools[0])} tools", ""], [f"{right} sees {len(tools[1])} tools", ""]
        )
        for name in tools[1]:
            page.columns(_summary(tools[0].get(name)), _summary(tools[1][name]))
        page.heading(f"Both call advance_step with {json.dumps(_CALL)}")
        answers = [await _call(client) for client in (one, two)]
        page.columns(answers[0], answers[1])
        page.text("")
        page.text("The handler and the database row are the same; the annotation decided the rest.")
    return page.lines


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


@dataclass
class _Page:
    """Lines for a terminal: two callers side by side, or where it is narrow one below the other."""

    width: int
    callers: tuple[str, str]
    lines: list[str] = field(default_factory=list)

    def text(self, text: str) -> None:
        self.lines += _wrapped(text, self.width, "")

    def heading(self, text: str) -> None:
        self.text("")
        self.text(text)
        self.lines.append("=" * min(len(text), self.width, _WIDEST))

    def columns(self, left: list[str], right: list[str]) -> None:
        if self.width < _NARROWEST:
            for caller, lines in zip(self.callers, (left, right), strict=True):
                self.lines.append(f"[{caller}]")
                self._below(lines)
            return
        wide = (min(self.width, _WIDEST) - len(_GAP)) // 2
        pair = [[part for line in lines for part in _wrap(line, wide)] for lines in (left, right)]
        for one, two in zip_longest(*pair, fillvalue=""):
            self.lines.append(f"{one:<{wide}}{_GAP}{two}".rstrip())

    def _below(self, lines: list[str]) -> None:
        self.lines += [part for line in lines for part in _wrap(line, self.width)]
        if lines[-1]:
            self.lines.append("")


def _wrap(line: str, width: int) -> list[str]:
    """Break a long line at spaces, keeping its indentation."""
    return _wrapped(line, width, " " * (len(line) - len(line.lstrip()) + 5))


def _wrapped(line: str, width: int, indent: str) -> list[str]:
    parts: list[str] = []
    while len(line) > max(width, len(indent) + 1):
        at = line.rfind(" ", len(indent) + 1, width + 1)
        at = at if at > 0 else max(width, len(indent) + 1)
        parts.append(line[:at])
        line = indent + line[at:].lstrip()
    return [*parts, line]
