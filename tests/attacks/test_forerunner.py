"""Every bug in the change log of the forerunner, one test each: annotations in, calls out."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import pytest

from schemac import Registry, Service
from schemac.plan.view import view_tool
from tests.attacks.forerunner_tools import ADMIN, SECRET, UNION, Served, field

if TYPE_CHECKING:
    from pathlib import Path

    from schemac.plan.model import Plan, ToolPlan

CLIENT = {"name": "test", "version": "1"}


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
