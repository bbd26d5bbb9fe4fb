"""A resolved tool in, what is wrong between its annotations and its `def` out: one code a check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schemac.resolve.checks.facts import Facts, Taken
from schemac.resolve.checks.inputs import invalid_input
from schemac.resolve.checks.outputs import no_output, two_outputs
from schemac.resolve.checks.parameters import (
    no_default,
    not_by_keyword,
    undeclared_parameter,
    unknown_parameter,
)
from schemac.resolve.checks.words import no_description

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from schemac.diagnostics.model import Diagnostic

__all__ = ["CHECKS", "Facts", "Taken", "check"]

CHECKS: tuple[Callable[[Facts], Iterator[Diagnostic]], ...] = (
    invalid_input,
    no_output,
    two_outputs,
    unknown_parameter,
    not_by_keyword,
    no_default,
    undeclared_parameter,
    no_description,
)
"""Every check, in the order of the codes."""


def check(facts: Facts) -> tuple[Diagnostic, ...]:
    """Run every check on a tool."""
    return tuple(found for each in CHECKS for found in each(facts))
