"""A case, its compiled tool and one of its blocks in, what the block should say out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.spec.compiled import Compiled
    from tests.spec.literate import Block, Case

__all__ = ["found_for", "same"]


def found_for(case: Case, compiled: Compiled, block: Block) -> str | None:
    """What the compiler gives where the block states what is expected; None where it is given."""
    answers: dict[str, Callable[[], str]] = {
        "diagnostics": lambda: "\n".join(compiled.findings),
        "description": lambda: compiled.description(block.grants),
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


def same(block: Block, found: str) -> bool:
    """Tell whether the block says what was found."""
    if block.language != "json":
        return block.body.strip() == found.strip()
    # Key order is part of the answer: compared as text, once white space is gone.
    return json.dumps(json.loads(block.body)) == json.dumps(json.loads(found))


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


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
