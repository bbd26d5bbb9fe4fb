"""A tag that is nothing known is reported as that alone, wherever it stands, and closes."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemac.compiler import Compilation, CompileOptions, compile_paths

_PLACES = (
    "(id: String {}) -> {{ ok: true }}",
    '(id: "a" | "b" {}) -> {{ ok: true }}',
    "(id: Integer | String {}) -> {{ ok: true }}",
    "(id: Integer | (String {})) -> {{ ok: true }}",
    "(id: {{ a: String {} }}) -> {{ ok: true }}",
    "(id: Array[String {}]) -> {{ ok: true }}",
    "(id: [String {}, Integer]) -> {{ ok: true }}",
    "(id: page[String {}]) -> {{ ok: true }}",
    "(id: ({{ a: String }} {}) & {{ b: String }}) -> {{ ok: true }}",
    "(id: untyped {}) -> {{ ok: true }}",
    '(id: ("a" {}) | "b" @example(a)) -> {{ ok: true }}',
    '(id: {{ a: String {} }} @example({{"a": "x"}})) -> {{ ok: true }}',
    '(id: {{ ?a: ("x" {}) | "y" @default(x) }}) -> {{ ok: true }}',
    "(id: String) -> {{ ok: true }} {}",
    "(id: String) -> {{ ok: true }} | (String {})",
    "(id: String) -> {{ ok: true }} | {{ no: true }} {}",
    "(id: String) -> {{ a: String {} }} | {{ b: String }}",
    "(id: String) -> String | nil {}",
)
_TYPOS = ("@requries(:x)", "@requries(!:x)", "@mni(1)", "@tier()")


def _compiled(tmp_path: Path, text: str, *predicates: str) -> Compilation:
    (tmp_path / "app.py").write_text(text, encoding="utf-8")
    options = CompileOptions(root=tmp_path, predicates=predicates)
    return compile_paths([Path("app.py")], options)


def _codes(compiled: Compilation) -> list[str]:
    return [each.code for each in compiled.diagnostics]


@pytest.mark.parametrize("typo", _TYPOS)
@pytest.mark.parametrize("place", _PLACES)
def test_nothing_else_is_said_and_nothing_is_served(tmp_path: Path, place: str, typo: str) -> None:
    text = f"""\
#: type page[T] = {{ items: T }}

@tool("f")
#: {place.format(typo)}
def f(*, id): ...
"""
    compiled = _compiled(tmp_path, text)
    assert _codes(compiled) == ["SC311"]
    assert compiled.plan.tools == ()


@pytest.mark.parametrize("typo", _TYPOS)
@pytest.mark.parametrize(
    "declared",
    ["type input = {{ id: String {} }}", "type input = {{ a: String }} & ({{ id: String }} {})"],
)
def test_nothing_else_is_said_of_an_input(tmp_path: Path, declared: str, typo: str) -> None:
    text = f"""\
@tool("f")
class F(Handler):
    #: {declared.format(typo)}
    #: type output = {{ ok: true }}
    def call(self, *, id, a=None): ...
"""
    compiled = _compiled(tmp_path, text)
    assert _codes(compiled) == ["SC311"]
    assert compiled.plan.tools == ()


def test_a_configured_predicate_hides_and_wants_a_default(tmp_path: Path) -> None:
    text = """\
@tool("f")
#: (id: String @tier(:gold)) -> { ok: true }
def f(*, id): ...
"""
    assert _codes(_compiled(tmp_path, text)) == ["SC311"]
    assert _codes(_compiled(tmp_path, text, "tier")) == ["SC606"]


def test_a_value_that_its_type_rejects_is_told_beside_a_misspelt_gate(tmp_path: Path) -> None:
    text = """\
@tool("f")
#: (id: ("a" @requries(:x)) | "b" @example(c)) -> { ok: true }
def f(*, id): ...
"""
    assert _codes(_compiled(tmp_path, text)) == ["SC311", "SC310"]
