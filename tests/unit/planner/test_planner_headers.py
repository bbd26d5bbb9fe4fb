"""Which parameters may be sent as headers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.unit.planner.conftest import Planned

    Planner = Callable[..., Planned]

HEADERS = [
    ("(a: String @header(X-Tenant)) -> output", []),
    ("(a: Integer @header(X), b: bool @header(Y), c: Uuid @header(Z)) -> output", []),
    ('(a: "x" | "y" @header(X)) -> output', []),
    (
        "(a: Float @header(X)) -> output",
        ["`a` is not a string, an integer or a boolean in every view"],
    ),
    (
        "(a: String? @header(X)) -> output",
        ["`a` is not a string, an integer or a boolean in every view"],
    ),
    (
        "(a: (String | Integer) @header(X)) -> output",
        ["`a` is not a string, an integer or a boolean in every view"],
    ),
    (
        "(a: Array[String] @header(X)) -> output",
        ["`a` is not a string, an integer or a boolean in every view"],
    ),
    ("(a: String @header(X Y)) -> output", ["`X Y` is no name of a header"]),
    ("(a: String @header(X), b: String @header(x)) -> output", ["the header `x` is taken"]),
    ("(a: { b: String @header(X) }) -> output", ["`b` is no parameter of a tool"]),
    ("() -> { b: String @header(X) }", ["`b` is no parameter of a tool"]),
]


@pytest.mark.parametrize(("signature", "messages"), HEADERS)
def test_headers(planned: Planner, signature: str, messages: list[str]) -> None:
    types = "" if "-> {" in signature else "type output = {}"
    found = planned(types, signature)
    assert found.messages == [f"SC314 {message}" for message in messages]
