"""What a check may ask about a tool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemac.diagnostics.model import Label

if TYPE_CHECKING:
    from schemac.resolve.drafts import BoundTool
    from schemac.resolve.parameters import Parameter
    from schemac.resolve.scope import Declared
    from schemac.source import Span

__all__ = ["Facts", "Taken", "labels"]


@dataclass(frozen=True, slots=True)
class Taken:
    """An argument that the tool takes: a parameter of the signature, or a field of `type input`.

    `visible` says that no caller's gates can hide all of it.
    """

    name: str
    span: Span
    optional: bool
    visible: bool


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """A tool to judge. `taken` is None where `type input` is no record.

    `parameters` are those of the `def`, None where nobody knows them. `output` and `input` are the
    declarations the handler itself has, or inherits, by these names. `returns_known` is False where
    a name in the return type was reported.
    """

    tool: BoundTool
    parameters: tuple[Parameter, ...] | None
    taken: tuple[Taken, ...] | None
    output: Declared | None
    input: Declared | None
    returns_known: bool = True


def labels(span: Span | None, text: str) -> tuple[Label, ...]:
    """Give a label, or none where there is no text to point at."""
    return () if span is None else (Label(span, text),)
