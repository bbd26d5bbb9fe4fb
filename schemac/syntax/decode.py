"""Bytes of a file in, its text out: declared encodings, marks at the start, any line breaks."""

from __future__ import annotations

import codecs
import io
import tokenize
import warnings
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Diagnostic
from schemac.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LARGEST", "decode_python", "decode_signature", "encoded_like"]

LARGEST = 16 * 1024 * 1024
"""Bytes. What is longer is no source text that a person wrote."""

_UNDECLARED = "invalid or missing encoding declaration"

_Found = tuple[Source | None, tuple[Diagnostic, ...]]


def decode_python(name: str, data: bytes) -> _Found:
    """Decode a Python file as Python does: by its mark or its coding line, else as UTF-8."""
    return _decoded(name, data, _declared)


def decode_signature(name: str, data: bytes) -> _Found:
    """Decode a signature file: UTF-8, with or without a mark at its start."""
    return _decoded(name, data, lambda _: "utf-8-sig")


def encoded_like(text: str, data: bytes, *, python: bool) -> bytes | None:
    """Encode a text as the bytes of a file are; None where those bytes would not come back.

    So a file that is written again keeps its encoding, and its mark where it has one.
    """
    try:
        encoding = _declared(data) if python else "utf-8-sig"
        if encoding == "utf-8-sig" and not data.startswith(codecs.BOM_UTF8):
            encoding = "utf-8"
        faithful = _text(data, encoding).encode(encoding) == data
        return text.encode(encoding) if faithful else None
    except (SyntaxError, LookupError, ValueError):
        return None


def _declared(data: bytes) -> str:
    # Python takes any line break for one; where the coding line ends must not depend on which.
    lines = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data
    encoding, _ = tokenize.detect_encoding(io.BytesIO(lines).readline)
    return encoding


def _decoded(name: str, data: bytes, encoding_of: Callable[[bytes], str]) -> _Found:
    empty = Source(name, "").span(0, 0)
    if len(data) > LARGEST:
        text = f"the file has {len(data):,} bytes, more than the {LARGEST:,} that are read"
        return None, (Diagnostic("SC008", text, empty),)
    try:
        return Source(name, _text(data, encoding_of(data))), ()
    except UnicodeDecodeError as error:
        return None, (_undecodable(name, data, error),)
    except (SyntaxError, LookupError, ValueError, UnicodeError) as error:
        unfit = _unfit_byte(data) if _UNDECLARED in str(error) else None
        if unfit is not None:  # Python looks for a coding line first, and says less of such a byte
            return None, (_undecodable(name, data, unfit),)
        text = f"the encoding of the file cannot be told: {error}"
        return None, (Diagnostic("SC002", text, empty),)


def _unfit_byte(data: bytes) -> UnicodeDecodeError | None:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error
    return None


def _text(data: bytes, encoding: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return data.decode(encoding)


def _replaced(data: bytes, encoding: str) -> str:
    """Decode what can be; encodings that know no replacing are read byte by byte."""
    try:
        return data.decode(encoding, "replace")
    except (UnicodeError, LookupError):
        return data.decode("latin-1")


def _undecodable(name: str, data: bytes, error: UnicodeDecodeError) -> Diagnostic:
    """Point at the first byte that does not fit, in a text where it stands as a mark."""
    host = Source(name, _replaced(data, error.encoding))
    before = _replaced(data[: error.start], error.encoding)
    byte = data[error.start] if error.start < len(data) else 0
    text = f"byte 0x{byte:02x} is no {error.encoding.upper()}"
    hint = "save the file as UTF-8, or declare its encoding in the first line"
    span = host.span(len(before), min(len(before) + 1, len(host.text)))
    return Diagnostic("SC002", text, span, hint=hint)
