"""Parts with their gates in, SC408, SC411 and SC413 out."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, assert_never

from schemac.diagnostics.model import Label
from schemac.ir.tags import AllOf, AnyOf, Flag, Not
from schemac.ir.types import Anything

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from schemac.ir.tags import GateExpression
    from schemac.planner.findings import Findings, Scope
    from schemac.planner.lints.visits import GateUse, Visit

__all__ = ["lint_gates", "lint_untyped"]

_MAX_FLAGS = 8
_Asked = tuple[str, str]


def lint_gates(visit: Visit, scope: Scope, findings: Findings) -> None:
    """Judge the gates of one part."""
    lint_untyped(visit, scope, findings)
    if not visit.own:
        return
    if not _can_open(visit.all) and _can_open(visit.outer):
        findings.report(
            scope,
            "SC408",
            "nobody ever sees this: its gates contradict each other",
            visit.own[-1].span,
        )
        return
    for use in visit.own:
        _lint_repeated(use, visit.outer, scope, findings)


def lint_untyped(visit: Visit, scope: Scope, findings: Findings) -> None:
    """Warn of `untyped` that stands under a gate."""
    if isinstance(visit.part, Anything) and visit.outer:
        findings.report(
            scope,
            "SC411",
            "`untyped` under a gate lets anything through to those who pass it",
            visit.part.span,
            labels=(Label(visit.outer[-1].span, "the gate"),),
            hint="say what is in it",
        )


def _lint_repeated(
    use: GateUse, outer: Sequence[GateUse], scope: Scope, findings: Findings
) -> None:
    for other in outer:
        if other == use:
            findings.report(
                scope,
                "SC413",
                f"this `@{use.predicate}` stands inside one that asks the same",
                use.span,
                labels=(Label(other.span, "the outer one"),),
            )
            return


def _can_open(uses: Sequence[GateUse]) -> bool:
    """Tell whether some answers open all gates; where there are too many to try, they may."""
    asked = list(dict.fromkeys(each for use in uses for each in _asked(use)))
    if len(asked) > _MAX_FLAGS:
        return True
    for answers in product((True, False), repeat=len(asked)):
        given = dict(zip(asked, answers, strict=True))
        if all(_is_open(use.predicate, use.expression, given) for use in uses):
            return True
    return False


def _asked(use: GateUse) -> Iterator[_Asked]:
    todo = [use.expression]
    while todo:
        expression = todo.pop()
        match expression:
            case Flag(name):
                yield use.predicate, name
            case Not(inner):
                todo.append(inner)
            case AllOf(parts) | AnyOf(parts):
                todo.extend(parts)
            case _:
                assert_never(expression)


def _is_open(predicate: str, expression: GateExpression, given: Mapping[_Asked, bool]) -> bool:
    match expression:
        case Flag(name):
            return given[predicate, name]
        case Not(inner):
            return not _is_open(predicate, inner, given)
        case AllOf(parts):
            return all(_is_open(predicate, part, given) for part in parts)
        case AnyOf(parts):
            return any(_is_open(predicate, part, given) for part in parts)
        case _:
            assert_never(expression)
