from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.syntax.decode import LARGEST, decode_python, decode_signature

if TYPE_CHECKING:
    from collections.abc import Callable

    from schemac.diagnostics.model import Diagnostic
    from schemac.source import Source


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"x = 1\r\n", "x = 1\r\n"),
        ("# é\n".encode(), "# é\n"),
        (b"\xef\xbb\xbfx = 1", "x = 1"),
        (b"# -*- coding: latin-1 -*-\nx = '\xe9'", "# -*- coding: latin-1 -*-\nx = 'é'"),
        (b"", ""),
    ],
)
def test_reads_python_by_its_declared_encoding(data: bytes, text: str) -> None:
    source, diagnostics = decode_python("m.py", data)
    assert diagnostics == ()
    assert source is not None
    assert (source.name, source.text) == ("m.py", text)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"# coding: utf-9\n", "the encoding of the file cannot be told: unknown encoding: utf-9"),
        (b"a\nb = '\xe9'\n", "byte 0xe9 is no UTF-8"),
        (b"# coding: ascii\nb = '\xe9'\n", "byte 0xe9 is no ASCII"),
    ],
)
def test_bytes_that_do_not_fit_are_one_diagnostic(data: bytes, message: str) -> None:
    source, (found,) = decode_python("m.py", data)
    assert source is None
    assert (found.code, found.message) == ("SC002", message)


def test_points_at_the_byte_that_does_not_fit() -> None:
    _, (found,) = decode_signature("a.sig", "# é\ntype a = ".encode() + b"\xff\n")
    assert found.span is not None
    assert (found.span.begin.line, found.span.begin.column) == (2, 10)


def test_signature_files_are_utf_8_whatever_they_say() -> None:
    source, diagnostics = decode_signature("a.sig", b"\xef\xbb\xbf# coding: latin-1\n")
    assert diagnostics == ()
    assert source is not None
    assert source.text == "# coding: latin-1\n"


def test_what_is_far_too_large_is_not_read() -> None:
    source, (found,) = decode_python("m.py", b" " * (LARGEST + 1))
    assert source is None
    assert (found.code, found.message) == (
        "SC008",
        "the file has 16,777,217 bytes, more than the 16,777,216 that are read",
    )


@pytest.mark.parametrize("lines", [0, 1, 2, 30])
@pytest.mark.parametrize("decode", [decode_python, decode_signature])
def test_a_byte_that_does_not_fit_is_pointed_at(
    decode: Callable[[str, bytes], tuple[Source | None, tuple[Diagnostic, ...]]], lines: int
) -> None:
    """Also in the lines where Python looks for a declaration of the encoding."""
    source, (found,) = decode("a", b"# x\n" * lines + b'# "\xff"\n')
    assert source is None
    assert (found.code, found.message) == ("SC002", "byte 0xff is no UTF-8")
    assert found.span is not None
    assert (found.span.begin.line, found.span.begin.column) == (lines + 1, 4)
    assert found.hint is not None


def test_a_declared_encoding_that_nobody_knows_is_what_is_told() -> None:
    source, (found,) = decode_python("a", b"# coding: nonsense\n# \xff\n")
    assert source is None
    assert found.message == "the encoding of the file cannot be told: unknown encoding: nonsense"
