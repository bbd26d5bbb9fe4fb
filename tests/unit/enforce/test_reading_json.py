from __future__ import annotations

import json

import pytest

from schemac.enforce import ReadError, read_json_text, read_message
from schemac.enforce.read import nesting


def kind_of_refusal(body: bytes, **limits: int) -> str:
    with pytest.raises(ReadError) as caught:
        read_message(body, **limits)
    assert caught.value.code in {-32700, -32600}
    return caught.value.kind


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"{}", {}),
        (b' { "a" : [ 1 , 2.5 , true , null , "x" ] } \r\n', {"a": [1, 2.5, True, None, "x"]}),
        ('{"é":"漢 😀"}'.encode(), {"é": "漢 😀"}),
        (b'{"a":"\\ud83d\\ude00"}', {"a": "😀"}),
        (b'{"a":"\\uD83D\\uDE00\\u00e9"}', {"a": "😀é"}),
        (b'{"a":1e5,"b":-0,"c":0.1}', {"a": 1e5, "b": 0, "c": 0.1}),
        (b'{"a":' + b"9" * 4300 + b"}", {"a": 10**4300 - 1}),
        (b"[1]", [1]),
        (b'"x"', "x"),
        (b'{"a":{"b":1},"b":{"b":2}}', {"a": {"b": 1}, "b": {"b": 2}}),
        (b'{"__proto__":1,"constructor":2,"":3}', {"__proto__": 1, "constructor": 2, "": 3}),
        ('{"a":"\ufeff"}'.encode(), {"a": "\ufeff"}),
        (b'{"a":"\\u0000"}', {"a": "\0"}),
    ],
)
def test_reads(body: bytes, value: object) -> None:
    found = read_message(body)
    assert found == value
    assert json.dumps(found) == json.dumps(value)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b"{}x",
        b"{}{}",
        b"{'a':1}",
        b'{"a":1,}',
        b"[1,]",
        b'{"a":01}',
        b'{"a":+1}',
        b'{"a":.5}',
        b'{"a":0x10}',
        b'{"a":1_000}',
        b"nul",
        b'{"a":NaN}',
        b'{"a":Infinity}',
        b'{"a":-Infinity}',
        b'{"a":1e999}',
        b'{"a":-1e999}',
        b'{"a":' + b"9" * 4301 + b"}",
        b'{"a":-' + b"9" * 5000 + b"}",
        b'{"a":1,"a":1}',
        b'{"a":1,"\\u0061":2}',
        b'{"x":{"a":1,"b":2,"a":3}}',
        b'[{"x":[{"a":1,"a":2}]}]',
        b'{"a":"\\ud800"}',
        b'{"a":"\\udc00\\ud800"}',
        b'{"a":["x",{"b":"\\uD800 "}]}',
        b'{"\\udfff":1}',
        b'{"a":"\\ud83d\\\\ude00"}',
        b'{"a":"\x01"}',
        b'{"a":"\n"}',
        b'{"a":"\\x"}',
        b'{"a":"\\u12"}',
        b"\xef\xbb\xbf{}",
        b"\xff\xfe{\x00}\x00",
        "{}".encode("utf-16"),
        "{}".encode("utf-32"),
        b'{"a":"\xff"}',
        b'{"a":"\xc0\x80"}',
        b'{"a":"\xed\xa0\x80"}',
        b'{"a":"\xf4\x90\x80\x80"}',
        b"\x00{}",
        b"{} \x00",
        b"\x1f\x8b\x08\x00",
    ],
)
def test_is_no_json(body: bytes) -> None:
    assert kind_of_refusal(body) == "parse"


def test_depth() -> None:
    assert read_message(b"[" * 64 + b"]" * 64) is not None
    assert kind_of_refusal(b"[" * 65 + b"]" * 65) == "request"
    assert kind_of_refusal(b'{"a":' * 65 + b"1" + b"}" * 65) == "request"
    assert kind_of_refusal(b"[" * 500_000) == "request"
    assert kind_of_refusal(b'{"a":' * 100_000) == "request"
    assert kind_of_refusal(b"[{}]", depth=1) == "request"


def test_brackets_in_strings_are_no_depth() -> None:
    inside = '["' + "[{" * 100 + '\\"[[' + "\\\\" + '",[]]'
    assert read_message(inside.encode()) == ["[{" * 100 + '"[[\\', []]
    wide = json.dumps([[{}]] * 1000)
    assert nesting(wide, 64) == 3
    assert read_message(wide.encode(), depth=3) == [[{}]] * 1000


def test_many_siblings_are_not_deep() -> None:
    body = b"[" + b",".join([b"{}"] * 100_000) + b"]"
    assert read_message(body) == [{}] * 100_000


def test_size() -> None:
    body = json.dumps({"a": "x" * 100}).encode()
    assert read_message(body, size=len(body)) == {"a": "x" * 100}
    assert kind_of_refusal(body, size=len(body) - 1) == "size"
    assert kind_of_refusal(b" " * (1024 * 1024 + 1)) == "size"


@pytest.mark.parametrize(
    "body",
    [
        b'"' + b'\\"' * 500_000,
        b"[" * 65 + b'"' + b'\\"' * 500_000,
        b'"\\' * 250_000,
        b"[" * 65 + b'"a' * 250_000,
        b"[]" * 500_000,
        b"{" * 65 + b"\\" * 900_000,
        b"1" * 1_000_000,
        b'"' * 1_000_000,
    ],
)
def test_hostile_bodies_are_refused(body: bytes) -> None:
    assert kind_of_refusal(body) in {"parse", "request"}


def test_the_text_of_an_error_holds_nothing_of_the_input() -> None:
    for text in ('{"a":SECRET}', '{"SECRET":1,"SECRET":2}', '{"a":"SECRET\\ud800"}'):
        with pytest.raises(ReadError) as caught:
            read_json_text(text)
        assert "SECRET" not in str(caught.value)
        assert caught.value.__cause__ is None
