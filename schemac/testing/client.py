"""A Flask app in, a client that speaks the protocol to it within the process out."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["McpClient", "ProtocolError"]

_VERSION = "2026-07-28"
_ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": _VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "schemac.testing", "version": "1"},
}


class ProtocolError(Exception):
    """The server answered with an error of the protocol; `code` and `data` are its."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        super().__init__(f"{error.get('message')} ({error.get('code')})")
        self.code = error.get("code")
        self.data = error.get("data")


class HttpClient(Protocol):
    """What is used of Flask's test client."""

    def post(self, path: str, *, json: object, headers: Mapping[str, str]) -> Any:  # noqa: ANN401 - a response
        """Send a request."""


class McpClient:
    """Sends requests of the 2026-07-28 era through Flask's test client, as one caller."""

    def __init__(self, http: HttpClient, path: str, headers: Mapping[str, str]) -> None:
        self._http = http
        self._path = path
        self._headers = dict(headers)
        self._ids = count(1)

    def list_tools(self) -> list[dict[str, Any]]:
        """Give all tools that the caller is told, page by page."""
        found: list[dict[str, Any]] = []
        params: dict[str, Any] = {}
        while True:
            result = self.request("tools/list", **params)
            found += result["tools"]
            if "nextCursor" not in result:
                return found
            params = {"cursor": result["nextCursor"]}

    def call_tool(self, name: str, arguments: Mapping[str, object] | None = None) -> dict[str, Any]:
        """Call a tool, and give the result object: `content`, `structuredContent`, `isError`."""
        return self.request("tools/call", name=name, arguments=dict(arguments or {}))

    def request(self, method: str, **params: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
        """Send any request, and give its result. Raises ProtocolError."""
        message = {
            "jsonrpc": "2.0",
            "id": next(self._ids),
            "method": method,
            "params": {**params, "_meta": _ENVELOPE},
        }
        named = params.get("name", params.get("uri"))
        headers = {
            **self._headers,
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": _VERSION,
            "Mcp-Method": method,
            **({"Mcp-Name": str(named)} if named is not None else {}),
        }
        answer = self._http.post(self._path, json=message, headers=headers).get_json()
        if "error" in answer:
            raise ProtocolError(answer["error"])
        result: dict[str, Any] = answer["result"]
        return result
