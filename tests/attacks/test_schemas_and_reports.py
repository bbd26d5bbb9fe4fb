"""Attacks 51, 53, 55 and 57: schemas that reach out or bite their tail, and what reports show."""

from __future__ import annotations

import contextlib
import json
import socket
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from schemac import Registry, Service
from schemac.cli import main
from schemac.compiler import CompileOptions, compile_paths
from schemac.enforce.validate import Validator
from schemac.testing.gained import gained

if TYPE_CHECKING:
    from pathlib import Path

EVIL = "</script><img src=x onerror=alert(1)>|`\"'<!-- {{7*7}} ]]>"


def test_51_no_reference_is_ever_fetched() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/x"
        schemas: list[dict[str, Any]] = [
            {"$ref": address},
            {"properties": {"a": {"$ref": f"{address}#/$defs/b"}}},
            {"$schema": address, "type": "integer"},
            {"$id": address, "$ref": "other"},
            {"$dynamicRef": address},
            {"$ref": "file:///etc/passwd"},
        ]
        for schema in schemas:
            with contextlib.suppress(ValueError):
                assert "$schema" in schema or not Validator(schema).is_valid({"a": 1})
        with pytest.raises(TimeoutError):
            server.accept()


@pytest.mark.parametrize(
    "types",
    [
        'type output = { v: "http://127.0.0.1/x" }',
        "type output = { v: String @format(uri) @desc(http://127.0.0.1/x) }",
        'type output = { "$ref": String, ?"$schema": String, ?"$id": String }',
    ],
)
def test_51_an_address_in_an_annotation_is_text(types: str) -> None:
    registry = Registry()
    registry.add(
        lambda: {"v": "http://127.0.0.1/x", "$ref": "http://127.0.0.1/x"},
        name="t",
        description="A test's.",
        signature="()",
        types=types,
    )
    outcome = Service(registry, eager=True).call_tool("t", {}, None)
    assert "http://127.0.0.1/x" in json.dumps(outcome.payload)


def test_53_a_schema_that_is_itself_ends() -> None:
    schemas: list[dict[str, Any]] = [
        {"$ref": "#"},
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
        {"anyOf": [{"$ref": "#"}, {"type": "integer"}]},
    ]
    for schema in schemas:
        assert isinstance(Validator(schema).is_valid({"a": 1}), bool)


@pytest.mark.parametrize("body", ["t", "t?", "t | String", "(t)", "t & t", "u", "{ a: t }"])
def test_53_a_type_that_is_only_itself_is_no_type(tmp_path: Path, body: str) -> None:
    (tmp_path / "a.sig").write_text(f"type t = {body}\ntype u = t\n", encoding="utf-8")
    found = compile_paths([tmp_path / "a.sig"], CompileOptions(root=tmp_path))
    assert {each.code for each in found.errors} == {"SC205"}


TOOL = '''
from schemac import Handler, tool


@tool("show", title={evil!r})
class Show(Handler):
    """Show {evil} it."""

    #: type output = {{
    #:   {key}: String @desc({evil}) @example({quoted}),
    #:   ?p: String @pattern({pattern}),
    #:   ?b: {quoted} | "plain" @desc("{spare}")
    #: }}

    #: (?a: String @default({quoted})) -> output
    def call(self, *, a=None): ...
'''


def project(folder: Path) -> None:
    quoted = json.dumps(EVIL)
    text = TOOL.format(
        evil=EVIL.replace("'", "").replace('"', ""),
        key=quoted,
        quoted=quoted,
        pattern='"^</script>$"',
        spare=EVIL.replace('"', ""),
    )
    (folder / "app.py").write_text(text, encoding="utf-8")
    (folder / "pyproject.toml").write_text('[tool.schemac]\npaths = ["app.py"]\n', encoding="utf-8")


def test_55_no_text_breaks_out_of_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project(tmp_path)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["matrix", "--html", "page.html"])
    assert done.exit_code == 0, done.output
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "&lt;img src=x" in page
    assert "<img" not in page
    assert "<script" not in page
    assert "</script" not in page
    assert "<!--" not in page


def test_55_texts_stand_whole_in_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project(tmp_path)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["compile", "--all"])
    assert done.exit_code == 0, done.output
    [told] = json.loads(done.stdout)
    assert list(told["outputSchema"]["properties"]) == [EVIL, "p", "b"]
    assert told["outputSchema"]["properties"][EVIL]["examples"] == [EVIL]
    assert told["inputSchema"]["properties"]["a"]["default"] == EVIL


def listed(**fields: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "object", "properties": fields}
    return {"name": "t", "inputSchema": schema, "outputSchema": schema}


def test_57_an_updated_snapshot_says_what_it_exposes() -> None:
    before = listed(a={"type": "string"}, e={"type": "string", "enum": ["x"]})
    after = listed(
        a={"type": "string"},
        e={"type": "string", "enum": ["x", "y"]},
        pay={"type": "object", "properties": {"bank": {"type": "string"}}},
    )
    lines = gained(before, after)
    for side in ("input", "output"):
        assert f"{side} /pay" in lines
        assert any(line.startswith(f"{side} /e: ") and '"y"' in line for line in lines)
    assert not any("bank" in line or "/a" in line for line in lines)
    assert gained(after, before) == ()
    assert gained(None, after) == ("the tool itself",)
    assert gained(after, None) == ()
