"""The parameters of a `def` in, those that a caller fills in and the one for the instance out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schemac.source import Span
    from schemac.syntax.host import HostFunction, HostParameter, ParameterKind

__all__ = ["Parameter", "first_of", "parameters_of"]

_POSITIONAL = ("positional_only", "positional_or_keyword")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the `def`, `self` left out; `span` is None where it is in no text."""

    name: str
    kind: ParameterKind
    has_default: bool
    span: Span | None


def parameters_of(written: tuple[HostParameter, ...], *, bound: bool) -> tuple[Parameter, ...]:
    """Give the parameters; where a function is `bound`, without the one for the instance."""
    skip = 1 if bound and written and written[0].kind in _POSITIONAL else 0
    return tuple(map(_parameter, written[skip:]))


def first_of(host: HostFunction) -> Parameter | None:
    """Give the parameter that takes the instance, if one does."""
    is_there = host.parameters and host.parameters[0].kind in _POSITIONAL
    return _parameter(host.parameters[0]) if is_there else None


def _parameter(each: HostParameter) -> Parameter:
    return Parameter(each.name, each.kind, each.has_default, each.span)
