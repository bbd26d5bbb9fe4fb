"""A gate that ended up in a text is never published as a text, with what it was to hide open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.source import Source
from schemac.syntax.lost_gates import find_gate
from schemac.syntax.module import read_module
from tests.counted import calls_at_most

if TYPE_CHECKING:
    from pathlib import Path

APP = """
from schemac import Handler, tool

@tool("t")
class T(Handler):
    '''Do it.'''

    {declaration}

    #: ({parameter}) -> output
    def call(self, **given): ...
"""
OUTPUT = "#: type output = {{\n    #:   ok: true,\n    #:   {above}\n    #:   s: {type}\n    #: }}"
TYPES = [
    "Integer @desc(Yearly pay @requires(:staff))",
    "Integer @desc(Yearly pay, @requires(!:staff) and more)",
    'Integer @desc("Yearly pay @requires(:staff)")',
    "Integer @title(Pay @requires(:a | :b))",
    "Integer @min(1 @requires(:staff))",
    "String @pattern(^a$ @feature(:b))",
    "String @example(a @requires(:staff))",
    "{ a: nil } @closed(@requires(:staff))",
]
DOCS = [
    "## @requires(:staff)",
    "## Pay. @requires(:staff)",
    "## Pay.\n    #:   ## @feature(:b)",
    "##@requires(:a | :b)",
]
WORDS = [
    ("## Only for `@requires(:staff)`.", "Integer @desc(see `@requires(:staff)`)"),
    ("## Write to a@requires.example.", "String @desc(a (b), @staff and requires)"),
    ("## Pay.", 'String @example("@requires(:staff)")'),
    ("## Pay.", 'String @default("@requires(:staff)")'),
    ("## From git@host(:22).", "String @pattern(^git@host(:[0-9]+)?$)"),
    ("## Raises @throws(:class:`ValueError`).", 'String @pattern("^a @b(:c)$")'),
    ("## Ask user@host(:22).", "String @desc(user@host(:22)) @example(user@host(:port))"),
]


def told(declaration: str, folder: Path, parameter: str = "") -> tuple[list[str], int]:
    text = APP.format(declaration=declaration, parameter=parameter)
    (folder / "app.py").write_text(text, "utf-8")
    found = compile_paths([folder / "app.py"], CompileOptions(root=folder))
    for each in found.errors:
        assert each.span is None or "requires" in each.span.text or "feature" in each.span.text
    return [each.code for each in found.errors], len(found.plan.tools)


@pytest.mark.parametrize("type_", TYPES)
def test_in_the_text_of_a_tag(type_: str, tmp_path: Path) -> None:
    assert told(OUTPUT.format(above="", type=type_), tmp_path) == (["SC108"], 0)
    output = "#: type output = nil"
    assert told(output, tmp_path, f"a: {type_}") == (["SC108"], 0)
    assert told(f"#: type s = {type_}\n    #: type output = s", tmp_path) == (["SC108"], 0)


def test_as_all_of_a_text(tmp_path: Path) -> None:
    type_ = "Integer @desc(@requires(:staff))"
    assert told(OUTPUT.format(above="", type=type_), tmp_path) == (["SC108", "SC312"], 0)


@pytest.mark.parametrize("doc", DOCS)
def test_in_a_documentation_comment(doc: str, tmp_path: Path) -> None:
    assert told(OUTPUT.format(above=doc, type="Integer"), tmp_path) == (["SC108"], 0)
    above = doc.replace("#:   ##", "#: ##")
    assert told(f"#: {above}\n    #: type output = nil", tmp_path) == (["SC108"], 0)


COMMENTS = [
    "s: Integer  # @requires(:staff)",
    "# @requires(:staff)\n    #:   s: Integer",
    "s: Integer\n    #:   # and @requires(!:staff)",
    "s: Integer,  # requires(:staff)\n    #:   b: Integer",
    "s: String @desc(No #1)  # @requires(:staff)",
    's: "#a"  # @requires(:staff)',
    "# NOTE: hr only @requires(:hr)\n    #:   s: Integer",
    "# (hr only) @requires(:hr)\n    #:   s: Integer",
    "# (hr) @requires(:hr)\n    #:   s: Integer",
    "# Gated: yes, @requires(:hr)\n    #:   s: Integer",
    "# s: see @requires(:hr)\n    #:   s: Integer",
    "# TODO: Gate with @requires(:hr)\n    #:   s: Integer",
    "# & hr only @requires(:hr)\n    #:   s: Integer",
    "# type output = is gated @requires(:hr)\n    #:   s: Integer",
    "?s: Integer @feature(:b)  # @requires(:x)",
    's: Integer  # @feature(:"a b"), @tier(!:"hr.x")',
    'a: String @desc( "mark ),\n    #:   s: Integer, # @requires(:x)\n    #:   b: str @desc(x ")',
    "a: String @desc('tis),\n    #:   s: Integer,  # @requires(:x)\n    #:   b: 'c'",
    "?s: Integer @feature(:b), # and @requires(:x)\n    #:   ?b: Integer",
    "?s: Integer @requires(:b) # | @requires(:x)",
    "s:  # @feature(:b)\n    #:     Integer",
    "s: Integer @desc(the key ` of it),  # only for @requires(:hr), see `roles`",
    "s: Integer @desc(a `b) # c` @requires(:hr)",
    "# Access: HR @requires(:hr)\n    #:   s: Integer",
    "# TODO: Restore @requires(:hr)\n    #:   s: Integer",
    "# hr-only: Admins @requires(:hr)\n    #:   s: Integer",
    "# who: 'hr' @requires(:hr)\n    #:   s: Integer",
    "# gate: HR -> @requires(:hr)\n    #:   s: Integer",
    "# | @requires(:hr)\n    #:   s: Integer",
    "# & @requires(:hr)\n    #:   s: Integer",
    "# who: [ @requires(:hr)\n    #:   s: Integer",
    "# }, @requires(:hr)\n    #:   s: Integer",
    "# s: Integer } @requires(:hr)\n    #:   s: Integer",
    "# page[T] @requires(:hr)\n    #:   s: Integer",
    "# who: :hr @requires(:hr)\n    #:   s: Integer",
    "# by: :hr @requires(:hr)\n    #:   s: Integer",
    "# by: :hr @requires(!(:it | :hr) & :a)\n    #:   s: Integer",
    "# Access: None @requires(:hr)\n    #:   s: Integer",
    "# Gate: Any @requires(:hr)\n    #:   s: Integer",
    "# Who: untyped @requires(:hr)\n    #:   s: Integer",
    "# gate: Any? @requires(:hr)\n    #:   s: Integer",
    "# by: any @requires(:hr)\n    #:   s: Integer",
    "# by: nil @requires(:hr)\n    #:   s: Integer",
    "# level: 5 @requires(:hr)\n    #:   s: Integer",
    "# level: -1.5 @requires(:hr)\n    #:   s: Integer",
    "# gated: true @requires(:hr)\n    #:   s: Integer",
    "# who: 'hr' | 'it' @requires(:hr)\n    #:   s: Integer",
    "# by: 'it' | 'hr' @requires(:hr)\n    #:   s: Integer",
    "# who: (:it | 'all') @requires(:hr)\n    #:   s: Integer",
    "# Who: :it | :all @requires(:hr)\n    #:   s: Integer",
    "# who: :it, level: 5 @requires(:hr)\n    #:   s: Integer",
    "# who: ['hr'] @requires(:hr)\n    #:   s: Integer",
    "# by: [:hr, :it] @requires(:hr)\n    #:   s: Integer",
    "# who: 'a' & 'b' @requires(:hr)\n    #:   s: Integer",
    "# who: [] @requires(:hr)\n    #:   s: Integer",
    "# who: {} @requires(:hr)\n    #:   s: Integer",
    "# who: { hr: 5 } @requires(:hr)\n    #:   s: Integer",
]


@pytest.mark.parametrize("comment", COMMENTS)
def test_in_a_private_comment(comment: str, tmp_path: Path) -> None:
    output = f"#: type output = {{\n    #:   ok: true,\n    #:   {comment}\n    #: }}"
    assert told(output, tmp_path) == (["SC108"], 0)
    (tmp_path / "sig").mkdir()
    text = f"type row = {{\n  ok: true,\n  {comment}\n}}".replace("    #: ", "")
    (tmp_path / "sig" / "row.sig").write_text(text, "utf-8")
    app = APP.format(declaration="#: import row\n    #: type output = row", parameter="")
    (tmp_path / "app.py").write_text(app, "utf-8")
    options = CompileOptions(root=tmp_path, sig_paths=(tmp_path / "sig",))
    found = compile_paths([tmp_path / "app.py"], options)
    assert (found.errors[0].code, found.plan.tools) == ("SC108", ())


OUT = [
    "# ?pay: Integer @requires(:hr),",
    "#   'pay': Integer @requires(:hr)",
    "# type salary = Integer @requires(:hr)",
    "# | other @requires(:hr)",
    "# (a: String @requires(:hr)) -> output",
    "# pay: { cents: Integer } @requires(:hr),",
    "# pay: [Integer] @requires(:hr),",
    '# | "secret" @requires(:hr)',
    '# pay: "low" | "high" @requires(:hr)',
    "# pay: :low @requires(:hr)",
    "# pay: frozenset[str] @requires(:hr)",
    "# pay: Any @requires(:hr)",
    "# pay: output? @requires(:hr)",
    "# pay: [Integer, String] @requires(:hr),",
    "# type pay = { cents: Integer @requires(:hr),",
    "# pay: Integer @requires(:hr) }",
    "# pay: Integer @requires(:hr)  # for now",
    "# type page[T] = { items: T @requires(:hr) }",
    "# pay: untyped @requires(:hr)",
    "# pay: 1 | 2 @requires(:hr)",
    "# pay: :low | :high | nil @requires(:hr)",
    "# ?pay: 5 @requires(:hr)",
    "# who: String @requires(:hr)",
    "# Access: Date @requires(:hr)",
    "# who: 'hr' | String @requires(:hr)",
    "# kinds: ['a', 'b'] @requires(:hr)",
    "# pair: [1, nil] @requires(:hr)",
    "# who: [String] @requires(:hr)",
    "# who: { hr: String } @requires(:hr)",
    "# who: Array[:hr] @requires(:hr)",
    "# who: Hash @requires(:hr)",
    "# who: 'hr', pay: Integer @requires(:hr)",
]


@pytest.mark.parametrize("line", OUT)
def test_what_was_commented_out_with_its_gate_is_fine(line: str, tmp_path: Path) -> None:
    output = f"#: type output = {{\n    #:   ok: true,\n    #:   {line}\n    #: }}"
    assert told(output, tmp_path) == ([], 1)


TOOL_OUT = """
    # class Old(Handler):
    #     #: type output = {
    #     #:   ?pay: Integer @requires(:hr)
    #     #: }
    #
    #     #: (b: String) -> output
    #     def call(self, b): ...

    # #: (b: String) -> output
    # def old(self, b): ...
