"""What is wrong in annotations is told whether a tool has them or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemac.compiler import CompileOptions, compile_paths

_SIGNATURES = {
    "(n: Integer @requries(:x)) -> { ok: true }": ["SC311"],
    "(n: Integer @mxa(10)) -> { ok: true }": ["SC311"],
    "(n: Integer @requires(admin)) -> { ok: true }": ["SC401"],
    "(n: Integer @unique()) -> { ok: true }": ["SC302"],
    "(n: String @min(x)) -> { ok: true }": ["SC312"],
    "(n: String @min(5) @max(1)) -> { ok: true }": ["SC309"],
    "(n: String @pattern((?=a))) -> { ok: true }": ["SC303"],
    "(n: String @format(colour)) -> { ok: true }": ["SC304"],
    "(n: Integer @default(3)) -> { ok: true }": ["SC310"],
    "(n: String @header(a b)) -> { ok: true }": ["SC314"],
    "(n: { ?a: Integer @depends_on(:b) }) -> { ok: true }": ["SC308"],
    '(n: "a" | "a") -> { ok: true }': ["SC307"],
    "(n: Hash[Integer, String]) -> { ok: true }": ["SC305"],
    "(n: Integer & String) -> { ok: true }": ["SC306"],
    "(n: Integer | String @requires(:x)) -> { ok: true }": ["SC403"],
    "(n: untyped @requires(:x)) -> { ok: true }": ["SC411"],
    "(n: Integer @requires(:x) @requires(!:x)) -> { ok: true }": ["SC408"],
    "(n: Integer) -> { ok: true @requries(:x) }": ["SC311"],
    "(n: Integer) -> ({ ok: true } @requries(:x)) | { no: true }": ["SC311"],
    "(n: Integer) -> page[Integer @mxa(1)]": ["SC311"],
    "(n: page[Integer @unique()]) -> { ok: true }": ["SC302"],
    "(n: Integer) -> { ok: true } | (String @requires(:x))": ["SC406"],
}
_DESCRIPTIONS = {
    'description "a" @requries(:x) | "b"': ["SC311"],
    'description "a" @min(1) | "b"': ["SC302"],
    'description "a" @requires(:x)': ["SC405"],
}
_FUNCTION = """\
#: type page[T] = {{ items: T }}

{decorator}
#: {signature}
def f(n=None): ...
"""
_CLASS = """\
#: type page[T] = {{ items: T }}

{decorator}
class F(Handler):
    #: {description}

    #: {signature}
    def call(self, *, n=None): ...
"""
_PLAIN = 'description "a"'


def _found(tmp_path: Path, text: str) -> list[tuple[str, int | None, str]]:
    (tmp_path / "app.py").write_text(text, encoding="utf-8")
    found = compile_paths([Path("app.py")], CompileOptions(root=tmp_path)).diagnostics
    return [
        (
            each.code,
            None if each.span is None else each.span.start,
            each.message.replace("F.call", "f"),
        )
        for each in found
    ]


@pytest.mark.parametrize(("signature", "codes"), _SIGNATURES.items())
@pytest.mark.parametrize("frame", [_FUNCTION, _CLASS])
def test_a_signature_is_judged_as_that_of_a_tool(
    tmp_path: Path, frame: str, signature: str, codes: list[str]
) -> None:
    texts = [
        frame.format(decorator=decorator, signature=signature, description=_PLAIN)
        for decorator in ('@tool("f")', "# 23456789")
    ]
    of_tool, without = (_found(tmp_path, text) for text in texts)
    assert [code for code, _, _ in without] == codes
    assert without == of_tool


@pytest.mark.parametrize(("description", "codes"), _DESCRIPTIONS.items())
def test_a_description_is_judged_as_that_of_a_tool(
    tmp_path: Path, description: str, codes: list[str]
) -> None:
    texts = [
        _CLASS.format(decorator=decorator, signature="() -> {}", description=description)
        for decorator in ('@tool("f")', "# 23456789")
    ]
    of_tool, without = (_found(tmp_path, text) for text in texts)
    assert [code for code, _, _ in without] == codes
    assert without == of_tool


def test_a_signature_that_a_subclass_replaces_by_an_input_is_judged(tmp_path: Path) -> None:
    text = """\
class Base(Handler):
    #: (n: Integer @mxa(1)) -> output
    def call(self, *, n=1): ...

@tool("f")
class F(Base):
    #: type input = { a: Integer }
    #: type output = { a: Integer }
    def call(self, *, a): ...
"""
    assert [code for code, _, _ in _found(tmp_path, text)] == ["SC311"]


def test_what_a_subclass_declares_is_not_asked_of_its_base(tmp_path: Path) -> None:
    text = """\
class Base(Handler):
    #: (n: Integer) -> output
    def call(self, *, n): ...

#: (n: Integer)
def f(m): ...
"""
    assert _found(tmp_path, text) == []


def test_what_no_tool_has_is_in_no_plan(tmp_path: Path) -> None:
    text = """\
#: type one = { a: Integer }
#: type two = { a: Integer }

@tool("f")
#: (?n: Integer @requires(:x)) -> one
def f(n=1): ...

#: (?n: Integer @requires(:y)) -> two
def g(n=1): ...
"""
    (tmp_path / "app.py").write_text(text, encoding="utf-8")
    plan = compile_paths([Path("app.py")], CompileOptions(root=tmp_path)).plan
    assert [tool.name for tool in plan.tools] == ["f"]
    assert [atom.flag for atom in plan.atoms] == ["x"]
    assert [named.name for named in plan.types] == ["one"]
