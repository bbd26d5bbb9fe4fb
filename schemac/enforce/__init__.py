"""A view's shape and its schema in, enforcers out: what is not in the view gets neither in nor out.

Everything fails closed: an enforcer answers with a value of its own making, or with a refusal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from schemac.enforce.defaults import accepted_defaults, may_be_default
from schemac.enforce.input import InputEnforcer
from schemac.enforce.outcomes import (
    Accepted,
    Breach,
    EnforceOptions,
    Media,
    Projected,
    Refused,
    Violation,
)
from schemac.enforce.output import OutputEnforcer
from schemac.enforce.project.cuts import no_names
from schemac.enforce.read import Json, ReadError, read_json_text, read_message

if TYPE_CHECKING:
    from schemac.enforce.project.cuts import Names
    from schemac.plan.model import Shape

__all__ = [
    "Accepted",
    "Breach",
    "EnforceOptions",
    "InputEnforcer",
    "Json",
    "Media",
    "OutputEnforcer",
    "Projected",
    "ReadError",
    "Refused",
    "Violation",
    "accepted_defaults",
    "input_enforcer",
    "may_be_default",
    "output_enforcer",
    "read_json_text",
    "read_message",
]

_DEFAULT_OPTIONS = EnforceOptions()


def input_enforcer(
    shape: Shape,
    schema: dict[str, Any],
    options: EnforceOptions = _DEFAULT_OPTIONS,
    names: Names = no_names,
) -> InputEnforcer:
    """Make the enforcer of a tool's arguments for one view.

    `schema` is the one emitted from `shape`, closed where `options.undeclared` is `"reject"`.
    `names` names what is left behind, for records only.
    """
    return InputEnforcer(shape, schema, options, names)


def output_enforcer(
    shape: Shape,
    schema: dict[str, Any],
    options: EnforceOptions = _DEFAULT_OPTIONS,
    names: Names = no_names,
) -> OutputEnforcer:
    """Make the enforcer of a tool's results for one view; `schema` is emitted from `shape`."""
    return OutputEnforcer(shape, schema, options, names)
