"""The text of a module in, its declarations and what is told of it out."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from schemac.source import Source
from schemac.syntax.module import read_module

if TYPE_CHECKING:
    from schemac.diagnostics.model import Diagnostic
    from schemac.syntax.host import Declarations, HostModule

__all__ = ["found", "names", "read", "told"]


def read(python: str) -> HostModule:
    module, diagnostics = read_module(Source("m.py", dedent(python)))
    assert diagnostics == ()
    return module


def found(python: str) -> list[tuple[str, str, str]]:
    """Give code, message and spanned text of each diagnostic."""
    _, diagnostics = read_module(Source("m.py", dedent(python)))
    return [told(each) for each in diagnostics]


def told(each: Diagnostic) -> tuple[str, str, str]:
    return each.code, each.message, "" if each.span is None else each.span.text


def names(declarations: Declarations) -> list[str]:
    return [declared.name for declared in declarations.types]
