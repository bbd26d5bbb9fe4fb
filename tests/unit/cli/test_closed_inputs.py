"""Inputs that refuse what nobody declared: said in a decorator, a file or a registry."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from schemac.plan.codec import decode
from tests.unit.cli.changed_states import git

if TYPE_CHECKING:
    from collections.abc import Iterator

    from schemac.plan.model import Plan
    from tests.unit.cli.commands import Project

TOOLS = """
from schemac import Registry

registry = Registry({registry})


@registry.tool("count"{own})
class Count:
    '''Count.'''

    #: (n: Integer, ?of: { unit: String }) -> {{ sum: Integer }}
    def call(self, *, n, of=None):
        return {{"sum": n}}
"""
CLOSED = "breaking  itself: arguments that nobody declared are refused now, for everybody"
OPENED = "safe      itself: arguments that nobody declared are no longer refused, for everybody"


@pytest.fixture
def counting(bare: Project, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """A project of one tool, committed as it is."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    write(bare)
    git(bare, "init", "-q")
    git(bare, "add", ".")
    git(bare, "commit", "-q", "-m", "Begin")
    yield bare
    sys.modules.pop("counting", None)


def write(project: Project, own: str = "", registry: str = "", setting: str = "") -> None:
    text = TOOLS.replace("{ unit: String }", "{{ unit: String }}")
    project.write("counting.py", text.format(own=own, registry=registry))
    settings = f'undeclared = "{setting}"\n' if setting else ""
    project.write("schemac.toml", f'paths = ["counting.py"]\n{settings}')


def plan(project: Project, *options: str) -> Plan:
    sys.modules.pop("counting", None)
    outcome = project.run("build", "-o", "plan.json", *options)
    assert outcome.status == 0, outcome.err
    return decode((project.folder / "plan.json").read_text(encoding="utf-8"))


def opens(schema: dict[str, Any]) -> list[bool]:
    records = (schema, schema["properties"].get("of", {}))
    return [each.get("additionalProperties") is not False for each in records]


REJECTS: list[dict[str, str]] = [
    {"own": ', undeclared="reject"'},
    {"setting": "reject"},
    {"own": ', undeclared="reject"', "setting": "drop"},
]


@pytest.mark.parametrize("said", REJECTS)
def test_compile_prints_what_the_listing_has(counting: Project, said: dict[str, str]) -> None:
    write(counting, **said)
    told = json.loads(counting.run("compile", "count").out)
    assert opens(told["inputSchema"]) == [False, False]
    assert "additionalProperties" not in told["outputSchema"]
    listed = json.loads(counting.run("tools", "--app", "counting:registry").out)
    assert [each["inputSchema"] for each in listed] == [told["inputSchema"]]


def test_the_word_of_a_tool_goes_before_the_setting(counting: Project) -> None:
    write(counting, own=', undeclared="drop"', setting="reject")
    told = json.loads(counting.run("compile", "count").out)
    assert opens(told["inputSchema"]) == [True, True]


@pytest.mark.parametrize("said", REJECTS)
def test_diff_tells_what_is_refused_now(counting: Project, said: dict[str, str]) -> None:
    write(counting, **said)
    outcome = counting.run("diff", "git:HEAD", ".", "--fail-on", "breaking")
    assert (outcome.status, outcome.out) == (1, f"count\n  {CLOSED}\n\n1 breaking change\n")
    outcome = counting.run("diff", ".", "git:HEAD", "--fail-on", "breaking,risky,exposure")
    assert (outcome.status, outcome.out) == (0, f"count\n  {OPENED}\n\n1 safe change\n")


def test_diff_tells_it_in_every_format(counting: Project) -> None:
    write(counting, own=', undeclared="reject"')

    def written(form: str) -> str:
        return counting.run("diff", "git:HEAD", ".", "--format", form, "--fail-on", "breaking").out

    said = "arguments that nobody declared are refused now"
    place = "counting.py:7:7: error[SC701]"
    assert written("concise").startswith(f"{place}: `count` itself: {said}, for everybody\n")
    assert f"| `count` | itself | breaking: {said} | everybody |" in written("markdown")
    (change,) = json.loads(written("json"))["changes"]
    assert (change["kind"], change["level"], change["side"]) == ("inputs-closed", "breaking", None)
    assert "title=SC701 breaking-change::`count` itself: " in written("github")
    assert json.loads(written("sarif"))["runs"][0]["results"][0]["ruleId"] == "SC701"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({}, (None, "drop")),
        ({"own": ', undeclared="reject"'}, ("reject", "drop")),
        ({"own": ', undeclared="drop"', "setting": "reject"}, ("drop", "reject")),
        ({"setting": "reject"}, (None, "reject")),
    ],
)
def test_plans_are_one_however_they_are_made(
    counting: Project, said: dict[str, str], expected: tuple[str | None, str]
) -> None:
    write(counting, **said)
    read, asked = plan(counting), plan(counting, "--app", "counting:registry")
    for each in (read, asked):
        assert (each.tools[0].undeclared, each.undeclared) == expected


@pytest.mark.parametrize(
    ("registry", "setting", "expected"),
    [
        ('undeclared="reject"', "", "reject"),
        ('undeclared="reject"', "drop", "reject"),
        ('undeclared="drop"', "reject", "drop"),
        ("", "reject", "reject"),
    ],
)
def test_the_word_of_a_registry_goes_before_the_setting(
    counting: Project, registry: str, setting: str, expected: str
) -> None:
    write(counting, registry=registry, setting=setting)
    assert plan(counting, "--app", "counting:registry").undeclared == expected


def test_matrix_counts_the_bytes_of_the_listing(counting: Project) -> None:
    def size() -> int:
        matrix = json.loads(counting.run("matrix", "--format", "json").out)
        return int(matrix["tools"][0]["callers"]["no grants"]["bytes"])

    before = size()
    write(counting, own=', undeclared="reject"')
    assert size() - before == 2 * len(',"additionalProperties":false')


def test_dialects_rewrite_the_closed_schema(counting: Project) -> None:
    write(counting, own=', undeclared="reject"')
    told = json.loads(counting.run("compile", "count", "--dialect", "portable").out)
    assert opens(told["inputSchema"]) == [False, False]


@pytest.mark.parametrize("value", ["None", '"refuse"', "True", "[]"])
def test_another_value_is_an_error(counting: Project, value: str) -> None:
    write(counting, own=f", undeclared={value}")
    outcome = counting.run("check", "--format", "concise")
    place = "counting.py:6:36"
    assert outcome.out.startswith(f'{place}: error[SC613]: `undeclared` must be "drop" or "reject"')


def test_what_is_no_literal_is_told(counting: Project) -> None:
    write(counting, own=", undeclared=registry.undeclared")
    assert "warning[SC608]: `undeclared` is no literal" in counting.run("check").out
    assert counting.run("build", "-o", "plan.json").status == 1


def test_check_looks_again_where_the_setting_changed(counting: Project) -> None:
    for setting in ("drop", "reject", "drop"):
        write(counting, setting=setting)
        assert counting.run("check", "--dialect", "portable").status == 0
