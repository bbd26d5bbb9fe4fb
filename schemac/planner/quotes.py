"""A type with examples or a default behind it in, the gates under which each is told out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.ir.types import IntersectionType
from schemac.plan.gates import Never
from schemac.planner.at import At
from schemac.planner.findings import Findings, Scope
from schemac.planner.lowering import Lowering
from schemac.planner.patterns import PatternJudge
from schemac.planner.sorting import judge
from schemac.planner.steps import run
from schemac.planner.table import Ledger
from schemac.resolve.trees import nodes

if TYPE_CHECKING:
    from schemac.ir.types import Tagged
    from schemac.plan.gates import Gate
    from schemac.planner.acceptance import Acceptance
    from schemac.planner.predicates import GateReader
    from schemac.planner.table import Entry, Part

__all__ = ["Quotes"]

_SCOPE = Scope("type", 0)
_NAMES = frozenset({"default", "example"})


class Quotes:
    """Judges values that tags quote, which callers read where their view accepts the whole of one.

    All of it was lowered and judged before, where it stands: nothing is reported, nothing is kept.
    """

    def __init__(self, gates: GateReader, entries: list[Entry], acceptance: Acceptance) -> None:
        """Take a reader of gates whose findings nobody reads."""
        self._findings = Findings()
        self._gates = gates
        self._patterns = PatternJudge(None)
        self._lowering = Lowering(self._findings, gates, self._patterns, entries, Ledger())
        self._acceptance = acceptance

    def of(self, node: Tagged) -> dict[int, Gate | None]:
        """Give the gates of values by the `id` of their tag."""
        quoting = [tag for tag in node.tags if tag.name in _NAMES]
        if not quoting:
            return {}
        if any(isinstance(part, IntersectionType) for part in nodes(node)):
            # It would have to be merged again, which is no more than a name is worth.
            return {id(tag): Never() for tag in quoting}
        part: Part = run(self._lowering.type(node.inner, At(_SCOPE, inside=True)))
        judged = judge(node.tags, "field", _SCOPE, self._findings, self._gates, self._patterns)
        texts = {id(tag): text for text, tag in judged.examples}
        if judged.field.default is not None:
            text, tag = judged.field.default
            texts[id(tag)] = text
        return {
            id(tag): self._acceptance.of_text(part.node, texts[id(tag)]).gate
            if id(tag) in texts
            else Never()
            for tag in quoting
        }
