from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.spec.compiled import compile_case
from tests.spec.expected import found_for, same
from tests.spec.literate import Case, read_cases, rewrite

_FOLDER = Path(__file__).parent
_CASES = [case for path in sorted(_FOLDER.glob("*.md")) for case in read_cases(path)]
_UPDATE = os.environ.get("SCHEMAC_UPDATE") == "1"
_EXPECTATIONS = frozenset(
    {
        "input",
        "output",
        "accepted",
        "rejected",
        "called",
        "received",
        "diagnostics",
        "description",
        "hidden",
    }
)
_GIVEN = frozenset({"source", "sent", "returned"})


def test_updating_is_refused_in_ci() -> None:
    assert not (_UPDATE and os.environ.get("CI"))


@pytest.mark.parametrize("case", _CASES, ids=lambda case: f"{case.path.stem}/{case.name}")
def test_case(case: Case, tmp_path: Path) -> None:
    kinds = {block.kind for block in case.blocks}
    assert kinds <= _EXPECTATIONS | _GIVEN, "a block of an unknown kind"
    assert kinds & _EXPECTATIONS, "a case that expects nothing"
    compiled = compile_case(case, tmp_path)
    changes: list[tuple[int, str]] = []
    if not case.of("diagnostics"):
        assert compiled.findings == []
    for number, block in enumerate(case.blocks):
        found = found_for(case, compiled, block)
        if found is None or same(block, found):
            continue
        if _UPDATE:
            changes.append((number, found))
            continue
        assert found.strip() == block.body.strip(), f"{block.kind} grants={block.grants}"
    if changes:
        rewrite(case, changes)
