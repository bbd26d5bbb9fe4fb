"""Every bug and soft spot of the forerunner, one test each: annotations as text in, calls out.

`log_NN` are those of its change log, `code_N` those read in its code, `more_NN` the further ones,
`port_N` the traps of the port.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Grants, Handler, Registry, Service
from schemac.compiler import CompileOptions, compile_paths
from schemac.plan.view import view_tool
from schemac.runtime.errors import UnknownToolError

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.compiler import Compilation
    from schemac.plan.model import Plan, ToolPlan

ADMIN = Grants(requires={"admin"})
SECRET = "the secret"
CLIENT = {"name": "test", "version": "1"}


class Served:
    """One tool made of text, whose handler gives what it is told to."""

    def __init__(
        self, types: str = "type output = { ok: true }", signature: str = "()", **settings: object
    ) -> None:
        self.given: dict[str, object] | None = None
        self.returns: object = {"ok": True}
        self.registry = Registry()
        self.registry.add(
            self.handle, name="t", description="A test's.", signature=signature, types=types
        )
        self.registry.add(
            lambda: {"ok": True},
            name="other",
            description="B.",
            types="type output = { ok: true }",
            signature="()",
        )
        self.service = Service(self.registry, **settings)

    def handle(self, **given: object) -> object:
        self.given = given
        return self.returns

    def names(self, context: object = None) -> list[object]:
        return [tool["name"] for tool in self.service.list_tools(context)]

    def schema(self, context: object = None, side: str = "output") -> Any:
        return self.service.list_tools(context)[0][f"{side}Schema"]

    def out(self, value: object, context: object = None) -> Any:
        """Give what a caller receives; None where the result breaks the contract."""
        self.returns = value
        outcome = self.service.surface.call_tool("t", {}, context, None)
        assert outcome.kind in ("ok", "contract")
        if outcome.structured is None:
            assert SECRET not in json.dumps(outcome.content)
        return outcome.structured

    def into(self, arguments: dict[str, Any], context: object = None) -> Any:
        """Give what the handler gets; None where the arguments are refused."""
        self.given = None
        self.service.surface.call_tool("t", arguments, context, None)
        return self.given


def field(type_text: str, types: str = "", context: object = None) -> Any:
    """Give the schema of a field of this type in an output."""
    served = Served(f"{types}\ntype output = {{ v: {type_text} }}")
    return served.schema(context)["properties"]["v"]


def compiled(folder: Path, source: str, **shared: str) -> Compilation:
    (folder / "sig").mkdir()
    for name, text in shared.items():
        (folder / "sig" / f"{name}.sig").write_text(text, encoding="utf-8")
    path = folder / "app.py"
    path.write_text(source, encoding="utf-8")
    return compile_paths([path], CompileOptions(root=folder, sig_paths=(folder / "sig",)))


def test_log_01_brackets_commas_and_pipes_in_tags() -> None:
    assert field("Integer @desc(The ID (NOT x)) @min(1)") == {
        "description": "The ID (NOT x)",
        "type": "integer",
        "minimum": 1,
    }
    assert field("String @desc(a, b | c) @max(3)")["maxLength"] == 3


def test_log_02_a_comment_in_a_record_and_one_bad_tool_among_good_ones(
    caplog: pytest.LogCaptureFixture,
) -> None:
    served = Served("type output = {\n  # private\n  ok: true, # too\n}")
    assert list(served.schema()["properties"]) == ["ok"]
    with caplog.at_level(logging.CRITICAL, "schemac"):
        assert Served("type output = { ok: tru }").names() == ["other"]


def test_log_03_untyped_takes_anything() -> None:
    served = Served("type output = { v: Hash[String, untyped] }")
    assert served.schema()["properties"]["v"] == {"type": "object"}
    value = {"v": {"a": [{"b": [1, None]}], "c": "x"}}
    assert served.out(value) == value


@pytest.mark.parametrize(
    "where",
    ["{ r: T }", "{ r: Array[T] }", "{ r: Hash[String, T] }", "{ r: [T, T] }", "{ r: page[T] }"],
)
def test_log_04_gates_inside_nested_and_imported_types(tmp_path: Path, where: str) -> None:
    (tmp_path / "far.sig").write_text(
        "type far = { name: String, ssn: String @requires(:admin) }\ntype page[T] = { items: T }",
        encoding="utf-8",
    )
    output = where.replace("T", "far")
    served = Served(f"import far\ntype output = {output}", sig_paths=[str(tmp_path)])
    assert "ssn" not in json.dumps(served.schema())
    assert "ssn" in json.dumps(served.schema(ADMIN))
    person = {"name": "n", "ssn": SECRET}
    values: dict[str, Any] = {
        "{ r: T }": person,
        "{ r: Array[T] }": [person],
        "{ r: Hash[String, T] }": {"k": person},
        "{ r: [T, T] }": [person, person],
        "{ r: page[T] }": {"items": person},
    }
    assert SECRET not in json.dumps(served.out({"r": values[where]}))
    assert SECRET in json.dumps(served.out({"r": values[where]}, ADMIN))


def test_log_05_what_may_be_absent_is_never_required(caplog: pytest.LogCaptureFixture) -> None:
    served = Served(signature="(a: Integer, ?b: Integer, ?c: { ?d: Integer, e: Integer? })")
    schema = served.schema(side="input")
    assert schema["required"] == ["a"]
    assert schema["properties"]["c"]["required"] == ["e"]
    with caplog.at_level(logging.ERROR, "schemac"):
        assert Served(signature="(key?: Integer)").names() == ["other"]
    assert "?key" in caplog.text


def test_log_06_no_dead_and_no_missing_definitions(tmp_path: Path) -> None:
    (tmp_path / "a.sig").write_text("import b\ntype a = { one: b, two: b }", encoding="utf-8")
    (tmp_path / "b.sig").write_text(
        "type b = { text: String, number: Integer, more: String }", encoding="utf-8"
    )
    served = Served("import a\ntype output = { x: a, y: a }", sig_paths=[str(tmp_path)])
    schema = served.schema()
    text = json.dumps(schema)
    assert set(schema["$defs"]) == {name for name in ("a", "b") if f'"#/$defs/{name}"' in text}
    assert '"number": {"type": "integer"}' in text


UNION = """
type good = { success: true, id: String, ?note: String }
type bad = { success: false, id: String, why: String, note: String }
type output = good | bad
"""


def test_log_07_the_literal_chooses_the_variant_and_not_the_keys() -> None:
    value = {"success": True, "id": "i", "why": "w", "note": "n"}
    assert Served(UNION).out(value) == {"success": True, "id": "i", "note": "n"}


def test_log_08_records_on_one_line_and_in_columns() -> None:
    for text in (
        "type r = { a: String, b: Integer @requires(:admin) }",
        "type r      = { a:  String,   b :  Integer   @requires(:admin)  }",
        "type r = {\n    a:   String,\n    b:   Integer   @requires(:admin)\n}",
    ):
        assert list(field("r", text)["properties"]) == ["a"]
        assert list(field("r", text, ADMIN)["properties"]) == ["a", "b"]


def test_log_09_unions_of_literals_on_one_line() -> None:
    assert field('"AND" | "OR" | "NOT"') == {"type": "string", "enum": ["AND", "OR", "NOT"]}


class Author:
    """A handler whose method is wrapped by somebody else."""

    #: (a: Integer) -> { ok: true }
    def call(self, *, a: int) -> object:
        return {"ok": True, "a": a}


class Wrapping(Author):
    def call(self, *, a: int) -> object:
        return super().call(a=a)


def test_log_10_structured_content_and_wrapped_methods() -> None:
    registry = Registry()
    registry.add(Wrapping, name="t", description="A test's.")
    service = Service(registry, eager=True)
    outcome = service.surface.call_tool("t", {"a": 1}, None, None)
    assert outcome.structured == {"ok": True}
    assert outcome.content == [{"type": "text", "text": '{"ok":true}'}]


def test_log_11_a_call_makes_one_tools_views_only(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(plan: Plan, tool: ToolPlan, answers: Any) -> Any:
        made.append(tool.name)
        return view_tool(plan, tool, answers)

    monkeypatch.setattr("schemac.runtime.served.view_tool", counted)
    served = Served()
    served.out({"ok": True})
    served.out({"ok": True})
    assert made == ["t"]
    initialize = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}
    for method, params in (("initialize", initialize), ("ping", {})):
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        answer = served.service.handle(message, None)
        assert answer is not None
        assert "result" in answer
    assert made == ["t"]


def test_log_12_null_means_the_same_in_both_directions() -> None:
    served = Served("type output = { v: Integer? }")
    assert served.schema()["properties"]["v"] == {"type": ["integer", "null"]}
    assert served.out({"v": None}) == {"v": None}
    taking = Served(signature="(v: Integer?, w: Integer)")
    assert taking.schema(side="input")["properties"]["v"] == {"type": ["integer", "null"]}
    assert taking.into({"v": None, "w": 1}) == {"v": None, "w": 1}
    assert taking.into({"v": 1, "w": None}) is None


GATED = "type output = { ok: true, ?x: String @requires(:admin) }"


class Failing:
    """A policy that is down."""

    def requires(self, flag: str) -> bool:
        raise ConnectionError(flag)


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


TREE = "type tree = { name: String, ?ssn: String @requires(:admin), ?children: Array[tree] }"


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


HANDLER = """from schemac import tool


@tool("one")
class One:
    '''One.'''

    {lines}

    #: () -> output
    def call(self): ...
"""


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
