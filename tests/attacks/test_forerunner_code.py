"""Every bug read in the code of the forerunner, one test each: annotations in, calls out."""

from __future__ import annotations

import json
import logging

import pytest

from schemac import Grants
from schemac.runtime.errors import UnknownToolError
from tests.attacks.forerunner_tools import ADMIN, GATED, SECRET, TREE, UNION, Failing, Served


def test_code_1_a_predicate_that_is_missing_or_raises_shows_nothing() -> None:
    served = Served(GATED, "(?force: bool @requires(:admin))")
    for context in (None, object(), Failing()):
        assert list(served.schema(context)["properties"]) == ["ok"]
        assert served.out({"ok": True, "x": SECRET}, context) == {"ok": True}
        assert served.into({"force": True}, context) == {}


def test_code_2_what_fits_no_variant_and_what_is_no_object_is_never_passed_on() -> None:
    served = Served(UNION)
    for value in ({"success": "x", "id": SECRET}, [{"success": True, "id": SECRET}], SECRET, None):
        assert served.out(value) is None
    assert Served("type output = { v: Integer }").out({"v": SECRET}) is None


def nested(levels: int) -> dict[str, object]:
    value: dict[str, object] = {"name": "n", "ssn": SECRET}
    for _ in range(levels):
        value = {"name": "n", "ssn": SECRET, "children": [value]}
    return value


def test_code_3_gates_of_recursive_types_hold_at_every_level() -> None:
    served = Served(f"{TREE}\ntype output = tree")
    assert "ssn" not in json.dumps(served.schema())
    assert SECRET not in json.dumps(served.out(nested(25)))
    assert json.dumps(served.out(nested(25), ADMIN)).count(SECRET) == 26


def test_code_4_with_every_variant_gated_there_is_no_tool() -> None:
    served = Served("type a = { ok: true }\ntype output = (a @requires(:admin)) | (a @feature(:x))")
    assert served.names() == ["other"]
    with pytest.raises(UnknownToolError):
        served.out({"ok": True})
    assert served.out({"ok": True}, ADMIN) == {"ok": True}


@pytest.mark.parametrize(
    ("types", "code"),
    [
        ("import nowhere\ntype output = { ok: true }", "SC202"),
        ("type output = { v: Sting }", "SC201"),
    ],
)
def test_code_5_what_is_not_found_is_an_error(
    types: str, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "schemac"):
        assert Served(types).names(Grants.all()) == ["other"]
    assert code in caplog.text


def test_code_6_titles_and_bounds_stay_whatever_the_mode() -> None:
    types = "type output = { v: String @title(T) @min(2), w: { a: true } | { a: false } }"
    schema = Served(types, strict_schema=True).schema()
    assert schema["properties"]["v"] == {"title": "T", "type": "string", "minLength": 2}
    assert "oneOf" in schema["properties"]["w"]


def test_code_7_a_record_as_output_is_cut_too() -> None:
    assert Served(GATED).out({"ok": True, "x": SECRET, "y": SECRET}) == {"ok": True}
