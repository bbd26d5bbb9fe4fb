"""A service and a context in, this context's answers to the atoms of the plan out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.runtime.context import Asker, Customs, Puzzles
from schemac.runtime.decide import Decisions, Vocabulary
from schemac.runtime.loop import RequestLoop

if TYPE_CHECKING:
    from schemac.plan.gates import Answer
    from schemac.service import Service

__all__ = ["asked"]


def asked(service: Service, context: object) -> dict[int, Answer]:
    """Ask everything at once, as a request does."""
    atoms = service.surface.program().plan.atoms
    questions = [(atom.predicate, atom.flag) for atom in atoms]
    customs = Customs(Puzzles(), service.settings.on_missing_predicate, service)
    with RequestLoop() as loop:
        decisions = Decisions(Asker(context, loop, customs))
        vocabulary = Vocabulary(range(len(questions)), questions)
        return dict(enumerate(decisions.vector(vocabulary)))
