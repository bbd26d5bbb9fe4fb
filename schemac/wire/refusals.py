"""A caller who was turned away in, the words of `WWW-Authenticate` out."""

from __future__ import annotations

import re

from schemac.enforce.foreign import foreign
from schemac.enforce.journal import journal
from schemac.enforce.kinds import exact_text, kind_name
from schemac.runtime.errors import Forbidden, Unauthorized
from schemac.runtime.results import clean_text

__all__ = ["challenge", "words"]

_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_NOT_IN_HEADERS = re.compile(r"[^\x20-\x7e]")
_LONGEST = 1000

_log = journal("schemac.wire")


def challenge(refusal: Unauthorized | Forbidden, metadata_url: str | None = None) -> str:
    """Write the challenge; `metadata_url` is where the metadata of RFC 9728 stands, if it does.

    A part that is no text is left out, whoever raised it: a refusal stays one.
    """
    scheme, given = _parts(refusal)
    given["resource_metadata"] = metadata_url
    words = ", ".join(f'{name}="{_quoted(text)}"' for name, text in given.items() if text)
    return f"{scheme} {words}" if words else scheme


def words(refusal: Unauthorized | Forbidden) -> str:
    """Give what the caller is told, in words that can be sent."""
    told = _text(refusal, "words")
    return (
        clean_text(told)
        if told
        else ("Unauthorized" if issubclass(type(refusal), Unauthorized) else "Forbidden")
    )


def _parts(refusal: Unauthorized | Forbidden) -> tuple[str, dict[str, str | None]]:
    if issubclass(type(refusal), Forbidden):
        return "Bearer", {"error": "insufficient_scope", "scope": _text(refusal, "scope")}
    scheme = _text(refusal, "scheme") or ""
    names = ("realm", "scope", "error", "error_description")
    return (
        scheme if _TOKEN.fullmatch(scheme) else "Bearer",
        {name: _text(refusal, name) for name in names},
    )


def _text(refusal: Unauthorized | Forbidden, name: str) -> str | None:
    """Read a part of a refusal. Subclasses may have made anything of it."""
    try:
        found: object = getattr(refusal, name)
    except foreign():  # then it is not there
        found = None
        _log.warning("the `%s` of a refusal could not be read", name, exc_info=True)
    text = exact_text(found)
    if text is None and found is not None:
        _log.warning("the `%s` of a refusal is %s and no text", name, kind_name(found))
    return text


def _quoted(text: str) -> str:
    """Make a text safe inside quotes in a header: one line of printable ASCII."""
    line = _NOT_IN_HEADERS.sub("?", text[:_LONGEST])
    return line.replace("\\", "\\\\").replace('"', '\\"')
