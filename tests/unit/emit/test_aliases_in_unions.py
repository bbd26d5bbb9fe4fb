"""Names for closed or worded types, as members of unions, in; definitions and linear size out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from schemac.cli.tool_object import tool_object
from schemac.compiler import compile_tools
from schemac.plan.declaration import InlineAnnotations, ToolDeclaration

if TYPE_CHECKING:
    from typing import Any

    from schemac.plan.gates import Answer

LONG = "as long a text as it takes to be worth a definition"


def output(types: str, answer: Answer = 0) -> dict[str, Any]:
    """Give the schema of an output for a caller who gives one answer to all."""
    tool = ToolDeclaration("t", InlineAnnotations(None, types, None))
    compiled = compile_tools([tool])
    assert not compiled.errors, compiled.errors
    answers: dict[int, Answer] = dict.fromkeys(range(len(compiled.plan.atoms)), answer)
    made = tool_object(compiled.plan, compiled.plan.tools[0], answers)
    assert made is not None
    schema: dict[str, Any] = made["outputSchema"]
    return schema


ALIASES = {
    "closed": "type a = { id: String, name: String, size: Integer }\ntype n = a @closed()",
    "described": f"type a = {{ id: String }}\ntype n = a @desc({LONG})",
    "bounded": f"type a = Array[{{ id: String }}] @desc({LONG})\ntype n = a @min(2)",
    "a worded union": f'type a = (1.5 | "c" | true) @desc(x)\ntype n = a @desc({LONG})',
    "a union with words put upon it": f'type a = 1.5 | "c"\ntype n = a @desc({LONG})',
    "closed twice": (
        "type a = { id: String, name: String }\n"
        f"type m = a @closed()\ntype n = m @closed() @desc({LONG})"
    ),
    "one variant that is left": (
        f"type a = {{ id: String }}\ntype n = (a @closed() @desc({LONG})) | (Integer @requires(:x))"
    ),
}


@pytest.mark.parametrize("use", ["n?", "n | { k: 1 }", "m?"])
@pytest.mark.parametrize("alias", ALIASES)
def test_a_name_that_adds_something_is_one_definition(alias: str, use: str) -> None:
    types = ALIASES[alias].replace("type m", "type inner").replace("= m ", "= inner ")
    fields = ", ".join(f"{key}: {use}" for key in "uvw")
    found = output(f"{types}\ntype m = n\ntype output = {{ {fields} }}")
    assert list(found["$defs"]) == ["n"]
    for key in "uvw":
        (members,) = found["properties"][key].values()
        assert members[0] == {"$ref": "#/$defs/n"}
    plain = output(f"{types}\ntype m = n\ntype output = {{ u: n, v: n, w: n }}")
    assert found["$defs"] == plain["$defs"]


def test_what_a_union_names_is_counted_for_the_name_it_says() -> None:
    types = (
        f'type n0 = (true | 1.5 | "c") @desc({LONG})\ntype n1 = n0 @desc(other)\n'
        "type output = { u: n1?, v: n1, w: n0? }"
    )
    found = output(types)
    words = {"$ref": "#/$defs/n0", "description": "other"}
    null = {"type": "null"}
    assert found["properties"] == {
        "u": {"anyOf": [words, null]},
        "v": words,
        "w": {"anyOf": [{"$ref": "#/$defs/n0"}, null]},
    }
    assert list(found["$defs"]) == ["n0"]


CHAINS = {
    "what may be null": ("type b{p} = a{p} @closed()", "{{ l: b{p}?, r: b{p}? }}"),
    "unions": ("type b{p} = a{p} @closed()", "{{ l: b{p} | String, r: Integer | b{p} }}"),
    "lists and maps": (
        "type b{p} = a{p} @closed()",
        "{{ l: Array[b{p}?], r: Hash[Symbol, b{p}?] }}",
    ),
    "tuples": ("type b{p} = a{p} @closed()", "{{ l: [b{p}?, b{p} | String] }}"),
    "an alias of the alias": (
        "type c{p} = a{p} @closed()\ntype b{p} = c{p}",
        "{{ l: b{p}?, r: b{p}? }}",
    ),
    "an alias of the alias with words": (
        "type c{p} = a{p} @closed()\ntype b{p} = c{p} @desc(words)",
        "{{ l: b{p}?, r: b{p} | String }}",
    ),
}


def chain(name: str, levels: int) -> str:
    alias, body = CHAINS[name]
    lines = ["type a0 = { z: String }"]
    for at in range(1, levels + 1):
        lines += [alias.format(p=at - 1), f"type a{at} = {body.format(p=at - 1)}"]
    return "\n".join([*lines, f"type output = {{ v: a{levels} }}"])


@pytest.mark.parametrize("name", CHAINS)
def test_closed_names_in_unions_stay_linear(name: str) -> None:
    sizes = [len(json.dumps(output(chain(name, levels)))) for levels in (20, 40, 60)]
    assert sizes[2] - sizes[1] < 2 * (sizes[1] - sizes[0])
    assert sizes[2] < 60_000


SHOWN = """
type a = {{ id: String, name: String, ?b: String @requires(:x) }}
type n = a {alias}
type output = {{ u: n?, v: n?, w: a? {member} }}
"""
OPEN = '@example({"id": "1", "name": "2", "b": "3"})'


def test_an_example_that_a_caller_does_not_see_makes_no_name_of_an_alias() -> None:
    types = SHOWN.format(alias=OPEN, member="")
    assert "n" in output(types, 1)["$defs"]
    hidden = output(types, 0)
    assert list(hidden["$defs"]) == ["a"]
    assert hidden == output(SHOWN.format(alias="", member=""), 0)


@pytest.mark.parametrize("member", ["({} {}) | nil", "nil | ({} {})", "({} {}) | {{ k: 1 }}"])
@pytest.mark.parametrize("name", ["n", "a"])
def test_nor_does_one_on_a_member(name: str, member: str) -> None:
    types = SHOWN.format(alias="@desc(other)", member="")
    shown = types.replace("w: a?", f"w: {member.format(name, OPEN)}")
    bare = types.replace("w: a?", f"w: {member.format(name, '')}")
    assert "examples" in json.dumps(output(shown, 1))
    assert output(shown, 0) == output(bare, 0)


@pytest.mark.parametrize("null", ["nil", "n", "nil | nil", "n | nil"])
def test_null_alone_is_no_tag_however_it_is_written(null: str) -> None:
    types = f'type n = nil\ntype output = {{ x: {{ d: "a" }} | {{ d: {null}, k: 1 }} }}'
    assert "anyOf" in output(types)["properties"]["x"]
    among = types.replace(f"d: {null}", f'd: {null} | "b"')
    assert "oneOf" in output(among)["properties"]["x"]
