"""A version named by a client in, the era that serves it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcp_types import DEFAULT_NEGOTIATED_VERSION, PROTOCOL_VERSION_META_KEY
from mcp_types.version import (
    HANDSHAKE_PROTOCOL_VERSIONS,
    LATEST_HANDSHAKE_VERSION,
    LATEST_MODERN_VERSION,
)

__all__ = [
    "Era",
    "Spoken",
    "claims_envelope",
    "negotiated",
    "spoken_by_header",
    "spoken_by_message",
]

Era: TypeAlias = Literal["handshake", "modern"]
"""`handshake`: 2025-11-25 and older. `modern`: 2026-07-28, where each request stands alone."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """The version that a request is judged by, and its era.

    In the modern era `version` is the newest one until the request's own envelope was read.
    """

    era: Era
    version: str


_MODERN = Spoken("modern", LATEST_MODERN_VERSION)
_BY_VERSION = {version: Spoken("handshake", version) for version in HANDSHAKE_PROTOCOL_VERSIONS}
_UNSAID = _BY_VERSION[DEFAULT_NEGOTIATED_VERSION]


def spoken_by_header(version: str | None) -> Spoken:
    """Tell the era from the `MCP-Protocol-Version` header: absent or known to be old, or modern."""
    if version is None:
        return _UNSAID
    return _BY_VERSION.get(version, _MODERN)


def claims_envelope(params: object) -> bool:
    """Whether the parameters carry the modern era's per-request envelope."""
    meta = params.get("_meta") if isinstance(params, dict) else None
    return isinstance(meta, dict) and PROTOCOL_VERSION_META_KEY in meta


def spoken_by_message(method: str, params: object) -> Spoken:
    """Tell the era where there are no headers: the handshake has no envelope."""
    if method != "initialize" and claims_envelope(params):
        return _MODERN
    return _BY_VERSION[LATEST_HANDSHAKE_VERSION]


def negotiated(requested: str) -> str:
    """Choose the handshake's version: the client's where we speak it, else our newest."""
    return requested if requested in _BY_VERSION else LATEST_HANDSHAKE_VERSION
