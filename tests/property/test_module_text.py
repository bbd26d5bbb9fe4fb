"""No text makes reading a module raise, and every span lies in the text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from schemac.source import Source
from schemac.syntax.decode import decode_python, decode_signature
from schemac.syntax.module import read_module, read_signature_file

LINES = st.sampled_from(
    [
        "class A:",
        "    #: type a = { b: String",
        "    #: }",
        "    #: (a: Integer) -> a",
        "    @tool('x', requires=F)",
        "    def call(self, *, a): ...",
        "    #: typ b = String",
        '    """',
        "    #: import error",
        "    # @rbs type c = {",
        "    #   d: String }",
        "    x = 1  #: type z = q",
        '\t#: description "x" @requires(:y) |',
        "if x:",
        "elif y:",
        "    '''doc \\",
        "#: type m = \u202e",
        "\f",
        "\r",
        "\0",
        "(",
    ]
)
NEWLINES = st.sampled_from(["\n", "\r\n", "\r"])


def check(text: str) -> None:
    for read in (read_module, read_signature_file):
        _, diagnostics = read(Source("m", text))
        for found in diagnostics:
            assert found.span is not None
            assert 0 <= found.span.start <= found.span.end <= len(text)


@settings(max_examples=100, deadline=None)
@given(st.lists(LINES, max_size=12), NEWLINES)
def test_lines_put_together_at_random(lines: list[str], newline: str) -> None:
    check(newline.join(lines))


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_random_text(text: str) -> None:
    check(text)
    check("".join(f"#: {line}\n" for line in text.splitlines()))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200), st.sampled_from([b"", b"\xef\xbb\xbf", b"# coding: utf-7\n"]))
def test_random_bytes(data: bytes, start: bytes) -> None:
    for decode in (decode_python, decode_signature):
        source, diagnostics = decode("m", start + data)
        assert (source is None) == bool(diagnostics)
        if source is not None:
            check(source.text)
