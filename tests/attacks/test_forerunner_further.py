"""Further soft spots of the forerunner, one test each: annotations in, calls out."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from schemac import Grants, Handler, Registry, Service
from tests.attacks.forerunner_tools import (
    ADMIN,
    GATED,
    HANDLER,
    SECRET,
    TREE,
    UNION,
    Failing,
    Served,
    compiled,
    field,
)

if TYPE_CHECKING:
    from pathlib import Path


class Prefers:
    """A context whose user has a default."""

    def __init__(self, default: str) -> None:
        self.default = default

    def default_for(self, _key: str) -> str:
        return self.default


def test_more_01_a_tag_at_a_use_changes_the_type_for_nobody_else() -> None:
    types = 'type unit = "kg" | "lb"\ntype output = { unit: unit }'
    served = Served(types, "(?unit: unit @default_for(:unit) @desc(Yours), ?other: unit)")
    plain = {"type": "string", "enum": ["kg", "lb"]}
    for context, default in ((Prefers("lb"), {"default": "lb"}), (None, {})):
        properties = served.schema(context, "input")["properties"]
        assert properties == {"unit": {"description": "Yours", **plain, **default}, "other": plain}
        assert served.schema(context)["properties"] == {"unit": plain}


def test_more_02_an_inline_output_has_a_schema_and_is_cut(tmp_path: Path) -> None:
    source = HANDLER.format(lines="# @rbs type output = { a: Integer }")
    assert [tool.name for tool in compiled(tmp_path, source).plan.tools] == ["one"]
    assert Served("type output = { a: Integer }").out({"a": 1, "b": SECRET}) == {"a": 1}


def test_more_03_literals_are_not_compared_as_strings() -> None:
    for success in ("true", "True", 1, [True]):
        assert Served(UNION).out({"success": success, "id": SECRET}) is None


def test_more_04_recursive_types_keep_their_shape() -> None:
    schema = Served(f"{TREE}\ntype output = tree").schema()
    assert schema["properties"]["children"] == {"type": "array", "items": {"$ref": "#/$defs/tree"}}
    assert list(schema["$defs"]["tree"]["properties"]) == ["name", "children"]


def test_more_05_the_richer_variant_wins_wherever_it_stands() -> None:
    types = "type poor = { a: String }\ntype rich = { a: String, b: String }\ntype output = "
    rich = "(rich @requires(:admin))"
    for output in (f"poor | {rich}", f"{rich} | poor"):
        served = Served(types + output)
        assert served.out({"a": "x", "b": "y"}, ADMIN) == {"a": "x", "b": "y"}
        assert served.out({"a": "x", "b": "y"}) == {"a": "x"}


def test_more_06_nothing_degrades_to_a_string_in_silence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert field("{ a: { b: Integer @min(1) } @desc(x) }")["properties"]["a"]["type"] == "object"
    assert field('"a,b" | "c|d" | "{e}"')["enum"] == ["a,b", "c|d", "{e}"]
    assert field(r"String @pattern(^\(a$)")["pattern"] == r"^\(a$"
    with caplog.at_level(logging.ERROR, "schemac"):
        assert Served("type output = { v: String @pattern((a) }").names() == ["other"]
    assert "SC1" in caplog.text


def test_more_07_a_union_with_tags_as_a_parameter() -> None:
    served = Served(signature='(?v: "a" @feature(:x) | "b" @feature(:y), w: Integer)')
    for flag, literal in (("x", "a"), ("y", "b")):
        found = served.schema(Grants(feature={flag}), "input")["properties"]
        assert found == {"v": {"type": "string", "const": literal}, "w": {"type": "integer"}}
    assert list(served.schema(side="input")["properties"]) == ["w"]


def test_more_08_a_union_goes_on_over_lines() -> None:
    text = "type a = { k: 1 } # one\ntype b = { k: 2 }\ntype output = a | # or\n  b # both"
    assert len(Served(text).schema()["oneOf"]) == 2


def test_more_09_dependencies_in_any_order() -> None:
    for signature in (
        "(?a: Integer, ?b: Integer @depends_on(:a))",
        "(?b: Integer @depends_on(:a), ?a: Integer)",
    ):
        served = Served(signature=signature)
        assert served.schema(side="input")["dependentRequired"] == {"a": ["b"]}
        assert served.into({"a": 1}) is None
        assert served.into({"a": 1, "b": 2}) == {"a": 1, "b": 2}


def test_more_10_a_field_twice_is_an_error(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, "schemac"):
        assert Served("type output = { a: Integer, a: Integer }").names() == ["other"]
    assert "SC301" in caplog.text


def test_more_11_whoever_comes_first_decides_for_nobody_else() -> None:
    for order in ((None, ADMIN, None), (ADMIN, None, ADMIN)):
        served = Served(GATED)
        for context in order:
            expected = ["ok"] if context is None else ["ok", "x"]
            assert list(served.schema(context)["properties"]) == expected


class Greeter(Handler):
    #: () -> { ok: true }
    def call(self) -> object:
        return {"ok": True}

    def description(self) -> str:
        return f"For {self.context}"


def test_more_12_a_description_that_is_code_is_shared_with_nobody() -> None:
    registry = Registry()
    registry.add(Greeter, name="t")
    service = Service(registry)
    for name in ("ann", "bob", "ann"):
        assert service.list_tools(name)[0]["description"] == f"For {name}"


def gate_other(served: Served) -> None:
    served.registry.add(
        served.handle, name="gated", description="C.", requires="admin", signature="()", types=GATED
    )


def test_more_13_tools_and_fields_ask_with_the_same_kind_of_flag() -> None:
    asked: list[object] = []

    class Asking:
        def requires(self, flag: object) -> bool:
            asked.append(flag)
            return flag == "admin"

    served = Served(GATED)
    gate_other(served)
    assert served.names(Asking()) == ["t", "other", "gated"]
    assert asked == ["admin"]


def test_more_14_an_outage_shows_no_tool() -> None:
    served = Served()
    gate_other(served)
    assert served.names(Failing()) == ["t", "other"]


def test_more_15_pipes_and_brackets_in_the_tags_of_an_output() -> None:
    types = UNION.replace("good | bad", "(good @desc(a (b | c))) | (bad @desc(d | e))")
    assert [each.get("description") for each in Served(types).schema()["oneOf"]] == [
        "a (b | c)",
        "d | e",
    ]


def test_more_16_a_missing_import_of_the_older_spelling_is_an_error(tmp_path: Path) -> None:
    lines = "# @rbs import nowhere\n    # @rbs type output = { ok: true }"
    found = compiled(tmp_path, HANDLER.format(lines=lines))
    assert [each.code for each in found.errors] == ["SC202"]
    assert found.plan.tools == ()


def test_more_17_aliases_that_are_no_records() -> None:
    assert field("ids", "type ids = Array[String]") == {
        "type": "array",
        "items": {"type": "string"},
    }


def test_more_18_one_bad_annotation_hides_one_tool(caplog: pytest.LogCaptureFixture) -> None:
    for types in ("type output = { ok: ", "type output = @@", "\0", "type output = Nope"):
        with caplog.at_level(logging.CRITICAL, "schemac"):
            assert Served(types).names() == ["other"]


@pytest.mark.parametrize(
    "types",
    [
        "type b = { id: String, ?x: String @requires(:admin) }\ntype output = b & { a: true }",
        "type b = { id: String }\ntype output = b & { a: true, ?x: String @requires(:admin) }",
    ],
)
def test_more_19_gates_inside_intersections(types: str) -> None:
    served = Served(types)
    assert list(served.schema()["properties"]) == ["id", "a"]
    value = {"id": "i", "a": True, "x": SECRET}
    assert served.out(value) == {"id": "i", "a": True}
    assert served.out(value, ADMIN) == value


def test_more_20_shared_types_on_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.sig").write_text(
        "type one = { a: String }\ntype ids = Array[name]\ntype name = String", encoding="utf-8"
    )
    types = "import a\ntype output = { o: one, i: ids, n: name }"
    properties = Served(types, sig_paths=[str(tmp_path)]).schema()["properties"]
    assert properties["o"]["properties"] == {"a": {"type": "string"}}
    assert properties["i"] == {"type": "array", "items": {"type": "string"}}
    assert properties["n"] == {"type": "string"}


def test_more_21_two_handlers_in_one_file_keep_their_own(tmp_path: Path) -> None:
    one = HANDLER.format(lines="#: type output = { a: Integer }")
    two = HANDLER.format(lines="#: type output = { b: Integer }").replace("#: ()", "#: (x: String)")
    two = two.replace('"one"', '"two"').replace("One", "Two").replace("(self)", "(self, x)")
    first, second = compiled(tmp_path, one + two).plan.tools
    assert (first.name, first.handler.parameters) == ("one", ())
    assert (second.name, second.handler.parameters) == ("two", ("x",))
    assert first.output != second.output


def test_more_22_a_name_of_one_character() -> None:
    served = Served("type r = { a: Integer }\ntype output = r")
    assert served.schema()["properties"] == {"a": {"type": "integer"}}
    assert served.out({"a": 1, "b": SECRET}) == {"a": 1}