"""


def test_so_is_code_that_was_commented_out(tmp_path: Path) -> None:
    assert told(f"#: type output = {{ ok: true }}\n{TOOL_OUT}", tmp_path) == ([], 1)
    for line in ("type old = { a: String }", "(b: String) -> output", "import money"):
        assert told(f"#: type output = {{ ok: true }}\n    # #: {line}", tmp_path) == ([], 1)
        assert told(f"# #: {line}\n    #: type output = {{ ok: true }}", tmp_path) == ([], 1)
    alone = "#: type output = { ok: true }\n    # #: @requires(:x)"
    assert told(alone, tmp_path) == (["SC108"], 0)


def test_words_in_a_private_comment_stay_words(tmp_path: Path) -> None:
    for words in ("# only staff, see `@requires(:staff)`", "# @tool('x')", "# a@requires.example"):
        output = f"#: type output = {{  {words}\n    #:   ok: true\n    #: }}"
        assert told(output, tmp_path) == ([], 1)
    text = 'type a = "# @requires(:x)" | String @desc(a # b)'
    assert told(f"#: {text}\n    #: type output = a", tmp_path) == ([], 1)


def test_each_mark_in_a_line_is_looked_at_once() -> None:
    text = f"#: type z = String @desc({'`#` ' * 2_000}@x)\n"
    read_module(Source("a.py", "#: type a = b\n"))
    with calls_at_most(150_000):
        assert read_module(Source("a.py", text))[1] == ()


def test_each_commented_out_field_is_read_by_itself() -> None:
    def text(times: int) -> str:
        fields = "#:   # b: String @requires(:x)\n" * times
        return f"#: type z = {{\n{fields}#:   a: nil }}\n"

    read_module(Source("a.py", text(1)))
    with calls_at_most(600_000):
        assert read_module(Source("a.py", text(1_000)))[1] == ()


def test_in_a_description(tmp_path: Path) -> None:
    output = "#: type output = nil"
    assert told(f'#: description "Do it. @requires(:x)"\n    {output}', tmp_path) == (["SC108"], 0)
    good = '#: description "Do it all." @requires(:x) | "Do it."'
    assert told(f"{good}\n    {output}", tmp_path) == ([], 1)


@pytest.mark.parametrize(("doc", "type_"), WORDS)
def test_words_about_gates_stay_words(doc: str, type_: str, tmp_path: Path) -> None:
    optional = type_ if "@default" not in type_ else "Integer"
    assert told(OUTPUT.format(above=doc, type=optional), tmp_path) == ([], 1)
    if "@default" in type_:
        assert told("#: type output = nil", tmp_path, f"?a: {type_}") == ([], 1)


@pytest.mark.parametrize("flag", [":x", ':"x y"', '!:"x"', "(:a | :b)", ":2fa", ": x"])
def test_a_flag_in_any_form_makes_a_gate(flag: str) -> None:
    assert find_gate(f"# and @tier({flag})") == (6, 12 + len(flag) + 1)
