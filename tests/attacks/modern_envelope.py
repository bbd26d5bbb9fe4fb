"""The envelope of a message in the modern era."""

from __future__ import annotations

__all__ = ["META", "MODERN"]

MODERN = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}
