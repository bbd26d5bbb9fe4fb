"""Traps of porting the forerunner, one test each: annotations in, calls out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.attacks.forerunner_tools import GATED, HANDLER, Served, compiled, field

if TYPE_CHECKING:
    from pathlib import Path


def test_port_1_zero_and_the_empty_string_are_values() -> None:
    signature = '(?a: Integer @min(0) @default(0), ?b: String @min(0) @default(""))'
    served = Served(signature=signature)
    assert served.schema(side="input")["properties"] == {
        "a": {"type": "integer", "minimum": 0, "default": 0},
        "b": {"type": "string", "minLength": 0, "default": ""},
    }
    assert served.into({}) == {"a": 0, "b": ""}


def test_port_2_true_is_not_one() -> None:
    assert json.dumps(field("1 | true")) == '{"enum": [1, true]}'
    served = Served("type output = { v: 1 | 'x' }")
    assert served.out({"v": True}) is None
    assert served.out({"v": 1}) == {"v": 1}


def test_port_3_of_two_variants_that_keep_as_much_the_first_wins() -> None:
    types = "type output = { v: { a: Integer, b: Integer } | { a: Integer, c: Integer } }"
    assert Served(types).out({"v": {"a": 1, "b": 2, "c": 3}}) == {"v": {"a": 1, "b": 2}}


def test_port_4_predicates_get_strings() -> None:
    seen: list[type] = []

    class Noting:
        def requires(self, flag: object) -> bool:
            seen.append(type(flag))
            return True

    Served(GATED).schema(Noting())
    assert seen == [str]


def test_port_5_properties_stand_in_order_of_declaration() -> None:
    served = Served("type output = { z: Integer, a: Integer, m: Integer }")
    assert list(served.schema()["properties"]) == ["z", "a", "m"]
    assert list(served.out({"m": 1, "a": 2, "z": 3})) == ["z", "a", "m"]


def test_port_6_both_spellings_of_types_and_blocks(tmp_path: Path) -> None:
    assert field("Array[String]") == field("list[str]")
    older = HANDLER.format(lines="# @rbs type output = { a: Array[String] }")
    newer = HANDLER.format(lines="#: type output = { a: list[str] }")
    (tmp_path / "older").mkdir()
    (tmp_path / "newer").mkdir()
    one = compiled(tmp_path / "older", older).plan.tools[0]
    two = compiled(tmp_path / "newer", newer).plan.tools[0]
    assert one.output == two.output
