"""A caller who was turned away in, the words of `WWW-Authenticate` out."""

from __future__ import annotations

import re

from schemac.runtime.errors import Forbidden, Unauthorized

__all__ = ["challenge"]

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_NOT_IN_HEADERS = re.compile(r"[^\x20-\x7e]")


def challenge(refusal: Unauthorized | Forbidden, metadata_url: str | None = None) -> str:
    """Write the challenge; `metadata_url` is where the metadata of RFC 9728 stands, if it does."""
    scheme, given = _parts(refusal)
    given["resource_metadata"] = metadata_url
    words = ", ".join(f'{name}="{_quoted(text)}"' for name, text in given.items() if text)
    return f"{scheme} {words}" if words else scheme


def _parts(refusal: Unauthorized | Forbidden) -> tuple[str, dict[str, str | None]]:
    if isinstance(refusal, Forbidden):
        return "Bearer", {"error": "insufficient_scope", "scope": refusal.scope}
    scheme = refusal.scheme if _TOKEN.fullmatch(refusal.scheme) else "Bearer"
    return scheme, {
        "realm": refusal.realm,
        "scope": refusal.scope,
        "error": refusal.error,
        "error_description": refusal.error_description,
    }


def _quoted(text: str) -> str:
    """Make a text safe inside quotes in a header: one line of printable ASCII."""
    return _NOT_IN_HEADERS.sub("?", text).replace("\\", "\\\\").replace('"', '\\"')
