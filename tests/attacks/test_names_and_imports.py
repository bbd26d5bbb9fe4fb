"""Attacks 6, 11 and 52: gates behind names, imports that stray, programs that blow up."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from schemac.compiler import Compilation, CompileOptions, compile_paths
from schemac.emit import emit_schema
from schemac.plan.view import view_tool


def _compile(folder: Path, source: str, **shared: str) -> Compilation:
    (folder / "sig").mkdir(exist_ok=True)
    for name, text in shared.items():
        (folder / "sig" / f"{name}.sig").write_text(text, encoding="utf-8")
    (folder / "app.py").write_text(source, encoding="utf-8")
    return compile_paths([Path("app.py")], CompileOptions(root=folder, sig_paths=(Path("sig"),)))


def _tool(*declarations: str) -> str:
    lines = "\n".join(f"    #: {each}" for each in declarations)
    return (
        "from schemac import tool\n\n\n@tool('one')\nclass One:\n    '''Case.'''\n\n"
        f"{lines}\n\n    #: ()\n    def call(self): ...\n"
    )


@pytest.mark.parametrize(
    "where",
    [
        "{ r: { visible: nil, secret: String @requires(:x) } }",
        "{ r: Array[{ visible: nil, secret: String @requires(:x) }] }",
        "{ r: Hash[String, { visible: nil, secret: String @requires(:x) }] }",
        "{ r: [{ visible: nil, secret: String @requires(:x) }, nil] }",
        "{ visible: nil } & { secret: String @requires(:x) }",
        "({ secret: String } @requires(:x)) & { visible: nil }",
        "{ visible: nil } & hidden",
        "{ visible: nil, ?h: hidden }",
        "{ visible: nil, all: Array[hidden] }",
        "far",
        "far & { own: nil }",
        "{ f: far? }",
        "{ p: page[{ visible: nil, secret: String @requires(:x) }] }",
        "{ p: page[far] }",
        "{ p: page[far & { more: nil }] }",
        "{ visible: nil, s: page[hidden] }",
        "{ visible: nil } | { visible: nil, kind: 'secret' } @requires(:x)",
        "{ visible: nil, v: 'open' | ('secret' @requires(:x)) }",
    ],
)
def test_6_a_gate_holds_wherever_it_stands(tmp_path: Path, where: str) -> None:
    found = _compile(
        tmp_path,
        _tool(
            "import far",
            "type page[T] = { visible: nil, items: Array[T], ?first: T }",
            "type hidden = { secret: String } @requires(:x)",
            f"type output = {where}",
        ),
        far="type far = { visible: nil, near: near }\n"
        "type near = { visible: nil, secret: String @requires(:x), ?again: far }\n",
    )
    assert found.errors == ()
    tool = found.plan.tools[0]
    closed = view_tool(found.plan, tool, {})
    assert closed is not None
    shown = json.dumps(emit_schema(closed.output))
    assert "secret" not in shown
    assert "hidden" not in shown
    assert "visible" in shown
    opened = view_tool(found.plan, tool, dict.fromkeys(range(len(found.plan.atoms)), 1))
    assert opened is not None
    assert "secret" in json.dumps(emit_schema(opened.output))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("import missing", "SC202"),
        ("import Far", "SC202"),
        ("from far import secret", "SC202"),
        ("import ../outside", "SC204"),
        ("import a/../../outside", "SC204"),
        ("import /etc/passwd", "SC204"),
        ("import link", "SC204"),
        ("import folder/outside", "SC204"),
    ],
)
def test_11_an_import_that_goes_astray_takes_the_tool_with_it(
    tmp_path: Path, line: str, code: str
) -> None:
    (tmp_path / "sig").mkdir()
    (tmp_path / "outside.sig").write_text("type secret = String\n", encoding="utf-8")
    (tmp_path / "sig" / "link.sig").symlink_to(tmp_path / "outside.sig")
    (tmp_path / "sig" / "folder").symlink_to(tmp_path, target_is_directory=True)
    source = _tool(line, "type output = { a: secret, b: error }")
    found = _compile(tmp_path, source, far="type far = String\n")
    assert [each.code for each in found.errors] == [code]
    assert found.plan.tools == ()


@pytest.mark.parametrize(
    "link",
    ["{ l: @, r: @ }", "[@, @]", "{ l: @ } & { r: @ }", "@ | { r: @ }", "Hash[String, @]"],
)
def test_52_doubling_names_cost_nothing(tmp_path: Path, link: str) -> None:
    lines = ["type a0 = { v: String }"]
    lines += [f"type a{at} = " + link.replace("@", f"a{at - 1}") for at in range(1, 31)]
    begin = time.process_time()
    found = _compile(tmp_path, _tool("import a", "type output = { a: a30 }"), a="\n".join(lines))
    assert time.process_time() - begin < 5
    assert found.errors == ()
    assert len(found.plan.tools) == 1
    assert len(found.plan.types) <= 33


_DEEP = 5_000


@pytest.mark.parametrize(
    "written",
    [
        f"{'(' * _DEEP}String{')' * _DEEP}",
        f"{'Array[' * _DEEP}String{']' * _DEEP}",
        f"{'[' * _DEEP}String{']' * _DEEP}",
        f"{'{a: ' * _DEEP}String{'}' * _DEEP}",
        f"{'Optional[' * _DEEP}String{']' * _DEEP}",
        f"{'?{a: '[1:] * _DEEP}",
        f"String @requires({'!' * _DEEP}:a)",
        f"String @requires({'(' * _DEEP}:a{')' * _DEEP})",
        f"String @requires({'!(' * _DEEP}:a{')' * _DEEP})",
        f"String @desc({'(' * _DEEP}{')' * _DEEP})",
        f"String @example({'[' * _DEEP}{']' * _DEEP})",
    ],
    ids=lambda written: written[:24],
)
def test_52_five_thousand_levels_are_one_finding(tmp_path: Path, written: str) -> None:
    source = _tool(f"type deep = {written}\n    #: type output = {{ d: deep }}")
    found = _compile(tmp_path, source)
    assert [each.code for each in found.errors] == ["SC110"]
    assert found.plan.tools == ()


@pytest.mark.parametrize("gate", ["!" * _DEEP + "a", "(" * _DEEP + "a" + ")" * _DEEP])
def test_52_so_are_those_of_a_tools_gate(tmp_path: Path, gate: str) -> None:
    source = _tool("type output = { ok: true }").replace("'one'", f"'one', requires={gate!r}", 1)
    found = _compile(tmp_path, source)
    assert len(found.errors) == 1
    assert found.plan.tools == ()
