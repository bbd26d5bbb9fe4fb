from __future__ import annotations

import re

import pytest

from schemac.diagnostics.catalog import CATALOG, severity
from schemac.diagnostics.model import Diagnostic, Severity

NAMED_BY_THE_SPEC = (
    *(f"SC{number}" for number in range(101, 111)),
    *(f"SC{number}" for number in range(201, 209)),
    *(f"SC{number}" for number in range(301, 316)),
    "SC401",
    "SC402",
    "SC403",
    "SC405",
    "SC406",
    "SC410",
    "SC501",
    *(f"SC{number}" for number in range(601, 610)),
)
WARNINGS = {"SC304", "SC307", "SC313", "SC315", "SC403", "SC608"}


@pytest.mark.parametrize("code", NAMED_BY_THE_SPEC)
def test_holds_every_code_that_has_a_fixed_meaning(code: str) -> None:
    assert CATALOG[code].code == code


@pytest.mark.parametrize("code", NAMED_BY_THE_SPEC)
def test_severity_is_that_of_the_code(code: str) -> None:
    warns = code in WARNINGS or code.startswith("SC5")
    expected = Severity.WARNING if warns else Severity.ERROR
    assert severity(Diagnostic(code, "m", None)) is expected


def test_is_ascending_and_names_are_kebab_case_and_single() -> None:
    assert list(CATALOG) == sorted(CATALOG)
    names = [entry.name for entry in CATALOG.values()]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", name) for name in names)


def test_summaries_are_one_sentence() -> None:
    for entry in CATALOG.values():
        assert entry.summary.endswith("."), entry
        assert "\n" not in entry.summary
        assert len(entry.summary) <= 80


def test_a_code_that_nobody_judged_is_an_error() -> None:
    assert severity(Diagnostic("SC999", "m", None)) is Severity.ERROR


def test_is_read_only() -> None:
    with pytest.raises(TypeError):
        CATALOG["SC000"] = CATALOG["SC201"]  # type: ignore[index] # it is what must fail
