from __future__ import annotations

from textwrap import dedent, indent

import pytest

from schemac.source import Source
from schemac.syntax.module import read_module
from tests.counted import calls_at_most


def misses(python: str) -> list[tuple[str, str]]:
    """Give message and spanned text of each SC108; there is nothing else."""
    _, diagnostics = read_module(Source("m.py", python))
    assert {each.code for each in diagnostics} <= {"SC108"}
    return [(each.message, each.span.text if each.span else "") for each in diagnostics]


def in_class(lines: str) -> str:
    body = indent(dedent(lines).strip("\n"), "    ")
    return f"class A:\n{body}\n\n    #: () -> output\n    def call(self): ...\n"


GATE = "@requires(:s)"
CONTINUES = f"this line continues nothing: `{GATE}`"


@pytest.mark.parametrize(
    "second",
    [
        f"      #: {GATE}",
        f"  #: {GATE}",
        f"\t#: {GATE}",
        f"    #\n    #: {GATE}",
        f"    # why\n    #: {GATE}",
        f"\n    #: {GATE}",
        f"    x = 1\n    #: {GATE}",
        f"    # {GATE}",
        f"    # : {GATE}",
        f"    ##: {GATE}",
        f"\n    #:\n    #: # private\n    #: {GATE}",
        f"\n    def other(self):\n        pass\n        #: {GATE}",
    ],
)
def test_a_gate_in_a_block_of_its_own_is_never_silent(second: str) -> None:
    python = (
        "class A:\n"
        "    #: type output = {x: Integer, s: String}\n"
        f"{second}\n\n"
        "    #: () -> output\n"
        "    def call(self): ...\n"
    )
    assert misses(python) == [(CONTINUES, GATE)]
    module, _ = read_module(Source("m.py", python))
    assert module.classes[0].declarations.broken == ("",)


@pytest.mark.parametrize("second", [f"#: {GATE}", f"#\n# {GATE}", f"#\n#   | Integer {GATE}"])
def test_a_line_behind_an_older_block_is_never_silent(second: str) -> None:
    found = misses(in_class(f"# @rbs type output = {{x: Integer, s: String}}\n{second}"))
    assert [message.partition(":")[0] for message, _ in found] == ["this line continues nothing"]


@pytest.mark.parametrize(
    "line",
    [
        "| {y: Integer} @requires(:s)",
        "| {y: Integer}",
        "& { y: Integer }",
        ", y: Integer }",
        "} @requires(:s)",
        "] @min(1)",
        ") -> output",
        "-> output",
        "= { y: Integer }",
        "?y: Integer",
        '?"content-type": String',
        "@desc(The id)",
        "@requires",
        "@feature(admin)",
    ],
)
def test_what_only_goes_on_is_never_silent(line: str) -> None:
    text = f"#: type output = {{x: Integer}}\n\n#: {line}\nX = 1"
    expected = [(f"this line continues nothing: `{line}`", line)]
    assert misses(in_class(text)) == expected
    assert misses(f"{dedent(text)}\n") == expected


def test_detached_lines_of_docstrings_are_never_silent() -> None:
    python = in_class(f'"""A.\n\n#: type output = {{x: Integer}}\n  #: {GATE}\n"""')
    assert misses(python) == [(CONTINUES, GATE)]


def test_a_gate_is_reported_where_nothing_else_is_annotated() -> None:
    assert misses(f"class A(B):\n    #: {GATE}\n    x = 1\n") == [(CONTINUES, GATE)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("#: type secret: {y: Integer}", "type"),
        ("#: type secret: String", "type"),
        ("#: type = String", "type"),
        ("#:: type secret = String", "type secret = String"),
        ("#: - type secret = String", "type secret = String"),
        ("#:> import error", "import error"),
        ("#: type[T] = { x: T }", "type"),
        ("#: typ secret: 'a'", "typ"),
        ("#: import error @requires(:s)", "@requires(:s)"),
        ("#: a prose with @feature(:s) inside", "@feature(:s) inside"),
        ("# @rbs typ secret = String", "@rbs typ secret = String"),
        ("# @RBS type secret = String", "@RBS type secret = String"),
        ('# @rbs description "x"', '@rbs description "x"'),
        ("# @rbs @requires(:s)", "@rbs @requires(:s)"),
    ],
)
def test_near_misses_are_never_silent(line: str, expected: str) -> None:
    found = misses(in_class(f"#: type output = {{x: Integer}}\n\n{line}\nX = 1"))
    assert [text for _, text in found] == [expected]


def test_prose_above_a_signature_does_not_hide_it() -> None:
    signature = "(?id: String @requires(:s)) -> output"
    late = ("a signature below other text is not read", signature)
    for types in ("#: type output = String\n\n", ""):
        body = indent(f"{types}#: Show it.\n#: {signature}\ndef call(self, id=1): ...", "    ")
        assert misses(f"class A(B):\n{body}\n") == [late]


