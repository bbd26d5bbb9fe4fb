"""A configured predicate without its `@` in a comment is told as `requires(:x)` is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from schemac.compiler import CompileOptions, compile_paths
from schemac.source import Source
from schemac.syntax.module import read_module
from tests.counted import calls_at_most

if TYPE_CHECKING:
    from pathlib import Path

APP = """from schemac import Handler, tool

{margin}


class Base(Handler):
    '''B. {docstring} '''

    #: type output = {{
    #:   {private}
    #:   a: String,
    #:   b: String {behind}
    #: }}

    {body}
    x = 1  {trailing}

    #: () -> output
    def call(self):
        '''{method}
        '''
        x = 1  {inside}


@tool("t")
class T(Base):
    '''T.'''
"""
PLACES = ["margin", "docstring", "private", "behind", "body", "trailing", "method", "inside"]
GATES = [
    "tier(:x)",
    "only tier(!:x), see",
    "a: Integer tier(:x | :y)",
    'tier(:"a b")',
    "tier( :x)",
    "tier (:x)",
    "don't: tier(:x), don't",
    "ti\u200ber(:x)",
    "tier\uff08\uff1ax)",
    "team(:a) tier(:x)",
]
WORDS = [
    "`tier(:x)`",
    "see 'tier(:x)'",
    "tier(x)",
    "tier(:)",
    "team(:x)",
    "frontier(:x)",
    "x[tier:]",
    "tier: (x)",
    "tier(:class:`X`)",
    "tier (:ref:`gold`)",
    "tier(:22)",
    "obj.tier(:x)",
    "Foo::tier(:x)",
    "GET /tier(:id)/x",
]


def compiled(folder: Path, **given: str) -> tuple[set[str], list[str]]:
    words = {
        each: text if each in {"docstring", "method"} else f"# {text}"
        for each, text in given.items()
    }
    return compiled_app(folder, APP.format(**{each: words.get(each, "") for each in PLACES}))


def compiled_with(folder: Path, field: str) -> tuple[set[str], list[str]]:
    """Compile the same with another field in its output."""
    text = APP.format(**dict.fromkeys(PLACES, ""))
    return compiled_app(folder, text.replace("a: String,", f"a: String,\n    #:   {field}"))


def compiled_app(folder: Path, text: str) -> tuple[set[str], list[str]]:
    (folder / "app.py").write_text(text, encoding="utf-8")
    options = CompileOptions(root=folder, predicates=("tier",))
    compilation = compile_paths([folder / "app.py"], options)
    found = {each.code for each in compilation.diagnostics}
    return found, [each.name for each in compilation.plan.tools]


@pytest.mark.parametrize("gate", GATES)
@pytest.mark.parametrize("place", PLACES)
def test_it_is_told_and_hides_the_tool(tmp_path: Path, place: str, gate: str) -> None:
    found, tools = compiled(tmp_path, **{place: gate})
    assert (found - {"SC111"}, tools) == ({"SC108"}, [])


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize("place", PLACES)
def test_words_are_words(tmp_path: Path, place: str, words: str) -> None:
    assert compiled(tmp_path, **{place: words}) == (set(), ["t"])


def test_of_what_is_no_tool_and_in_code_it_is_none(tmp_path: Path) -> None:
    text = APP.format(**dict.fromkeys(PLACES, ""))
    text += "\n\nclass Other:\n    # tier(:x)\n    x = 'tier(:x)'\n"
    text += "    '''tier(:x)'''\n\n    def call(self): return f'tier(:x)'\n"
    (tmp_path / "app.py").write_text(text, encoding="utf-8")
    options = CompileOptions(root=tmp_path, predicates=("tier",))
    assert compile_paths([tmp_path / "app.py"], options).diagnostics == ()


def test_a_function_that_is_a_tool_is_looked_at_too(tmp_path: Path) -> None:
    text = (
        "from schemac import tool\n\n\n@tool('f')\n#: () -> nil\ndef f():\n    '''F.'''\n    {}\n"
    )
    for line in ("# tier(:x)", "return 1  # tier(:x)"):
        (tmp_path / "app.py").write_text(text.format(line), encoding="utf-8")
        options = CompileOptions(root=tmp_path, predicates=("tier",))
        compilation = compile_paths([tmp_path / "app.py"], options)
        assert {each.code for each in compilation.diagnostics} == {"SC108"}
        assert compilation.plan.tools == ()
        options = CompileOptions(root=tmp_path)
        assert compile_paths([tmp_path / "app.py"], options).diagnostics == ()


MADE = """from schemac import Handler, tool


