"""Header values in, judgements about them out: media types, origins, hosts."""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple
from urllib.parse import urlsplit

__all__ = [
    "Authority",
    "accepts",
    "as_browsers_send",
    "authority",
    "is_loopback",
    "media_type",
    "origin_authority",
]

_TOKEN = r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"  # noqa: S105 - RFC 9110's word for a run of characters
_MEDIA_TYPE = re.compile(rf"({_TOKEN}/{_TOKEN})[ \t]*(?:;.*)?")
_QUALITY = re.compile(r"(?i)[qQ]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[a-z0-9._:\[\]-]+")
_DEFAULT_PORTS = {"http": 80, "https": 443}


class Authority(NamedTuple):
    """Host in lower case (no brackets) and port, as a request or an origin names them."""

    host: str
    port: int


def media_type(value: str | None) -> str | None:
    """Give a `Content-Type`'s media type in lower case; None where there is no single one."""
    match = _MEDIA_TYPE.fullmatch(value.strip()) if value is not None else None
    return match[1].lower() if match else None


def accepts(value: str | None, wanted: str) -> bool:
    """Whether an `Accept` header admits the media type; the most specific range decides."""
    if value is None or not value.strip():
        return True
    best = (-1, 0.0)
    for part in value.split(","):
        media_range, *parameters = (piece.strip() for piece in part.split(";"))
        rank = _specificity(media_range.lower(), wanted)
        if rank >= 0:
            best = max(best, (rank, _quality(parameters)))
    return best[1] > 0


def _specificity(media_range: str, wanted: str) -> int:
    if media_range == wanted:
        return 2
    if media_range == wanted.partition("/")[0] + "/*":
        return 1
    return 0 if media_range == "*/*" else -1


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        if parameter[:2].lower() == "q=":
            match = _QUALITY.fullmatch(parameter)
            return float(match[1]) if match else 0.0
    return 1.0


def authority(netloc: str, scheme: str) -> Authority | None:
    """Read a `Host` header, or the like; None for anything that is not host and port."""
    try:
        parts = urlsplit(f"//{netloc}")
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host or parts.path or parts.query or parts.fragment or "@" in netloc:
        return None
    port = port if port is not None else _DEFAULT_PORTS.get(scheme)
    return Authority(host, port) if port is not None else None


def origin_authority(origin: str) -> Authority | None:
    """Read an `Origin` header: scheme, host and port and nothing else; `null` is none."""
    scheme, separator, netloc = origin.partition("://")
    if not separator or scheme.lower() not in _DEFAULT_PORTS or not origin.isprintable():
        return None
    return authority(netloc, scheme.lower())


def as_browsers_send(origin: str) -> str | None:
    """Give an origin as its browser sends it: in lower case, without the usual port.

    None for what no browser sends: `null` and patterns too. Schemes of extensions are fine.
    """
    written = origin.lower()
    if _ORIGIN.fullmatch(written) is None:
        return None
    scheme, _, netloc = written.partition("://")
    named = authority(netloc, scheme) if scheme in _DEFAULT_PORTS else Authority(netloc, 0)
    if named is None:
        return None
    usual = f":{_DEFAULT_PORTS.get(scheme)}"
    return written.removesuffix(usual)


def is_loopback(host: str) -> bool:
    """Whether a host name, in lower case, can only be this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
