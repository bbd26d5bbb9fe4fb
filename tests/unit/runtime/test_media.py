"""Bytes in a result: each block has an address of its own, the one of its place."""

from __future__ import annotations

from typing import Any

from schemac import Registry, Service
from schemac.enforce.outcomes import Media
from schemac.runtime.media import media_blocks

PDF = "Bytes @media_type(application/pdf)"


def addresses(output: str, value: object) -> list[tuple[str, str]]:
    registry = Registry()
    registry.add(
        lambda: value,
        name="files",
        description="d",
        signature=f"() -> {output.replace('PDF', PDF)}",
    )
    outcome = Service(registry).surface.call_tool("files", {}, None)
    assert outcome.kind == "ok"
    blocks: list[Any] = outcome.content[1:]
    assert {block["resource"]["mimeType"] for block in blocks} == {"application/pdf"}
    return [
        (block["resource"]["uri"].removeprefix("schemac://result"), block["resource"]["blob"])
        for block in blocks
    ]


def test_each_of_many_has_its_own_address() -> None:
    assert addresses("{ one: PDF }", {"one": b"1"}) == [("/one", "MQ==")]
    assert addresses("Array[PDF]", [b"1", b"2"]) == [("/data/0", "MQ=="), ("/data/1", "Mg==")]
    assert addresses("{ a: Hash[String, PDF] }", {"a": {"x/y": b"1", "*": b"2", "ä ~": b"3"}}) == [
        ("/a/x~1y", "MQ=="),
        ("/a/*", "Mg=="),
        ("/a/%C3%A4%20~0", "Mw=="),
    ]
    assert addresses("{ a: [PDF, PDF] }", {"a": (b"1", b"2")}) == [
        ("/a/0", "MQ=="),
        ("/a/1", "Mg=="),
    ]


def test_equal_bytes_and_sorted_ones_stay_apart() -> None:
    assert addresses("Array[PDF]", [b"1", b"1"]) == [("/data/0", "MQ=="), ("/data/1", "MQ==")]
    assert sorted(addresses("{ a: Set[PDF] }", {"a": {b"2", b"1"}})) == [
        ("/a/0", "MQ=="),
        ("/a/1", "Mg=="),
    ]
    deep = {"a": [{"b": [b"1"]}, {"b": [b"2", b"1"]}]}
    assert addresses("{ a: Array[{ b: Array[PDF] }] }", deep) == [
        ("/a/0/b/0", "MQ=="),
        ("/a/1/b/0", "Mg=="),
        ("/a/1/b/1", "MQ=="),
    ]


def test_pictures_and_sound_have_blocks_of_their_own() -> None:
    shown = [Media("/a/*", "image/png", "AA=="), Media("/b", "audio/wav", "AQ==")]
    assert media_blocks(shown, {"a": ["AA=="], "b": "AQ=="}) == [
        {"type": "image", "data": "AA==", "mimeType": "image/png"},
        {"type": "audio", "data": "AQ==", "mimeType": "audio/wav"},
    ]


def test_bytes_that_are_found_nowhere_keep_the_address_they_came_with() -> None:
    shown = [Media("/a/*", "x/y", "AA=="), Media("/a/*", "x/y", "AA==")]
    found: list[Any] = media_blocks(shown, {"a": ["AA==", 5, {"x": "AA=="}]})
    assert [block["resource"]["uri"] for block in found] == [
        "schemac://result/a/0",
        "schemac://result/a/*",
    ]
