"""What a server says of itself, and the constant parts of its answers made once from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from mcp_types import SERVER_INFO_META_KEY
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from schemac.wire.replies import dump

if TYPE_CHECKING:
    from schemac.wire.asking import Asked

__all__ = ["About"]


@dataclass(frozen=True)
class About:
    """Name, version and instructions of a server, and what it serves beside tools.

    `client_ttl_ms` is how long its listings hold; `resources` are kinds of resources.
    """

    name: str
    version: str
    instructions: str | None = None
    client_ttl_ms: int = 0
    resources: tuple[str, ...] = ()

    @cached_property
    def identity(self) -> dict[str, object]:
        """The `serverInfo` object."""
        return {"name": self.name, "version": self.version}

    @cached_property
    def capabilities(self) -> dict[str, object]:
        """What is served. Nothing here ever announces changes, so no `listChanged`."""
        served: dict[str, object] = {"tools": {"listChanged": False}}
        if self.resources:
            served["resources"] = {"subscribe": False, "listChanged": False}
        return served

    @cached_property
    def freshness(self) -> dict[str, object]:
        """The cache hints: every listing is one caller's own."""
        return {"ttlMs": self.client_ttl_ms, "cacheScope": "private"}

    @cached_property
    def head(self) -> bytes:
        """The modern era's constant members before a result's own, without braces."""
        return dump(self.dressed({}))[1:-1] + b","

    @cached_property
    def cacheable_head(self) -> bytes:
        """The same for a result that may be kept."""
        return dump(self.dressed({}, cacheable=True))[1:-1] + b","

    @cached_property
    def discovery(self) -> bytes:
        """The whole answer to `server/discover`, the same for everybody."""
        result: dict[str, object] = {
            "supportedVersions": list(MODERN_PROTOCOL_VERSIONS),
            "capabilities": self.capabilities,
        }
        if self.instructions is not None:
            result["instructions"] = self.instructions
        return dump(self.dressed(result, cacheable=True))

    def greeting(self, version: str) -> bytes:
        """Give the whole answer to a handshake in one of our versions, the same for everybody."""
        kept = self._greetings.get(version)
        if kept is None:
            result: dict[str, object] = {
                "protocolVersion": version,
                "capabilities": self.capabilities,
                "serverInfo": self.identity,
            }
            if self.instructions is not None:
                result["instructions"] = self.instructions
            kept = self._greetings[version] = dump(result)
        return kept

    @cached_property
    def _greetings(self) -> dict[str, bytes]:
        return {}

    def dressed(self, result: dict[str, object], *, cacheable: bool = False) -> dict[str, object]:
        """Add what each result of the modern era carries."""
        meta = result.pop("_meta", None)
        stamp = {SERVER_INFO_META_KEY: self.identity}
        dressed: dict[str, object] = {"resultType": "complete"}
        dressed["_meta"] = {**meta, **stamp} if isinstance(meta, dict) else stamp
        if cacheable:
            dressed.update(self.freshness)
        dressed.update(result)
        return dressed

    def for_era(
        self, asked: Asked, result: dict[str, object], *, cacheable: bool = False
    ) -> dict[str, object]:
        """Dress a result where the request's era wants it."""
        return self.dressed(result, cacheable=cacheable) if asked.modern else result
