"""What an author is told of a call: the same names whether it succeeds, is refused or fails."""

from __future__ import annotations

import json
import logging
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.unit.cli.commands import Project

NEST = """
    from schemac import Denied, Registry, ToolError

    registry = Registry()

    #: type inner = { id: Integer, ?secret: String @requires(:routing) }
    #: (inner: inner, ?rows: Array[inner], ?top: String @requires(:routing)) -> { ok: bool }
    @registry.tool("nest")
    def nest(inner, rows=(), top=None):
        '''It.'''
        if inner["id"] == 8:
            raise ToolError("no")
        if inner["id"] == 9:
            raise Denied("no")
        return {"ok": True}

    #: () -> { a: Integer } | { b: Integer }
    @registry.tool("bad")
    def bad():
        '''It.'''
        return {"c": 1}
    """


@pytest.mark.parametrize("number", [1, 8, 9, "no number"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_what_was_dropped_is_named_however_the_call_ends(
    project: Project, number: object, form: str
) -> None:
    project.write("told_of_calls.py", NEST)
    inner = {"id": number, "secret": "s", "other": 1}
    rows = [{"id": 1, "secret": "s"}, {"id": 2, "secret": "s"}]
    arguments = json.dumps({"inner": inner, "rows": rows, "top": "t", "none": 0})
    options = ("--app", "told_of_calls:registry", "--args", arguments, "--format", form)
    outcome = project.run("call", "nest", *options)
    dropped = {"/inner/secret": 1, "/inner/*": 1, "/rows/*/secret": 2, "/top": 1, "/*": 1}
    assert outcome.status == (0 if number == 1 else 1)
    if form == "json":
        assert json.loads(outcome.out)["dropped"] == dropped
    else:
        for key, name in (("/inner/*", "/inner/other"), ("/*", "/none")):
            dropped[name] = dropped.pop(key)
        told = outcome.err.partition("dropped from the arguments: ")[2].rstrip("\n").split(", ")
        counts = [
            name + (f" ({count} times)" if count > 1 else "") for name, count in dropped.items()
        ]
        assert sorted(told) == sorted(counts)


def test_a_result_that_breaks_as_a_whole_is_logged_so(
    project: Project, caplog: pytest.LogCaptureFixture
) -> None:
    project.write("told_of_calls.py", NEST)
    with caplog.at_level(logging.ERROR, "schemac"):
        outcome = project.run("call", "bad", "--app", "told_of_calls:registry")
    assert outcome.status == 1
    (record,) = [each for each in caplog.records if "breaks its output contract" in each.message]
    assert record.getMessage().startswith(
        "the result of the tool `bad` breaks its output contract as a whole, `"
    )
    assert re.search(r", its type is \w+ \(correlation id [0-9a-f]{16}\)$", record.getMessage())
