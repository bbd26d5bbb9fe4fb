from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.spec.compiled import Compiled, compile_case
from tests.spec.literate import Block, Case, read_cases, rewrite

if TYPE_CHECKING:
    from collections.abc import Callable

_FOLDER = Path(__file__).parent
_CASES = [case for path in sorted(_FOLDER.glob("*.md")) for case in read_cases(path)]
_UPDATE = os.environ.get("SCHEMAC_UPDATE") == "1"
_EXPECTATIONS = frozenset(
    {"input", "output", "accepted", "rejected", "called", "received", "diagnostics", "hidden"}
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
        found = _found(case, compiled, block)
        if found is None or _same(block, found):
            continue
        if _UPDATE:
            changes.append((number, found))
            continue
        assert found.strip() == block.body.strip(), f"{block.kind} grants={block.grants}"
    if changes:
        rewrite(case, changes)


def _found(case: Case, compiled: Compiled, block: Block) -> str | None:
    """What the compiler gives where the block states what is expected; None where it is given."""
    answers: dict[str, Callable[[], str]] = {
        "diagnostics": lambda: "\n".join(compiled.findings),
        "hidden": lambda: "hidden" if compiled.hidden(block.grants) else "visible",
        "input": lambda: _json(compiled.schema("input", block.grants)),
        "output": lambda: _json(compiled.schema("output", block.grants)),
        "accepted": lambda: _judged(compiled, block, fits=True),
        "rejected": lambda: _judged(compiled, block, fits=False),
        "called": lambda: _json(compiled.called(_before(case, block, "sent"), block.grants)),
        "received": lambda: _json(
            compiled.received(_before(case, block, "returned"), block.grants)
        ),
    }
    return answers[block.kind]() if block.kind in answers else None


def _judged(compiled: Compiled, block: Block, *, fits: bool) -> str:
    """Give the values of the block that are judged as it says."""
    side = block.settings.get("side", "input")
    values = json.loads(block.body)
    assert values, "no values"
    return _json([v for v in values if compiled.fits(side, v, block.grants) is fits])


def _before(case: Case, block: Block, kind: str) -> object:
    """Give the value of the nearest block of that kind above."""
    given = [one for one in case.of(kind) if one.start < block.start]
    return json.loads(given[-1].body)


def _same(block: Block, found: str) -> bool:
    if block.language != "json":
        return block.body.strip() == found.strip()
    # Key order is part of the answer: compared as text, once white space is gone.
    return json.dumps(json.loads(block.body)) == json.dumps(json.loads(found))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
