"""Header lines, or a WSGI environment, in; headers by lower-case name out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mcp.shared.inbound import find_duplicated_routing_header

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["WsgiHeaders", "folded", "usual_headers"]


def folded(lines: Sequence[tuple[str, str]]) -> tuple[dict[str, str], str | None]:
    """Fold header lines, and name a routing header that stands twice, if one does."""
    headers: dict[str, str] = {}
    for key, value in lines:
        name = key.lower()
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers, find_duplicated_routing_header(lines)


class WsgiHeaders(Mapping[str, str]):
    """The headers of a WSGI request, looked up where they are. The server has folded them."""

    __slots__ = ("_environ",)

    def __init__(self, environ: Mapping[str, object]) -> None:
        self._environ = environ

    def __getitem__(self, name: str) -> str:
        value = self._environ.get(_KEYS.get(name) or _key(name))
        if not isinstance(value, str) or (not value and name in _BARE):
            raise KeyError(name)
        return value

    def get(self, name: str, default: str | None = None) -> str | None:  # type: ignore[override] # one default is enough
        """Give a header; servers write an absent length or type as an empty one."""
        value = self._environ.get(_KEYS.get(name) or _key(name))
        return value if isinstance(value, str) and (value or name not in _BARE) else default

    def __iter__(self) -> Iterator[str]:
        for key in self._environ:
            if key.startswith("HTTP_") and key not in _TWICE:
                yield key[5:].replace("_", "-").lower()
        yield from (name for name in _BARE if self.get(name) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def usual_headers(environ: Mapping[str, str]) -> dict[str, str | None]:
    """Give the headers that every request is asked for, all at once; None for what is not there."""
    get = environ.get
    return {
        "accept": get("HTTP_ACCEPT"),
        "content-encoding": get("HTTP_CONTENT_ENCODING"),
        "content-length": get("CONTENT_LENGTH") or None,
        "content-type": get("CONTENT_TYPE") or None,
        "mcp-protocol-version": get("HTTP_MCP_PROTOCOL_VERSION"),
        "origin": get("HTTP_ORIGIN"),
    }


_BARE = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}
_TWICE = frozenset({"HTTP_CONTENT_TYPE", "HTTP_CONTENT_LENGTH"})
_KEYS = dict(_BARE)


def _key(name: str) -> str:
    return "HTTP_" + name.upper().replace("-", "_")


for _name in (
    "accept",
    "content-encoding",
    "host",
    "mcp-method",
    "mcp-name",
    "mcp-protocol-version",
    "origin",
):
    _KEYS[_name] = _key(_name)