def register(app):
    x = 1
    {above}
    @app.tool('u')  {beside}
    {among}
    #: () -> {{secret: Integer}}
    def inner():
        '''U.'''

    @tool(  {spread}
        'v'
    )
    {second}
    class V(Handler):
        '''V.'''

        #: () -> {{}}
        def call(self): ...

    return inner
"""


MADE_AT = ["above", "beside", "among", "spread", "second"]


@pytest.mark.parametrize("place", MADE_AT)
@pytest.mark.parametrize("marker", ["#", "#:"])
def test_so_is_what_is_made_in_a_function(tmp_path: Path, place: str, marker: str) -> None:
    empty = dict.fromkeys(MADE_AT, "")
    assert compiled_app(tmp_path, MADE.format(**empty))[0] == set()
    text = MADE.format(**{**empty, place: f"{marker} only tier(:x)"})
    found, tools = compiled_app(tmp_path, text)
    assert "SC108" in found
    assert ("v" if place in {"spread", "second"} else "u") not in tools


def test_so_is_a_function_that_a_tool_is_made_of_below(tmp_path: Path) -> None:
    function = "#: type output = nil\ndef h():\n    'H. Only tier(:x).'\n\n\n"
    made = f"from schemac import tool\n\n\n{function}"
    assert compiled_app(tmp_path, made) == (set(), [])
    assert compiled_app(tmp_path, f"{made}h = tool('u')(h)\n") == ({"SC108"}, [])


@pytest.mark.parametrize("above", ["", "@dataclass\n        "])
def test_so_is_one_above_a_class_in_the_body_of_a_tool(tmp_path: Path, above: str) -> None:
    text = APP.format(**dict.fromkeys(PLACES, ""))
    local = f"# only tier(:x)\n        {above}class Row: ...\n        x = 1"
    body = text.replace("        x = 1  \n\n\n@tool", f"        {local}\n\n\n@tool")
    assert body != text
    assert compiled_app(tmp_path, f"from dataclasses import dataclass\n{body}")[1] == []
    made = "from schemac import tool\n\n\n@tool('f')\n#: () -> nil\ndef f():\n    'F.'\n"
    inside = "    # tier(:x)\n    class Row: ...\n"
    assert compiled_app(tmp_path, made + inside) == ({"SC108"}, [])


HELPERS = [
    'def other():\n    "GET a tier(:id)"\n',
    "def other():\n    # tier(:x)\n    return 1\n",
    "def other():\n    return 1  # tier(:x)\n",
    "async def other():\n    def inner():\n        return 1  # tier(:x)\n",
    "@cache\ndef other():\n    return 1  # tier(:x)\n",
]


@pytest.mark.parametrize("helper", HELPERS)
def test_a_function_that_is_none_is_not(tmp_path: Path, helper: str) -> None:
    text = APP.format(**dict.fromkeys(PLACES, ""))
    text = f"from functools import cache\n{text}\n\n"
    assert compiled_app(tmp_path, f"{text}{helper}") == (set(), ["t"])
    for above in ("#: () -> nil\n", "@registry.tool('x')\n", "@made\n", "# tier(:x)\n"):
        found, tools = compiled_app(tmp_path, f"{text}{above}{helper}")
        assert ("SC108" in found, "t" in tools) == (True, False), above


def test_it_is_told_once(tmp_path: Path) -> None:
    text = APP.format(**dict.fromkeys(PLACES, "")).replace("x = 1", "# tier(:x)\n    x = 1", 1)
    text += "".join(f"\n\n@tool('{each}')\nclass {each}(Base):\n    '''T.'''\n" for each in "abc")
    (tmp_path / "app.py").write_text(text, encoding="utf-8")
    options = CompileOptions(root=tmp_path, predicates=("tier",))
    (told,) = compile_paths([tmp_path / "app.py"], options).diagnostics
    assert told.message == "this gate stands in no annotation: `tier(:x)`"


@pytest.mark.parametrize(
    "line", ["# tier(:x) " + "x(:y) " * 20, "#: a @tier(:x)", "x = 1  # a(:b)"]
)
def test_each_line_is_looked_at_once(line: str) -> None:
    read_module(Source("a.py", "#: type a = b\n"))
    with calls_at_most(3_000_000):
        read_module(Source("a.py", f"{line}\n" * 1_000))


@pytest.mark.parametrize(
    "field",
    [
        "k: String @pattern(^tier(:gold|:silver)?$),",
        "k: String @example(tier(:gold)),",
        'k: String @example("tier(:gold) or tier(:silver) both"),',
        '?k: String @default("use tier(:gold) now"),',
        'k: "basic" | "use tier(:gold) now",',
        "k: 'basic' | 'use tier(:gold) now',",
        "k: String @pattern(\n    #:     ^(?:tier(:gold))?$),",
        "k: String @pattern(^a\n    #:     |tier(:gold)$),",
        'k: String @example("a\n    #:     tier(:gold) b"),',
    ],
)
def test_values_are_no_gates(tmp_path: Path, field: str) -> None:
    assert compiled_with(tmp_path, field) == (set(), ["t"])


@pytest.mark.parametrize(
    "field",
    [
        "k: String @desc(for tier(:x) only),",
        "k: String, # tier(:x)",
        'k: "x", # tier(:x)',
        "k: String @desc(the\n    #:    owner's pay), # only tier(:x), it's so",
        "k: String @desc(the\n    #:    owner's tier(:x) isn't),",
    ],
)
def test_what_people_read_beside_a_type_may_be_one(tmp_path: Path, field: str) -> None:
    assert compiled_with(tmp_path, field) == ({"SC108"}, [])


@pytest.mark.parametrize(
    "words",
    [
        "the user's secret tier(:x), isn't it",
        "it's for tier(:x) that's",
        '5" or tier(:x) 6"',
        "the users' secret (tier(:x)), the owners' too",
        "secret: Integer @min(3 tier(:x))",
    ],
)
def test_behind_the_marker_of_an_annotation_words_are_words(tmp_path: Path, words: str) -> None:
    for marker in ("#:", "#"):
        text = APP.format(**{**dict.fromkeys(PLACES, ""), "body": f"{marker} {words}"})
        assert compiled_app(tmp_path, text) == ({"SC108"}, []), marker


def test_values_behind_the_older_marker_are_none(tmp_path: Path) -> None:
    line = "# @rbs type row = { k: String @pattern(^tier(:gold)?$), l: 'a' | 'or tier(:x) b' }"
    text = APP.format(**{**dict.fromkeys(PLACES, ""), "body": line})
    assert compiled_app(tmp_path, text) == (set(), ["t"])


def test_values_in_a_docstring_are_no_gates(tmp_path: Path) -> None:
    lines = (
        "\n    #: type row = { k: String @pattern(^tier(:gold)?$), l: 'a' | 'or tier(:x) b' }\n    "
    )
    text = APP.format(**{**dict.fromkeys(PLACES, ""), "docstring": lines})
    assert compiled_app(tmp_path, text) == (set(), ["t"])
    text = text.replace("'a' |", "'a', # tier(:x)\n    #: m:")
    assert compiled_app(tmp_path, text) == ({"SC108"}, [])
