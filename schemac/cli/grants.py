"""Grants from the command line in, a caller's answers to the atoms of a plan out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import click

from schemac.cli.output import note
from schemac.diagnostics.suggest import did_you_mean
from schemac.ir.tags import ALWAYS_PREDICATES
from schemac.project.personas import PersonaError, find_persona

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from schemac.plan.gates import Answer
    from schemac.plan.model import Plan
    from schemac.project.config import Config
    from schemac.project.config_values import Persona

__all__ = ["Caller", "answers_of", "caller_of", "note_unasked", "read_caller"]

Answers: TypeAlias = "Mapping[int, Answer]"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: the (predicate, flag) pairs that are answered yes; all others are a no."""

    grants: frozenset[tuple[str, str]]
    everything: bool = False
    name: str | None = None


def read_caller(
    config: Config, grants: Sequence[str], persona: str | None, *, everything: bool
) -> Caller:
    """Read `--grant`, `--grant-all` and `--persona`. Raises click.UsageError."""
    if persona is not None and (grants or everything):
        raise click.UsageError("`--persona` goes with no `--grant`: a persona says all by itself")
    if persona is None:
        return Caller(frozenset(_grant(config, text) for text in grants), everything)
    try:
        known = find_persona(config, persona)
    except PersonaError as problem:
        raise click.UsageError(str(problem)) from None
    return caller_of(known)


def caller_of(persona: Persona) -> Caller:
    """Make a caller of a persona."""
    pairs = ((predicate, flag) for predicate, flags in persona.grants.items() for flag in flags)
    return Caller(frozenset(pairs), name=persona.name)


def answers_of(plan: Plan, caller: Caller) -> Answers:
    """Answer every atom of a plan; a grant that nothing asks for is told, as it may be a typo."""
    note_unasked(plan, caller)
    pairs = ((atom.predicate, atom.flag) for atom in plan.atoms)
    return {
        at: 1 if caller.everything or pair in caller.grants else 0 for at, pair in enumerate(pairs)
    }


def note_unasked(plan: Plan, caller: Caller) -> None:
    """Tell of each grant from the command line that no gate asks for."""
    pairs = [(atom.predicate, atom.flag) for atom in plan.atoms]
    for predicate, flag in sorted(caller.grants - set(pairs)):
        if caller.name is None:
            names = [f"{other}:{name}" for other, name in pairs]
            meant = did_you_mean(f"{predicate}:{flag}", names)
            hint = f"; did you mean `{meant}`?" if meant else ""
            note(f"note: no gate asks for `{predicate}:{flag}`{hint}")


def _grant(config: Config, text: str) -> tuple[str, str]:
    predicate, _, flag = text.partition(":")
    if not predicate or not flag:
        raise click.UsageError(
            f"`--grant {text}`: write it as `predicate:flag`, as in `requires:admin`"
        )
    known = dict.fromkeys((*ALWAYS_PREDICATES, *config.values.predicates))
    if predicate not in known:
        meant = did_you_mean(predicate, known)
        hint = f"did you mean `{meant}`?" if meant else "name it in `predicates` first"
        raise click.UsageError(f"`--grant {text}`: `{predicate}` is no predicate; {hint}")
    return predicate, flag
