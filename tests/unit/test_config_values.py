"""Whatever a configuration file holds is a value or a problem with words, never an exception."""

from __future__ import annotations

import datetime as dt

import pytest

from schemac.emit.dialects import DIALECTS
from schemac.project.config_values import checked
from schemac.wire.setting_values import READERS

_KEYS = (*READERS, "paths", "dialects", "personas", "persona_context")
_VALUES: tuple[object, ...] = (
    5,
    -1,
    1.5,
    True,
    "",
    "a b",
    [],
    [5],
    [""],
    {},
    {"": {}},
    {"a b": 5},
    {"a": {"b": [5]}},
    {"requires": "x"},
    {"member": {"requires": 5, "defaults": 5}},
    dt.date(2026, 1, 1),
)


@pytest.mark.parametrize("key", _KEYS)
def test_a_key_takes_a_value_or_says_what_it_wants(key: str) -> None:
    for value in _VALUES:
        found = checked({key: value}, frozenset(DIALECTS))
        for problem in found.problems:
            assert problem.path[0] == key
            assert problem.message


def test_a_name_that_can_be_no_domain_is_told() -> None:
    (problem,) = checked({"default_domain": 5}, frozenset(DIALECTS)).problems
    assert problem.message == (
        "5 cannot be a domain: 1 to 64 characters of A-Z, a-z, 0-9 and `_.~-`"
    )


def test_a_grouping_of_a_file_is_judged_there() -> None:
    given = {"domains": {"admin": {"sufix": "tools"}}}
    (problem,) = checked(given, frozenset(DIALECTS)).problems
    assert problem.message == (
        "`domains.admin` has no `sufix`; there are suffix, schemas, uncategorized"
    )
