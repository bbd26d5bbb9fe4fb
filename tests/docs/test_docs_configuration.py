"""The reference of the configuration names exactly what exists, with its defaults."""

from __future__ import annotations

import ast
import re
from dataclasses import asdict, fields
from inspect import Parameter, signature
from pathlib import Path

from schemac.emit.dialects import DIALECTS
from schemac.flask import blueprint
from schemac.project.config_values import Values, checked
from schemac.runtime.grouping import Grouped
from schemac.runtime.settings import Limits
from schemac.wire.setting_values import READERS
from schemac.wire.settings import Settings

_DOCS = Path(__file__).parents[2] / "docs"
_TEXT = (_DOCS / "configuration.md").read_text(encoding="utf-8")
_ROW = re.compile(r"^\| `(\w+)` \| (.*?) \| ", re.MULTILINE)


def _part(text: str, head: str) -> str:
    level = head.partition(" ")[0]
    found = re.search(rf"^{re.escape(head)}$(.*?)(?=^{level} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, head
    return found[1]


def _rows(text: str) -> dict[str, object]:
    """Give the names of a part's rows and their defaults; one that is no literal is its words."""
    rows = {}
    for name, shown in _ROW.findall(text):
        assert name not in rows, name
        rows[name] = ast.literal_eval(shown.strip("`")) if shown.startswith("`") else shown
    return rows


def _plain(value: object) -> object:
    """Give a default as a reader would write it."""
    if isinstance(value, tuple):
        return [str(each) if isinstance(each, Path) else each for each in value]
    return {} if isinstance(value, Limits) else value


def test_the_settings_are_those_that_exist() -> None:
    text = _part(_TEXT, "## Settings")
    text, _, limits = text.partition("| In `limits` |")
    limits, _, rest = limits.partition("\n\n")
    assert _rows(text + rest) == {name: _plain(getattr(Settings(), name)) for name in READERS}
    assert _rows(limits) == asdict(Limits())


def test_the_other_arguments_of_a_blueprint_are_those_that_exist() -> None:
    parameters = signature(blueprint).parameters
    named = [name for name, one in parameters.items() if one.kind is Parameter.KEYWORD_ONLY]
    rows = _rows(
        _part(_TEXT, "## Arguments of `blueprint` that are no settings").replace(
            "`default_registry`", "the default one"
        )
    )
    assert list(rows) == named
    assert rows["context"] == "required"
    assert parameters["context"].default is Parameter.empty
    assert rows["name"] == parameters["name"].default


def test_the_keys_that_only_commands_use_are_those_that_exist() -> None:
    rows = _rows(_part(_TEXT, "## Keys that only the commands use"))
    table = dict.fromkeys((*rows, *READERS), 5)
    assert [one.message for one in checked(table, frozenset()).problems if one.unknown] == []
    own = {one.name for one in fields(Values)} - set(READERS) - {"service", "problems"}
    assert rows == {name: _plain(getattr(Values(), name)) for name in rows}
    assert set(rows) == own


def test_the_arguments_of_a_grouping_are_those_that_exist() -> None:
    page = (_DOCS / "cookbook" / "group-a-large-domain.md").read_text(encoding="utf-8")
    assert _rows(page) == {one.name: one.default for one in fields(Grouped)}


def test_the_dialects_are_those_that_exist() -> None:
    page = (_DOCS / "cookbook" / "clients-with-limits.md").read_text(encoding="utf-8")
    (dialect,) = re.findall(r"^\| `dialect` \|.*$", _TEXT, re.MULTILINE)
    named = [name for name in re.findall(r"`([a-z-]+)`", dialect) if name != "dialect"]
    told = [
        name
        for row in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
        for name in re.findall(r"`([a-z-]+)`", row)
    ]
    assert named == list(DIALECTS)
    assert told == list(DIALECTS)
