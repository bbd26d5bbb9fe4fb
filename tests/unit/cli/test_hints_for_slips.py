"""What people are told who slip on the command line: what it is, and what to type instead."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

APP = """
    from schemac import Registry

    registry = Registry()


    @registry.tool("nest", requires="routing | manage_workflows", gates={"tier": "gold"})
    def nest(id, inner=None, rows=(), by=None):
        '''It.'''
        return {"ok": True}
    """
SIGNATURE = (
    "#: (id: Integer, ?inner: { a: Integer }, ?rows: Array[{ b: Integer }], "
    '?by: Hash["k" | ("l" @requires(:routing)), Integer]) -> { ok: bool }'
)
OPTIONS = ("--app", "slips:registry")
SAY = "say who calls with `--persona NAME` or `--grant PREDICATE:FLAG`"


@pytest.fixture
def slips(project: Project) -> Project:
    project.write("slips.py", APP.replace("@registry", f"{SIGNATURE}\n    @registry"))
    return project


def test_a_class_is_suggested_as_it_can_be_typed(slips: Project) -> None:
    for command in ("compile", "explain"):
        told = slips.run(command, "app/tools.py:Moev")
        assert told.status == 2
        meant = told.err.rpartition("did you mean `")[2].removesuffix("`?\n")
        assert meant == "app/tools.py:Move"
        assert slips.run(command, meant, "--grant-all").status == 0


@pytest.mark.parametrize(
    ("caller", "why"),
    [
        ((), f"`requires:routing | requires:manage_workflows` and `tier:gold` are closed; {SAY}"),
        (("--grant", "tier:gold"), "`requires:routing | requires:manage_workflows` is closed"),
        (("--persona", "member"), "`tier:gold` is closed"),
    ],
)
def test_the_gates_that_hide_a_tool_are_named(
    slips: Project, caller: tuple[str, ...], why: str
) -> None:
    told = slips.run("call", "nest", *OPTIONS, *caller)
    assert (told.status, told.out) == (1, "")
    assert told.err == f"Error: `nest` is hidden from this caller: {why}\n"


@pytest.mark.parametrize(("caller", "hint"), [((), f"; {SAY}"), (("--grant", "tier:gold"), "")])
def test_who_is_told_of_no_tool(slips: Project, caller: tuple[str, ...], hint: str) -> None:
    told = slips.run("tools", *OPTIONS, *caller)
    assert (told.status, told.out) == (0, "[]\n")
    assert told.err == f"This caller is told of no tool{hint}.\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"id": 3,}', "line 1, column 10: expecting property name enclosed in double quotes"),
        ("{'id': 3}", "line 1, column 2: expecting property name enclosed in double quotes"),
        ('{"id": 3', "line 1, column 9: expecting ',' delimiter"),
        ('{\n "id": nil}', "line 2, column 8: expecting value"),
        ('{"id": 3} x', "line 1, column 11: extra data"),
        ("", "line 1, column 1: expecting value"),
        ("no.json", "line 1, column 1: expecting value"),
        ("a\0b", "line 1, column 1: expecting value"),
        ("x" * 5000, "line 1, column 1: expecting value"),
        (
            "given.json",
            (
                "line 1, column 1: expecting value; `given.json` is a file: "
                "read it with `--args - < FILE`"
            ),
        ),
        (
            "@given.json",
            (
                "line 1, column 1: expecting value; `given.json` is a file: "
                "read it with `--args - < FILE`"
            ),
        ),
    ],
)
def test_arguments_that_are_no_json(slips: Project, text: str, said: str) -> None:
    slips.write("given.json", '{"id": 3}')
    told = slips.run("call", "nest", *OPTIONS, "--args", text)
    assert told.status == 2
    assert told.err.endswith(f"Error: `--args` cannot be read: not valid JSON at {said}\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"id": NaN}', "NaN and Infinity are no JSON"),
        ('{"id": 1, "id": 2}', "an object has the same key twice"),
        ("[" * 5000, "nested deeper than 64 levels"),
    ],
)
def test_what_has_a_reason_of_its_own_keeps_it(slips: Project, text: str, said: str) -> None:
    told = slips.run("call", "nest", *OPTIONS, "--args", text)
    assert told.status == 2
    assert f"`--args` cannot be read: {said}" in told.err


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"idd": 1}, {"/idd"}),
        ({"idd": 1, "x y": 2}, {"/idd", "/x y"}),
        ({"a/b~c": 1}, {"/a~1b~0c"}),
        ({"a\u202eb": 1}, {"/a<U+202E>b"}),
        ({"inner": {"a": 1, "c": 2}}, {"/inner/c"}),
        ({"rows": [{"b": 1, "c": 2}, {"b": 1, "c": 2}]}, {"/rows/*/c (2 times)"}),
        ({"rows": [{"b": 1, "c": 2}, {"b": 1, "d": 2}]}, {"/rows/*/c", "/rows/*/d"}),
        ({"by": {"k": 1, "l": 2}}, {"/by/*"}),
        ({f"k{at}": at for at in range(21)}, {"/* (21 times)"}),
    ],
)
def test_keys_that_were_dropped_are_named_to_their_author_alone(
    slips: Project, more: dict[str, object], told: set[str]
) -> None:
    caller = ("--grant", "tier:gold", "--grant", "requires:manage_workflows")
    arguments = json.dumps({"id": 1, **more})
    outcome = slips.run("call", "nest", *OPTIONS, *caller, "--args", arguments)
    assert outcome.status == 0
    named = outcome.err.removeprefix("dropped from the arguments: ").rstrip("\n")
    assert set(named.split(", ")) == told
    document = slips.run("call", "nest", *OPTIONS, *caller, "--args", arguments, "--format", "json")
    assert {place.rpartition("/")[2] for place in json.loads(document.out)["dropped"]} == {"*"}


@pytest.mark.parametrize("typed", ["reg", "xx", "registri", "REGISTRY"])
def test_what_an_app_may_be_called(slips: Project, typed: str) -> None:
    told = slips.run("tools", "--app", f"slips:{typed}")
    assert (told.status, told.out) == (2, "")
    assert told.err == f"Error: `slips` has no `{typed}`; did you mean `registry`?\n"


def test_nothing_is_suggested_where_several_could_be_meant(project: Project) -> None:
    project.write(
        "several_slips.py",
        """
        from flask import current_app, request
        from schemac import Registry

        one, two = Registry(), Registry()
        """,
    )
    told = project.run("tools", "--app", "several_slips:qq")
    assert told.err == "Error: `several_slips` has no `qq`\n"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("201", "Error: `201` is no code and no tool; did you mean `SC201`?\n"),
        ("999", "Error: `999` is no code and no tool\n"),
    ],
)
def test_a_number_is_taken_for_a_code(project: Project, typed: str, said: str) -> None:
    told = project.run("explain", typed)
    assert (told.status, told.out, told.err) == (2, "", said)


@pytest.mark.parametrize("option", ["--select", "--ignore"])
@pytest.mark.parametrize("family", ["SC9", "sc9", "SC90", "SC8", "SC99"])
def test_a_family_that_sources_never_have_is_none(
    project: Project, option: str, family: str
) -> None:
    told = project.run("check", option, family)
    assert (told.status, told.out) == (2, "")
    assert f"Error: `{family}` is no code" in told.err