@pytest.mark.parametrize(
    "line",
    [
        "#: The maximum size.",
        "#: type of the widget",
        "#: type hint: see below",
        "#: type == 3 or more",
        "#: type => name",
        "#: (deprecated) use the other",
        "#: Written ``@requires(:s)`` there.",
        "#: Ask me@example.com (or others): soon.",
        "#: # `@requires(:s)`",
        "# @tool('x')",
        "# @requires('admin')",
        "# type old = {x: String}",
        "# `type old = {x: String @requires(:s)}`",
        "# | a | b |",
    ],
)
def test_prose_stays_silent(line: str) -> None:
    assert misses(in_class(f"#: type output = {{x: Integer}}\n\n{line}\nMAX = 1")) == []
    assert misses(f"#: type output = {{x: Integer}}\n\n{line}\nMAX = 1\n") == []


@pytest.mark.parametrize(
    "line",
    [
        f"#: foo{' ' * 20_000}=",
        f"#: foo x{' ' * 20_000}z",
        f"#: foo x{'[' * 20_000}",
        f"#: b {'@a(' * 10_000}",
        "# " + "`" * 20_000 + "@requires(:s)",
        f"# {'`a' * 20_000}@tool('x')",
        f"#{' ' * 20_000}x",
        "# @rbs type t = {" + "\n    #" * 5_000,
    ],
)
def test_long_lines_and_blocks_are_read_in_one_pass(line: str) -> None:
    source = Source("m.py", f"class A:\n    #: type output = String\n\n    {line}\n    x = 1\n")
    with calls_at_most(2_000_000):
        read_module(source)


@pytest.mark.parametrize(
    ("word", "meant"), [("typ", "type"), ("tpye", "type"), ("imprt", "import")]
)
def test_a_misspelt_keyword_above_a_signature_is_what_is_told(word: str, meant: str) -> None:
    body = "output = { ok: bool }" if meant == "type" else "stage"
    text = (
        "@tool\nclass A:\n"
        f"    #: {word} {body}\n"
        "    #: (id: String) -> { ok: bool }\n"
        "    def call(self, id): ...\n"
    )
    _, found = read_module(Source("a.py", text))
    assert [(each.code, each.message, each.hint) for each in found] == [
        ("SC108", f"`{word}` begins no declaration", f"did you mean `{meant}`?")
    ]


@pytest.mark.parametrize(
    "line",
    [
        "#" * 20_000,
        "# " * 20_000 + "x",
        "#:" * 20_000 + "x",
        "- " * 20_000 + "@x",
        "# @rbs" * 10_000,
        "x #: " * 5_000,
        "words\n" * 20_000 + "#: type t = String",
        "\\x41" * 20_000,
        "#: x \\\n" * 5_000,
    ],
)
def test_odd_docstrings_are_read_in_one_pass(line: str) -> None:
    text = f'class A:\n    """A.\n\n{line}\n    """\n    #: () -> nil\n    def call(self): ...\n'
    with calls_at_most(5_000_000):
        read_module(Source("m.py", text))


def test_a_declaration_behind_other_text_is_told_to_begin_its_line() -> None:
    text = in_class("#: type output = {x: Integer}\n\n#: Text.\n#: - type secret = String\nX = 1")
    expected = ("a declaration behind other text is not read", "type secret = String")
    assert misses(text) == [expected]


@pytest.mark.parametrize(
    ("first", "below"),
    [
        ("type output { ok: true }", "(a: String)"),
        ("type key String", "type output = { ok: true }"),
        ("type key Array[String]?", "type output = { ok: true }"),
        ("type key str", "(a: key) -> output"),
    ],
)
def test_a_first_line_that_spoils_the_rest_is_what_is_told(first: str, below: str) -> None:
    body = (
        f"    #: type other = Integer\n\n    #: {first}\n    #: {below}\n    def call(self, a): ..."
    )
    found = misses(f"class A(B):\n{body}\n")
    assert found == [(f"this is no declaration of a type: `{first}`", first)]


def test_a_sentence_above_a_declaration_is_none() -> None:
    body = "    #: type other = Integer\n\n    #: type of Widget\n    #: type output = Integer\n"
    (found,) = misses(f"class A(B):\n{body}    def call(self, a): ...\n")
    assert found == ("a declaration below other text is not read", "type output = Integer")


@pytest.mark.parametrize("line", ["maps {id: Integer}", "2. import hooks", "call: (a: String)"])
def test_a_line_that_may_be_words_is_told_how_to_stay(line: str) -> None:
    _, found = read_module(Source("m.py", in_class(f"#: {line}\ndef other(self): ...")))
    hints = [each.hint or "" for each in found]
    assert [hint.endswith("make it a plain `#` comment") for hint in hints] == [True]
