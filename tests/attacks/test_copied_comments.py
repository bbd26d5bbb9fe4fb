"""Annotations copied into signature files with the marker of Python are never lost in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.source import Source
from schemac.syntax.module import read_module, read_signature_file
from tests.counted import calls_at_most

if TYPE_CHECKING:
    from pathlib import Path

APP = """
from schemac import Handler, tool

#: type output = { id: String, secret: String }

@tool("t")
class T(Handler):
    '''Show it.'''

    #: import shared

    #: () -> output
    def call(self): ...
"""
OPEN = "type output = { id: String, secret: String }"
GATED = "type output = { id: String, secret: String @requires(:x) }"


def tools(folder: Path, name: str, text: str, app: str = APP) -> tuple[list[str], list[str]]:
    (folder / "sig").mkdir(exist_ok=True)
    (folder / "sig" / name).write_text(text, encoding="utf-8", newline="")
    (folder / "app.py").write_text(app, encoding="utf-8")
    compilation = compile_paths(
        [folder / "app.py"], CompileOptions(root=folder, sig_paths=(folder / "sig",))
    )
    found = sorted({each.code for each in compilation.diagnostics})
    return found, [each.name for each in compilation.plan.tools]


@pytest.mark.parametrize(
    "text",
    [
        f"#: {GATED}",
        f"  #:{GATED}",
        f"##: {GATED}",
        f"# : {GATED}",
        f"#: #: {GATED}",
        f"# @rbs {GATED}",
        f"type row = nil\n\n#: {GATED}\ntype more = nil",
        "#: type output = {\n#:   id: String,\n#:   secret: String @requires(:x)\n#: }",
        f"{OPEN}\n#: @requires(:x)",
        f"{OPEN}\n\n#: # why\n#: @requires(:x)",
        f"#: @requires(:x)\n{OPEN}",
        f"{OPEN}\n#:   | nil @requires(:x)",
        f"{OPEN[:-1]}\n  #: , other: String @requires(:x)\n}}",
        f"#: typ output = nil\n{OPEN}\n#: type output = nil",
        f"{OPEN} #: @requires(:x)",
        f"{OPEN} # : @requires(:x)",
        f"{OPEN} ##: @requires(:x)",
        f"{OPEN} # @rbs @requires(:x)",
        f"{OPEN} #: prose #: @requires(:x)",
        f"{OPEN[:-1]} #: @requires(:x)\n}}",
        f"type row = nil #: {GATED}",
        f"type row = nil # @rbs {GATED}",
        f'type row = "a"#: {GATED}',
        f"type row = 'a' | 'b'#: {GATED}",
        f'{OPEN[:-1]}, row: "a"#: @requires(:x)\n}}',
        f'type row = String @desc(it\'s) | "a"#: {GATED}',
        f"{OPEN} #: | {{ other: String }} @requires(:x)",
    ],
)
@pytest.mark.parametrize("name", ["shared.sig", "shared.rbs", "shared.pyi"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_a_copied_annotation_hides_what_uses_it(
    tmp_path: Path, text: str, name: str, newline: str
) -> None:
    found, names = tools(tmp_path, name, text.replace("\n", newline))
    assert names == []
    assert "SC108" in found


@pytest.mark.parametrize(
    "signature",
    [
        "() -> output #: @requires(:x)",
        "() #: -> output @requires(:x)",
        "() -> output #: (?a: String @requires(:x)) -> output",
        "type row = nil #: @requires(:x)\n    #: () -> output",
    ],
)
def test_so_does_one_behind_others_of_its_line(tmp_path: Path, signature: str) -> None:
    app = APP.replace("() -> output", signature)
    found, names = tools(tmp_path, "shared.sig", OPEN, app)
    assert names == []
    assert "SC108" in found


@pytest.mark.parametrize(
    "text",
    [
        f"#: {OPEN}",
        "#: The types of rows.",
        "# type output = nil",
        "# `@requires(:x)`",
        "#: Written `@requires(:x)`.",
        "#:",
        "#: (deprecated, see below)",
        "type row = String @desc(A text\n#: type output = nil\nof lines)",
        "type row = '#: type output = nil'",
        "## : a colon\ntype row = nil",
        "type row = nil  #: the last one",
        'type row = "a"#: the last one',
        'type row = "a"  # see "#: type output = nil"',
        "type row = nil  # see '#: type output = nil'",
        'type row = String @desc(see "#: type output = nil")',
        'type row = "a"  # "#: type output = nil" "#: type output = nil"',
        "type row = nil  # type output = nil",
        "type row = nil @desc(See #: @requires\\(:x\\))  #: text",
    ][1:],
)
def test_other_comments_are_comments(tmp_path: Path, text: str) -> None:
    assert tools(tmp_path, "shared.sig", f"{text}\n{OPEN}\n") == ([], ["t"])


@pytest.mark.parametrize(
    "lines",
    [
        f"#: #: {GATED}",
        f"#: ##: {GATED}",
        f"#: # @rbs {GATED}",
        "#: type row = nil\n    #: #: @requires(:x)",
        "#: #: @requires(:x)",
    ],
)
def test_a_doubled_marker_in_a_module_hides_the_tool(tmp_path: Path, lines: str) -> None:
    app = APP.replace("#: import shared", lines)
    assert tools(tmp_path, "shared.sig", "", app) == (["SC108"], [])
    if "output" in lines:
        app = APP.replace("#: type", f"{lines}\n\n#: type").replace("    #: import shared\n", "")
        assert tools(tmp_path, "shared.sig", "", app) == (["SC108"], [])


def test_it_is_told_what_to_do() -> None:
    (found,) = read_signature_file(Source("a.sig", f"\n #: {GATED}\n"))[1]
    assert found.message == f"this annotation is a comment: `#: {GATED[:57]}…`"
    assert found.hint == "leave the `#:` out: what stands behind a `#` is not read here"
    assert found.span is not None
    assert (found.span.begin.line, found.span.text) == (2, f"#: {GATED}")


@pytest.mark.parametrize(
    "text",
    [
        "#:\n" * 30_000,
        "#: x\n\n" * 20_000,
        "#: @requires(:x)\n\n" * 5_000,
        "#:" * 50_000,
        "'#:" * 30_000,
    ],
)
def test_long_files_are_read_in_one_pass(text: str) -> None:
    with calls_at_most(20_000_000):
        read_signature_file(Source("a.sig", text))
        read_module(Source("a.py", text))
