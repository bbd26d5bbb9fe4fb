"""Bodies that are refused before they mean anything: entries 15, 21, 22, 24, 29 and neighbours."""

from __future__ import annotations

import json
import sys
import time
import zlib
from typing import TYPE_CHECKING

import pytest

from schemac.enforce import Breach, Projected, ReadError, Refused, read_json_text, read_message
from tests.unit.enforce.shapes import ANY, INTEGER, NUMBER, giving, items, record, taking

if TYPE_CHECKING:
    from collections.abc import Iterator


def refusal(body: bytes) -> str:
    with pytest.raises(ReadError) as caught:
        read_message(body)
    return caught.value.kind


@pytest.mark.parametrize(
    "body",
    [
        '{"force":false,"force":true}',
        '{"force":true,"force":true}',
        '{"a":{"roles":[],"roles":["admin"]}}',
        '[[{"x":1,"y":2,"x":3}]]',
        '{"a":1,"\\u0061":2}',
        '{"\\ud83d\\ude00":1,"😀":2}',
        '{"":1,"":2}',
    ],
)
def test_015_duplicate_keys(body: str) -> None:
    assert refusal(body.encode()) == "parse"


def test_015_keys_that_only_look_alike_are_two_keys() -> None:
    body = '{"é":1,"e\\u0301":2,"E":3,"e":4}'
    assert len(json.loads(body)) == 4
    assert read_message(body.encode()) == json.loads(body)


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1e309"])
@pytest.mark.parametrize("frame", ["%s", "[%s]", '{"a":%s}', '{"a":[{"b":%s}]}'])
def test_021_numbers_that_are_none(constant: str, frame: str) -> None:
    assert refusal((frame % constant).encode()) == "parse"


@pytest.mark.parametrize("number", ["1e308", "-1e308", "1e-999", "0.1e-400"])
def test_021_numbers_that_merely_vanish(number: str) -> None:
    assert isinstance(read_message(number.encode()), float)


@pytest.mark.parametrize("digits", [4301, 5000, 100_000, 1_000_000])
@pytest.mark.parametrize("frame", ["%s", "-%s", '{"a":[%s]}'])
def test_022_integers_that_are_too_long(digits: int, frame: str) -> None:
    started = time.process_time()
    assert refusal((frame % ("9" * digits)).encode()) in {"parse", "size"}
    assert time.process_time() - started < 1


@pytest.fixture(params=[0, 640, 100_000])
def digits_of_python(request: pytest.FixtureRequest) -> Iterator[int]:
    """Let Python read integers of other lengths, 0 being any: an operator may."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(request.param)
    yield request.param
    sys.set_int_max_str_digits(before)


def test_022_the_limit_is_never_longer_whatever_python_reads(digits_of_python: int) -> None:
    longest = min(4300, digits_of_python or 4300)
    assert read_json_text("[" + "9" * longest + "]") == [int("9" * longest)]
    for digits in (longest + 1, 200_000, 1_000_000):
        started = time.process_time()
        with pytest.raises(ReadError):
            read_json_text("[" + "9" * digits + "]")
        answer = taking(record(v=INTEGER), coerce="lax").accept({"v": "9" * digits})
        assert isinstance(answer, Refused)
        assert time.process_time() - started < 1
    for node in (INTEGER, NUMBER, ANY, items(INTEGER)):
        number = 10**20_000
        value = [number] if node == items(INTEGER) else number
        assert isinstance(taking(record(v=node)).accept({"v": value}), Refused)


def test_022_untyped_results_hold_none_either(digits_of_python: int) -> None:
    number = 10 ** min(4300, digits_of_python or 4300)
    enforcer = giving(record(v=ANY))
    assert isinstance(enforcer.project({"v": number}), Breach)
    assert isinstance(enforcer.project({"v": [number // 10]}), Projected)


def test_022_thirty_digits_stay_exact() -> None:
    assert read_message(b"123456789012345678901234567890") == 123456789012345678901234567890


@pytest.mark.parametrize("levels", [65, 1_000, 20_000, 400_000])
@pytest.mark.parametrize("frame", [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")])
def test_024_deep_nesting(levels: int, frame: tuple[str, str]) -> None:
    opening, closing = frame
    if levels * len(opening + closing) > 1_000_000:
        levels = 1_000_000 // len(opening + closing)
    body = opening * levels + "1" + closing * levels
    assert refusal(body.encode()) == "request"
    assert refusal((opening * levels).encode()) == "request"


def test_024_closing_brackets_alone() -> None:
    assert refusal(b"]" * 100_000) == "parse"
    assert refusal(b"}" * 70 + b"[" * 70) == "parse"


def test_029_large_bodies() -> None:
    assert refusal(b'{"a":"' + b"x" * (1024 * 1024) + b'"}') == "size"
    assert refusal(b" " * (10 * 1024 * 1024)) == "size"


def test_029_many_keys() -> None:
    body = json.dumps({f"k{i}": i for i in range(50_000)}).encode()
    assert len(body) < 1024 * 1024
    started = time.process_time()
    assert len(read_message(body)) == 50_000  # type: ignore[arg-type]
    assert time.process_time() - started < 2


def test_029_compressed_bodies_are_bytes_like_any_other() -> None:
    assert refusal(zlib.compress(b"{}" * 1000)) == "parse"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_029_other_encodings(encoding: str) -> None:
    assert refusal('{"a":"é"}'.encode(encoding)) == "parse"


@pytest.mark.parametrize(
    "body", [b'{"a":"\\ud800"}', b'{"a":["\\udfff"]}', b'{"\\ud800":1}', b'"\\ud800\\ud800"']
)
def test_029_half_surrogate_pairs(body: bytes) -> None:
    assert refusal(body) == "parse"


def test_029_text_may_hold_what_python_can_and_utf8_cannot() -> None:
    assert read_json_text('"\ud7ff"') == "\ud7ff"
