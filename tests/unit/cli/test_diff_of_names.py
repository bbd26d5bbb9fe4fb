"""Two states of a project in, wider types in the first; the names that callers are shown, out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

DEALS = """
from schemac import Handler, tool

@tool("deals")
class Deals(Handler):
    '''List deals.'''
    #: type page[item] = {{ items: Array[item] }}
    #: type deal = {deal}
    #: type stage = {stage}
    #: (?only: {only}) -> {{ deals: page[deal], ?stage: stage, tags: Hash[{tag}, Integer] }}
    def call(self, *, only=None): ...
"""
WIDE = {"deal": "untyped", "only": "untyped", "stage": "String", "tag": "String"}
NARROW = {
    "deal": "{ id: String, ?price: Integer @requires(:board) }",
    "only": "{ ?owner: String, ?secret_kind: bool }",
    "stage": '"open" | "merger_2027" @requires(:board)',
    "tag": '"vip"',
}
SHOWN = """\
deals
  exposure  input `/only/owner`: field `owner` is visible now, for everybody
  exposure  input `/only/secret_kind`: field `secret_kind` is visible now, for everybody
  exposure  output `/deals/items/*/id`: field `id` is visible now, for everybody
  exposure  output `/deals/items/*/price`: field `price` is visible now, for callers with \
`requires:board`
  exposure  output `/stage`: value `"open"` is visible now, for everybody
  exposure  output `/stage`: value `"merger_2027"` is visible now, for callers with \
`requires:board`
  exposure  output `/tags/@key`: value `"vip"` is visible now, for everybody
"""


@pytest.fixture
def states(bare: Project) -> Project:
    for name, types in (("old", WIDE), ("new", NARROW)):
        bare.write(f"{name}/schemac.toml", "")
        bare.write(f"{name}/deals.py", DEALS.format(**types))
    return bare


def test_names_that_a_schema_shows_are_told_where_wider_types_stood(states: Project) -> None:
    outcome = states.run("diff", "old", "new", "--fail-on", "exposure")
    assert outcome.status == 1
    assert outcome.out.startswith(SHOWN)
    back = states.run("diff", "new", "old", "--format", "json")
    assert {each["subject"] for each in json.loads(back.out)["exposures"]} == {"variant"}


@pytest.mark.parametrize(
    ("form", "beginning"),
    [
        ("github", "::error "),
        ("concise", "deals.py:"),
        ("markdown", "| `deals` |"),
    ],
)
def test_every_format_has_a_line_for_each(states: Project, form: str, beginning: str) -> None:
    outcome = states.run("diff", "old", "new", "--fail-on", "exposure", "--format", form)
    lines = [line for line in outcome.out.splitlines() if "is visible now" in line]
    assert len(lines) == SHOWN.count("exposure")
    assert all(line.startswith(beginning) for line in lines)
    assert sum("merger_2027" in line and "requires:board" in line for line in lines) == 1


def test_types_that_show_no_name_are_no_exposure(states: Project) -> None:
    types = {"deal": "Array[String]", "only": "String?", "stage": "String", "tag": "String"}
    states.write("new/deals.py", DEALS.format(**types))
    outcome = states.run("diff", "old", "new", "--fail-on", "exposure")
    assert outcome.status == 0
    assert "type narrowed: `untyped → list`" in outcome.out
