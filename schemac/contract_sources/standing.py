"""A plan in, with the signature files that stand before those it was made of, out.

Without sources nobody can tell by which path a file was imported. What stood before it all the time
is not what was meant.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from schemac.contract_sources.present import Present

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from schemac.plan.model import Plan, SourceFile

__all__ = ["Known", "known_files", "with_standing"]


@dataclass(frozen=True, slots=True)
class Known:
    """The files of a plan: the names of those that tools use, and the contents of the others."""

    used: frozenset[str]
    standing: frozenset[tuple[str, str]]

    def is_new(self, name: str, content: str) -> bool:
        """Whether a file was not there, or another text that nothing used."""
        return name not in self.used and (name, content) not in self.standing


def known_files(plan: Plan) -> Known:
    """Give the files that a plan knows."""
    used = _used(plan)
    others = (each for at, each in enumerate(plan.sources) if at not in used)
    names = frozenset(plan.sources[at].name for at in used)
    return Known(names, frozenset((each.name, each.content) for each in others))


def with_standing(plan: Plan, sig_paths: Sequence[Path]) -> Plan:
    """Add the files that are unused here before those that are used, for whoever loads the plan."""
    present, known = Present(sig_paths), known_files(plan)
    added: dict[SourceFile, None] = {}
    for tool in plan.tools:
        for at in tool.handler.signatures:
            found = present.before(plan.sources[at])
            added.update({each: None for each in found if known.is_new(each.name, each.content)})
    return replace(plan, sources=(*plan.sources, *added))


def _used(plan: Plan) -> set[int]:
    used = {at for tool in plan.tools for at in tool.handler.signatures}
    return used | {at for tool in plan.tools for _, at in tool.handler.lineage if at is not None}
